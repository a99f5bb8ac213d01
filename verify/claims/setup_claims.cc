// How the experiments were done: the text against itself, and against the code that it links.
#include <algorithm>
#include <array>
#include <cmath>

#include "reference/environments/contexts.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "verify/claims/judge.h"
#include "verify/claims/paper_tables.h"
#include "verify/claims/registry.h"
#include "verify/claims/released_code.h"
#include "verify/claims/runs.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

Verdict baselines_are_six(const Context& /*context*/) {
  const auto count = [](BaselineKind kind) {
    return std::count_if(regret_table().begin(), regret_table().end(),
                         [kind](const RegretRow& row) { return row.kind == kind; });
  };
  const auto neural = count(BaselineKind::kNeural);
  const auto linear = count(BaselineKind::kLinear);
  const auto kernel = count(BaselineKind::kKernel);
  return judge(neural == 4 && linear == 1 && kernel == 1)
      .finding(text("The table has ", neural, " neural, ", linear, " linear and ", kernel,
                    " kernel baselines, NeuralNTK counted as neural although the text defines "
                    "it as a variant of KernelUCB."));
}

// The image of a unit vector in block i is a unit vector orthogonal to that of every other block.
Verdict blocks_are_orthogonal(const Context& context) {
  const auto environment =
      environment_of("linear:dim=80,arms=10,contexts=blocks", context.run_seed(0));
  Round round;
  double worst = 0.0;
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(20, 200);
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    environment->observe(t, round);
    const Eigen::MatrixXd gram = round.contexts.transpose() * round.contexts;
    const double scale = gram(0, 0);
    for (Eigen::Index i = 0; i < gram.rows(); ++i) {
      for (Eigen::Index j = 0; j < gram.cols(); ++j) {
        worst = std::max(worst, std::abs(gram(i, j) - (i == j ? scale : 0.0)));
      }
    }
  }
  // The ten arms hold the same eight numbers in other places, so all sums have the same bits but
  // for their order: at most 80 roundings of numbers below 1.
  return judge(computed(worst), Relation::kAtMost, 80.0 * 0x1p-53)
      .finding(text("Ten block arms of one context: their Gram matrix is |x|^2 I to ", brief(worst),
                    " over ", rounds,
                    " rounds, so a kernel of inner products learns nothing of one class from "
                    "another. The images themselves were not looked at."));
}

Verdict yelp_matrices_have_the_sizes(const Context& context) {
  const auto shape_of = [&context](const char* name) {
    return context.read_array((context.data / "yelp" / name).string()).shape;
  };
  const std::vector<Eigen::Index> users = shape_of("yelp_2000users_10000items_features.npy");
  const std::vector<Eigen::Index> items = shape_of("yelp_10000items_2000users_features.npy");
  const std::vector<Eigen::Index> wanted_users = {2000, 10};
  const std::vector<Eigen::Index> wanted_items = {10000, 10};
  return judge(users == wanted_users && items == wanted_items)
      .finding(text("The authors' released matrices have ", users[0], " users and ", items[0],
                    " restaurants with ", users[1], " and ", items[1], " features."));
}

Verdict grids_hold_the_released_values(const Context& /*context*/) {
  std::string outside;
  for (const ReleasedSetting& setting : released_settings()) {
    const bool in =
        std::find(setting.grid.begin(), setting.grid.end(), setting.released) != setting.grid.end();
    if (in) continue;
    append_item(outside, setting.method, ": ", setting.name, " = ", brief(setting.released),
                ", grid ", brief(setting.grid));
  }
  if (outside.empty()) {
    return judge(true).finding(
        "Every value that the released run script sets is in the printed grid.");
  }
  return inconclusive(
      "The released run script has values outside the printed grids: " + outside + ".",
      "the run scripts of this version of the paper");
}

Verdict facts_agree(const std::string& topic) {
  std::string differing;
  std::size_t facts = 0;
  for (const ReleasedFact& fact : released_facts()) {
    if (fact.topic != topic) continue;
    ++facts;
    if (fact.paper == fact.released) continue;
    append_item(differing, fact.what, ": ", fact.paper, " in the paper, ", fact.released,
                " in the released code");
  }
  EENET_REQUIRE(facts > 0, "facts_agree: no fact about ", topic);
  if (differing.empty()) return judge(true).finding("The released code does the same.");
  return inconclusive(
      differing + ".",
      "the code of the runs in the paper: the released one is linked by it, but is the ICLR "
      "version's");
}

Verdict code_is_public(const Context& /*context*/) {
  std::string differing;
  std::size_t count = 0;
  for (const ReleasedFact& fact : released_facts()) {
    if (fact.topic != "algorithm" || fact.paper == fact.released) continue;
    ++count;
    append_item(differing, fact.what, ": ", fact.paper, " against ", fact.released);
  }
  return judge(true).finding(
      text("The linked repository exists. At revision 08d6ed7, that of an earlier version of the "
           "paper, it differs from Algorithm 1 in ",
           count, " places: ", differing, "."));
}

