// An adapter for `eenet oracle`: answers the judge's questions, one JSON object per line. It needs
// nlohmann's JSON (nlohmann-json3-dev) and runs as it is, with a network in plain loops:
//
//     c++ -std=c++17 -O2 adapter.cc -o adapter
//     eenet oracle smoke -- ./adapter        # does the conversation work?
//     eenet oracle judge -- ./adapter        # 1000 cases
//
// Put calls of your implementation into forward() and gradient(); then name further levels in hello
// and answer their questions. The page docs/protocol.md has all questions, and the dialects.
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using Numbers = std::vector<double>;

struct Network {
  std::vector<std::size_t> sizes;  // d, m, ..., m, 1
  Numbers theta;                   // W_1 row by row, then W_2, ...

  explicit Network(const Json& question) : theta(question.at("theta").get<Numbers>()) {
    const Json& network = question.at("network");
    sizes.assign(network.at("depth").get<std::size_t>() + 1, network.at("width"));
    sizes.front() = network.at("input");
    sizes.back() = 1;
  }

  // The input of every layer, and f(x) as the last.
  std::vector<Numbers> outputs(const Numbers& x) const {
    std::vector<Numbers> all = {x};
    const double* weight = theta.data();
    for (std::size_t layer = 1; layer < sizes.size(); ++layer) {
      Numbers next(sizes[layer], 0.0);
      for (double& sum : next) {
        for (const double input : all.back()) sum += *weight++ * input;
        if (layer + 1 < sizes.size()) sum = std::max(sum, 0.0);
      }
      all.push_back(next);
    }
    return all;
  }

  Numbers gradient(const Numbers& x) const {
    const std::vector<Numbers> inputs = outputs(x);
    Numbers result(theta.size());
    Numbers signal = {1.0};  // the derivative of f by what the units of a layer add up
    std::size_t end = theta.size();
    for (std::size_t layer = sizes.size() - 1; layer > 0; --layer) {
      const Numbers& input = inputs[layer - 1];
      const std::size_t begin = end - signal.size() * input.size();
      Numbers below(input.size(), 0.0);
      for (std::size_t i = 0; i < signal.size(); ++i) {
        for (std::size_t j = 0; j < input.size(); ++j) {
          result[begin + i * input.size() + j] = signal[i] * input[j];
          if (input[j] > 0.0) below[j] += signal[i] * theta[begin + i * input.size() + j];
        }
      }
      signal = below;
      end = begin;
    }
    return result;
  }
};

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const Json question = Json::parse(line);
    const std::string op = question.at("op");
    Json answer = {{"id", question.at("id")}};
    if (op == "hello")
      answer.update({{"name", "my network 1.0"}, {"levels", {"forward", "gradient"}}});
    if (op == "forward") answer["value"] = Network(question).outputs(question.at("x")).back()[0];
    if (op == "gradient") answer["gradient"] = Network(question).gradient(question.at("x"));
    std::cout << answer.dump() << std::endl;
  }
}
