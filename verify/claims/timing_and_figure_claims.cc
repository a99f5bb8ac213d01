// Dimension of phi, figures, timing, and the share of upward exploration.
#include <algorithm>
#include <cmath>

#include "reference/mlp.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "verify/claims/judge.h"
#include "verify/claims/paper_tables.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using theory::Measured;

Verdict dimension_helps_up_to_200(const Context& /*context*/) {
  const auto& table = dimension_table();
  const auto regret = [&table](std::size_t i) { return table[i].regret.mean; };
  const bool falls = regret(0) > regret(1) && regret(1) > regret(2);
  const bool rises = regret(3) > regret(2);
  return judge(falls && rises)
      .finding(text("Printed regrets at 10, 50, 200, 500: ", with_decimals(regret(0), 1), ", ",
                    with_decimals(regret(1), 1), ", ", with_decimals(regret(2), 1), ", ",
                    with_decimals(regret(3), 1),
                    ": they fall up to 200 and rise after. The runs were not repeated."));
}

Verdict grid_is_the_table(const Context& /*context*/) {
  std::vector<double> of_table;
  for (const DimensionEntry& entry : dimension_table()) of_table.push_back(entry.dimension);
  return judge(of_table == dimension_grid_of_text())
      .finding(text("The text says {", brief(dimension_grid_of_text()), "}, the table has {",
                    brief(of_table), "}."));
}

Verdict same_configuration_same_number(const Context& /*context*/) {
  const double first = regret_row("EE-Net").regret[kMovieLens].mean;
  const double second = dimension_table().front().regret.mean;
  return judge(Measured::exact(second), Relation::kEqual, first)
      .finding(text("EE-Net with a 10-dimensional phi on MovieLens: ", with_decimals(first, 1),
                    " in one table, ", with_decimals(second, 1), " in the other."));
}

Verdict ten_dimensions_beat_the_baselines(const Context& /*context*/) {
  const double ours = dimension_table().front().regret.mean;
  double best = kRounds;
  for (const RegretRow& row : regret_table()) {
    if (row.kind != BaselineKind::kOurs) best = std::min(best, row.regret[kMovieLens].mean);
  }
  return judge(Measured::exact(ours), Relation::kBelow, best)
      .finding(text("On MovieLens ", with_decimals(ours, 1), " against ", with_decimals(best, 1),
                    " of the best baseline."));
}

Verdict ten_is_the_best_dimension(const Context& /*context*/) {
  const auto& table = dimension_table();
  const auto best = std::min_element(table.begin(), table.end(), [](const auto& a, const auto& b) {
    return a.regret.mean < b.regret.mean;
  });
  return judge(best->dimension == 10.0)
      .finding(text("The printed regret is lowest at dimension ", brief(best->dimension), " (",
                    with_decimals(best->regret.mean, 1), "), not at 10 (",
                    with_decimals(table.front().regret.mean, 1), ")."));
}

// What the second network adds to the first, in parameters: the work of a training step is
// proportional to them.
double extra_training_share(Eigen::Index input_dim) {
  const MlpShape first = {input_dim, 100, 2};
  const MlpShape second = {10, 100, 2};
  return static_cast<double>(second.parameter_count()) /
         static_cast<double>(first.parameter_count());
}

Verdict training_costs_more(const Context& /*context*/) {
  const std::vector<double> shares = {100.0 * extra_training_share(7840),
                                      100.0 * extra_training_share(300),
                                      100.0 * extra_training_share(20)};
  return inconclusive(
      text("Counting multiplications of the networks as described, f2 adds ", brief(shares),
           "% to a training step on MNIST, Disin, and MovieLens or Yelp; the printed 38 to 46% "
           "would also have to hold the reduction of the gradient."),
      "the paper's machine, data sets and code, or a definition of what was timed");
}

