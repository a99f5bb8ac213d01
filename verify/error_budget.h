// The probability of a wrong verdict on the paper, shared by all statistical checks of a report and
// accounted for in a ledger: what every check was given, and how many looks it had.
#pragma once

#include <string>
#include <vector>

namespace eenet::verify {

// For verdicts on the paper, all checks of a report together.
inline constexpr double kVerdictBudget = 1e-2;

class ErrorBudget {
 public:
  struct Entry {
    std::string claim;
    double allotted = 0.0;  // of the total; all entries together are at most the total
    unsigned looks = 1;     // tests among which it is split
    [[nodiscard]] double per_look() const { return allotted / looks; }
  };

  // Every claim gets total * weight / (sum of weights). Requires 0 < total < 1, at least one claim,
  // no claim twice, weights above 0.
  struct Share {
    std::string claim;
    double weight = 1.0;
  };
  explicit ErrorBudget(const std::vector<Share>& shares, double total = kVerdictBudget);

  // The level of each single one of `looks` tests of a claim. A claim may ask once: a second
  // answer would spend its share twice. Throws std::invalid_argument on that, on a claim without
  // share, and on no looks.
  double spend(const std::string& claim, unsigned looks = 1);

  [[nodiscard]] double total() const { return total_; }
  // What was spent so far: at most total().
  [[nodiscard]] double spent() const;
  // The claims that asked, in the order in which they did.
  [[nodiscard]] const std::vector<Entry>& ledger() const { return ledger_; }

 private:
  double total_;
  std::vector<Share> shares_;  // weights sum to 1
  std::vector<Entry> ledger_;
};

}  // namespace eenet::verify
