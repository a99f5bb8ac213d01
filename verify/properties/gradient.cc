#include "verify/properties/network.h"

namespace eenet::verify {

Suite gradient_suite() {
  return {"gradient", "the network, its gradient and its step, against every witness", 12,
          network_properties(reference_implementation())};
}

}  // namespace eenet::verify
