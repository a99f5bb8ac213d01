#include "verify/shown.h"

#include <sstream>

namespace eenet::verify {

std::string shown(double number) {
  std::ostringstream out;
  out.precision(17);
  out << number;
  return out.str();
}

}  // namespace eenet::verify
