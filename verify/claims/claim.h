// An entry of the ledger: what the paper says and where, what had to be corrected, how it is
// checked here, and what the authors would answer. docs/claims.md has the rules of evidence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/kind.h"
#include "verify/verdict.h"

namespace eenet::verify {

enum class Effort { kQuick, kFull };

std::string to_text(Effort effort);

// Everything that a check may depend on: its verdict is a pure function of this.
struct Context {
  Effort effort = Effort::kQuick;
  std::uint64_t seed = 1;
  double false_alarm = 0.0;         // the claim's share of the error budget; see registry.h
  std::filesystem::path data = {};  // folder of real data; empty: there is none
  ArrayReader read_array = {};      // reads its .npy files; required if `data` is not empty

  // The i-th run's seed, i = 0, 1, ...; for i below 50000, different --seed share none.
  [[nodiscard]] std::uint64_t run_seed(std::uint64_t i) const { return seed * 100'000 + i; }
  // The same for runs that choose a setting. No run that is judged has one of these.
  [[nodiscard]] std::uint64_t tuning_seed(std::uint64_t i) const {
    return seed * 100'000 + 50'000 + i;
  }

  template <typename Number>
  [[nodiscard]] Number by_effort(Number quick, Number full) const {
    return effort == Effort::kQuick ? quick : full;
  }

  // What would decide a claim that its seeds leave open.
  [[nodiscard]] const char* more_seeds() const {
    return by_effort<const char*>("more seeds (--effort full)", "more seeds");
  }
};

// Section title and LaTeX label; the compiled numbers are not known.
struct Place {
  std::string section = {};
  std::string label = {};
};

// The statuses that were recorded when the claim was last reviewed. A check with another result is
// reported as a difference.
struct Recorded {
  Status quick = Status::kInconclusive;
  Status full = Status::kInconclusive;
  bool vacuous = false;  // true, but says nothing
};
Recorded always(Status status);
// True, but says nothing.
Recorded vacuously(Status status);

// The kind of an entry's evidence. It has no default: an entry without one does not compile.
class EntryKind {
 public:
  constexpr EntryKind(EvidenceKind kind) : kind_(kind) {}    // NOLINT(google-explicit-constructor)
  constexpr operator EvidenceKind() const { return kind_; }  // NOLINT(google-explicit-constructor)

 private:
  EvidenceKind kind_;
};

struct Claim {
  std::string id = {};
  EntryKind kind;         // where nothing can be tested: the kind that it would take
  std::string says = {};  // the claim, in our words
  Place place = {};
  std::string correction = {};  // "E-4: ..." if the print needs one; docs/errata.md has the errata
  std::string how = {};         // what the check does
  Recorded recorded = {};
  // What the authors would answer, and why it does not help. Without one no verdict contradicts.
  std::string authors_answer = {};
  bool statistical = false;  // its verdict may be wrong with probability Context::false_alarm
  bool needs_data = false;   // without Context::data it is not testable
  unsigned cost = 0;         // 0: at once, 1: seconds, 2: longest; the long ones start first
  std::function<Verdict(const Context&)> check = {};
  std::string notable = {};  // printed in a summary if the claim is contradicted
  std::string group = {};    // set by the registry
};

// Runs the check and applies the rules of evidence to its verdict:
// - a claim that needs data and has none is not testable;
// - a precondition that is not met makes the verdict inconclusive;
// - only measured, derived and printed evidence contradicts, and nothing does for which nobody has
//   considered what the authors would answer.
Verdict judge(const Claim& claim, const Context& context);

// What was recorded for this context.
Status recorded_status(const Claim& claim, const Context& context);

}  // namespace eenet::verify