Verdict inference_is_faster(const Context& /*context*/) {
  const double parameters = static_cast<double>(MlpShape{20, 100, 2}.parameter_count());
  const double second = static_cast<double>(MlpShape{10, 100, 2}.parameter_count());
  return inconclusive(
      text("On Yelp an arm costs both methods a forward and a backward pass of f1; on top of that "
           "the diagonal bonus takes about ",
           brief(2.0 * parameters), " multiplications, EE-Net the reduction of ", brief(parameters),
           " numbers and ", brief(second),
           " for f2. No inverse is computed by the diagonal "
           "baselines that the paper uses (CFG-DIAG)."),
      "the paper's machine and code; runs of the released code found no advantage");
}

Verdict nothing_to_tune(const Context& /*context*/) {
  std::vector<std::string> greedy;
  std::vector<std::string> extra;
  for (const PolicyKind& kind : policy_kinds()) {
    if (kind.name != "greedy") continue;
    for (const Key& key : kind.keys) greedy.push_back(key.name);
  }
  for (const PolicyKind& kind : policy_kinds()) {
    if (kind.name != "eenet") continue;
    for (const Key& key : kind.keys) {
      const auto known = [&key](const auto& names) {
        return std::find(names.begin(), names.end(), key.name) != names.end();
      };
      if (!known(greedy) && !known(extra)) extra.push_back(key.name);
    }
  }
  std::string names;
  for (const std::string& name : extra) names += (names.empty() ? "" : ", ") + name;
  const auto& table = dimension_table();
  return judge_none(extra.size())
      .finding(text(
          "Settings that EE-Net has and its exploitation network alone has not: ", names,
          ". The paper's own table shows that one matters: 1472.3 at dimension 10, 1452.1 at 200, "
          "with spreads of ",
          brief(table[0].regret.spread), " and ", brief(table[2].regret.spread),
          ". It has no confidence parameters."));
}

Verdict shares_sum_to_100(const Context& /*context*/) {
  double worst = 0.0;
  for (const DirectionRow& row : direction_table()) {
    // In tenths of a percent, where the printed numbers are whole.
    const double sum = std::round(10.0 * row.upward) + std::round(10.0 * row.downward);
    worst = std::max(worst, std::abs(sum - 1000.0) / 10.0);
  }
  return judge(Measured::exact(worst), Relation::kEqual, 0.0)
      .finding(text("The largest distance of a row's sum from 100 is ", brief(worst), "."));
}

// The share of arms with r > f1, and with h > f1, over one run.
struct UpwardShares {
  double by_reward = 0.0;
  double by_expectation = 0.0;
};

UpwardShares upward_shares(std::uint64_t rounds, std::uint64_t seed) {
  UpwardShares shares;
  double arms = 0.0;
  play_run("linear:dim=5,arms=4,noise=bernoulli", "eenet:width=50", rounds, seed,
           [&](const PlayedRound& played) {
             const Eigen::VectorXd& f1 = played.choice.exploitation_scores;
             for (Eigen::Index i = 0; i < f1.size(); ++i) {
               shares.by_reward += played.round.rewards[i] > f1[i] ? 1.0 : 0.0;
               shares.by_expectation += played.round.expected_rewards[i] > f1[i] ? 1.0 : 0.0;
               arms += 1.0;
             }
             return true;
           });
  shares.by_reward /= arms;
  shares.by_expectation /= arms;
  return shares;
}

Verdict reward_tells_the_direction(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(12, 60);
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(500, 2000);
  std::vector<double> gaps;
  double by_reward = 0.0;
  double by_expectation = 0.0;
  for (std::uint64_t i = 0; i < seeds; ++i) {
    const UpwardShares shares = upward_shares(rounds, context.run_seed(i));
    gaps.push_back(std::abs(shares.by_reward - shares.by_expectation));
    by_reward += shares.by_reward / static_cast<double>(seeds);
    by_expectation += shares.by_expectation / static_cast<double>(seeds);
  }
  // If the reward told the direction, the two shares would be the same. The paper says nothing of
  // how nearly; one arm in ten is our reading of it.
  constexpr double kOneArmInTen = 0.1;
  const Judgement gap =
      judge_mean(gaps, Relation::kAtMost, kOneArmInTen, Evidence::kAbove, context);
  return gap.finding(
      text("linear, Bernoulli rewards: r > f1 for ", brief(100.0 * by_reward),
           "% of arms, h > f1 for ", brief(100.0 * by_expectation),
           "%; on average over seeds the two shares differ by ", brief(100.0 * gap.value()),
           " points. With 0/1 rewards and scores between, r > f1 says whether the reward was 1."));
}

