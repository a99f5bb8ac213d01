#include "verify/properties/comparison.h"

#include <cmath>
#include <limits>

#include "reference/require.h"

namespace eenet::verify {

void require_same(const char* what, const plain::Numbers& got, const plain::Numbers& expected,
                  Findings& findings) {
  findings.require(got.size() == expected.size(), [&] {
    return text(what, " has ", got.size(), " entries, expected ", expected.size());
  });
  for (std::size_t i = 0; i < got.size() && i < expected.size(); ++i) {
    if (plain::same_bits(got[i], expected[i])) continue;
    findings.require(false, [&] {
      return text(what, "[", i, "] is ", shown(got[i]), ", expected ", shown(expected[i]));
    });
    return;
  }
}

void require_same(const char* what, const Eigen::Ref<const Eigen::VectorXd>& got,
                  const plain::Numbers& expected, Findings& findings) {
  require_same(what, plain::numbers_of(got), expected, findings);
}

void require_same(const char* what, double got, double expected, Findings& findings) {
  findings.require(plain::same_bits(got, expected),
                   [&] { return text(what, " is ", shown(got), ", expected ", shown(expected)); });
}

void WorstEntry::see(std::size_t entry, double got, long double expected, long double bound) {
  const auto error = static_cast<double>(std::abs(static_cast<long double>(got) - expected));
  const auto allowed = static_cast<double>(bound);
  double ratio = std::numeric_limits<double>::infinity();
  if (error == 0.0) ratio = 0.0;
  if (error > 0.0 && allowed > 0.0) ratio = error / allowed;
  if (seen_ && !(ratio > ratio_)) return;
  seen_ = true;
  entry_ = entry;
  got_ = got;
  expected_ = static_cast<double>(expected);
  error_ = error;
  bound_ = allowed;
  ratio_ = ratio;
}

void WorstEntry::tell(const char* what, Findings& findings) const {
  if (!seen_) return;
  findings.compare(error_, 0.0, bound_, [this, what] {
    return text(what, "[", entry_, "] is ", shown(got_), ", expected ", shown(expected_),
                " within ", bound_);
  });
}

}  // namespace eenet::verify
