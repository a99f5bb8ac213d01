#include "theory/spectrum/diagnosis.h"

#include "reference/require.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

constexpr int kNamed = 5;  // more points than this are not listed one by one

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

std::optional<Contradiction> contradiction(const DistinctPoints& points,
                                           const Eigen::Ref<const Eigen::VectorXd>& rewards) {
  EENET_REQUIRE(at(rewards.size()) == points.group.size(), "contradiction: got ", rewards.size(),
                " rewards, expected ", points.group.size());
  for (Index i = 0; i < rewards.size(); ++i) {
    const Index first = points.first[at(points.group[at(i)])];
    if (rewards[i] != rewards[first]) return Contradiction{first, i};
  }
  return std::nullopt;
}

std::optional<std::string> repetition_sentence(const DistinctPoints& points) {
  const std::size_t repeats = points.group.size() - points.first.size();
  if (repeats == 0) return std::nullopt;
  std::string named;
  int count = 0;
  for (std::size_t i = 0; i < points.group.size() && count <= kNamed; ++i) {
    const Index first = points.first[at(points.group[i])];
    if (at(first) == i) continue;
    ++count;
    if (count > kNamed) {
      named += ", ...";
    } else {
      named += text(count == 1 ? "" : ", ", i, " repeats ", first);
    }
  }
  return text(repeats, " of ", points.group.size(), " contexts are repetitions (", named,
              "): H is singular whatever the arithmetic, and lambda_min is exactly 0");
}

std::optional<std::string> antipodal_sentence(Index pairs, Index dimension, int depth) {
  if (depth != 2 || pairs <= dimension) return std::nullopt;
  return text(pairs, " pairs of opposite contexts in ", dimension,
              " dimensions at depth 2: H has at least ", pairs - dimension,
              " zero eigenvalues although no context is repeated");
}

std::optional<std::string> singular_sentence(const Measured& smallest, double resolution) {
  if (smallest.lower > 0.0) return std::nullopt;
  return text("H is numerically singular: lambda_min is at most ", smallest.upper,
              ", and its entries in double precision cannot tell less than about ", resolution,
              " from 0");
}

std::string contradiction_sentence(const Contradiction& found,
                                   const Eigen::Ref<const Eigen::VectorXd>& rewards) {
  return text("contexts ", found.first, " and ", found.second, " are equal and their rewards ",
              rewards[found.first], " and ", rewards[found.second], " are not: S is infinite");
}

}  // namespace eenet::theory
