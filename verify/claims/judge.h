// From what was measured to a verdict, in one expression:
//
//   return judge(computed(worst), Relation::kAtMost, 2.0).finding(text("|f| is at most ", worst));
//
// A claim holds if its comparison is true, is contradicted if it is false, and is inconclusive if
// the ends of the numbers leave it open. when_true and when_false name other statuses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "theory/measured/measured.h"
#include "verify/claims/claim.h"
#include "verify/verdict.h"

namespace eenet::verify {

// What a claim says of a measured number and its bound. kEqual is true if some number lies between
// the ends of both, and false otherwise.
enum class Relation { kBelow, kAtMost, kEqual, kAtLeast, kAbove };

class Judgement {
 public:
  explicit Judgement(Answer truth) : truth_(truth) {}

  Judgement& when_true(Status status);
  Judgement& when_false(Status status);
  // Inconclusive unless all preconditions are met.
  Judgement& provided(std::vector<Precondition> preconditions);
  // Shown in the verdict; a comparison has set both.
  Judgement& measured(const theory::Measured& measured);
  Judgement& bound(const theory::Measured& bound);
  Judgement& bound(double exact_bound);
  Judgement& p_value(double p_value);
  Judgement& seeds(std::uint64_t seeds);
  Judgement& vacuous(bool vacuous);
  // What would decide an inconclusive claim; by default the preconditions that are not met.
  Judgement& decided_by(std::string what);

  // The measured number; requires one.
  [[nodiscard]] double value() const { return verdict_.measured.value().value; }

  // The verdict, with what was done and what came out.
  [[nodiscard]] Verdict finding(std::string finding) const;

 private:
  Answer truth_;
  Status if_true_ = Status::kHolds;
  Status if_false_ = Status::kContradicted;
  std::string decided_by_;
  Verdict verdict_;
};

Judgement judge(Answer truth);
Judgement judge(bool truth);
Judgement judge(const theory::Measured& measured, Relation relation, const theory::Measured& bound);
Judgement judge(const theory::Measured& measured, Relation relation, double exact_bound);

// How many times something happened that a claim says never happens.
Judgement judge_none(std::uint64_t events);

// One number per seed, judged by its mean: Student's interval at the claim's level. The p-value is
// that of the hypothesis on the other side of `evidence`.
enum class Evidence { kAbove, kBelow, kEitherSide };
Judgement judge_mean(const std::vector<double>& per_seed, Relation relation,
                     const theory::Measured& bound, Evidence evidence, const Context& context);
Judgement judge_mean(const std::vector<double>& per_seed, Relation relation, double exact_bound,
                     Evidence evidence, const Context& context);

// A claim that something happens to at most the share `allowed` of all seeds, when it happened to
// `events` of `seeds`: Clopper and Pearson's interval against that share.
Judgement judge_share(std::uint64_t events, std::uint64_t seeds, double allowed,
                      const Context& context);

// Several comparisons, all of which have to be true. The one of largest `tightness` is shown.
class AllAtMost {
 public:
  void add(const theory::Measured& measured, const theory::Measured& bound, double tightness);
  [[nodiscard]] Answer answer() const { return all_; }

  // Both numbers of the comparison that is shown, and the judgement; require a comparison.
  [[nodiscard]] const theory::Measured& measured() const { return shown_.value().measured; }
  [[nodiscard]] const theory::Measured& bound() const { return shown_.value().bound; }
  [[nodiscard]] Judgement judge() const;

 private:
  struct Comparison {
    theory::Measured measured;
    theory::Measured bound;
    double tightness = 0.0;
  };
  Answer all_ = Answer::kYes;
  std::optional<Comparison> shown_;
};

// Several samples, one number per seed each, which share what the claim may err by: is every mean
// at least 0? The sample of smallest mean is shown.
class EveryMeanPositive {
 public:
  EveryMeanPositive(const Context& context, std::size_t samples);

  // Student's interval of the sample's mean, at the level of one of so many.
  theory::Measured add(const std::vector<double>& per_seed);
  // Requires a sample. The p-value is two-sided, of the sample that is shown, times their number.
  [[nodiscard]] Judgement judge() const;

 private:
  double false_alarm_;  // of one sample
  double samples_;
  Answer all_ = Answer::kYes;
  std::vector<double> least_;
};

// The status of a claim whose corrected form is true: holds if the printed form is true as well.
Status as_printed_if(bool printed);

}  // namespace eenet::verify
