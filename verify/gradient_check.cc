#include "verify/gradient_check.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "verify/differentiators/differentiator.h"
#include "verify/generators/networks.h"

namespace eenet::verify {

namespace {

// What is known of one entry, or of a sum over entries.
struct Range {
  double lower = 0.0;
  double upper = 0.0;
};

bool contains(const Range& range, double number, double slack) {
  return number >= range.lower - slack && number <= range.upper + slack;
}

class GradientChecker {
 public:
  GradientChecker(const std::vector<double>& gradient, const Arithmetic& arithmetic,
                  const std::optional<Pattern>& pattern, const Point& point)
      : gradient_(gradient),
        arithmetic_(arithmetic),
        point_(point),
        here_(activity(point, arithmetic)),
        same_pattern_(pattern.has_value() && *pattern == here_.active),
        paths_(point, with_active(here_.active, here_.uncertain)) {
    report_.entries.assign(gradient.size(), Outcome::kDiscarded);
    gradient_bounds_.reserve(gradient.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const PathSum path = paths_.gradient(i);
      gradient_bounds_.push_back(path.bound(arithmetic));
      witness_bounds_.push_back(path.bound(kDouble));
    }
    if (pattern) require_same_certain_units(*pattern);
  }

  [[nodiscard]] bool overflows() const {
    // A quarter of the exponents is left for products of two such numbers.
    return !(paths_.largest() < std::sqrt(arithmetic_.largest));
  }

  void compare_with(const Differentiator& witness, Rng& rng) {
    for (const Slope& slope : witness.slopes(point_, rng)) compare(witness, slope);
  }

  GradientReport report() { return std::move(report_); }

 private:
  void require_same_certain_units(const Pattern& pattern) {
    for (std::size_t unit = 0; unit < pattern.size(); ++unit) {
      if (pattern[unit] == here_.active[unit] ||
          std::binary_search(here_.uncertain.begin(), here_.uncertain.end(), unit)) {
        continue;
      }
      note({}, Outcome::kDisagree, std::numeric_limits<double>::infinity(), [&] {
        return WorstEntry{"the twin's pattern of active units",
                          0,
                          unit / point_.shape.width,
                          unit % point_.shape.width,
                          static_cast<double>(pattern[unit]),
                          static_cast<double>(here_.active[unit]),
                          0.0};
      });
    }
  }

  void compare(const Differentiator& witness, const Slope& slope) {
    double got = 0.0;
    double got_bound = 0.0;
    double path_bound = 0.0;
    if (slope.entry) {
      got = gradient_[*slope.entry];
      got_bound = gradient_bounds_[*slope.entry];
      path_bound = witness_bounds_[*slope.entry];
    } else {
      sum_along(slope.direction, got, got_bound, path_bound);
    }
    const double slope_bound = slope.bound.value_or(path_bound);
    const double error = std::abs(got - slope.value);
    const double bound = got_bound + slope_bound;
    const auto entry = [&] {
      WorstEntry worst = place(slope);
      worst.witness = witness.name();
      worst.got = got;
      worst.expected = slope.value;
      worst.bound = bound;
      return worst;
    };
    if (slope.switched.empty() && error <= bound) {
      note(slope.entry, Outcome::kAgree, margin_of(error, bound), entry);
      return;
    }
    std::vector<std::size_t> free_units = slope.switched;
    if (!same_pattern_) {
      free_units.insert(free_units.end(), here_.uncertain.begin(), here_.uncertain.end());
    }
    if (free_units.empty()) {
      note(slope.entry, Outcome::kDisagree, margin_of(error, bound), entry);
      return;
    }
    const bool fits = within_hull(slope, free_units, got, got_bound, slope_bound);
    note(slope.entry, fits ? Outcome::kKink : Outcome::kDisagree,
         fits ? 0.0 : margin_of(error, bound), entry);
  }

  // <direction, gradient>, with what rounding can do to it on our side and on the witness's.
  void sum_along(const std::vector<double>& direction, double& got, double& got_bound,
                 double& path_bound) const {
    double magnitude = 0.0;
    double gradient_error = 0.0;
    for (std::size_t i = 0; i < direction.size(); ++i) {
      if (direction[i] == 0.0) continue;
      got += direction[i] * gradient_[i];
      magnitude += std::abs(direction[i] * gradient_[i]);
      gradient_error += std::abs(direction[i]) * gradient_bounds_[i];
      path_bound += std::abs(direction[i]) * witness_bounds_[i];
    }
    // Our own sum has a rounding for each term and product; the direction itself is off by two.
    const double roundings = static_cast<double>(direction.size()) + 3.0;
    const double inflate = 1.0 + 2.0 * gamma(roundings, kDouble);
    got_bound =
        (gradient_error + gamma(roundings, kDouble) * magnitude + roundings * kDouble.underflow) *
        inflate;
    path_bound *= inflate;
  }

