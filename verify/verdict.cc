#include "verify/verdict.h"

#include <utility>

#include "reference/require.h"
#include "theory/measured/names.h"

namespace eenet::verify {

std::string to_text(Status status) {
  return theory::name_in({{Status::kHolds, "holds"},
                          {Status::kHoldsCorrected, "holds-corrected"},
                          {Status::kContradicted, "contradicted"},
                          {Status::kNotReproduced, "not-reproduced"},
                          {Status::kInconclusive, "inconclusive"},
                          {Status::kNotTestable, "not-testable"}},
                         status);
}

Status parse_status(const std::string& word) {
  for (const Status status : kStatuses) {
    if (to_text(status) == word) return status;
  }
  throw std::invalid_argument(text("'", word, "' is no status, expected holds, holds-corrected, ",
                                   "contradicted, not-reproduced, inconclusive or not-testable"));
}

std::string to_text(EvidenceKind kind) {
  return theory::name_in({{EvidenceKind::kMeasured, "measured"},
                          {EvidenceKind::kDerived, "derived"},
                          {EvidenceKind::kPrinted, "printed"},
                          {EvidenceKind::kDefinition, "definition"},
                          {EvidenceKind::kQuoted, "quoted"}},
                         kind);
}

bool can_contradict(EvidenceKind kind) {
  return kind == EvidenceKind::kMeasured || kind == EvidenceKind::kDerived ||
         kind == EvidenceKind::kPrinted;
}

Answer both(Answer a, Answer b) {
  if (a == Answer::kNo || b == Answer::kNo) return Answer::kNo;
  if (a == Answer::kYes && b == Answer::kYes) return Answer::kYes;
  return Answer::kUnknown;
}

Answer from(bool yes) {
  return yes ? Answer::kYes : Answer::kNo;
}

Status status_of(Answer truth, Status if_yes, Status if_no,
                 const std::vector<Precondition>& preconditions) {
  for (const Precondition& precondition : preconditions) {
    if (!precondition.met) return Status::kInconclusive;
  }
  if (truth == Answer::kUnknown) return Status::kInconclusive;
  return truth == Answer::kYes ? if_yes : if_no;
}

std::string unmet(const std::vector<Precondition>& preconditions) {
  std::string list;
  for (const Precondition& precondition : preconditions) {
    if (precondition.met) continue;
    list += (list.empty() ? "" : "; ") + precondition.what;
  }
  return list;
}

theory::Measured computed(double value) {
  return theory::Measured::estimate(value, value, value);
}

Verdict not_testable(std::string why) {
  Verdict verdict;
  verdict.status = Status::kNotTestable;
  verdict.decides = std::move(why);
  return verdict;
}

Verdict inconclusive(std::string finding, std::string decides) {
  Verdict verdict;
  verdict.finding = std::move(finding);
  verdict.decides = std::move(decides);
  return verdict;
}

}  // namespace eenet::verify
