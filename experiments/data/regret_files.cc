#include "experiments/data/regret_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "experiments/formats/csv.h"
#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;
using theory::RegretCurves;

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), what));
}

std::vector<std::uint64_t> first_rounds(Index rounds) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(rounds));
  std::iota(all.begin(), all.end(), std::uint64_t{1});
  return all;
}

// Sums over the rounds where the file holds them one by one.
void add_up(const std::filesystem::path& path, const RegretReading& reading, RegretCurves& curves) {
  curves.may_fall = reading.realised;
  if (!reading.per_round) return;
  if (curves.rounds.size() != curves.last_round()) {
    reject(path, fmt::format("{} rounds up to {}, expected every round with --per-round",
                             curves.rounds.size(), curves.last_round()));
  }
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    auto column = curves.regret.col(run);
    std::partial_sum(column.begin(), column.end(), column.begin());
  }
}

// Curves of a table in long form, run by run in the order of the file.
class LongTable {
 public:
  explicit LongTable(std::filesystem::path path) : path_(std::move(path)) {}

  void add(std::uint64_t line, double run, double round, double regret) {
    if (!(round >= 1.0) || round != std::floor(round) || round > 0x1p53) {
      reject(path_,
             fmt::format("line {}: round {}, expected a whole number from 1 on", line, round));
    }
    const auto [found, is_new] = index_of_.try_emplace(run, runs_.size());
    if (is_new) {
      runs_.emplace_back();
      names_.push_back(run);
    }
    auto& rows = runs_[found->second];
    if (!rows.empty() && round <= static_cast<double>(rows.back().round)) {
      reject(path_, fmt::format("line {}: round {} of run {} after round {}, expected rounds that "
                                "increase",
                                line, round, run, rows.back().round));
    }
    rows.push_back({static_cast<std::uint64_t>(round), regret});
  }

  [[nodiscard]] RegretCurves curves() const {
    RegretCurves curves;
    for (const Row& row : runs_.front()) curves.rounds.push_back(row.round);
    curves.regret.resize(static_cast<Index>(curves.rounds.size()),
                         static_cast<Index>(runs_.size()));
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      const auto& rows = runs_[run];
      if (!std::ranges::equal(rows, curves.rounds, {}, &Row::round)) {
        reject(path_, fmt::format("run {} has {} recorded rounds up to {}, run {} has {} up to {}, "
                                  "expected the same rounds",
                                  names_[run], rows.size(), rows.back().round, names_[0],
                                  curves.rounds.size(), curves.last_round()));
      }
      for (std::size_t i = 0; i < rows.size(); ++i) {
        curves.regret(static_cast<Index>(i), static_cast<Index>(run)) = rows[i].regret;
      }
    }
    return curves;
  }

  [[nodiscard]] const std::vector<double>& names() const { return names_; }

 private:
  struct Row {
    std::uint64_t round = 0;
    double regret = 0.0;
  };

  std::filesystem::path path_;
  std::map<double, std::size_t> index_of_;
  std::vector<double> names_;
  std::vector<std::vector<Row>> runs_;
};

std::size_t column_of(const std::filesystem::path& path, const Csv& csv, const std::string& name) {
  const auto column = csv.column(name);
  if (!column) {
    reject(
        path,
        fmt::format("the header has no column {}, expected seed (or run), round and regret", name));
  }
  return *column;
}

LongTable long_table(const std::filesystem::path& path, const Csv& csv, bool realised) {
  const std::size_t run = column_of(path, csv, csv.column("run") ? "run" : "seed");
  const std::size_t round = column_of(path, csv, "round");
  const bool other = realised && csv.column("realized_regret");
  const std::size_t regret = column_of(path, csv, other ? "realized_regret" : "regret");
  LongTable table(path);
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const std::vector<double>& row = csv.rows[i];
    table.add(csv.line_of_row[i], row[run], row[round], row[regret]);
  }
  return table;
}

RegretCurves wide_table(const Csv& csv) {
  RegretCurves curves;
  const auto rounds = static_cast<Index>(csv.rows.front().size());
  curves.rounds = first_rounds(rounds);
  curves.regret.resize(rounds, static_cast<Index>(csv.rows.size()));
  for (std::size_t run = 0; run < csv.rows.size(); ++run) {
    curves.regret.col(static_cast<Index>(run)) =
        Eigen::Map<const Eigen::VectorXd>(csv.rows[run].data(), rounds);
  }
  return curves;
}

// What runs.json says.
struct RunFolder {
  Spec environment;
  Spec method;
  std::uint64_t rounds = 0;
  std::vector<std::uint64_t> seeds;
};

Spec spec_from(const nlohmann::json& json) {
  Spec spec;
  spec.name = json.at("name").get<std::string>();
  for (const auto& [key, value] : json.at("settings").items()) {
    spec.given[key] = value.get<std::string>();
  }
  return spec;
}

RunFolder read_folder(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "runs.json";
  const std::string file = read_file(path);
  RunFolder read;
  try {
    const nlohmann::json json = nlohmann::json::parse(file);
    if (json.at("schema") != "eenet.run/1") {
      reject(path, "the schema is not eenet.run/1, expected a folder of eenet run --out");
    }
    read.environment = spec_from(json.at("environment"));
    read.method = spec_from(json.at("method"));
    read.rounds = json.at("rounds").get<std::uint64_t>();
    for (const nlohmann::json& run : json.at("runs")) {
      read.seeds.push_back(run.at("seed").get<std::uint64_t>());
      if (run.contains("diverged_after_round")) {
        reject(path,
               fmt::format("seed {} diverged after round {}, expected runs to the end",
                           read.seeds.back(), run.at("diverged_after_round").get<std::uint64_t>()));
      }
    }
  } catch (const nlohmann::json::exception&) {
    reject(path, "not what eenet run --out writes, expected its runs.json");
  }
  return read;
}

