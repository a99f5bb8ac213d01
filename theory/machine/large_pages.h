// Large matrices in large pages: with pages of 4 kB, half of the time for a kernel matrix of 8192
// points (half a gigabyte) was spent on page faults.
#pragma once

#include <Eigen/Core>

namespace eenet::theory {

// Asks the system to back the matrix with large pages. Call it before the first entry is written.
// Changes no value; if the system has no large pages, nothing happens.
void ask_for_large_pages(Eigen::MatrixXd& matrix);

}  // namespace eenet::theory
