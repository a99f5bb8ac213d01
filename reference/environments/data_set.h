// Labelled rows of numbers that rounds are made of. The loaders of experiments/data make them of
// the files that a data set is published as.
#pragma once

#include <Eigen/Core>
#include <string>

namespace eenet {

class DataSet {
 public:
  DataSet() = default;
  DataSet(const DataSet&) = delete;
  DataSet& operator=(const DataSet&) = delete;
  virtual ~DataSet() = default;

  [[nodiscard]] virtual Eigen::Index rows() const = 0;
  [[nodiscard]] virtual Eigen::Index dimension() const = 0;  // numbers of a row
  [[nodiscard]] virtual Eigen::Index classes() const = 0;
  // 0 ... classes() - 1. Of a pool of arms, 1 is a row that pays.
  [[nodiscard]] virtual Eigen::Index label(Eigen::Index row) const = 0;

  // Writes the finite numbers of a row, not all of them 0 and not scaled to norm 1.
  virtual void copy_features(Eigen::Index row, Eigen::Ref<Eigen::VectorXd> x) const = 0;

  // Of everything that rounds are made of: other data have another one.
  [[nodiscard]] virtual const std::string& digest() const = 0;
  // The file or folder, for messages.
  [[nodiscard]] virtual const std::string& source() const = 0;
};

}  // namespace eenet
