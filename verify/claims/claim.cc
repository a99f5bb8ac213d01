#include "verify/claims/claim.h"

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
  switch (code) {
    case AuditCode::kHolds:
      return "holds";
    case AuditCode::kHoldsCorrected:
      return "holds-corrected";
    case AuditCode::kContradicted:
      return "contradicted";
    case AuditCode::kInconclusive:
      return "inconclusive";
    case AuditCode::kUntestable:
      return "not-testable";
    default:
      return "remark";
  }
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

bool differs_from_audit(const Claim& claim) {
  return claim.audit.code != AuditCode::kNone &&
         to_text(claim.audit.code) != to_text(claim.recorded.full);
}

}  // namespace eenet::verify
