#include "verify/properties/trace_samples.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "reference/interaction.h"
#include "reference/registry.h"
#include "reference/trace_file.h"
#include "verify/generators/contexts.h"
#include "verify/generators/numbers.h"
#include "verify/properties/interaction.h"

namespace eenet::verify {

namespace {

TraceHeader random_header(const Case& one) {
  Rng rng = case_rng(one, "header");
  TraceHeader header;
  header.producer = "verify \"traces\" \\ \xc3\xa9";
  header.environment = complete_environment_spec(random_environment(one));
  Spec method = random_method(one);
  if (rng.below(8) == 0) {  // a run that diverges
    method.given.erase("R");
    method.given["eta1"] = "1e200";
  }
  header.method = complete_policy_spec(rng.below(6) == 0 ? Spec{"random", {}} : method);
  header.rounds = one.rounds;
  header.seed = one.seed;
  header.normalise = rng.below(2) == 0;
  header.detail = rng.below(4) == 0 ? TraceDetail::kDigest : TraceDetail::kFull;
  const auto environment = make_environment(header, {});
  header.dim = environment->dim();
  header.arms = environment->arms();
  if (rng.below(3) == 0) {
    TraceHeader other = header;
    other.seed += 1;
    header.initial_parameters = make_policy(other, *environment)->parameters();
  }
  return header;
}

// Files are slow, and three of everything are as many as one needs.
Case short_and_narrow(const Case& any) {
  Case one = affordable(any);
  one.dimension = std::min<std::uint64_t>(one.dimension, 3);
  one.width = std::min<std::uint64_t>(one.width, 3);
  one.rounds = 1 + any.rounds / 2;
  return one;
}

}  // namespace

Trace recorded(const Case& any) {
  return recorded_run(random_header(short_and_narrow(any)));
}

void TraceOnDisk::write(const Trace& trace) const {
  TraceWriter writer(path(), trace.header);
  for (const TraceRound& round : trace.rounds) writer.write(round);
  if (trace.end) writer.finish(*trace.end);
}

void TraceOnDisk::write(const std::string& content) const {
  std::ofstream(path(), std::ios::binary | std::ios::trunc) << content;
}

std::string TraceOnDisk::content() const {
  std::ostringstream text;
  text << std::ifstream(path(), std::ios::binary).rdbuf();
  return text.str();
}

bool TraceOnDisk::is_refused() const {
  try {
    read_trace(path());
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

}  // namespace eenet::verify
