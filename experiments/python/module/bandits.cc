// Environments, policies that Python drives round by round, and whole runs.
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/data/sets/data_sets.h"
#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "experiments/python/module/interruptible.h"
#include "experiments/python/module/plans.h"
#include "experiments/reports/run_summary.h"
#include "reference/interaction.h"
#include "reference/operations/operations.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "theory/machine/parallel.h"

namespace eenet::python {

namespace {

using Eigen::Index;

// ---- Environments -------------------------------------------------------------------------------

struct World {
  Spec spec;  // complete
  std::unique_ptr<Environment> environment;
};

World world_of(const std::string& spec, std::uint64_t seed, bool normalise) {
  const Spec complete = complete_environment_spec(Spec::parse(spec));
  return {complete,
          make_environment(complete, {seed, normalise, experiments::environment_reader()})};
}

py::tuple round_of(const World& world, std::uint64_t t) {
  const Environment& environment = *world.environment;
  EENET_REQUIRE(t >= 1 && t <= environment.rounds_available(), "Environment.round: t is ", t,
                ", expected 1 to ", environment.rounds_available());
  Round round;
  environment.observe(t, round);
  require_valid_round(environment, t, round);
  return py::make_tuple(from_columns(std::move(round.contexts)),
                        from_vector(std::move(round.expected_rewards)),
                        from_vector(std::move(round.rewards)));
}

// ---- Policies -----------------------------------------------------------------------------------

// Dimension and arms for a policy whose rounds come from Python.
class Unseen final : public Environment {
 public:
  Unseen(Index dim, Index arms) : dim_(dim), arms_(arms) {}
  [[nodiscard]] Index dim() const override { return dim_; }
  [[nodiscard]] Index arms() const override { return arms_; }
  void observe(std::uint64_t /*t*/, Round& /*round*/) const override {
    throw std::invalid_argument(
        "Policy: this method looks at expected rewards, expected one that learns from rewards");
  }

 private:
  Index dim_;
  Index arms_;
};

class Player {
 public:
  Player(const std::string& method, Index dim, Index arms, std::uint64_t seed,
         const std::optional<py::list>& initial)
      : environment_(dim, arms), method_(complete_policy_spec(Spec::parse(method))) {
    const auto is_size = [](Index size) { return size >= 1 && size <= kLargestDimension; };
    EENET_REQUIRE(is_size(dim) && is_size(arms), "Policy: dim is ", dim, " and arms is ", arms,
                  ", expected 1 to ", kLargestDimension);
    experiments::RunPlan plan;
    plan.initial_parameters = parameter_vectors(initial);
    policy_ = make_policy(method_, environment_, {seed, plan.initial_parameters});
  }

  Index choose(const py::handle& given) {
    const Numbers array = numbers(given, "contexts", 2);
    EENET_REQUIRE(array.shape(0) == environment_.arms() && array.shape(1) == environment_.dim(),
                  "contexts: an array of shape (", array.shape(0), ", ", array.shape(1),
                  "), expected (", environment_.arms(), ", ", environment_.dim(), ")");
    const Eigen::MatrixXd contexts = as_columns(array);
    for (Index i = 0; i < contexts.cols(); ++i) {
      EENET_REQUIRE(all_finite(contexts.col(i)), "contexts: arm ", i,
                    " (counting from 0) has a coordinate that is not finite");
    }
    policy_->choose(round_ + 1, contexts, choice_);
    EENET_REQUIRE(all_finite(choice_.exploitation_scores) && all_finite(choice_.exploration_scores),
                  "Policy.choose: scores are no finite numbers any more, expected a smaller "
                  "learning rate");
    if (!chosen_) ++round_;
    chosen_ = true;
    return choice_.arm;
  }

  std::optional<double> learn(double reward) {
    EENET_REQUIRE(chosen_, "Policy.learn: no arm was chosen since the last reward");
    EENET_REQUIRE(reward - reward == 0.0, "Policy.learn: the reward is ", reward,
                  ", expected a finite number");
    chosen_ = false;
    return policy_->learn(reward);
  }

