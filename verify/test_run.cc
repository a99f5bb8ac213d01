#include "verify/test_run.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "reference/require.h"
#include "reference/rng.h"

namespace eenet::verify {

namespace {

// [architecture: gates] for everything that one run checks together.
constexpr double kErrorBudget = 1e-6;

std::size_t bucket(double ratio) {
  if (!(ratio > 0.0)) return 0;
  const double decade = std::floor(std::log10(ratio)) + kRatioDecades;
  return static_cast<std::size_t>(std::clamp(decade, 0.0, kRatioDecades - 1.0));
}

// RapidCheck draws a word and shrinks the case made of it.
rc::Gen<Case> any_case() {
  return rc::gen::shrink(
      rc::Gen<Case>([](const rc::Random& random, int /*size*/) {
        return rc::shrinkable::just(draw_case(rc::Random(random).next()));
      }),
      [](const Case& larger) { return rc::seq::fromContainer(smaller_cases(larger)); });
}

// The caller reports; RapidCheck prints nothing.
class SilentListener final : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription& /*description*/) override {}
  void onShrinkTried(const rc::detail::CaseDescription& /*shrink*/, bool /*accepted*/) override {}
  void onTestFinished(const rc::detail::TestMetadata& /*metadata*/,
                      const rc::detail::TestResult& /*result*/) override {}
};

}  // namespace

void Statistics::add(const Case& one, const Finding& finding) {
  ++cases;
  switch (finding.outcome) {
    case Outcome::kAgree:
      ++agree;
      break;
    case Outcome::kKink:
      ++kink;
      break;
    case Outcome::kDisagree:
      ++disagree;
      break;
    case Outcome::kDiscarded:
      ++discarded;
      break;
    case Outcome::kInconclusive:
      ++inconclusive;
      break;
  }
  ++kinds[std::string(to_text(one.kind))];
  if (std::isnan(finding.ratio) || finding.ratio > worst_ratio) worst_ratio = finding.ratio;
  ++ratios[bucket(finding.ratio)];
}

void Statistics::add(const Statistics& other) {
  cases += other.cases;
  agree += other.agree;
  kink += other.kink;
  disagree += other.disagree;
  discarded += other.discarded;
  inconclusive += other.inconclusive;
  if (std::isnan(other.worst_ratio) || other.worst_ratio > worst_ratio) {
    worst_ratio = other.worst_ratio;
  }
  for (const auto& [kind, count] : other.kinds) kinds[kind] += count;
  for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] += other.ratios[i];
}

std::string Failure::token() const {
  return suite + "/" + to_text(smallest);
}

std::vector<Piece> deal(const std::vector<std::string>& suites, std::uint64_t cases) {
  std::uint64_t shares = 0;
  for (const std::string& name : suites) shares += suite_named(name).share;
  EENET_REQUIRE(shares > 0, "deal: ", suites.size(), " suites were given, expected at least one");
  std::vector<Piece> pieces;
  for (const std::string& name : suites) {
    // cases * share / shares without overflow.
    const std::uint64_t share = suite_named(name).share;
    std::uint64_t left =
        std::max<std::uint64_t>(1, cases / shares * share + cases % shares * share / shares);
    for (std::uint64_t number = 0; left > 0; ++number) {
      pieces.push_back({name, number, std::min(left, kCasesPerPiece)});
      left -= pieces.back().cases;
    }
  }
  return pieces;
}

std::optional<Failure> check_case(const Suite& suite, const Case& one, double false_alarm,
                                  Finding* worst) {
  std::optional<Failure> failure;
  Findings findings;
  for (const Property& property : suite.properties) {
    Finding finding;
    try {
      finding = property.check(one, false_alarm);
    } catch (const std::bad_alloc&) {
      throw;  // says nothing about the property
    } catch (const std::exception& error) {
      finding = {Outcome::kDisagree, 0.0, std::string("threw: ") + error.what()};
    }
    findings.add(finding);
    if (finding.outcome == Outcome::kDisagree && !failure) {
      failure = Failure{suite.name, property.sentence, one, finding.detail};
    }
  }
  if (worst != nullptr) *worst = findings.worst();
  return failure;
}

PieceResult run_piece(const Piece& piece, const PieceOptions& options) {
  return run_suite_piece(suite_named(piece.suite), piece, options);
}

PieceResult run_suite_piece(const Suite& suite, const Piece& piece, const PieceOptions& options) {
  PieceResult result;
  const rc::Gen<Case> cases = any_case();
  std::exception_ptr no_memory;  // RapidCheck would take it for a property that failed
  const auto holds = [&] {
    if (no_memory) return;
    const Case one = *cases;
    Finding worst;
    std::optional<Failure> failure;
    try {
      failure = check_case(suite, one, options.false_alarm, &worst);
    } catch (const std::bad_alloc&) {
      no_memory = std::current_exception();
      return;
    }
    if (!result.failure) {  // what comes after is shrinking
      result.statistics.add(one, worst);
      if (options.on_case) options.on_case();
    }
    // Shrinking goes on from cases that fail, so the last one that did is the smallest.
    if (failure) result.failure = failure;
    RC_ASSERT(!failure.has_value());
  };
  rc::detail::TestParams parameters;
  parameters.seed = Rng(options.seed, "verify/" + piece.suite, piece.number).word();
  parameters.maxSuccess = static_cast<int>(piece.cases);
  parameters.disableShrinking = !options.shrink;
  SilentListener listener;
  rc::detail::checkTestable(holds, rc::detail::TestMetadata(), parameters, listener,
                            std::unordered_map<std::string, rc::detail::Reproduce>());
  if (no_memory) std::rethrow_exception(no_memory);
  return result;
}

double false_alarm_of_one_check(const std::vector<Piece>& pieces) {
  double checks = 0.0;
  for (const Piece& piece : pieces) {
    checks += static_cast<double>(piece.cases) *
              static_cast<double>(suite_named(piece.suite).properties.size());
  }
  return kErrorBudget / checks;
}

std::pair<std::string, Case> parse_token(std::string_view token) {
  const std::size_t slash = token.find('/');
  EENET_REQUIRE(slash != std::string_view::npos, "token ", token,
                ", expected suite/depth.width.dimension.arms.rounds.kind.digits.seed");
  return {suite_named(token.substr(0, slash)).name, parse_case(token.substr(slash + 1))};
}

}  // namespace eenet::verify
