// What the suites share: numbers compared, and the first or worst difference put into words.
#pragma once

#include <string>

#include "verify/plain/numerics.h"
#include "verify/properties/suite.h"

namespace eenet::verify {

// All 17 digits.
std::string shown(double number);

// `got` must have the bits of `expected`; the first difference is reported as what[index].
void require_same(const char* what, const plain::Numbers& got, const plain::Numbers& expected,
                  Findings& findings);
void require_same(const char* what, const Eigen::Ref<const Eigen::VectorXd>& got,
                  const plain::Numbers& expected, Findings& findings);
void require_same(const char* what, double got, double expected, Findings& findings);

// Of many entries with a bound each, remembers the one whose error is the largest part of its
// bound.
class WorstEntry {
 public:
  void see(std::size_t entry, double got, long double expected, long double bound);
  // Says nothing if nothing was seen.
  void tell(const char* what, Findings& findings) const;

 private:
  bool seen_ = false;
  std::size_t entry_ = 0;
  double got_ = 0.0;
  double expected_ = 0.0;
  double error_ = 0.0;
  double bound_ = 0.0;
  double ratio_ = -1.0;
};

}  // namespace eenet::verify
