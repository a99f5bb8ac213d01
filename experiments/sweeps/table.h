// The results of many runs as a table: one row per environment and method.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweeps/cell.h"
#include "experiments/sweeps/paper_numbers.h"
#include "theory/comparison/held_out_choice.h"
#include "theory/comparison/paired_comparison.h"

namespace eenet::experiments {

// What is read again of the runs that a row reports, and of no others.
struct RunDetails {
  std::vector<CurvePoint> curve;
  Directions directions;
  std::optional<double> decision_seconds;
  std::optional<double> training_seconds;
  std::uint64_t rounds = 0;
};

// All runs of one method in one environment, wherever they are from.
struct MethodRuns {
  std::string environment;            // the label
  std::string environment_name;       // as the paper's data sets are called, in lower case
  std::string method;                 // the label
  std::string method_name;            // of the policy; empty where it is somebody else's
  std::string paper;                  // the place of its number; empty: none
  std::vector<std::string> settings;  // one at least
  theory::SettingRuns regret;         // of theory/comparison/held_out_choice.h
  Eigen::Index choosing = 0;          // the first so many seeds choose the setting
  // What a column is: methods with equal streams saw the same rounds there. Empty: nobody knows.
  std::vector<std::string> streams;
  std::function<RunDetails(std::size_t setting, std::size_t seed)> details;
};

struct TableSettings {
  double level = 0.99;   // of each interval
  double budget = 1e-2;  // of all comparisons of the table together
  std::optional<std::string>
      beside;  // the method that others are compared with; eenet, or the first
  bool against_paper = false;
};

// The mean of a curve at a round, with its interval where there are two runs.
struct MeanPoint {
  std::uint64_t round = 0;
  double mean = 0.0;
  std::optional<theory::Measured> interval;
};

struct TableRow {
  std::string environment;
  std::string method;
  std::uint64_t settings = 0;
  std::optional<std::string> setting;  // none: none could be chosen
  std::uint64_t chosen_on = 0;
  std::uint64_t seeds = 0;    // that report
  std::uint64_t missing = 0;  // of all its runs
  std::uint64_t failed = 0;
  std::optional<double> mean;  // none with a failed run among those that report, or without one
  std::optional<double> deviation;
  std::optional<theory::Measured> interval;
  std::optional<std::string> optimistic_setting;  // best of grid over all seeds, as in the paper
  std::optional<double> optimistic_mean;
  std::optional<double> optimistic_deviation;
  std::optional<PaperNumber> paper;
  std::optional<theory::Measured> beyond_paper;  // our mean minus the paper's
  std::optional<theory::PairedComparison> beside;
  std::optional<double> decision_ms;  // per round
  std::optional<double> training_ms;
  std::optional<double> arms_up;  // shares in percent; see Directions
  std::optional<double> played_up;
  std::optional<double> exploration_up;
  std::vector<MeanPoint> curve;
};

struct Table {
  std::vector<TableRow> rows;
  TableSettings settings;
  std::string beside;  // the label; empty if there is nothing to compare
  std::uint64_t comparisons = 0;
  double error = 0.0;  // of one of them: the budget divided evenly
};

// Throws std::invalid_argument if no method is called `settings.beside`, or there are no runs.
Table table_of(const std::vector<MethodRuns>& runs, const TableSettings& settings);

}  // namespace eenet::experiments
