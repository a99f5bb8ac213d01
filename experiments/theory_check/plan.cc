#include "experiments/theory_check/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/theory_check/recorded_checks.h"
#include "reference/require.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

using Words = std::vector<std::string>;

// "1..20" of this seed; other seeds of the report have other runs.
std::string seeds(const ReportSettings& settings, std::uint64_t count) {
  const std::uint64_t first = (settings.seed - 1) * 1'000'000 + 1;
  return fmt::format("{}..{}", first, first + count - 1);
}

void add_claims(const ReportSettings& settings, std::vector<Piece>& pieces) {
  constexpr std::array<std::uint64_t, 3> kWeights = {1, 5, 30};  // by the claim's cost
  const std::string effort = verify::to_text(settings.effort);
  for (const verify::Claim& claim : verify::all_claims()) {
    pieces.push_back(
        {"claims/" + claim.id,
         {"claims", "check", claim.id, "--seed", std::to_string(settings.seed), "--effort", effort},
         kWeights.at(claim.cost),
         false});
  }
}

void add_verification(const ReportSettings& settings, std::vector<Piece>& pieces) {
  const bool quick = settings.effort == verify::Effort::kQuick;
  pieces.push_back({"verify",
                    {"verify", "--cases", quick ? "10000" : "1000000", "--seed",
                     std::to_string(settings.seed), "--jobs", "1"},
                    quick ? 150U : 15'000U,
                    false});
}

// Runs whose digests every build has to reach, of every method.
void add_determinism(const ReportSettings& settings, std::vector<Piece>& pieces) {
  const std::string seed = kRecordedSeed;
  for (const RecordedRun& run : recorded_runs()) {
    const bool quick = settings.effort == verify::Effort::kQuick;
    if (quick && run.environment != "linear:dim=6,arms=4,noise=bernoulli") continue;
    pieces.push_back({"determinism/" + run.method + "/" + run.environment,
                      {"run", "--env", run.environment, "--method", run.method, "--rounds",
                       kRecordedRounds, "--seeds", seed + ".." + seed, "--jobs", "1"},
                      3});
  }
}

// A run whose trace the theory's commands read.
constexpr const char* kStudiedEnvironment = "cosine:dim=6,arms=4";
constexpr const char* kStudiedRounds = "32";
constexpr const char* kStudiedWidth = "1024";

std::string folder_of_run(const ReportSettings& settings, const std::string& name) {
  return (settings.out / "pieces" / name).string();
}

// A run of EE-Net whose trace others read; returns the trace's path.
std::string add_studied_run(const ReportSettings& settings, const std::string& width,
                            std::vector<Piece>& pieces) {
  const std::string seed = std::to_string((settings.seed - 1) * 1'000'000 + 1);
  const std::string folder = folder_of_run(settings, "studied-run-" + width);
  pieces.push_back({"theory/run/" + width,
                    {"run", "--env", kStudiedEnvironment, "--method",
                     "eenet:width=" + width + ",R=1", "--rounds", kStudiedRounds, "--seeds",
                     seed + ".." + seed, "--trace", "full", "--out", folder},
                    5,
                    true});
  return folder + "/trace-" + seed + ".jsonl";
}

Piece complexity(const std::string& id, const std::string& trace, const std::string& radius) {
  return {id,
          {"theory", "psi", "--trace", trace, "--reading", "printed", "--radius", radius, "--jobs",
           "1"},
          20};
}

void add_theory(const ReportSettings& settings, std::vector<Piece>& pieces) {
  const bool quick = settings.effort == verify::Effort::kQuick;
  const std::string seed = std::to_string((settings.seed - 1) * 1'000'000 + 1);
  for (const std::string& width : shown_widths()) {
    const std::string trace = add_studied_run(settings, width, pieces);
    pieces.push_back(complexity("theory/psi-width/" + width, trace, "1"));
    if (width != kStudiedWidth) continue;
    pieces.push_back({"theory/bound", {"theory", "bound", "--trace", trace, "--jobs", "1"}, 50});
    for (const char* radius : {"0.1", "0.25", "0.5", "1", "2", "4"}) {
      pieces.push_back(complexity(std::string("theory/psi/") + radius, trace, radius));
    }
  }
  for (const char* environment : {"cosine", "near-duplicates", "two-arms"}) {
    pieces.push_back({std::string("theory/spectrum/") + environment,
                      {"theory", "spectrum", "--env", environment, "--rounds", "32", "--seed", seed,
                       "--depth", "2", "--lambda", "1", "--prefixes"},
                      20});
  }
  pieces.push_back({"theory/width",
                    {"theory", "width", "--env", kStudiedEnvironment, "--rounds", "4", "--seeds",
                     seeds(settings, quick ? 40 : 300)},
                    30});
}

