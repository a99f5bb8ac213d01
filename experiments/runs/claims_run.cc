#include "experiments/runs/claims_run.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "experiments/formats/files.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/stopwatch.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

std::string judged_text(const verify::Claim& claim, const verify::Context& context) {
  const Stopwatch watch;
  JudgedClaim judged;
  judged.id = claim.id;
  judged.verdict = verify::judge(claim, context);
  judged.seconds = watch.seconds();
  return to_json_text(judged, context);
}

std::optional<std::string> kept_result(const ClaimsPlan& plan, const verify::Claim& claim,
                                       const verify::Context& context) {
  if (!plan.out) return std::nullopt;
  const std::filesystem::path file = *plan.out / claim_file_name(claim.id);
  if (!std::filesystem::exists(file)) return std::nullopt;
  require_regular_file(file);  // a pipe would be waited for
  std::string kept = read_file(file);
  if (!is_result_of(kept, claim.id, context)) return std::nullopt;
  return kept;
}

// The positions of claims still to be judged, the long ones first so that no worker waits for one
// at the end.
std::vector<std::size_t> order_of_work(const ClaimsPlan& plan,
                                       const std::vector<std::string>& results) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < plan.claims.size(); ++i) {
    if (results[i].empty()) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&plan](std::size_t a, std::size_t b) {
    return plan.claims[a]->cost > plan.claims[b]->cost;
  });
  return order;
}

}  // namespace

// Measured at quick effort, where a claim that is done at once takes 0.03 s on the average.
std::uint64_t weight_of(const verify::Claim& claim) {
  constexpr std::array<std::uint64_t, 3> kWeights = {1, 15, 100};
  return kWeights.at(std::min<std::size_t>(claim.cost, kWeights.size() - 1));
}

std::string claim_file_name(const std::string& id) {
  std::string name = id;
  std::replace(name.begin(), name.end(), '/', '.');
  return name + ".json";
}

std::vector<JudgedClaim> judge_claims(const ClaimsPlan& plan) {
  verify::Context context = plan.context;
  context.false_alarm = verify::false_alarm_of_one_claim(verify::all_claims());
  if (plan.out) make_writable_folder(*plan.out);
  std::vector<std::string> results(plan.claims.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i] = kept_result(plan, *plan.claims[i], context).value_or("");
  }
  const std::vector<std::size_t> order = order_of_work(plan, results);
  const PieceWork work = [&](std::size_t piece, PieceCounter& done) {
    const verify::Claim& claim = *plan.claims[order[piece]];
    std::string result = judged_text(claim, context);
    if (plan.out) write_atomically(*plan.out / claim_file_name(claim.id), result);
    done += weight_of(claim);
    return result;
  };
  std::uint64_t work_to_do = 0;
  for (const std::size_t i : order) work_to_do += weight_of(*plan.claims[i]);
  Progress progress("parts of the work", work_to_do, plan.quiet);
  const std::vector<std::string> done = do_pieces(order.size(), plan.jobs, work, progress);
  for (std::size_t piece = 0; piece < order.size(); ++piece) results[order[piece]] = done[piece];
  std::vector<JudgedClaim> judged;
  judged.reserve(results.size());
  for (const std::string& result : results) judged.push_back(judged_claim_from_json(result));
  return judged;
}

}  // namespace eenet::experiments