  [[nodiscard]] const Choice& choice() const { return choice_; }
  [[nodiscard]] std::uint64_t round() const { return round_; }
  [[nodiscard]] std::string method() const { return method_.to_text(); }
  [[nodiscard]] py::list parameters() const {
    py::list all;
    for (Eigen::VectorXd& theta : policy_->parameters()) all.append(from_vector(std::move(theta)));
    return all;
  }

 private:
  Unseen environment_;  // outlives the policy
  Spec method_;
  std::unique_ptr<Policy> policy_;
  Choice choice_;
  std::uint64_t round_ = 0;
  bool chosen_ = false;
};

// ---- Runs ---------------------------------------------------------------------------------------

struct PlayedSeed {
  Eigen::VectorXd regret;  // after each round; NaN behind the last of a run that diverged
  Eigen::VectorXd realized;
  RunOutcome outcome;
};

PlayedSeed play_seed(const experiments::RunPlan& plan, std::uint64_t seed, const Stop& stop) {
  const auto environment =
      make_environment(plan.environment, {seed, plan.normalise, experiments::environment_reader()});
  const auto policy = make_policy(plan.method, *environment, {seed, plan.initial_parameters});
  PlayedSeed played;
  const auto rounds = static_cast<Index>(plan.rounds);
  played.regret.setConstant(rounds, std::numeric_limits<double>::quiet_NaN());
  played.realized = played.regret;
  played.outcome = play(*environment, *policy, plan.rounds, [&](const PlayedRound& round) {
    stop.check();
    const auto i = static_cast<Index>(round.t - 1);
    played.regret[i] = round.regret.pseudo;
    played.realized[i] = round.regret.realized;
    return true;
  });
  return played;
}

py::dict run(const std::string& environment, const std::string& method, std::uint64_t rounds,
             const std::vector<std::uint64_t>& seeds, bool normalise,
             const std::optional<py::list>& initial, unsigned threads) {
  EENET_REQUIRE(!seeds.empty(), "seeds: there are none, expected at least one");
  EENET_REQUIRE(threads >= 1, "threads is 0, expected at least 1");
  experiments::RunPlan plan = plan_of(environment, method, rounds, normalise, initial);
  experiments::make_runnable(plan, seeds.front(), threads);
  require_numbers("rounds " + std::to_string(plan.rounds),
                  4.0 * static_cast<double>(plan.rounds) * static_cast<double>(seeds.size()),
                  "fewer rounds or seeds");
  std::vector<PlayedSeed> played(seeds.size());
  interruptible([&](const Stop& stop) {
    theory::do_in_parallel(seeds.size(), threads,
                           [&](std::size_t i) { played[i] = play_seed(plan, seeds[i], stop); });
    return true;
  });
  const auto runs = static_cast<Index>(seeds.size());
  Eigen::MatrixXd regret(static_cast<Index>(plan.rounds), runs);
  Eigen::MatrixXd realized(static_cast<Index>(plan.rounds), runs);
  py::list digests;
  py::list parameters;
  py::array_t<bool> diverged(runs);
  for (Index i = 0; i < runs; ++i) {
    PlayedSeed& one = played[static_cast<std::size_t>(i)];
    regret.col(i) = one.regret;
    realized.col(i) = one.realized;
    digests.append(one.outcome.digest.hex());
    diverged.mutable_data()[i] = one.outcome.status == RunStatus::kDiverged;
    py::list theta;
    for (Eigen::VectorXd& vector : one.outcome.parameters) {
      theta.append(from_vector(std::move(vector)));
    }
    parameters.append(std::move(theta));
  }
  return py::dict(py::arg("environment") = complete_environment_spec(plan.environment).to_text(),
                  py::arg("method") = complete_policy_spec(plan.method).to_text(),
                  py::arg("regret") = from_columns(std::move(regret)),
                  py::arg("realized_regret") = from_columns(std::move(realized)),
                  py::arg("digests") = digests, py::arg("diverged") = diverged,
                  py::arg("parameters") = parameters);
}

void add_environment(py::module_& core) {
  using py::arg;
  py::class_<World>(core, "Environment", R"(An environment of `eenet run --list`.

>>> env = Environment("two-arms")
>>> env.dim, env.arms, env.rounds_available
(2, 2, None)
)")
      .def(py::init(&world_of), arg("spec"), py::kw_only(), arg("seed") = 1,
           arg("normalise") = false)
      .def_property_readonly(
          "spec", [](const World& world) { return world.spec.to_text(); },
          "With every default filled in.")
      .def_property_readonly("dim", [](const World& world) { return world.environment->dim(); })
      .def_property_readonly("arms", [](const World& world) { return world.environment->arms(); })
      .def_property_readonly("rounds_available",
                             [](const World& world) -> std::optional<std::uint64_t> {
                               const std::uint64_t all = world.environment->rounds_available();
                               if (all == Environment::kUnlimited) return std::nullopt;
                               return all;
                             })
      .def("round", &round_of, arg("t"),
           R"(Round t = 1, 2, ...: contexts (arms, dim), expected rewards, rewards.

>>> contexts, expected, rewards = Environment("two-arms").round(1)
>>> contexts
array([[1., 0.],
       [0., 1.]])
)");
}

void add_policy(py::module_& core) {
  using py::arg;
  py::class_<Player>(core, "Policy", R"(A method of `eenet run --list`, driven from Python.

>>> policy = Policy("eenet:width=16", dim=3, arms=2)
>>> arm = policy.choose([[1.0, 0.0, 0.0], [0.0, 0.6, 0.8]])
>>> label = policy.learn(0.5)
>>> label == 0.5 - policy.f1[arm]
True
)")
      .def(py::init<const std::string&, Index, Index, std::uint64_t,
                    const std::optional<py::list>&>(),
           arg("method") = "eenet", py::kw_only(), arg("dim"), arg("arms"), arg("seed") = 1,
           arg("initial_parameters") = py::none())
      .def("choose", &Player::choose, arg("contexts"),
           "The arm to play of contexts (arms, dim), which are copied.")
      .def("learn", &Player::learn, arg("reward"),
           "Learns from the reward of the arm just chosen. Returns f2's label, if there is one.")
      .def_property_readonly(
          "f1", [](const Player& p) { return from_vector(p.choice().exploitation_scores); },
          "f1 of every arm at the last choice (a copy).")
      .def_property_readonly(
          "f2", [](const Player& p) { return from_vector(p.choice().exploration_scores); },
          "f2 of every arm, likewise.")
      .def_property_readonly(
          "phi", [](const Player& p) { return from_columns(p.choice().gradient_features); },
          "phi of every arm (arms, size), likewise.")
      .def_property_readonly("parameters", &Player::parameters,
                             "[theta1, theta2], as they are now (copies).")
      .def_property_readonly("round", &Player::round, "How many rounds have begun.")
      .def_property_readonly("method", &Player::method, "With every default filled in.");
}

}  // namespace

void add_bandits(py::module_& core) {
  using py::arg;
  add_environment(core);
  add_policy(core);
  core.def("run", &run, arg("environment"), arg("method"), arg("rounds"), arg("seeds"),
           arg("normalise"), arg("initial_parameters"), arg("threads"));
  core.def(
      "methods",
      [] {
        py::dict all;
        for (const PolicyKind& kind : policy_kinds()) all[py::str(kind.name)] = kind.summary;
        return all;
      },
      "Every method of `eenet run`, and what it is.");
  core.def(
      "environments",
      [] {
        py::dict all;
        for (const EnvironmentKind& kind : environment_kinds())
          all[py::str(kind.name)] = kind.summary;
        return all;
      },
      "Every environment of `eenet run`, and what it is.");
}

}  // namespace eenet::python
