#include "verify/claims/claim.h"

#include "theory/measured/names.h"

namespace eenet::verify {

namespace {

bool lacks_data(const Claim& claim, const Context& context) {
  return claim.needs_data && context.data.empty();
}

}  // namespace

std::string to_text(Effort effort) {
  return effort == Effort::kQuick ? "quick" : "full";
}

std::string to_text(AuditCode code) {
  return theory::name_in({{AuditCode::kHolds, "holds"},
                          {AuditCode::kHoldsCorrected, "holds-corrected"},
                          {AuditCode::kContradicted, "contradicted"},
                          {AuditCode::kInconclusive, "inconclusive"},
                          {AuditCode::kUntestable, "not-testable"},
                          {AuditCode::kNone, "remark"}},
                         code);
}

Recorded always(Status status) {
  return {status, status};
}

Verdict judge(const Claim& claim, const Context& context) {
  if (lacks_data(claim, context)) {
    return not_testable("needs real data, and EENET_DATA is not set");
  }
  return claim.check(context);
}

Status recorded_status(const Claim& claim, const Context& context) {
  if (lacks_data(claim, context)) return Status::kNotTestable;
  return context.by_effort(claim.recorded.quick, claim.recorded.full);
}

}  // namespace eenet::verify
