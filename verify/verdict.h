// One claim of the paper judged. A verdict depends on what was measured, never on what was
// expected: it is compared with the recorded status afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "theory/measured/answer.h"
#include "theory/measured/measured.h"

namespace eenet::verify {

enum class Status {
  kHolds,           // as printed
  kHoldsCorrected,  // after a correction that the claim's entry names
  // False as the paper states it, with its quantifiers, hypotheses and regime, and for every choice
  // of a hidden constant. A result, not a failure of ours.
  kContradicted,
  kNotReproduced,  // an experiment's number that our runs do not reach
  kInconclusive,   // not enough evidence; the verdict says what would decide it
  kNotTestable     // nothing here can test it; the verdict says why
};

// In the order in which they are counted.
inline constexpr std::array kStatuses = {Status::kHolds,        Status::kHoldsCorrected,
                                         Status::kContradicted, Status::kNotReproduced,
                                         Status::kInconclusive, Status::kNotTestable};

// "holds", "holds-corrected", "contradicted", "not-reproduced", "inconclusive", "not-testable".
std::string to_text(Status status);
// Throws std::invalid_argument on another word.
Status parse_status(const std::string& word);

// What a verdict rests on.
enum class EvidenceKind {
  kMeasured,    // an experiment that could have come out otherwise
  kDerived,     // a proof or a counterexample in exact or certified arithmetic
  kPrinted,     // arithmetic on the paper's own tables and text
  kDefinition,  // our reading of the paper, checked to be what our code does
  kQuoted       // from a source that is named with its revision
};

inline constexpr std::array kEvidenceKinds = {EvidenceKind::kMeasured, EvidenceKind::kDerived,
                                              EvidenceKind::kPrinted, EvidenceKind::kDefinition,
                                              EvidenceKind::kQuoted};

// "measured", "derived", "printed", "definition", "quoted".
std::string to_text(EvidenceKind kind);

// Whether evidence of this kind can contradict the paper: the first three can.
bool can_contradict(EvidenceKind kind);

// What must be true before a comparison with a bound means anything.
struct Precondition {
  std::string what;
  bool met = false;
};

struct Verdict {
  Status status = Status::kInconclusive;
  bool vacuous = false;  // true, but says nothing: e.g. a regret bound above the trivial one
  std::optional<theory::Measured> measured = {};
  std::optional<theory::Measured> bound = {};  // what it was held against
  std::optional<double> p_value = {};          // of a statistical verdict
  std::uint64_t seeds = 0;                     // its independent units
  std::vector<Precondition> preconditions = {};
  std::string finding = {};  // what was done and what came out
  std::string decides = {};  // inconclusive: what would decide; not testable: why not
};

using theory::Answer;

Answer both(Answer a, Answer b);
Answer from(bool yes);

// The status that this truth means; inconclusive where it is unknown, and wherever a precondition
// is not met: then the comparison says nothing about the claim.
Status status_of(Answer truth, Status if_yes, Status if_no,
                 const std::vector<Precondition>& preconditions = {});

// The preconditions that are not met, as a text; empty if all are.
std::string unmet(const std::vector<Precondition>& preconditions);

// A number computed in double precision without a bound of its rounding: an estimate without
// spread.
theory::Measured computed(double value);

Verdict not_testable(std::string why);
Verdict inconclusive(std::string finding, std::string decides);

}  // namespace eenet::verify
