// An entry of the ledger: what the paper says and where, what had to be corrected, how it is
// checked here, and what an audit of the paper's source had concluded before this program existed.
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

  // The i-th run's seed, i = 0, 1, ...; for i below 100000, different --seed share none.
  [[nodiscard]] std::uint64_t run_seed(std::uint64_t i) const { return seed * 100'000 + i; }

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

// What the audit of the paper's source said. `kNone`: a remark without a verdict.
enum class AuditCode { kHolds, kHoldsCorrected, kContradicted, kInconclusive, kUntestable, kNone };

struct AuditVerdict {
  AuditCode code = AuditCode::kNone;
  std::string_view remark = {};
};

std::string to_text(AuditCode code);

// The statuses that were recorded when the claim was last reviewed. A check with another result is
// reported as a difference.
struct Recorded {
  Status quick = Status::kInconclusive;
  Status full = Status::kInconclusive;
};
Recorded always(Status status);

struct Claim {
  std::string id = {};
  std::string says = {};  // the claim, in our words
  Place place = {};
  std::string correction = {};  // "B-4: ..." if the print needs one
  std::string how = {};         // what the check does
  AuditVerdict audit = {};
  Recorded recorded = {};
  std::string difference = {};  // why the recorded status is not the audit's, where it is not
  bool statistical = false;     // its verdict may be wrong with probability Context::false_alarm
  bool needs_data = false;      // without Context::data it is not testable
  unsigned cost = 0;            // 0: at once, 1: seconds, 2: longest; the long ones start first
  std::function<Verdict(const Context&)> check = {};
  std::string notable = {};  // printed in a summary if the claim is contradicted
  std::string group = {};    // set by the registry
};

// Runs the check. A claim that needs data and has none is not testable.
Verdict judge(const Claim& claim, const Context& context);

// What was recorded for this context.
Status recorded_status(const Claim& claim, const Context& context);

}  // namespace eenet::verify
