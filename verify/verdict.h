// One claim of the paper judged. A verdict depends on what was measured, never on what was
// expected: it is compared with the recorded status afterwards.
#pragma once

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
  kContradicted,    // measured or computed to be false: a result, not a failure of ours
  kInconclusive,    // not enough evidence; the verdict says what would decide it
  kNotTestable      // nothing here can test it; the verdict says why
};

// "holds", "holds-corrected", "contradicted", "inconclusive", "not-testable".
std::string to_text(Status status);
// Throws std::invalid_argument on another word.
Status parse_status(const std::string& word);

struct Verdict {
  Status status = Status::kInconclusive;
  bool vacuous = false;  // true, but says nothing: e.g. a regret bound above the trivial one
  std::optional<theory::Measured> measured = {};
  std::optional<theory::Measured> bound = {};  // what it was held against
  std::optional<double> p_value = {};          // of a statistical verdict
  std::uint64_t seeds = 0;                     // its independent units
  std::string finding = {};                    // what was done and what came out
  std::string decides = {};  // inconclusive: what would decide; not testable: why not
};

using theory::Answer;

Answer both(Answer a, Answer b);
Answer from(bool yes);

// What must be true before a comparison with a bound means anything.
struct Precondition {
  std::string what;
  bool met = false;
};

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