  bool within_hull(const Slope& slope, const std::vector<std::size_t>& free_units, double got,
                   double got_bound, double slope_bound) {
    if (free_units != hull_units_) {
      hull_ = derivative_hull(point_, here_.active, free_units);
      hull_paths_.emplace(point_, with_active(here_.active, free_units));
      hull_units_ = free_units;
    }
    Range range;
    double slack = 0.0;  // the hull is computed too, and its sums are longer than any pattern's
    const auto widen = [&](std::size_t i, double factor) {
      const double bound = 2.0 * hull_paths_->gradient(i).bound(arithmetic_);
      range.lower += factor < 0.0 ? factor * hull_.upper[i] : factor * hull_.lower[i];
      range.upper += factor < 0.0 ? factor * hull_.lower[i] : factor * hull_.upper[i];
      slack += std::abs(factor) * bound;
    };
    if (slope.entry) {
      widen(*slope.entry, 1.0);
    } else {
      for (std::size_t i = 0; i < slope.direction.size(); ++i) {
        if (slope.direction[i] != 0.0) widen(i, slope.direction[i]);
      }
      slack *= 1.0 + gamma(static_cast<double>(slope.direction.size()) + 3.0, kDouble);
    }
    return contains(range, got, slack + got_bound) &&
           contains(range, slope.value, slack + slope_bound);
  }

  [[nodiscard]] WorstEntry place(const Slope& slope) const {
    WorstEntry entry;
    if (!slope.entry) return entry;
    entry.layer = 1;
    while (*slope.entry >= point_.shape.offset(entry.layer + 1)) ++entry.layer;
    const std::size_t within = *slope.entry - point_.shape.offset(entry.layer);
    entry.row = within / point_.shape.columns(entry.layer);
    entry.column = within % point_.shape.columns(entry.layer);
    return entry;
  }

  // `where` is only asked for when the comparison is the worst so far.
  template <typename Where>
  void note(std::optional<std::size_t> entry, Outcome outcome, double ratio, const Where& where) {
    if (entry) report_.entries[*entry] = std::max(report_.entries[*entry], outcome);
    const bool worse = std::isnan(ratio) || ratio > report_.margin;
    const bool first_disagreement =
        outcome == Outcome::kDisagree && report_.outcome != Outcome::kDisagree;
    const bool counts = outcome == Outcome::kDisagree || report_.outcome != Outcome::kDisagree;
    if (first_disagreement || (worse && counts)) {
      report_.worst = where();
      report_.margin = ratio;
    }
    report_.outcome = std::max(report_.outcome, outcome);
  }

  const std::vector<double>& gradient_;
  const Arithmetic& arithmetic_;
  const Point& point_;
  Activity here_;
  bool same_pattern_;
  PathSums paths_;
  std::vector<double> gradient_bounds_;
  std::vector<double> witness_bounds_;
  std::vector<std::size_t> hull_units_;
  Hull hull_;
  std::optional<PathSums> hull_paths_;
  GradientReport report_;
};

}  // namespace

std::size_t GradientReport::count(Outcome wanted) const {
  return static_cast<std::size_t>(std::count(entries.begin(), entries.end(), wanted));
}

std::string GradientReport::to_text() const {
  if (!worst) return "nothing to compare";
  std::ostringstream text;
  text.precision(17);
  if (worst->layer == 0) {
    text << "the derivative along a random direction";
  } else {
    text << "df/dW_" << worst->layer << "[" << worst->row << "][" << worst->column << "]";
  }
  text << " is " << worst->got << "; " << worst->witness << ": " << worst->expected << " (bound "
       << worst->bound << ", error / bound " << margin << ")";
  return text.str();
}

GradientReport check_gradient(const std::vector<double>& gradient, const Arithmetic& arithmetic,
                              const std::optional<Pattern>& pattern, const Point& point,
                              std::uint64_t seed) {
  GradientChecker checker(gradient, arithmetic, pattern, point);
  if (checker.overflows()) return {};
  Rng rng(seed, "verify/directions");
  for (const auto& witness : witnesses()) {
    if (witness->takes(point.shape)) checker.compare_with(*witness, rng);
  }
  return checker.report();
}

GradientReport check_gradient(const Implementation& implementation, const Point& point,
                              std::uint64_t seed) {
  std::optional<Pattern> pattern;
  if (implementation.pattern) pattern = implementation.pattern(point);
  return check_gradient(implementation.gradient(point), implementation.arithmetic, pattern, point,
                        seed);
}

GradientReport check_gradient(const Mlp& net, const ConstVector& x) {
  return check_gradient(reference_implementation(), point_of(net, x), 0);
}

}  // namespace eenet::verify
