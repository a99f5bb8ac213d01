#include "verify/error_budget.h"

#include "reference/require.h"

namespace eenet::verify {

ErrorBudget::ErrorBudget(const std::vector<Share>& shares, double total)
    : total_(total), shares_(shares) {
  EENET_REQUIRE(total > 0.0 && total < 1.0, "ErrorBudget: total is ", total,
                ", expected between 0 and 1");
  EENET_REQUIRE(!shares.empty(), "ErrorBudget: there is no claim, expected at least one");
  double sum = 0.0;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    EENET_REQUIRE(shares_[i].weight > 0.0, "ErrorBudget: ", shares_[i].claim, " has weight ",
                  shares_[i].weight, ", expected above 0");
    for (std::size_t j = 0; j < i; ++j) {
      EENET_REQUIRE(shares_[j].claim != shares_[i].claim, "ErrorBudget: ", shares_[i].claim,
                    " has two shares, expected one");
    }
    sum += shares_[i].weight;
  }
  for (Share& share : shares_) share.weight /= sum;
}

double ErrorBudget::spend(const std::string& claim, unsigned looks) {
  EENET_REQUIRE(looks >= 1, "ErrorBudget: ", claim, " asks for 0 looks, expected at least 1");
  for (const Entry& entry : ledger_) {
    EENET_REQUIRE(entry.claim != claim, "ErrorBudget: ", claim,
                  " asks twice, expected once with all its looks");
  }
  for (const Share& share : shares_) {
    if (share.claim != claim) continue;
    ledger_.push_back({claim, total_ * share.weight, looks});
    return ledger_.back().per_look();
  }
  EENET_REQUIRE(false, "ErrorBudget: ", claim, " has no share, expected one of the claims given");
  return 0.0;
}

double ErrorBudget::spent() const {
  double sum = 0.0;
  for (const Entry& entry : ledger_) sum += entry.allotted;
  return sum;
}

}  // namespace eenet::verify