// The README of ml-25m: 25000095 ratings, 62423 movies, 162541 users.
Verdict movielens_has_the_sizes(const Context& /*context*/) {
  constexpr double kRatings = 25000095.0;
  constexpr double kMovies = 62423.0;
  constexpr double kUsers = 162541.0;
  // Printed with two, one and two digits.
  return judge(std::round(kRatings / 1e6) == 25.0 && std::round(kMovies / 1e4) == 6.0 &&
               std::round(kUsers / 1e4) == 16.0)
      .finding("ml-25m has 25,000,095 ratings of 62,423 movies by 162,541 users, by its README.");
}

// The rows below the header, of files that a reader can fetch and count; they are not shipped here.
Verdict disin_has_the_rows(const Context& /*context*/) {
  constexpr std::array<int, 2> kCounted = {23481, 21417};
  constexpr std::array<int, 2> kPrinted = {12600, 12600};
  if (kCounted == kPrinted) return judge(true).finding("The files have the printed rows.");
  return inconclusive(text("Fake.csv and True.csv have ", kCounted[0], " and ", kCounted[1],
                           " articles, more than ", kPrinted[0],
                           " of each: a part of them was taken. The vectors are not published."),
                      "which articles were taken, and their vectors");
}

Verdict yelp_entries_are_ratings(const Context& context) {
  const Array entries =
      context.read_array((context.data / "yelp" / "yelp_2000users_10000items_entry.npy").string());
  EENET_REQUIRE(entries.shape.size() == 2 && entries.shape[1] == 3,
                "yelp_2000users_10000items_entry.npy: expected rows of user, item and label");
  std::uint64_t strange = 0;
  std::uint64_t paying = 0;
  const Eigen::Index rows = entries.shape[0];
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double user = entries.entries[3 * i];
    const double item = entries.entries[3 * i + 1];
    const double label = entries.entries[3 * i + 2];
    const bool known =
        user >= 0.0 && user < 2000.0 && item >= 0.0 && item < 10000.0 && std::abs(label) == 1.0;
    strange += known ? 0U : 1U;
    paying += label == -1.0 ? 1U : 0U;
  }
  const std::uint64_t others = static_cast<std::uint64_t>(rows) - paying;
  return judge(strange == 0 && paying >= 1 && others >= 9)
      .finding(text(rows, " released entries: ", paying,
                    " with label -1, which are the arms of "
                    "reward 1, ",
                    others, " with label +1, and ", strange,
                    " that are neither or name no user or restaurant of the matrices. The labels "
                    "are no stars, and the released loader draws another user for every arm."));
}

constexpr const char* kFactHow =
    "The sentence against what the code that the paper links does at revision 08d6ed7 "
    "(data/MovieLens/process_movielens.ipynb; facts read from it, transcribed in one file); "
    "inconclusive where they differ, because the runs themselves cannot be seen.";

Claim fact_claim(const char* id, const char* topic, const char* says, Status recorded) {
  return {.id = id,
          .kind = EvidenceKind::kQuoted,
          .says = says,
          .place = {"Experiments", "Configurations"},
          .how =
              "The sentence against what the code that the paper links does at revision 08d6ed7 "
              "(facts read from it, transcribed in one file); inconclusive where they differ, "
              "because the runs themselves cannot be seen.",
          .recorded = always(recorded),
          .check = [topic](const Context&) { return facts_agree(topic); }};
}

}  // namespace