Verdict epsilon_decays(const Context& context) {
  const auto rounds = context.by_effort<std::uint64_t>(10'000, 1'000'000);
  double previous = 1.0;
  bool falls = true;
  double sum = 0.0;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    const double epsilon = 1.0 / (1.0 + std::sqrt(static_cast<double>(t)));  // epsilon_0 = 1
    falls = falls && epsilon < previous && epsilon > 0.0;
    previous = epsilon;
    sum += epsilon;
  }
  return judge(falls)
      .measured(computed(previous))
      .finding(text("epsilon_0/(1 + sqrt t) falls in every one of ", rounds,
                    " rounds; the expected number ", "of random choices is ", brief(sum),
                    " epsilon_0 in all, about 2 sqrt(T) epsilon_0."));
}

Verdict not_in_source(const Context& /*context*/) {
  return not_testable(
      "the figures are empty in the paper's source, and the data are not published");
}

}  // namespace

std::vector<Claim> timing_and_figure_claims() {
  return {
      {.id = "FIG-OVERALL",
       .says = "EE-Net's regret curves are the lowest on all four data sets.",
       .place = {"Experiments", "fig2_overall"},
       .how = "Would take the figures, or the data.",
       .audit = {AuditCode::kUntestable, "figures empty in source"},
       .recorded = always(Status::kNotTestable),
       .check = not_in_source},
      {.id = "FIG-EXT",
       .says = "Over more rounds on MovieLens and MNIST EE-Net converges fastest.",
       .place = {"Further Discussion", "fig:extendedrounds"},
       .how = "Would take the figures, or the data.",
       .audit = {AuditCode::kUntestable, "figures empty in source"},
       .recorded = always(Status::kNotTestable),
       .check = not_in_source},
      {.id = "TAB-DIM",
       .says = "A larger input of f2 helps from 10 to 200 dimensions and hurts at 500.",
       .place = {"Experiments", "tab:abondimension"},
       .how = "The order of the four printed means; the runs themselves are not repeated.",
       .audit = {AuditCode::kUntestable, "internal trend holds"},
       .recorded = always(Status::kHolds),
       .difference = "The trend is a statement about four printed numbers, and they have it; the "
                     "numbers themselves were not reproduced.",
       .check = dimension_helps_up_to_200},
      {.id = "TXT-DIMGRID",
       .says = "The dimensions 10, 20, 100 and 500 were searched.",
       .place = {"Experiments", "Dimension reduction"},
       .correction = "B-28: the table has 10, 50, 200, 500.",
       .how = "The text's grid against the table's columns.",
       .audit = {AuditCode::kContradicted, "table {10,50,200,500}"},
       .recorded = always(Status::kContradicted),
       .check = grid_is_the_table},
      {.id = "TXT-1472",
       .says = "Both tables give EE-Net's regret on MovieLens with a 10-dimensional phi.",
       .place = {"Experiments", "tab:allregret, tab:abondimension"},
       .correction = "B-28: 1472.4 and 1472.3.",
       .how = "The two printed numbers.",
       .audit = {AuditCode::kContradicted, "0.1"},
       .recorded = always(Status::kContradicted),
       .check = same_configuration_same_number},
      {.id = "CLM-LLE10/baselines",
       .says = "Ten dimensions by locally linear embedding achieved the best performance among all "
               "baselines.",
       .place = {"Proposed Method: EE-Net", "remark1"},
       .how = "The printed regret at dimension 10 on MovieLens against the best baseline's.",
       .audit = {AuditCode::kHolds, "best vs baselines"},
       .recorded = always(Status::kHolds),
       .check = ten_dimensions_beat_the_baselines},
      {.id = "CLM-LLE10/dimension",
       .says = "Ten is the best dimension.",
       .place = {"Proposed Method: EE-Net", "remark1"},
       .correction = "The sentence can be read so; 200 is.",
       .how = "The lowest printed regret in the table of dimensions.",
       .audit = {AuditCode::kContradicted, "not best dimension (200 is)"},
       .recorded = always(Status::kContradicted),
       .check = ten_is_the_best_dimension},
      {.id = "CLM-TRAINTIME",
       .says = "Training costs 38 to 46% more than NeuralUCB's and NeuralTS's.",
       .place = {"Experiments", "Running time analysis"},
       .how = "A count of multiplications, which cannot decide what was timed.",
       .audit = {AuditCode::kUntestable, "hardware; rough FLOP model checkable"},
       .recorded = always(Status::kInconclusive),
       .difference = "The count says something without deciding anything.",
       .check = training_costs_more},
      {.id = "CLM-INFER",
       .says =
           "Inference is 32 to 59% faster, because NeuralUCB and NeuralTS must invert a matrix.",
       .place = {"Experiments", "fig:decisiontime"},
       .correction = "B-30: the baselines use a diagonal, and invert nothing.",
       .how = "A count of multiplications, which cannot decide what was timed.",
       .audit = {AuditCode::kUntestable, "EE-Net still needs all n gradients and the reduction"},
       .recorded = always(Status::kInconclusive),
       .difference = "The count says something without deciding anything.",
       .check = inference_is_faster},
      {.id = "CLM-2PARAMS",
       .says = "NeuralUCB and NeuralTS need two parameters tuned, EE-Net none: it learns how to "
               "explore.",
       .place = {"Experiments", "Results"},
       .how = "The settings that the reference's EE-Net has and its exploitation network alone has "
              "not, counted in the registry.",
       .audit = {AuditCode::kNone, "EE-Net has lr2, width2, phi dim"},
       .recorded = always(Status::kContradicted),
       .check = nothing_to_tune},
      {.id = "TAB-UPDOWN/rows",
       .says = "Upward and downward shares make up the whole.",
       .place = {"Upward and Downward Exploration", "tab:record"},
       .how = "The sums of the printed rows.",
       .audit = {AuditCode::kHolds, "all 100.0"},
       .recorded = always(Status::kHolds),
       .check = shares_sum_to_100},
      {.id = "TAB-UPDOWN/values",
       .says = "The shares are 76.3, 29.1, 58.6 and 55.3% upward.",
       .place = {"Upward and Downward Exploration", "tab:record"},
       .how = "Would take the paper's runs.",
       .audit = {AuditCode::kUntestable, ""},
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable(
                 "the runs are not published; on the released Yelp data the share moved between "
                 "38 and 63% with seed, learning rate and horizon");
           }},
      {.id = "TAB-UPDOWN/definition",
       .says = "Comparing the received reward with f1 determines the direction of exploration, "
               "which is defined by h > f1.",
       .place = {"Upward and Downward Exploration", "tab:record"},
       .how = "Runs with Bernoulli rewards and known h: the share of arms with r > f1 against that "
              "with h > f1; contradicted if they differ by more than ten points on average.",
       .audit = {AuditCode::kNone, "compares r (0/1) with f1, so mostly noise sign"},
       .recorded = always(Status::kContradicted),
       .statistical = true,
       .cost = 1,
       .check = reward_tells_the_direction},
      {.id = "DEF-EPS+",
       .says = "epsilon = epsilon_0/(1 + sqrt t), so that exploration diminishes.",
       .place = {"Evaluation of Neural-Epsilon", "tab:epsilonplus"},
       .how = "The formula round by round: positive and falling.",
       .audit = {AuditCode::kHolds, ""},
       .recorded = always(Status::kHolds),
       .check = epsilon_decays}};
}

}  // namespace eenet::verify
