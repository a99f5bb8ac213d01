// The three files of the suite `kernel`, and the points that they share.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "theory/kernel/ntk_recursion.h"
#include "verify/case.h"
#include "verify/properties/suite.h"

namespace eenet::verify {

// Column i is point i: the arms of the case's rounds, at most 20, unit vectors unless its kind is
// ill-conditioned (norms from 2^-20 to 2^20) or special (one of them is zero).
Eigen::MatrixXd kernel_points(const Case& one);

// A convention, and with it M, of the case's depth.
struct KernelCase {
  Eigen::Index depth = 2;
  theory::NtkConvention convention = theory::NtkConvention::kCorrected;
  int levels = 1;  // M
};
KernelCase kernel_case(const Case& one);

// About entries and matrices; about spectra; about those of contexts that almost coincide.
std::vector<Property> kernel_entry_properties();
std::vector<Property> kernel_spectrum_properties();
std::vector<Property> close_context_properties();

}  // namespace eenet::verify