std::vector<Claim> setup_claims() {
  return {
      {.id = "EXP-BASE",
       .kind = EvidenceKind::kPrinted,
       .says = "The baselines are four neural, one linear and one kernelised bandit.",
       .place = {"Experiments", "Baselines"},
       .how = "Counted in the table of regrets.",
       .recorded = always(Status::kHolds),
       .check = baselines_are_six},
      {.id = "EXP-NOTS",
       .kind = EvidenceKind::kQuoted,
       .says = "LinTS and KernelTS need no runs: NeuralTS has significantly outperformed them.",
       .place = {"Experiments", "Baselines"},
       .how = "A citation.",
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable("a statement about the results of another paper");
           }},
      {.id = "DATA-MNIST",
       .kind = EvidenceKind::kDefinition,
       .says = "An image becomes ten arms in R^(10 d), itself in one block and zeros elsewhere.",
       .place = {"Experiments", "MNIST dataset"},
       .how = "The Gram matrix of ten block arms of random unit vectors is the identity times "
              "|x|^2.",
       .recorded = always(Status::kHolds),
       .check = blocks_are_orthogonal},
      {.id = "DATA-YELP/sizes",
       .kind = EvidenceKind::kQuoted,
       .says = "Yelp has 4.7 million ratings of 1.57e5 restaurants by 1.18 million users.",
       .place = {"Experiments", "Yelp and Movielens datasets"},
       .how = "Would take the challenge's raw file.",
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable("the raw Yelp challenge file of that year is not at hand");
           }},
      {.id = "DATA-YELP/matrices",
       .kind = EvidenceKind::kMeasured,
       .says = "The top 2000 users and 10000 restaurants have ten features each.",
       .place = {"Experiments", "Yelp and Movielens datasets"},
       .how = "The shapes of the authors' released feature matrices, where EENET_DATA has them.",
       .recorded = always(Status::kHolds),
       .authors_answer =
           "That other matrices were used. The check is of those that the paper's link leads to.",
       .needs_data = true,
       .check = yelp_matrices_have_the_sizes},
      {.id = "DATA-ML/sizes",
       .kind = EvidenceKind::kQuoted,
       .says = "MovieLens has 25 million ratings between 1.6e5 users and 6e4 movies.",
       .place = {"Experiments", "Yelp and Movielens datasets"},
       .how = "The README of the data set ml-25m, generated on 21 November 2019, to the printed "
              "digits.",
       .recorded = always(Status::kHolds),
       .check = movielens_has_the_sizes},
      {.id = "DATA-ML/features",
       .kind = EvidenceKind::kQuoted,
       .says = "The top 2000 users and 10000 movies have ten features each from a singular value "
               "decomposition.",
       .place = {"Experiments", "Yelp and Movielens datasets"},
       .how = kFactHow,
       .recorded = always(Status::kInconclusive),
       .check = [](const Context&) { return facts_agree("movielens features"); }},
      {.id = "DATA-REWARD/stars",
       .kind = EvidenceKind::kQuoted,
       .says = "A rating of less than two stars has reward 1, any other reward 0.",
       .place = {"Experiments", "Yelp and Movielens datasets"},
       .how = kFactHow,
       .recorded = always(Status::kInconclusive),
       .check = [](const Context&) { return facts_agree("movielens ratings"); }},
      {.id = "DATA-REWARD/entries",
       .kind = EvidenceKind::kMeasured,
       .says = "Every rating that the bandit sees is between one of 2000 users and one of 10000 "
               "restaurants, and has one of two rewards; there are enough of both for rounds of "
               "one and nine.",
       .place = {"Experiments", "Yelp and Movielens datasets"},
       .how = "The authors' released entries, where EENET_DATA has them: indices, labels, counts.",
       .recorded = always(Status::kHolds),
       .authors_answer =
           "That other ratings were used. The check is of those that the paper's link leads to.",
       .needs_data = true,
       .check = yelp_entries_are_ratings},
      {.id = "DATA-DISIN",
       .kind = EvidenceKind::kQuoted,
       .says = "Disin has 12600 fake and 12600 true articles, each a vector of 300 numbers.",
       .place = {"Experiments", "Disin dataset"},
       .how =
           "The rows of Fake.csv and True.csv at the address in the footnote, counted with a CSV "
           "reader.",
       .recorded = always(Status::kInconclusive),
       .check = disin_has_the_rows},
      {.id = "CFG-GRIDS",
       .kind = EvidenceKind::kQuoted,
       .says =
           "Exploration, regularisation, epsilon and learning rates were tuned over the printed "
           "grids; the best is reported.",
       .place = {"Experiments", "Configurations"},
       .how = "Are the values that the released run script sets in the printed grids?",
       .recorded = always(Status::kInconclusive),
       .check = grids_hold_the_released_values},
      fact_claim("CFG-KUCB", "kernel",
                 "KernelUCB uses the radial basis function and stops adding contexts after 1000 "
                 "rounds.",
                 Status::kInconclusive),
      fact_claim("CFG-DIAG", "diagonal",
                 "NeuralUCB and NeuralTS use the diagonal of the gradient matrix.",
                 Status::kInconclusive),
      fact_claim("CFG-NET", "network",
                 "f1 and f2 are two-layer fully-connected networks of width 100.",
                 Status::kInconclusive),
      fact_claim("CFG-RUNS", "runs", "Averages are over ten runs.", Status::kInconclusive),
      {.id = "CFG-RETRAIN",
       .kind = EvidenceKind::kQuoted,
       .says = "Networks are trained on all past data.",
       .place = {"Experiments", "Configurations"},
       .how =
           "As CFG-KUCB. The paper says so itself; Algorithm 1, which the theory is about, makes "
           "one step on the newest sample. `schedule=replay` and `schedule=online` are the two.",
       .recorded = always(Status::kHolds),
       .check = [](const Context&) { return facts_agree("retraining"); }},
      {.id = "CODE-MATCH",
       .kind = EvidenceKind::kQuoted,
       .says = "Code is publicly available.",
       .place = {"Experiments", "sec:exp"},
       .how = "Algorithm 1 against the linked repository, fact by fact (transcribed in one file; "
              "E-34). That it is the method of the paper is not said.",
       .recorded = always(Status::kHolds),
       .check = code_is_public}};
}

}  // namespace eenet::verify
