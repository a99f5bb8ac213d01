#include "verify/claims/high_probability.h"

#include <algorithm>

#include "reference/require.h"
#include "theory/regret/violations.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

using theory::Measured;

namespace {

std::uint64_t count_of(const Draws& draws, Answer answer) {
  return static_cast<std::uint64_t>(std::count(draws.begin(), draws.end(), answer));
}

}  // namespace

double draws_delta(const Context& context) {
  return context.by_effort(0.25, 0.1);
}

std::uint64_t number_of_draws(const Context& context) {
  EENET_REQUIRE(context.false_alarm > 0.0,
                "number_of_draws: the claim's share of the error budget "
                "is ",
                context.false_alarm, ", expected more than 0");
  const double delta = draws_delta(context);
  std::uint64_t draws = 1;
  while (theory::event_probability(0, draws, 1.0 - context.false_alarm).upper > delta) ++draws;
  return draws;
}

Draws draws_of(const Context& context, const std::function<Answer(std::uint64_t)>& holds_for) {
  Draws draws(number_of_draws(context));
  for (std::uint64_t i = 0; i < draws.size(); ++i) draws[i] = holds_for(context.run_seed(i));
  return draws;
}

Judgement judge_draws(const Draws& draws, const Context& context) {
  const double level = 1.0 - context.false_alarm;
  const std::uint64_t failed = count_of(draws, Answer::kNo);
  const std::uint64_t open = count_of(draws, Answer::kUnknown);
  const Measured least = theory::event_probability(failed, draws.size(), level);
  const Measured most = theory::event_probability(failed + open, draws.size(), level);
  return judge(Measured::statistical(least.value, least.lower, most.upper, level),
               Relation::kAtMost, draws_delta(context))
      .p_value(theory::excess_p_value(failed, draws.size(), draws_delta(context)))
      .seeds(draws.size())
      .decided_by(open > 0 ? "closer ends of the numbers compared" : context.more_seeds());
}

std::string text_of(const Draws& draws, const Context& context) {
  const std::uint64_t open = count_of(draws, Answer::kUnknown);
  return text(count_of(draws, Answer::kNo), " of ", draws.size(), " draws fail",
              open > 0 ? text(", ", open, " are open") : "",
              " (delta = ", brief(draws_delta(context)), ").");
}

}  // namespace eenet::verify
