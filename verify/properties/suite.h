// Properties: sentences that are true of every case, grouped into suites.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/case.h"

namespace eenet::verify {

enum class Outcome {
  kDiscarded,     // the property says nothing about this case
  kAgree,         // it holds
  kKink,          // it holds in the form that is true at a kink: see gradient_check.h
  kInconclusive,  // a statistical check that could not have noticed much
  kDisagree       // it does not hold
};

// The result of one property in one case.
struct Finding {
  Outcome outcome = Outcome::kDiscarded;
  double ratio = 0.0;  // the worst error divided by its bound; above 1, or no number: disagree
  std::string detail;  // for a person, when they disagree: what, where, which two values, the bound
};

// Keeps the worst finding: the outcome, the ratio and the detail of the first
// disagreement. A NaN counts as larger than every ratio.
class Findings {
 public:
  // `false_alarm`: the probability with which a check of a random quantity may disagree although
  // nothing is wrong. Other checks ignore it.
  explicit Findings(double false_alarm = 0.0) : false_alarm_(false_alarm) {}

  [[nodiscard]] double false_alarm() const { return false_alarm_; }
  void add(const Finding& finding);
  // Two numbers that may differ by `bound`; `what` is called only if they differ by more.
  void compare(double got, double expected, double bound, const std::function<std::string()>& what);
  // A sentence that must be true.
  void require(bool holds, const std::function<std::string()>& what);
  void require(bool holds, const char* what);
  [[nodiscard]] const Finding& worst() const { return worst_; }

 private:
  double false_alarm_;
  Finding worst_;
};

struct Property {
  std::string sentence;
  std::function<void(const Case& one, Findings& findings)> look;

  [[nodiscard]] Finding check(const Case& one, double false_alarm) const;
};

struct Suite {
  std::string name;
  unsigned share = 1;  // of the cases of a run, relative to the other suites
  std::vector<Property> properties;
};

// One file each.
Suite gradient_suite();        // the gradient against every witness, and the identities
Suite update_suite();          // one SGD step against the differentiated loss of the twin
Suite algorithm_suite();       // Algorithm 1: selection, labels, frozen features, permuted arms
Suite features_suite();        // a property or more for each feature map
Suite environments_suite();    // contexts, rewards, regret
Suite streams_suite();         // named streams are independent
Suite traces_suite();          // a trace survives writing, reading, truncation
Suite initialisation_suite();  // moments and distribution of the printed initialisation
Suite psi_suite();             // the complexity term
Suite bounds_suite();          // regret bounds, their preconditions, and how regret is judged
Suite claims_suite();          // what verdicts on the paper rest on
Suite kernel_suite();          // the neural tangent kernel, its matrices and their spectra

// All of them, in this order.
const std::vector<Suite>& suites();

// Throws std::invalid_argument that names all suites.
const Suite& suite_named(std::string_view name);

}  // namespace eenet::verify
