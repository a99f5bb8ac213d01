// Large matrices in large pages: half of the time of a kernel matrix of 8192 points went into the
// system handing out its half gigabyte in pages of 4 kB.
#pragma once

#include <Eigen/Core>

namespace eenet::theory {

// Asks the system to back the matrix with large pages where it can. Only worth asking before the
// first entry is written. Changes no value; where the system cannot, nothing happens.
void ask_for_large_pages(Eigen::MatrixXd& matrix);

}  // namespace eenet::theory
