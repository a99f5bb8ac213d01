// Algorithm 1 a second time, from the paper and docs/numerics.md, over the plain numerics.
// [EENET, Proposed Method, alg:main]
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/plain/features.h"
#include "verify/plain/training.h"

namespace eenet::verify::plain {

class EeNet {
 public:
  // `method` is complete and of the EE-Net family. `start` holds theta1 and theta2, or nothing:
  // then they are drawn as printed.
  EeNet(const Spec& method, std::size_t dimension, std::uint64_t seed,
        const std::vector<Numbers>& start);

  // Both scores of every arm, and the arm to play.
  struct Scores {
    Numbers exploitation;
    Numbers exploration;
    std::size_t arm = 0;
  };
  Scores scores(const std::vector<Numbers>& contexts);

  // Learns from the reward of `arm`, one of the arms scored last, and returns the label.
  double learn(std::uint64_t t, std::size_t arm, double reward);

  [[nodiscard]] const Numbers& theta1() const { return theta1_; }
  [[nodiscard]] const Numbers& theta2() const { return theta2_; }

 private:
  struct Arm {
    Numbers x;
    Numbers gradient;
    Numbers phi;
    double f1 = 0.0;
  };

  std::string name_;
  NaiveShape shape1_;
  Features features_;
  NaiveShape shape2_;
  Numbers theta1_;
  Numbers theta2_;
  Training training1_;
  Training training2_;
  std::vector<Arm> arms_;
};

// The two networks' training that the settings ask for.
Training training_of(const Spec& method, std::uint64_t network, std::uint64_t seed);

}  // namespace eenet::verify::plain
