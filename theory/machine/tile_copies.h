// Copies of a tile to its place in a matrix and to that of its mirror image.
#pragma once

#include <Eigen/Core>

namespace eenet::theory {

// What is read again soon is stored through the caches. A matrix beyond them is streamed past them:
// its lines need not be read before they are overwritten, and nothing else has to leave. Streaming
// needs SSE2, which every x86-64 has; elsewhere both are the same.
enum class Stores { kCached, kStreamed };

// to = from. Requires equal shapes, and no overlap. Streamed entries are visible to all threads on
// return.
void copy_tile(const Eigen::Ref<const Eigen::MatrixXd>& from, Eigen::Ref<Eigen::MatrixXd> to,
               Stores stores);

// to = from^T, likewise. A few rows of `from` at a time, so that it should fit the second cache.
void copy_transposed(const Eigen::Ref<const Eigen::MatrixXd>& from, Eigen::Ref<Eigen::MatrixXd> to,
                     Stores stores);

}  // namespace eenet::theory
