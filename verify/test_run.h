// A property-based test run, cut into pieces that can run in any order. RapidCheck draws and
// shrinks the cases of a piece; they depend on the piece's numbers alone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

inline constexpr std::uint64_t kCasesPerPiece = 1000;

// Error divided by bound, in decades: bucket i counts ratios in [10^(i-kRatioDecades),
// 10^(i+1-kRatioDecades)), the first also everything below.
inline constexpr int kRatioDecades = 18;
using RatioHistogram = std::array<std::uint64_t, kRatioDecades>;

struct Statistics {
  std::uint64_t cases = 0;  // the sum of the next five
  std::uint64_t agree = 0;
  std::uint64_t kink = 0;
  std::uint64_t disagree = 0;
  std::uint64_t discarded = 0;
  std::uint64_t inconclusive = 0;
  double worst_ratio = 0.0;
  std::map<std::string, std::uint64_t> kinds;  // how many cases of which kind
  RatioHistogram ratios{};

  void add(const Case& one, const Finding& finding);
  void add(const Statistics& other);
};

struct Failure {
  std::string suite;
  std::string property;
  Case smallest;
  std::string counterexample;  // the smallest case's detail

  // "gradient/2.3.1.1.1.near-kink.0.7".
  [[nodiscard]] std::string token() const;
};

struct PieceResult {
  Statistics statistics;
  std::optional<Failure> failure;  // a piece stops at its first failure, shrunk
};

// Splits a run of `cases` cases over the suites by their shares, in pieces of kCasesPerPiece and a
// rest. Every suite gets at least one case.
struct Piece {
  std::string suite;
  std::uint64_t number = 0;  // within its suite
  std::uint64_t cases = 0;
};
std::vector<Piece> deal(const std::vector<std::string>& suites, std::uint64_t cases);

struct PieceOptions {
  std::uint64_t seed = 0;
  double false_alarm = 0.0;  // of one check of one case: see suite.h
  bool shrink = true;
  std::function<void()> on_case = {};  // after each case
};
PieceResult run_piece(const Piece& piece, const PieceOptions& options);
// The same for a suite that is not one of suites(), such as one of another project.
PieceResult run_suite_piece(const Suite& suite, const Piece& piece, const PieceOptions& options);

// All properties of a suite on one case; the failure if one of them disagrees.
std::optional<Failure> check_case(const Suite& suite, const Case& one, double false_alarm,
                                  Finding* worst = nullptr);

// The error budget of checks of our own code, split over all checks of a run.
double false_alarm_of_one_check(const std::vector<Piece>& pieces);

// "suite/case", as Failure::token makes it. Throws std::invalid_argument.
std::pair<std::string, Case> parse_token(std::string_view token);

}  // namespace eenet::verify
