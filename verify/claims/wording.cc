#include "verify/claims/wording.h"

#include <iomanip>
#include <sstream>

namespace eenet::verify {

std::string brief(double number) {
  std::ostringstream out;
  out << std::setprecision(4) << number;
  return out.str();
}

std::string brief(const std::vector<double>& numbers) {
  std::string list;
  for (const double number : numbers) list += (list.empty() ? "" : ", ") + brief(number);
  return list;
}

std::string with_decimals(double number, int decimals) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(decimals) << number;
  return out.str();
}

}  // namespace eenet::verify
