// The neural tangent kernel of the paper's network at infinite width, pair by pair.
//
// For unit vectors at the angle theta, u = cos theta,
//
//   k0(u) = 1 - acos(u)/pi,    k1(u) = (sqrt(1-u^2) + u (pi - acos u))/pi,
//   Sigma^0 = H^0 = u,   Sigma^(l+1) = k1(Sigma^l),   H^(l+1) = H^l k0(Sigma^l) + Sigma^(l+1),
//
// and the kernel is (H^M + Sigma^M)/2, multiplied by |x| |y| for vectors that are not units.
// [EENET, Regret Analysis, def:NTK] prints M = L. The gradients of the network that the paper
// defines, with L weight matrices, converge to M = L - 1: claim DEF-NTK, docs/deviations.md D12.
//
// Values alone lose digits: those of the difference from the diagonal near theta = 0, and of the
// kernel itself near pi. So every level carries values and deficits (the distances from the values
// at theta = 0), and works with angles, never with cosines.
#pragma once

#include <Eigen/Core>

#include "reference/operations/operations.h"
#include "theory/kernel/angle.h"

namespace eenet::theory {

enum class NtkConvention {
  kCorrected,  // M = L - 1: the limit of the network with L weight matrices
  kPrinted     // M = L: what the paper prints, the limit of the network with one layer more
};

// Which kernel: that of the network with `depth` weight matrices, in one of the conventions.
struct NtkChoice {
  Eigen::Index depth = 2;
  NtkConvention convention = NtkConvention::kCorrected;
};

// M. Requires depth >= 2.
int ntk_levels(Eigen::Index depth, NtkConvention convention);

// The kernel of a unit vector with itself, (M+2)/2: corrected (L+1)/2, printed (L+2)/2.
double ntk_diagonal(Eigen::Index depth, NtkConvention convention);

// k1(cos t) - cos t = (sin t - t cos t)/pi, by its Taylor series in t: relative error at most
// 5 * 2^-53 for t in [0, pi/2], where the formula itself would cancel at small t.
double arc_cosine_gain(double t);

// Sigma^l and H^l of two unit vectors, each with its distance from 1 and l+1.
struct NtkLevel {
  int level = 0;
  double sigma = 1.0;
  double sigma_deficit = 0.0;  // 1 - Sigma^l
  double h = 1.0;
  double h_deficit = 0.0;  // l + 1 - H^l
};

// Level 1 from the angle; the next level. Requires level >= 1.
NtkLevel first_ntk_level(const Angle& angle);
NtkLevel next_ntk_level(const NtkLevel& level);

// One entry of the kernel matrix.
struct NtkEntry {
  double value = 0.0;            // H(x, y)
  double deficit = 0.0;          // H(x, x) - H(x, y)
  double angular_deficit = 0.0;  // sqrt(H(x, x) H(y, y)) - H(x, y) >= 0
};

// The relative error of an entry's value and angular deficit is at most ntk_entry_error(depth) =
// (32 + 12 M) 2^-53 with M = depth: to first order in 2^-53, from the analysis in docs/theory.md,
// with a libm that errs by at most one unit in the last place. (Where the value changes its sign,
// obtuse pairs at M = 1, the error is relative to the larger one of its two parts, and so it is for
// the deficit of vectors of different norms, whose parts |x|(|x|-|y|)H(1) and the angular deficit
// may cancel.) Tests compare with 50 digits and find less than a tenth of it.
double ntk_entry_error(Eigen::Index depth);

// For unit vectors at this angle; `deficit` and `angular_deficit` are the same then.
NtkEntry unit_ntk(const Angle& angle, Eigen::Index depth, NtkConvention convention);

// For any two vectors. A zero vector has a zero row. Requires equal sizes, finite entries and
// depth >= 2.
NtkEntry infinite_ntk(const ConstVector& x, const ConstVector& y, Eigen::Index depth,
                      NtkConvention convention);

}  // namespace eenet::theory
