#include "verify/claims/judge.h"

#include <algorithm>
#include <utility>

#include "theory/measured/mean.h"
#include "theory/regret/violations.h"
#include "verify/claims/statistics.h"

namespace eenet::verify {

using theory::Measured;

namespace {

Answer compared(const Measured& measured, Relation relation, const Measured& bound) {
  switch (relation) {
    case Relation::kBelow:
      return is_below(measured, bound);
    case Relation::kAtMost:
      return is_at_most(measured, bound);
    case Relation::kAtLeast:
      return is_at_most(bound, measured);
    case Relation::kAbove:
      return is_below(bound, measured);
    default:
      return from(measured.lower <= bound.upper && bound.lower <= measured.upper);
  }
}

double p_value_of(const std::vector<double>& per_seed, double bound, Evidence evidence) {
  switch (evidence) {
    case Evidence::kAbove:
      return mean_above_p_value(per_seed, bound);
    case Evidence::kBelow:
      return mean_below_p_value(per_seed, bound);
    default:
      return mean_differs_p_value(per_seed, bound);
  }
}

}  // namespace

Judgement& Judgement::when_true(Status status) {
  if_true_ = status;
  return *this;
}

Judgement& Judgement::when_false(Status status) {
  if_false_ = status;
  return *this;
}

Judgement& Judgement::provided(std::vector<Precondition> preconditions) {
  verdict_.preconditions = std::move(preconditions);
  return *this;
}

Judgement& Judgement::measured(const Measured& measured) {
  verdict_.measured = measured;
  return *this;
}

Judgement& Judgement::bound(const Measured& bound) {
  verdict_.bound = bound;
  return *this;
}

Judgement& Judgement::bound(double exact_bound) {
  return bound(Measured::exact(exact_bound));
}

Judgement& Judgement::p_value(double p_value) {
  verdict_.p_value = p_value;
  return *this;
}

Judgement& Judgement::seeds(std::uint64_t seeds) {
  verdict_.seeds = seeds;
  return *this;
}

Judgement& Judgement::vacuous(bool vacuous) {
  verdict_.vacuous = vacuous;
  return *this;
}

Judgement& Judgement::decided_by(std::string what) {
  decided_by_ = std::move(what);
  return *this;
}

Verdict Judgement::finding(std::string finding) const {
  Verdict verdict = verdict_;
  verdict.status = status_of(truth_, if_true_, if_false_, verdict.preconditions);
  verdict.finding = std::move(finding);
  if (verdict.status == Status::kInconclusive) {
    verdict.decides = decided_by_.empty() ? unmet(verdict.preconditions) : decided_by_;
  }
  return verdict;
}

Judgement judge(Answer truth) {
  return Judgement(truth);
}

Judgement judge(bool truth) {
  return Judgement(from(truth));
}

Judgement judge(const Measured& measured, Relation relation, const Measured& bound) {
  return Judgement(compared(measured, relation, bound)).measured(measured).bound(bound);
}

Judgement judge(const Measured& measured, Relation relation, double exact_bound) {
  return judge(measured, relation, Measured::exact(exact_bound));
}

Judgement judge_none(std::uint64_t events) {
  return judge(Measured::exact(static_cast<double>(events)), Relation::kEqual, 0.0);
}

Judgement judge_mean(const std::vector<double>& per_seed, Relation relation, const Measured& bound,
                     Evidence evidence, const Context& context) {
  return judge(theory::student_mean(per_seed, 1.0 - context.false_alarm), relation, bound)
      .p_value(p_value_of(per_seed, bound.value, evidence))
      .seeds(per_seed.size())
      .decided_by(context.more_seeds());
}

Judgement judge_mean(const std::vector<double>& per_seed, Relation relation, double exact_bound,
                     Evidence evidence, const Context& context) {
  return judge_mean(per_seed, relation, Measured::exact(exact_bound), evidence, context);
}

Judgement judge_share(std::uint64_t events, std::uint64_t seeds, double allowed,
                      const Context& context) {
  return judge(theory::event_probability(events, seeds, 1.0 - context.false_alarm),
               Relation::kAtMost, allowed)
      .p_value(theory::excess_p_value(events, seeds, allowed))
      .seeds(seeds)
      .decided_by(context.more_seeds());
}

void AllAtMost::add(const Measured& measured, const Measured& bound, double tightness) {
  all_ = both(all_, is_at_most(measured, bound));
  if (!shown_ || tightness > shown_->tightness) shown_ = {measured, bound, tightness};
}

Judgement AllAtMost::judge() const {
  return Judgement(all_).measured(measured()).bound(bound());
}

EveryMeanPositive::EveryMeanPositive(const Context& context, std::size_t samples)
    : false_alarm_(context.false_alarm / static_cast<double>(samples)),
      samples_(static_cast<double>(samples)) {}

Measured EveryMeanPositive::add(const std::vector<double>& per_seed) {
  const Measured interval = theory::student_mean(per_seed, 1.0 - false_alarm_);
  all_ = both(all_, is_at_most(Measured::exact(0.0), interval));
  if (least_.empty() || mean(per_seed) < mean(least_)) least_ = per_seed;
  return interval;
}

Judgement EveryMeanPositive::judge() const {
  return Judgement(all_)
      .measured(theory::student_mean(least_, 1.0 - false_alarm_))
      .bound(0.0)
      .p_value(std::min(1.0, samples_ * mean_differs_p_value(least_, 0.0)))
      .seeds(least_.size());
}

Status as_printed_if(bool printed) {
  return printed ? Status::kHolds : Status::kHoldsCorrected;
}

}  // namespace eenet::verify