void add_regret(const ReportSettings& settings, std::vector<Piece>& pieces) {
  const bool quick = settings.effort == verify::Effort::kQuick;
  for (const std::string& environment : shown_environments()) {
    pieces.push_back(
        {"regret/" + environment,
         {"regret", "check", "--env", environment, "--rounds", quick ? "1000" : "10000", "--seeds",
          seeds(settings, quick ? 40 : 200), "--bound", "sqrt:C=3", "--bound", "online-loss",
          "--bound", "linear-trivial", "--controls", "--jobs", "1"},
         quick ? 100U : 10'000U,
         false});
  }
}

void add_comparison(const ReportSettings& settings, std::vector<Piece>& pieces) {
  const bool quick = settings.effort == verify::Effort::kQuick;
  for (const std::string& environment : shown_environments()) {
    for (const std::string& method : compared_methods()) {
      pieces.push_back(
          {"comparison/" + environment + "/" + method,
           {"run", "--env", environment, "--method", method, "--rounds", quick ? "1000" : "10000",
            "--seeds", seeds(settings, quick ? 20 : 100), "--jobs", "1"},
           quick ? 15U : 1'500U,
           false});
    }
  }
}

// Everything that can be said of traces, each on its own and all together.
void add_runs(const ReportSettings& settings, std::vector<Piece>& pieces) {
  for (std::size_t i = 0; i < settings.runs.size(); ++i) {
    const std::string& trace = settings.runs[i];
    const std::string id = fmt::format("runs/{}/", i);
    const auto add = [&](const char* name, const Words& words) {
      pieces.push_back({id + name, words, 50, false, {trace}});
    };
    add("check", {"oracle", "check", trace});
    add("bound", {"theory", "bound", "--trace", trace, "--jobs", "1"});
    add("spectrum",
        {"theory", "spectrum", "--trace", trace, "--depth", "2", "--lambda", "1", "--prefixes"});
    for (const char* radius : {"0.25", "1", "4"}) {
      add((std::string("psi/") + radius).c_str(), {"theory", "psi", "--trace", trace, "--reading",
                                                   "printed", "--radius", radius, "--jobs", "1"});
    }
  }
  if (settings.runs.size() < 2) return;  // runs are what the spread is judged by
  Words words = {"regret",  "check",       "--bound", "sqrt:C=3",       "--bound",    "theorem",
                 "--bound", "online-loss", "--bound", "linear-trivial", "--controls", "--jobs",
                 "1"};
  words.emplace_back("--trace");
  words.insert(words.end(), settings.runs.begin(), settings.runs.end());
  pieces.push_back({"runs/regret", words, 100, false, settings.runs});
}

// "version, claims, verify": what ids of pieces begin with.
std::string kinds_of(const std::vector<Piece>& pieces) {
  std::vector<std::string> kinds;
  for (const Piece& piece : pieces) {
    const std::string kind = piece.id.substr(0, piece.id.find('/'));
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return fmt::format("{}", fmt::join(kinds, ", "));
}

// The version says what made the report; runs are prepared for the theory's pieces alone.
void keep_only(const Words& only, std::vector<Piece>& pieces) {
  for (const std::string& begin : only) {
    EENET_REQUIRE(std::any_of(pieces.begin(), pieces.end(),
                              [&](const Piece& piece) { return piece.id.starts_with(begin); }),
                  "--only ", begin,
                  ": no piece of this report begins so, expected an id or the "
                  "beginning of one, such as claims/THM-1 or regret/; there are ",
                  kinds_of(pieces));
  }
  const auto is_wanted = [&only](const Piece& piece) {
    return piece.id == "version" ||
           std::any_of(only.begin(), only.end(),
                       [&piece](const std::string& begin) { return piece.id.starts_with(begin); });
  };
  const bool has_theory =
      std::any_of(pieces.begin(), pieces.end(), [&is_wanted](const Piece& piece) {
        return piece.id.starts_with("theory/") && is_wanted(piece);
      });
  std::erase_if(pieces, [&](const Piece& piece) {
    return !is_wanted(piece) && !(piece.prepares && has_theory);
  });
}

}  // namespace

const std::vector<std::string>& shown_widths() {
  static const std::vector<std::string> all = {"64", "256", "1024", "4096"};
  return all;
}

const std::vector<std::string>& shown_environments() {
  static const std::vector<std::string> all = {"two-arms", "linear", "cosine"};
  return all;
}

const std::vector<std::string>& compared_methods() {
  static const std::vector<std::string> all = {
      "eenet", "eenet:schedule=replay", "eenet-abs", "eenet-relu", "greedy", "random"};
  return all;
}

std::vector<Piece> planned_pieces(const ReportSettings& settings) {
  std::vector<Piece> pieces = {{"version", {"--version"}, 1}};
  if (settings.runs.empty()) {
    add_claims(settings, pieces);
    add_verification(settings, pieces);
    add_determinism(settings, pieces);
    add_theory(settings, pieces);
    add_regret(settings, pieces);
    add_comparison(settings, pieces);
  } else {
    add_runs(settings, pieces);
    add_verification(settings, pieces);
  }
  if (!settings.only.empty()) keep_only(settings.only, pieces);
  return pieces;
}

}  // namespace eenet::experiments
