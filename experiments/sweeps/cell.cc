#include "experiments/sweeps/cell.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string_view>

#include "experiments/formats/files.h"
#include "experiments/formats/shard.h"
#include "reference/registry.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kCurveRounds = 200;
constexpr std::size_t kLongestSlug = 120;
constexpr std::array kStatuses = {CellStatus::kDone, CellStatus::kDiverged, CellStatus::kFailed};

// The settings that differ from those of a spec without any.
std::string unusual_settings(const Spec& spec, const Spec& usual) {
  std::string all;
  for (const auto& [key, value] : spec.given) {
    const auto found = usual.given.find(key);
    if (found != usual.given.end() && found->second == value) continue;
    all += fmt::format("-{}={}", key, value);
  }
  return all;
}

// Without what a shell, a URL or a Makefile would not take for a part of a name.
std::string plain(std::string text) {
  for (char& letter : text) {
    const bool kept = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                      (letter >= '0' && letter <= '9') ||
                      std::string_view("-=.,_").find(letter) != std::string_view::npos;
    if (!kept) letter = '_';
  }
  return text;
}

// The usual settings of an environment or a method that needs none; otherwise nothing is usual.
template <typename Complete>
Spec usual_of(const std::string& name, const Complete& complete) {
  try {
    return complete(Spec{name, {}});
  } catch (const std::invalid_argument&) {
    return {name, {}};
  }
}

bool is_kept(std::uint64_t t, std::uint64_t rounds) {
  if (rounds <= kCurveRounds || t == rounds) return true;
  if (t % ((rounds - 1) / kCurveRounds + 1) == 0) return true;
  for (std::uint64_t half = rounds; half > 0; half /= 2) {
    if (t == half) return true;
  }
  return false;
}

CellStatus status_named(const std::string& word) {
  for (const CellStatus status : kStatuses) {
    if (to_text(status) == word) return status;
  }
  throw std::runtime_error(fmt::format("status '{}', expected done, diverged or failed", word));
}

Json curve_json(const std::vector<CurvePoint>& curve) {
  Json rounds = Json::array();
  Json regret = Json::array();
  for (const CurvePoint& point : curve) {
    rounds.push_back(point.round);
    regret.push_back(point.regret);
  }
  return {{"rounds", rounds}, {"regret", regret}};
}

std::vector<CurvePoint> curve_from_json(const Json& json) {
  const Json& rounds = json.at("rounds");
  const Json& regret = json.at("regret");
  if (rounds.size() != regret.size()) throw std::runtime_error("a curve of two lengths");
  std::vector<CurvePoint> curve(rounds.size());
  for (std::size_t i = 0; i < curve.size(); ++i) {
    curve[i].round = rounds[i].get<std::uint64_t>();
    curve[i].regret = regret[i].get<double>();
  }
  return curve;
}

CellResult from_json(const Json& json) {
  if (json.at("schema") != "eenet.cell/1") throw std::runtime_error("another schema");
  CellResult result;
  CellKey& key = result.key;
  json.at("results_version").get_to(key.results_version);
  key.environment = Spec::parse(json.at("environment").get<std::string>());
  key.method = Spec::parse(json.at("method").get<std::string>());
  json.at("rounds").get_to(key.rounds);
  json.at("normalise").get_to(key.normalise);
  json.at("seed").get_to(key.seed);
  json.at("data").get_to(key.data);
  result.status = status_named(json.at("status").get<std::string>());
  json.at("sentence").get_to(result.sentence);
  json.at("rounds_played").get_to(result.rounds);
  json.at("regret").get_to(result.regret);
  json.at("realized_regret").get_to(result.realized_regret);
  json.at("digest").get_to(result.digest);
  result.directions = nlohmann::json::parse(json.at("directions").dump()).get<Directions>();
  result.curve = curve_from_json(json.at("curve"));
  return result;
}

}  // namespace

std::uint64_t CellKey::hash() const {
  return hash_of(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", results_version, environment.to_text(),
                             method.to_text(), rounds, normalise, seed, data));
}

std::string CellKey::name() const {
  const Spec usual_environment = usual_of(environment.name, complete_environment_spec);
  const Spec usual_method = usual_of(method.name, complete_policy_spec);
  std::string slug = plain(fmt::format("{}{}.{}{}", environment.name,
                                       unusual_settings(environment, usual_environment),
                                       method.name, unusual_settings(method, usual_method)));
  if (slug.size() > kLongestSlug) slug.resize(kLongestSlug);
  return fmt::format("{}.seed-{}.{:016x}", slug, seed, hash());
}

std::string to_text(CellStatus status) {
  switch (status) {
    case CellStatus::kDone:
      return "done";
    case CellStatus::kDiverged:
      return "diverged";
    case CellStatus::kFailed:
      break;
  }
  return "failed";
}

std::string to_json_text(const CellResult& result) {
  const CellKey& key = result.key;
  return line_text(document("cell", {{"results_version", key.results_version},
                                     {"environment", key.environment.to_text()},
                                     {"method", key.method.to_text()},
                                     {"rounds", key.rounds},
                                     {"normalise", key.normalise},
                                     {"seed", key.seed},
                                     {"data", key.data},
                                     {"status", to_text(result.status)},
                                     {"sentence", result.sentence},
                                     {"rounds_played", result.rounds},
                                     {"regret", result.regret},
                                     {"realized_regret", result.realized_regret},
                                     {"digest", result.digest},
                                     {"directions", nlohmann::json(result.directions)},
                                     {"curve", curve_json(result.curve)}})) +
         "\n";
}

CellResult read_cell_result(const std::filesystem::path& path) {
  require_regular_file(path);
  const std::string text = read_file(path);
  std::string reason = "the hash in its name is another one";
  try {
    CellResult result = from_json(Json::parse(text));
    const std::string ending = fmt::format("{:016x}.json", result.key.hash());
    if (path.filename().string().ends_with(ending)) return result;
  } catch (const std::exception& error) {  // of the JSON library, or above
    reason = error.what();
  }
  throw std::runtime_error(
      fmt::format("{}: no whole result of a cell ({}), expected the file as eenet sweep wrote it; "
                  "remove it, and the next sweep makes it again",
                  path.string(), reason));
}

CellResult cell_result_of(const CellKey& key, const SeedResult& run) {
  CellResult result;
  result.key = key;
  result.rounds = run.rounds;
  result.regret = run.regret;
  result.realized_regret = run.realized_regret;
  result.digest = run.digest;
  result.directions = run.directions;
  for (const CurvePoint& point : run.curve) {
    if (is_kept(point.round, key.rounds)) result.curve.push_back(point);
  }
  if (run.diverged) {
    result.status = CellStatus::kDiverged;
    result.sentence = fmt::format(
        "diverged after round {}: scores are no finite numbers any more, expected a smaller "
        "learning rate",
        run.rounds);
  }
  return result;
}

CellResult failed_cell(const CellKey& key, const std::string& sentence) {
  CellResult result;
  result.key = key;
  result.status = CellStatus::kFailed;
  result.sentence = sentence;
  return result;
}

}  // namespace eenet::experiments
