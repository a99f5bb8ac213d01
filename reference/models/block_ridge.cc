#include "reference/models/block_ridge.h"

#include <algorithm>
#include <cmath>

#include "reference/operations/nonzero.h"
#include "reference/require.h"

namespace eenet {

BlockRidge::BlockRidge(Eigen::Index dim, double lambda)
    : lambda_(lambda),
      block_of_(static_cast<std::size_t>(dim), kNeverPlayed),
      solution_(Eigen::VectorXd::Zero(dim)) {
  EENET_REQUIRE(lambda > 0.0, "BlockRidge: lambda is ", lambda, ", expected above 0");
}

// Fills nonzero_, touched_ (each block once) and joins_new_coordinates_.
void BlockRidge::list_blocks_of(const Eigen::Ref<const Eigen::VectorXd>& x) {
  EENET_REQUIRE(x.size() == solution_.size(), "BlockRidge: context has ", x.size(),
                " entries, expected ", solution_.size());
  nonzeros_ = find_nonzero(x, nonzero_).size();
  touched_.clear();
  joins_new_coordinates_ = false;
  for (std::size_t i = 0; i < nonzeros_; ++i) {
    const std::size_t block = block_of_[static_cast<std::size_t>(nonzero_[i])];
    if (block == kNeverPlayed) {
      joins_new_coordinates_ = true;
    } else if (std::find(touched_.begin(), touched_.end(), block) == touched_.end()) {
      touched_.push_back(block);
    }
  }
}

void BlockRidge::solve(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::VectorXd& y) {
  list_blocks_of(x);
  y.setZero(x.size());
  for (std::size_t i = 0; i < nonzeros_; ++i) {
    const Eigen::Index k = nonzero_[i];
    if (block_of_[static_cast<std::size_t>(k)] == kNeverPlayed) y[k] = x[k] / std::sqrt(lambda_);
  }
  for (const std::size_t touched : touched_) {
    const Block& block = blocks_[touched];
    const Eigen::Index size = block.factor.size();
    gathered_.resize(size, 1);
    for (Eigen::Index i = 0; i < size; ++i)
      gathered_(i, 0) = x[block.coordinates[static_cast<std::size_t>(i)]];
    block.factor.substitute(gathered_);
    for (Eigen::Index i = 0; i < size; ++i)
      y[block.coordinates[static_cast<std::size_t>(i)]] = gathered_(i, 0);
  }
}

// The blocks just listed and the new coordinates become one block, whose number is returned.
std::size_t BlockRidge::merge_touched_blocks() {
  if (touched_.size() == 1 && !joins_new_coordinates_) return touched_.front();
  Block merged;
  std::vector<Eigen::Index>& all = merged.coordinates;
  for (const std::size_t touched : touched_) {
    const std::vector<Eigen::Index>& own = blocks_[touched].coordinates;
    all.insert(all.end(), own.begin(), own.end());
  }
  for (std::size_t i = 0; i < nonzeros_; ++i) {
    if (block_of_[static_cast<std::size_t>(nonzero_[i])] == kNeverPlayed)
      all.push_back(nonzero_[i]);
  }
  std::sort(all.begin(), all.end());
  merged.factor = CholeskyFactor(static_cast<Eigen::Index>(all.size()), lambda_);
  for (const std::size_t touched : touched_) {
    std::vector<Eigen::Index> places;
    for (const Eigen::Index k : blocks_[touched].coordinates)
      places.push_back(std::lower_bound(all.begin(), all.end(), k) - all.begin());
    merged.factor.insert(blocks_[touched].factor, places);
    blocks_[touched] = {};
  }
  if (touched_.empty()) {
    touched_.push_back(blocks_.size());
    blocks_.emplace_back();
  }
  const std::size_t number = touched_.front();
  for (const Eigen::Index k : all) block_of_[static_cast<std::size_t>(k)] = number;
  blocks_[number] = std::move(merged);
  return number;
}

void BlockRidge::learn(const Eigen::Ref<const Eigen::VectorXd>& x, double reward) {
  list_blocks_of(x);
  if (nonzeros_ == 0) return;
  Block& block = blocks_[merge_touched_blocks()];
  const auto size = static_cast<Eigen::Index>(block.coordinates.size());
  row_.resize(size);
  own_solution_.resize(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Eigen::Index k = block.coordinates[static_cast<std::size_t>(i)];
    row_[i] = x[k];
    own_solution_[i] = solution_[k];
  }
  block.factor.add_square(row_, own_solution_, reward);
  for (Eigen::Index i = 0; i < size; ++i)
    solution_[block.coordinates[static_cast<std::size_t>(i)]] = own_solution_[i];
}

Eigen::Index BlockRidge::largest_block() const {
  Eigen::Index largest = 0;
  for (const Block& block : blocks_) largest = std::max(largest, block.factor.size());
  return largest;
}

}  // namespace eenet
