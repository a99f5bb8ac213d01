// `eenet-released` a second time, over flat parameter vectors and the plain numerics. Sums are
// taken in the order of docs/numerics.md, so the results have the reference's bits.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/settings.h"
#include "verify/plain/training.h"

namespace eenet::verify::plain {

class Released {
 public:
  // `method` is complete. Both networks start as drawn.
  Released(const Spec& method, std::size_t dimension, std::uint64_t seed);

  // f1, w (f2 - 1) and phi of every arm of round t.
  struct Scores {
    std::vector<Numbers> phi;
    Numbers exploitation;
    Numbers exploration;
    std::size_t arm = 0;
  };
  Scores scores(std::uint64_t t, const std::vector<Numbers>& contexts);

  // Learns from the reward of `arm`, one of the arms scored last, and returns the label.
  double learn(std::uint64_t t, std::size_t arm, double reward);

  [[nodiscard]] const Numbers& theta1() const { return theta1_; }
  [[nodiscard]] const Numbers& theta2() const { return theta2_; }

 private:
  struct Pass1 {
    Numbers hidden;
    Numbers signal;
    double value = 0.0;
  };
  struct Pass2 {
    Numbers filtered;
    Numbers hidden;
    double value = 0.0;
  };
  [[nodiscard]] Pass1 forward1(const Numbers& x) const;
  [[nodiscard]] Pass2 forward2(const Numbers& phi) const;
  [[nodiscard]] Numbers gradient1(const Numbers& x) const;
  [[nodiscard]] Numbers gradient2(const Numbers& phi) const;
  [[nodiscard]] Numbers pooled(const Numbers& gradient) const;
  template <typename Step>
  void train(std::vector<Sample>& samples, std::uint64_t index, double loss, const Step& step);
  void retrain(std::uint64_t t);

  std::size_t dimension_;
  std::size_t hidden_;
  std::size_t pool_;
  std::size_t filtered_ = 0;
  double eta1_;
  double eta2_;
  double decay_;
  std::uint64_t steps_;
  std::uint64_t seed_;
  Numbers theta1_;
  Numbers theta2_;
  std::vector<Sample> rewards_;
  std::vector<Sample> labels_;
  std::vector<Sample> arms_;  // x and f1 of the round
};

}  // namespace eenet::verify::plain
