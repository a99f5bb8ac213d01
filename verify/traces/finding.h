// What a check of a recorded run says: levels of checks, each with its counts, and where the run
// first goes wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eenet::verify {

struct TraceDivergence {
  std::string level;
  std::uint64_t round = 0;  // rounds + 1: the end
  std::string field;        // as in the file, with the index in brackets: f1[3]
  std::string got;          // what the file holds
  std::string expected;
  double bound = 0.0;  // what rounding may do; 0 where every bit counts
  double ratio = 0.0;  // error / bound
  std::string sentence;
};

// One kind of check. A level is a list of them.
struct TraceCheckCount {
  std::string name;
  std::uint64_t cases = 0;
  std::uint64_t failures = 0;
  std::uint64_t acceptable = 0;  // not what is expected, but within rounding of it
  std::string skip_reason;       // why there is no case, or why there are not more
  double worst_ratio = 0.0;
};

struct TraceLevel {
  std::string level;  // "consistency", "replay" or "rerun"
  std::vector<TraceCheckCount> checks;
  std::optional<TraceDivergence> first;
  std::vector<std::string> remarks;  // sentences

  [[nodiscard]] std::uint64_t cases() const;
  [[nodiscard]] std::uint64_t failures() const;
  [[nodiscard]] std::uint64_t acceptable() const;
  [[nodiscard]] std::uint64_t skipped() const;  // kinds of check without a case
};

// Counts checks of one kind, and keeps the level's first failure.
class CheckCounter {
 public:
  CheckCounter(TraceLevel& level, std::string name);

  // A number that must be within `bound` of `expected`.
  void number(std::uint64_t round, const std::string& field, double got, double expected,
              double bound, const std::string& meaning);
  // Any other condition.
  void require(bool holds, std::uint64_t round, const std::string& field, const std::string& got,
               const std::string& expected, const std::string& meaning);
  void accept() { ++count().acceptable; }  // of the case that was counted last
  void skip(const std::string& reason);

  [[nodiscard]] std::uint64_t cases() const { return level_.checks[index_].cases; }

 private:
  [[nodiscard]] TraceCheckCount& count() { return level_.checks[index_]; }
  void fail(TraceDivergence divergence);

  TraceLevel& level_;
  std::size_t index_;
};

}  // namespace eenet::verify