void add_folder(const std::filesystem::path& folder, bool realised, RegretInput& input) {
  const RunFolder read = read_folder(folder);
  if (!input.environment) {
    input.environment = read.environment;
    input.method = read.method;
  }
  if (!(*input.environment == read.environment && *input.method == read.method)) {
    reject(folder, fmt::format("runs of {} in {}, expected the same method and environment as in "
                               "the first folder, {} in {}",
                               read.method.to_text(), read.environment.to_text(),
                               input.method->to_text(), input.environment->to_text()));
  }
  const std::filesystem::path path = folder / "regret.csv";
  const LongTable table = long_table(path, read_csv(path), realised);
  const RegretCurves curves = table.curves();
  const std::vector<double> seeds(read.seeds.begin(), read.seeds.end());
  if (table.names() != seeds || curves.last_round() != read.rounds) {
    reject(path, fmt::format("{} runs of {} rounds, expected the {} seeds of runs.json and {}",
                             table.names().size(), curves.last_round(), seeds.size(), read.rounds));
  }
  if (!input.seeds.empty() && curves.rounds != input.curves.rounds) {
    reject(path, fmt::format("runs of {} rounds, expected {} as in the first folder",
                             curves.last_round(), input.curves.last_round()));
  }
  input.curves.rounds = curves.rounds;
  const Index before = input.curves.regret.cols();
  input.curves.regret.conservativeResize(curves.regret.rows(), before + curves.regret.cols());
  input.curves.regret.rightCols(curves.regret.cols()) = curves.regret;
  input.seeds.insert(input.seeds.end(), read.seeds.begin(), read.seeds.end());
}

std::vector<double> numbers_of_bound(const std::filesystem::path& path) {
  if (path.extension() == ".npy") {
    const Array array = read_npy(path);
    if (array.shape.size() != 1) {
      reject(path, fmt::format("the array has {} dimensions, expected 1: a bound per round",
                               array.shape.size()));
    }
    return {array.entries.begin(), array.entries.end()};
  }
  const Csv csv = read_csv(path);
  if (csv.rows.size() == 1) return csv.rows.front();
  std::vector<double> numbers;
  for (const std::vector<double>& row : csv.rows) {
    if (row.size() != 1) {
      reject(path, fmt::format("{} columns, expected 1: a bound per round", row.size()));
    }
    numbers.push_back(row.front());
  }
  return numbers;
}

}  // namespace

RegretInput regret_of_array(const Array& array, const std::string& from,
                            const RegretReading& reading) {
  const std::filesystem::path path = from;
  if (array.shape.size() != 2) {
    reject(path, fmt::format("the array has {} dimensions, expected 2 (runs, rounds)",
                             array.shape.size()));
  }
  if (array.entries.size() == 0) reject(path, "the array is empty, expected runs");
  RegretInput input;
  input.source = "curves of " + path.filename().string();
  input.curves.rounds = first_rounds(array.shape[1]);
  input.curves.unit_roundoff = array.unit_roundoff;
  input.curves.regret = Eigen::Map<const Eigen::MatrixXd>(array.entries.data(), array.shape[1],
                                                          array.shape[0]);  // a column per run
  add_up(path, reading, input.curves);
  return input;
}

RegretInput read_regret_npy(const std::filesystem::path& path, const RegretReading& reading) {
  return regret_of_array(read_npy(path), path.string(), reading);
}

RegretInput read_regret_csv(const std::filesystem::path& path, const RegretReading& reading) {
  const Csv csv = read_csv(path);
  RegretInput input;
  input.source = "curves of " + path.filename().string();
  input.curves =
      csv.header.empty() ? wide_table(csv) : long_table(path, csv, reading.realised).curves();
  add_up(path, reading, input.curves);
  return input;
}

RegretInput read_run_folders(const std::vector<std::string>& folders, bool realised) {
  RegretInput input;
  for (const std::string& folder : folders) add_folder(folder, realised, input);
  require_different_seeds(input.seeds, "--runs");
  input.curves.may_fall = realised;
  input.source = fmt::format("runs of {} in {}", input.method->name, input.environment->name);
  return input;
}

theory::PromisedBound read_bound(const std::string& path, std::uint64_t rounds) {
  theory::PromisedBound bound = bound_of_array(path, numbers_of_bound(path), rounds);
  bound.name = std::filesystem::path(path).filename().string();
  return bound;
}

theory::PromisedBound bound_of_array(const std::string& from, std::vector<double> numbers,
                                     std::uint64_t rounds) {
  if (numbers.size() < rounds) {
    reject(from, fmt::format("a bound on {} rounds, expected at least the {} of the runs",
                             numbers.size(), rounds));
  }
  numbers.resize(rounds);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) {
      reject(from, fmt::format("the bound after round {} is {}, expected a finite number", i + 1,
                               numbers[i]));
    }
  }
  return theory::bound_of_numbers(from, numbers);
}

void require_different_seeds(const std::vector<std::uint64_t>& seeds, const std::string& from) {
  std::set<std::uint64_t> seen;
  for (const std::uint64_t seed : seeds) {
    EENET_REQUIRE(seen.insert(seed).second, from, ": seed ", seed,
                  " stands twice for the same environment and method, expected different seeds: a "
                  "run and its copy are not independent");
  }
}

}  // namespace eenet::experiments
