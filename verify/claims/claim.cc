#include "verify/claims/claim.h"

#include <utility>

#include "reference/require.h"

namespace eenet::verify {

namespace {

bool lacks_data(const Claim& claim, const Context& context) {
  return claim.needs_data && context.data.empty();
}

bool speaks_against(Status status) {
  return status == Status::kContradicted || status == Status::kNotReproduced;
}

void leave_open(Verdict& verdict, std::string what_decides) {
  if (verdict.status == Status::kNotTestable) return;
  verdict.status = Status::kInconclusive;
  verdict.decides = std::move(what_decides);
}

}  // namespace

std::string to_text(Effort effort) {
  return effort == Effort::kQuick ? "quick" : "full";
}

Recorded always(Status status) {
  return {status, status};
}

Recorded vacuously(Status status) {
  return {status, status, true};
}

Verdict judge(const Claim& claim, const Context& context) {
  if (lacks_data(claim, context)) {
    return not_testable("needs real data, and EENET_DATA is not set");
  }
  Verdict verdict = claim.check(context);
  if (!unmet(verdict.preconditions).empty()) {
    leave_open(verdict, unmet(verdict.preconditions));
  } else if (speaks_against(verdict.status) && !can_contradict(claim.kind)) {
    leave_open(verdict, text("evidence of another kind: ", to_text(claim.kind),
                             " evidence cannot contradict the paper"));
  } else if (speaks_against(verdict.status) && claim.authors_answer.empty()) {
    leave_open(verdict,
               "the check came out against the claim, and nobody has considered what the "
               "authors would answer");
  }
  return verdict;
}

Status recorded_status(const Claim& claim, const Context& context) {
  if (lacks_data(claim, context)) return Status::kNotTestable;
  return context.by_effort(claim.recorded.quick, claim.recorded.full);
}

}  // namespace eenet::verify
