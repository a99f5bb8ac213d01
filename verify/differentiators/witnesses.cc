#include <utility>

#include "verify/differentiators/differentiator.h"

namespace eenet::verify {

namespace {

struct Listed {
  std::string name;
  std::unique_ptr<Differentiator> (*make)();
};

const std::vector<Listed>& all() {
  static const std::vector<Listed> kListed = {{"autodiff dual", autodiff_forward},
                                              {"autodiff var", autodiff_reverse},
                                              {"ADOL-C tape", adolc_tape},
                                              {"Eigen AutoDiffScalar", eigen_forward},
                                              {"central differences", central_differences},
                                              {"layer differences", layer_differences}};
  return kListed;
}

}  // namespace

std::vector<Slope> entry_slopes(const std::vector<double>& gradient) {
  std::vector<Slope> slopes(gradient.size());
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    slopes[i].entry = i;
    slopes[i].value = gradient[i];
  }
  return slopes;
}

std::vector<double> random_direction(Rng& rng, std::size_t size) {
  std::vector<double> direction(size);
  for (double& entry : direction) entry = 2.0 * rng.uniform() - 1.0;
  return direction;
}

const std::vector<std::unique_ptr<Differentiator>>& witnesses() {
  static const std::vector<std::unique_ptr<Differentiator>> kPresent = [] {
    std::vector<std::unique_ptr<Differentiator>> made;
    for (const Listed& one : all()) {
      if (auto witness = one.make()) made.push_back(std::move(witness));
    }
    return made;
  }();
  return kPresent;
}

std::vector<std::string> witness_names() {
  std::vector<std::string> names;
  for (const auto& witness : witnesses()) names.push_back(witness->name());
  return names;
}

std::vector<std::string> absent_witness_names() {
  std::vector<std::string> names;
  for (const Listed& one : all()) {
    if (!one.make()) names.push_back(one.name);
  }
  return names;
}

}  // namespace eenet::verify
