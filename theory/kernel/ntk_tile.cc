#include "theory/kernel/ntk_tile.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "reference/operations/instruction_sets.h"

// Compiled with -fno-math-errno and -fno-trapping-math (theory/CMakeLists.txt): they change no
// value, and without them square roots and choices are not vectorised.

namespace eenet::theory {

namespace {

constexpr auto kRun = static_cast<std::size_t>(kNtkRun);
using Run = std::array<double, kRun>;

// The state of a run between levels; see NtkLevel. H needs no deficit here: entries are known to
// an absolute error in the end.
struct State {
  alignas(64) Run sigma;
  alignas(64) Run deficit;  // 1 - sigma
  alignas(64) Run h;
};

// (asin(sqrt z)/sqrt z - 1)/z on [0, 1/4]: interpolation at 13 Chebyshev points; it puts a relative
// error of 0.05 * 2^-53 into the arc sine.
constexpr std::array<double, 13> kArcSine = {
    0x1.5555555555556p-3, 0x1.3333333332ecap-4, 0x1.6db6db6e31f13p-5, 0x1.f1c71c1db0623p-6,
    0x1.6e8bb1c8209a2p-6, 0x1.1c4d35cf95421p-6, 0x1.c9cf07674736ap-7, 0x1.782651caa6547p-7,
    0x1.52420b04b37bep-7, 0x1.65a9c4dfcf8b2p-8, 0x1.1d189408314eep-6, -0x1.e6aaa8a0a04ccp-7,
    0x1.d72b2bc8155f8p-6};

// 2k/(2k+1)! (-1)^(k+1) / pi, k = 1 ... 11: what follows is below 0.002 * 2^-53 of the sum.
constexpr std::array<double, 11> kGain = {
    0x1.b2995e7b7b604p-4,  -0x1.5bade52f95e69p-7,  0x1.8d5905ed3d99dp-12, -0x1.d6ee3fe9c4448p-18,
    0x1.567eba1e6031dp-24, -0x1.5139d2d313e25p-31, 0x1.df9c318738b95p-39, -0x1.01f10b9404b12p-46,
    0x1.b26d8cc36637cp-55, -0x1.26373ac2a40abp-63, 0x1.477993c49bdf6p-72};

constexpr std::size_t kChains = 4;

// Horner's rule in x^kChains on every kChains-th coefficient from kFirst on.
template <std::size_t kFirst, std::size_t kSize>
[[gnu::always_inline]] inline double chain(const std::array<double, kSize>& coefficients,
                                           double power) {
  if constexpr (kFirst + kChains >= kSize) {
    return coefficients[kFirst];
  } else {
    return chain<kFirst + kChains>(coefficients, power) * power + coefficients[kFirst];
  }
}

// Four short chains of operations instead of a long one: a processor works on all of them at once.
template <std::size_t kSize>
[[gnu::always_inline]] inline double polynomial(const std::array<double, kSize>& coefficients,
                                                double x) {
  const double square = x * x;
  const double power = square * square;
  return (chain<0>(coefficients, power) + chain<1>(coefficients, power) * x) +
         (chain<2>(coefficients, power) + chain<3>(coefficients, power) * x) * square;
}

// The angle in [0, pi/2] whose cosine is `value` = 1 - `deficit`: relative error at most 4 * 2^-53
// for exact arguments.
[[gnu::always_inline]] inline double angle_of(double value, double deficit) {
  const bool wide = value < 0.5;
  const double square = wide ? value * value : 0.5 * deficit;
  const double sine = wide ? value : std::sqrt(square);
  const double arc = sine + sine * (square * polynomial(kArcSine, square));
  return wide ? 0.5 * std::numbers::pi - arc : 2.0 * arc;
}

// k1(cos t) - cos t.
[[gnu::always_inline]] inline double gain_of(double t) {
  const double square = t * t;
  return (t * square) * polynomial(kGain, square);
}

// Products are added one after the other, k ascending; four at a time, so that a sum is loaded and
// stored once for four of them.
[[gnu::always_inline]] inline void cosines(const NtkRunInput& input, Run& u) {
  static_assert(kNtkCoordinates == 4);
  u.fill(0.0);
  for (Eigen::Index k = 0; k < input.dim; k += kNtkCoordinates) {
    const double* first = input.points + k * input.stride;
    const double* second = first + input.stride;
    const double* third = second + input.stride;
    const double* fourth = third + input.stride;
    const double* factor = input.single + k;
    for (std::size_t r = 0; r < kRun; ++r) {
      u[r] = u[r] + first[r] * factor[0] + second[r] * factor[1] + third[r] * factor[2] +
             fourth[r] * factor[3];
    }
  }
}

// 1 - |u| from differences of coordinates.
double near_deficit(const NtkRunInput& input, std::size_t r, bool obtuse) {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < input.dim; ++k) {
    const double x = input.points[k * input.stride + static_cast<Eigen::Index>(r)];
    const double difference = obtuse ? x + input.single[k] : x - input.single[k];
    sum += difference * difference;
  }
  return 0.5 * sum;
}

// Level 1 from u, by the distance from the nearer pole as in first_ntk_level.
[[gnu::always_inline]] inline void first_level(const NtkRunInput& input, const Run& u,
                                               State& state) {
  alignas(64) Run deficit;
  std::int64_t near = 0;  // as wide as what is compared
  for (std::size_t r = 0; r < kRun; ++r) {
    deficit[r] = 1.0 - std::abs(u[r]);
    near += std::abs(u[r]) > kNtkFarCosine ? 1 : 0;
  }
  if (near > 0) {
    for (std::size_t r = 0; r < kRun; ++r) {
      if (std::abs(u[r]) > kNtkFarCosine) deficit[r] = near_deficit(input, r, u[r] < 0.0);
    }
  }
  // In a loop of their own: the constants of both polynomials are more than there are registers.
  alignas(64) Run t;
  for (std::size_t r = 0; r < kRun; ++r) t[r] = angle_of(1.0 - deficit[r], deficit[r]);
  for (std::size_t r = 0; r < kRun; ++r) {
    const bool obtuse = u[r] < 0.0;
    const double cosine = 1.0 - deficit[r];
    const double part = t[r] * std::numbers::inv_pi;
    const double gain = gain_of(t[r]);
    state.sigma[r] = obtuse ? gain : cosine + gain;
    state.deficit[r] = obtuse ? 1.0 - gain : deficit[r] - gain;
    state.h[r] = (obtuse ? -cosine * part : cosine * (1.0 - part)) + state.sigma[r];
  }
}

[[gnu::always_inline]] inline void next_level(State& state) {
  alignas(64) Run t;
  for (std::size_t r = 0; r < kRun; ++r) t[r] = angle_of(state.sigma[r], state.deficit[r]);
  for (std::size_t r = 0; r < kRun; ++r) {
    const double gain = gain_of(t[r]);
    state.sigma[r] += gain;
    state.deficit[r] -= gain;
    state.h[r] = state.h[r] * (1.0 - t[r] * std::numbers::inv_pi) + state.sigma[r];
  }
}

[[gnu::always_inline]] inline void run_all(const NtkRunInput& input, double* out) {
  alignas(64) Run u;
  State state;
  cosines(input, u);
  first_level(input, u, state);
  for (int level = 1; level < input.levels; ++level) next_level(state);
  for (std::size_t r = 0; r < kRun; ++r) out[r] = 0.5 * (state.h[r] + state.sigma[r]);
}

}  // namespace

std::vector<NtkRunVariant> ntk_run_variants() {
  std::vector<NtkRunVariant> variants;
  for (const InstructionSet set : available_instruction_sets()) {
    variants.push_back({name_of(set), compiled_for<run_all, const NtkRunInput&, double*>(set)});
  }
  return variants;
}

}  // namespace eenet::theory
