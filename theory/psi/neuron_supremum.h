// One neuron of the dual problem that bounds Psi from below (joint_bound.h): how large
//
//   E(c(s), s) = w c(s) + c(s)^2 / (2 mu) - mu s^2 / 2,     0 <= s <= r,
//
// can be, where c is a line with a kink upwards at each of a few knots:
//
//   c(s) = start + slope s + sum_k (gain_k s - loss_k)_+,   knot k at s = loss_k / gain_k.
//
// Between two knots c is a line and E a parabola, so the maximum is at an end or at the parabola's
// vertex. Nothing is discretised.
#pragma once

#include <vector>

namespace eenet::theory {

struct Knot {
  double at = 0.0;    // loss / gain, rounded
  double loss = 0.0;  // not negative
  double gain = 0.0;  // above 0
};

// c on [from, until]: at most offset + slope s, rounding included. slope >= 0.
struct Segment {
  double from = 0.0;
  double until = 0.0;
  double offset = 0.0;
  double slope = 0.0;
};

// `start` is known up to `slack`, `slope` is an upper bound. `knots` are those below `until`, and
// any others; they are sorted here. With n knots, the sums of losses and gains are computed up to
// gamma_(n+2) times themselves, a knot whose place is rounded moves c by at most 2 * 2^-53 times
// its loss (so the knots up to until (1 + 2^-50) must be among them), and the offset is rounded
// twice: all of it is added, with the losses of all knots. Reuses the memory of `segments`.
void make_segments(double start, double slack, double slope, std::vector<Knot>& knots, double until,
                   std::vector<Segment>& segments);

// An upper bound of max E(offset + slope s, s) over the segments, infinite rather than NaN. E is
// convex in c and need not grow with it: with c in [c^-, c^+], the larger one of the answers for
// c^+ and, with -w, for -c^- is the bound. Requires mu > 0 and at least one segment.
//
// A parabola that opens upwards is largest at an end. One that opens downwards lies below its
// tangent at any point t of the segment, so that max E <= E(t) + max(E'(t) (until - t),
// E'(t) (from - t), 0) with t near the vertex, whatever rounding did to the vertex. E and E' are
// computed with fewer than 16 roundings each: gamma_16 times the sum of absolute values is added.
double neuron_supremum(double w, double mu, const std::vector<Segment>& segments);

// From here on E only falls: s >= `turning_point` may be left out. With C = |start| + slack and B
// the slope behind all knots, E' <= B (|w| + (C + B s) / mu) - mu s, which is negative for
// s > B (|w| + C / mu) / (mu - B^2 / mu) if B < mu; otherwise infinite.
double turning_point(double w, double mu, double largest_start, double largest_slope);

}  // namespace eenet::theory
