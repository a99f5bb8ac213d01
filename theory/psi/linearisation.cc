#include "theory/psi/linearisation.h"

#include <algorithm>
#include <functional>

#include "theory/machine/parallel.h"

namespace eenet::theory {

namespace {

constexpr Eigen::Index kTile = 64;      // points per piece
constexpr Eigen::Index kNeurons = 256;  // neurons per piece
constexpr Eigen::Index kChunks = 4;     // partial sums of the p x p matrix

// Calls work(first, count) for consecutive pieces of `size` items.
void for_pieces(Eigen::Index size, Eigen::Index piece_size, unsigned threads,
                const std::function<void(Eigen::Index first, Eigen::Index count)>& work) {
  const Eigen::Index pieces = (size + piece_size - 1) / piece_size;
  do_in_parallel(static_cast<std::size_t>(pieces), threads, [&](std::size_t piece) {
    const Eigen::Index first = static_cast<Eigen::Index>(piece) * piece_size;
    work(first, std::min(piece_size, size - first));
  });
}

Eigen::MatrixXd activated(const Eigen::MatrixXd& z) {
  return z.unaryExpr([](double number) { return relu(number); });
}

Eigen::MatrixXd active(const Eigen::MatrixXd& outputs) {
  return outputs.unaryExpr([](double number) { return relu_derivative(number); });
}

}  // namespace

Eigen::VectorXd plain_values(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& inputs,
                             unsigned threads) {
  Eigen::VectorXd values(inputs.cols());
  for_pieces(inputs.cols(), kTile, threads, [&](Eigen::Index first, Eigen::Index count) {
    Eigen::MatrixXd outputs = inputs.middleCols(first, count);
    for (Eigen::Index l = 1; l < net.shape().depth; ++l) {
      outputs = activated(net.weights(l) * outputs);
    }
    values.segment(first, count) = (net.weights(net.shape().depth) * outputs).transpose();
  });
  return values;
}

Linearisation::Linearisation(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& inputs,
                             unsigned threads)
    : shape_(net.shape()), threads_(threads), values_(inputs.cols()) {
  const auto layers = static_cast<std::size_t>(shape_.depth);
  outputs_.emplace_back(inputs);
  for (std::size_t l = 1; l < layers; ++l) {
    outputs_.emplace_back(shape_.width, inputs.cols());
    signals_.emplace_back(shape_.width, inputs.cols());
  }
  for_pieces(inputs.cols(), kTile, threads, [&](Eigen::Index first, Eigen::Index count) {
    for (std::size_t l = 1; l < layers; ++l) {
      outputs_[l].middleCols(first, count) = activated(net.weights(static_cast<Eigen::Index>(l)) *
                                                       outputs_[l - 1].middleCols(first, count));
    }
    const Eigen::MatrixXd& last = net.weights(shape_.depth);
    values_.segment(first, count) = (last * outputs_.back().middleCols(first, count)).transpose();
    Eigen::MatrixXd signal = last.transpose().replicate(1, count);
    for (std::size_t l = layers - 1; l >= 1; --l) {
      signal = signal.cwiseProduct(active(outputs_[l].middleCols(first, count)));
      signals_[l - 1].middleCols(first, count) = signal;
      if (l > 1) signal = net.weights(static_cast<Eigen::Index>(l)).transpose() * signal;
    }
  });
}

Eigen::VectorXd Linearisation::times(const Mlp& direction) const {
  Eigen::VectorXd product(values_.size());
  for_pieces(values_.size(), kTile, threads_, [&](Eigen::Index first, Eigen::Index count) {
    Eigen::RowVectorXd sum =
        direction.weights(shape_.depth) * outputs_.back().middleCols(first, count);
    for (std::size_t l = 0; l < signals_.size(); ++l) {
      const Eigen::MatrixXd moved = direction.weights(static_cast<Eigen::Index>(l) + 1) *
                                    outputs_[l].middleCols(first, count);
      sum += signals_[l].middleCols(first, count).cwiseProduct(moved).colwise().sum();
    }
    product.segment(first, count) = sum.transpose();
  });
  return product;
}

Mlp Linearisation::transposed_times(const Eigen::VectorXd& u) const {
  Mlp product(shape_);
  for (std::size_t l = 0; l < signals_.size(); ++l) {
    const Eigen::MatrixXd weighted = (outputs_[l] * u.asDiagonal()).transpose();
    Eigen::MatrixXd& weights = product.weights(static_cast<Eigen::Index>(l) + 1);
    for_pieces(shape_.width, kNeurons, threads_, [&](Eigen::Index first, Eigen::Index count) {
      weights.middleRows(first, count) = signals_[l].middleRows(first, count) * weighted;
    });
  }
  product.weights(shape_.depth) = (outputs_.back() * u).transpose();
  return product;
}

Eigen::MatrixXd Linearisation::gram(const Eigen::VectorXd& row_scales) const {
  const Eigen::Index points = values_.size();
  Eigen::MatrixXd matrix(points, points);
  for_pieces(points, kTile, threads_, [&](Eigen::Index first, Eigen::Index count) {
    const Eigen::Index rest = points - first;  // the lower half: these columns from `first` on
    const auto product = [&](const Eigen::MatrixXd& layer) -> Eigen::MatrixXd {
      return layer.rightCols(rest).transpose() * layer.middleCols(first, count);
    };
    Eigen::MatrixXd sum = product(outputs_.back());
    for (std::size_t l = 0; l < signals_.size(); ++l) {
      sum += product(signals_[l]).cwiseProduct(product(outputs_[l]));
    }
    matrix.block(first, first, rest, count) =
        row_scales.tail(rest).asDiagonal() * sum * row_scales.segment(first, count).asDiagonal();
  });
  for (Eigen::Index column = 0; column < points; ++column) {
    for (Eigen::Index row = column + 1; row < points; ++row) {
      matrix(column, row) = matrix(row, column);
    }
  }
  return matrix;
}

Eigen::MatrixXd Linearisation::parameter_gram(const Eigen::VectorXd& row_scales) const {
  const Eigen::Index parameters = shape_.parameter_count();
  const Eigen::Index chunk = (values_.size() + kChunks - 1) / kChunks;
  std::vector<Eigen::MatrixXd> partial(static_cast<std::size_t>(kChunks),
                                       Eigen::MatrixXd::Zero(parameters, parameters));
  for_pieces(values_.size(), chunk, threads_, [&](Eigen::Index begin, Eigen::Index size) {
    Eigen::MatrixXd& sum = partial[static_cast<std::size_t>(begin / chunk)];
    Eigen::MatrixXd gradients(parameters, kTile);  // one point per column
    for (Eigen::Index first = begin; first < begin + size; first += kTile) {
      const Eigen::Index count = std::min(kTile, begin + size - first);
      for (Eigen::Index i = 0; i < count; ++i) {
        Eigen::Index next = 0;
        const double scale = row_scales[first + i];
        for (std::size_t l = 0; l < signals_.size(); ++l) {
          const auto input = outputs_[l].col(first + i);
          for (Eigen::Index j = 0; j < shape_.width; ++j) {
            gradients.col(i).segment(next, input.size()) =
                (scale * signals_[l](j, first + i)) * input;
            next += input.size();
          }
        }
        gradients.col(i).tail(shape_.width) = scale * outputs_.back().col(first + i);
      }
      sum.selfadjointView<Eigen::Lower>().rankUpdate(gradients.leftCols(count));
    }
  });
  for (std::size_t k = 1; k < partial.size(); ++k) partial[0] += partial[k];
  return partial[0].selfadjointView<Eigen::Lower>();
}

}  // namespace eenet::theory
