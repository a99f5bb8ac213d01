#include "experiments/data/run_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "experiments/processes/memory.h"
#include "reference/registry.h"
#include "reference/trace_file.h"

namespace eenet::experiments {

namespace {

constexpr double kDouble = 8.0;
constexpr double kDraw = 4.0;  // one of the random projection
// A number of a trace while its line is made: in the record, in the JSON document whose lists grow
// by doubling, and as text.
constexpr double kBytesAsText = 24.0;
constexpr double kBytesRecorded = kDouble + 32.0 + 2.0 * kBytesAsText;

// The text of a key of a complete spec; empty if there is no such key.
std::string text_of(const Spec& spec, const std::string& key) {
  const auto found = spec.given.find(key);
  return found == spec.given.end() ? "" : found->second;
}

// A whole number of a complete spec as a double, which no product of sizes can overflow; 0 if there
// is no such key. What is no number in range is refused later, by the policy itself.
double size_of(const Spec& spec, const std::string& key) {
  try {
    const double size = std::stod(text_of(spec, key));
    return size >= 0.0 && size <= static_cast<double>(kLargestDimension) ? size : 0.0;
  } catch (const std::logic_error&) {
    return 0.0;
  }
}

double parameters(double dim, double width, double depth) {
  return width * dim + (depth - 2.0) * width * width + width;
}

// How long phi is, for gradients of p entries.
double length_of_features(const Spec& method, double p) {
  const std::string name = text_of(method, "features");
  if (name == "gradient") return p;
  if (name == "block-mean") return p / std::max(size_of(method, "block"), 1.0);
  return size_of(method, "k");
}

// In numbers: the samples of a policy with a kernel, and their factor.
double numbers_of_samples(const Spec& method, double dim, double arms, double rounds) {
  const double samples = std::min(size_of(method, "limit"), rounds);
  return samples * (samples + dim + arms);
}

// In numbers: the covariance of p gradient entries.
double numbers_of_covariance(const Spec& method, double p, double arms) {
  const std::string covariance = text_of(method, "covariance");
  if (covariance.empty()) return 0.0;
  return covariance == "full" ? p * (p + arms) : p;
}

// In numbers: what a policy keeps.
double numbers_of_policy(const Spec& method, double dim, double arms, double rounds) {
  const double width = size_of(method, "width");
  if (!text_of(method, "limit").empty()) return numbers_of_samples(method, dim, arms, rounds);
  if (width == 0.0) return 0.0;
  const double depth = std::max(size_of(method, "depth"), 2.0);
  const double layers = (depth - 1.0) * width;
  const double p = parameters(dim, width, depth);
  const bool replayed = text_of(method, "schedule") == "replay";
  double all = 2.0 * p + arms * (dim + layers) + numbers_of_covariance(method, p, arms);
  if (replayed) all += rounds * dim;
  const std::string features = text_of(method, "features");
  if (features.empty()) return all;
  const double q = length_of_features(method, p);
  all += 2.0 * parameters(q, width, depth) + arms * (2.0 * q + 2.0 * layers);
  if (replayed) all += rounds * q;
  if (features != "gradient") all += p * kDraw / kDouble;
  if (features == "lle") {
    all += p * std::min(size_of(method, "landmarks"), rounds);
  }
  return all;
}

}  // namespace

double memory_of_environment(const Spec& environment) {
  const Spec spec = complete_environment_spec(environment);
  const double dim = size_of(spec, "dim");
  const double arms = size_of(spec, "arms") + 2.0 * size_of(spec, "pairs");
  const double copies = spec.name == "antipodal" ? 2.0 : 1.0;
  const double width = size_of(spec, "width");
  const double teacher = width > 0.0 ? parameters(dim, width, size_of(spec, "depth")) : 0.0;
  return kDouble * (copies * dim * arms + teacher);
}

double memory_of_run(const TraceHeader& header) {
  const auto dim = static_cast<double>(header.dim);
  const auto arms = static_cast<double>(header.arms);
  const Spec method = complete_policy_spec(header.method);
  double bytes = kDouble * (numbers_of_policy(method, dim, arms,
                                              static_cast<double>(header.rounds)) +
                            arms * (dim + 5.0));  // contexts, rewards, scores
  if (header.detail == TraceDetail::kFull) bytes += kBytesRecorded * arms * (dim + 4.0);
  return bytes;
}

void require_memory_for_environment(const Spec& environment, unsigned processes) {
  require_memory(complete_environment_spec(environment).to_text(),
                 memory_of_environment(environment), available_memory(processes),
                 "a smaller environment");
}

void require_memory_for_run(const TraceHeader& header, unsigned processes) {
  const std::string rounds = header.rounds > 0 ? fmt::format(" for {} rounds", header.rounds) : "";
  const std::string what =
      fmt::format("{} with {} arms of dimension {}{}",
                  complete_policy_spec(header.method).to_text(), header.arms, header.dim, rounds);
  require_memory(what, memory_of_run(header), available_memory(processes),
                 "a smaller network, fewer arms or fewer processes (--jobs)");
}

void require_memory_for_trace(TraceHeader header, const std::string& path) {
  header.rounds = 0;  // a trace that was cut short has fewer than its header says
  try {
    require_memory_for_environment(header.environment, 1);
    require_memory_for_run(header, 1);
  } catch (const std::invalid_argument&) {
    // Of another implementation, or wrong. What needs the run again will refuse it.
  } catch (const std::runtime_error& refused) {
    throw std::runtime_error(fmt::format("{}, line 1: {}", path, refused.what()));
  }
}

void require_readable_trace(const TraceHeader& header) {
  const double line =
      kBytesAsText * static_cast<double>(header.arms) * (static_cast<double>(header.dim) + 4.0);
  constexpr auto kMost = static_cast<double>(kLongestTraceLine);
  if (header.detail == TraceDetail::kDigest || line <= kMost) return;
  throw std::runtime_error(fmt::format(
      "--trace full: {} arms of dimension {} make lines of about {}, expected at most {}, or "
      "--trace digest",
      header.arms, header.dim, memory_text(line), memory_text(kMost)));
}

}  // namespace eenet::experiments
