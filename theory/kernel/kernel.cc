#include "theory/kernel/kernel.h"

#include "reference/require.h"

namespace eenet::theory {

PreciseEntry Kernel::precise_entry(Eigen::Index row, Eigen::Index column) const {
  EENET_REQUIRE(false, "Kernel::precise_entry: (", row, ", ", column,
                ") of a kernel that has no precise entries");
}

}  // namespace eenet::theory
