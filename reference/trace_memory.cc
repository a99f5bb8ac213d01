#include "reference/trace_memory.h"

#include <algorithm>
#include <new>

namespace eenet {

void require_memory_for(std::size_t values) {
  constexpr std::size_t kBytesPerValue = 128;
  constexpr std::size_t kBytesOfTheRest = 16384;  // names, and what a line has once
  const std::size_t bytes = kBytesOfTheRest + kBytesPerValue * values;
  ::operator delete(::operator new(bytes));
}

std::size_t values_in(const std::string& line) {
  const auto begins_value = [](char c) { return c == ',' || c == '[' || c == '{'; };
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), begins_value));
}

std::size_t values_in(const TraceRound& round) {
  Eigen::Index values = round.contexts ? round.contexts->size() + round.contexts->cols() : 0;
  for (const auto* list : {&round.expected_rewards, &round.rewards, &round.exploitation_scores,
                           &round.exploration_scores}) {
    if (*list) values += (*list)->size();
  }
  return static_cast<std::size_t>(values);
}

std::size_t values_in(const std::vector<Eigen::VectorXd>& vectors) {
  std::size_t values = vectors.size();
  for (const Eigen::VectorXd& v : vectors) values += static_cast<std::size_t>(v.size());
  return values;
}

}  // namespace eenet
