#include "theory/kernel/empirical_ntk.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "reference/mlp.h"
#include "reference/require.h"
#include "theory/machine/parallel.h"
#include "theory/machine/tile_algebra.h"

namespace eenet::theory {

namespace {

// Points per piece: it fixes the sizes of the products, and so the bits.
constexpr Eigen::Index kTile = 64;

// outputs[l] = Gamma_l of every point, l = 0 ... L-1; signals[l-1] = signal_l, l = 1 ... L-1.
struct Layers {
  std::vector<Eigen::MatrixXd> outputs;
  std::vector<Eigen::MatrixXd> signals;
};

Eigen::Index tiles_of(Eigen::Index points) {
  return (points + kTile - 1) / kTile;
}

Layers layers_of(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& contexts,
                 unsigned threads) {
  const MlpShape& shape = net.shape();
  const Eigen::Index points = contexts.cols();
  Layers layers;
  layers.outputs.emplace_back(shape.input_dim, points);
  for (Eigen::Index l = 1; l < shape.depth; ++l) {
    layers.outputs.emplace_back(shape.width, points);
    layers.signals.emplace_back(shape.width, points);
  }
  do_in_parallel(static_cast<std::size_t>(tiles_of(points)), threads, [&](std::size_t piece) {
    ForwardPass pass;
    BackwardPass back;
    const Eigen::Index first = static_cast<Eigen::Index>(piece) * kTile;
    for (Eigen::Index i = first; i < std::min(first + kTile, points); ++i) {
      net.forward(contexts.col(i), pass);
      backward(net, pass, back);
      for (std::size_t l = 0; l < layers.outputs.size(); ++l) {
        layers.outputs[l].col(i) = pass.outputs[l];
      }
      for (std::size_t l = 0; l < layers.signals.size(); ++l) {
        layers.signals[l].col(i) = back.signals[l];
      }
    }
  });
  return layers;
}

// Entries (row + i, column + j), rows x columns of them.
Eigen::MatrixXd tile_of(const Layers& layers, Eigen::Index row, Eigen::Index rows,
                        Eigen::Index column, Eigen::Index columns) {
  const auto gram = [&](const Eigen::MatrixXd& layer) -> Eigen::MatrixXd {
    return inner_products(layer.middleCols(row, rows), layer.middleCols(column, columns));
  };
  Eigen::MatrixXd sum = gram(layers.outputs.back());
  for (std::size_t l = 0; l < layers.signals.size(); ++l) {
    sum += gram(layers.signals[l]).cwiseProduct(gram(layers.outputs[l]));
  }
  return sum;
}

}  // namespace

EmpiricalNtk::EmpiricalNtk(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& contexts,
                           unsigned threads, const std::function<void(double part)>& on_progress) {
  const MlpShape& shape = net.shape();
  EENET_REQUIRE(contexts.rows() == shape.input_dim, "EmpiricalNtk: contexts have ", contexts.rows(),
                " entries, expected ", shape.input_dim);
  const Eigen::Index points = contexts.cols();
  const Layers layers = layers_of(net, contexts, threads);
  matrix_.resize(points, points);
  const auto tiles = static_cast<std::size_t>(tiles_of(points));
  const std::size_t all_tiles = tiles * (tiles + 1) / 2;
  std::atomic<std::size_t> tiles_done = 0;
  // A piece is a row of tiles up to the diagonal; the longest are started first.
  do_in_parallel(tiles, threads, [&](std::size_t piece) {
    const Eigen::Index row = static_cast<Eigen::Index>(tiles - 1 - piece) * kTile;
    const Eigen::Index rows = std::min(kTile, points - row);
    for (Eigen::Index column = 0; column <= row; column += kTile) {
      const Eigen::Index columns = std::min(kTile, points - column);
      const Eigen::MatrixXd tile = tile_of(layers, row, rows, column, columns);
      // From the lower half only: the product of a diagonal tile need not be symmetric.
      for (Eigen::Index j = 0; j < columns; ++j) {
        for (Eigen::Index i = row == column ? j : 0; i < rows; ++i) {
          matrix_(row + i, column + j) = tile(i, j);
          matrix_(column + j, row + i) = tile(i, j);
        }
      }
    }
    tiles_done += tiles - piece;
    if (on_progress) {
      on_progress(static_cast<double>(tiles_done) / static_cast<double>(all_tiles));
    }
  });
  const auto longest = static_cast<double>(std::max(shape.width, shape.input_dim));
  const auto width = static_cast<double>(shape.width);
  entry_error_ = (width + longest + static_cast<double>(shape.depth) + 3.0) * 0x1p-53;
}

void EmpiricalNtk::block(Eigen::Index row, Eigen::Index column,
                         Eigen::Ref<Eigen::MatrixXd> out) const {
  EENET_REQUIRE(
      row >= 0 && column >= 0 && row + out.rows() <= size() && column + out.cols() <= size(),
      "EmpiricalNtk::block: ", out.rows(), " x ", out.cols(), " entries from (", row, ", ", column,
      "), expected within ", size(), " points");
  out = matrix_.block(row, column, out.rows(), out.cols());
}

}  // namespace eenet::theory
