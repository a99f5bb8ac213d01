// The infinite-width kernel of many pairs at once: the recursion of ntk_recursion.h on runs of
// points, without libm and without branches, compiled once for each instruction set. Only
// + - * sqrt in one order per entry, none of them fused: every variant gives the same bits, on
// every machine, and an entry has the same bits in whatever run it is computed.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace eenet::theory {

// Points per run. Inputs are padded to whole runs; results beyond the last point are ignored.
inline constexpr Eigen::Index kNtkRun = 64;

// Dimensions are padded with zeros to a multiple of this.
inline constexpr Eigen::Index kNtkCoordinates = 4;

// kNtkRun consecutive points against a single one.
struct NtkRunInput {
  const double* points = nullptr;  // coordinate k of point r at points[k * stride + r]
  Eigen::Index stride = 0;
  const double* single = nullptr;  // its coordinates, one after the other
  Eigen::Index dim = 0;            // a multiple of kNtkCoordinates
  int levels = 1;                  // M of ntk_recursion.h
};

// Unit vectors in, (H^M + Sigma^M)/2 out, kNtkRun of them.
//
// Pairs with |u| <= kNtkFarCosine start from u = x.y, whose error (d + 6) 2^-53 moves the angle by
// at most 2.1 times as much; the others from the deficit 1 - |u| = |x -+ y|^2 / 2, computed from
// the differences, which keeps angles near both poles.
inline constexpr double kNtkFarCosine = 0.875;
using NtkRun = void (*)(const NtkRunInput& input, double* out);

struct NtkRunVariant {
  const char* name;  // "baseline", "avx2", "avx512"
  NtkRun run;
};

// The variants that this machine can run, the fastest last.
std::vector<NtkRunVariant> ntk_run_variants();

}  // namespace eenet::theory
