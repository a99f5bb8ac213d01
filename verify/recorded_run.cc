#include "verify/recorded_run.h"

#include <utility>

#include "reference/interaction.h"

namespace eenet::verify {

Trace recorded_run(TraceHeader header) {
  const auto environment = make_environment(header, {});
  const auto policy = make_policy(header, *environment);
  header.dim = environment->dim();
  header.arms = environment->arms();
  Trace trace;
  trace.header = std::move(header);
  const RunOutcome outcome =
      play(*environment, *policy, trace.header.rounds, [&trace](const PlayedRound& played) {
        trace.rounds.push_back(record_round(played, trace.header.detail));
        return true;
      });
  trace.end = record_end(outcome, trace.header.detail);
  return trace;
}

}  // namespace eenet::verify
