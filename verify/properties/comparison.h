// What the suites share: they compare numbers and report the first or the worst difference.
#pragma once

#include <string>

#include "verify/plain/numerics.h"
#include "verify/properties/suite.h"
#include "verify/shown.h"

namespace eenet::verify {

// Requires that `got` has the bits of `expected`; reports the first difference as what[index].
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
