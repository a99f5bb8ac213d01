// ADOL-C: records f on a tape and runs the tape backwards. Its state is global: one at a time in a
// process.
#include "verify/differentiators/differentiator.h"

#ifdef EENET_HAS_ADOLC
#include <adolc/adolc.h>
#include <adolc/adolc_fatalerror.h>

#include "reference/out_of_memory.h"
#endif

namespace eenet::verify {

#ifdef EENET_HAS_ADOLC

namespace {

constexpr short kTape = 1;

class AdolcTape final : public Differentiator {
 public:
  [[nodiscard]] std::string name() const override { return "ADOL-C tape"; }
  [[nodiscard]] bool takes(const NaiveShape& /*shape*/) const override { return true; }

  [[nodiscard]] std::vector<Slope> slopes(const Point& point, Rng& /*rng*/) const override {
    try {
      return taped_slopes(point);
    } catch (const FatalError&) {
      // Called as below, it fails where it gets no memory, and does not say so.
      throw OutOfMemory("the tape of ADOL-C");
    }
  }

 private:
  static std::vector<Slope> taped_slopes(const Point& point) {
    constexpr int kKeepForReverse = 1;
    trace_on(kTape, kKeepForReverse);
    std::vector<adouble> theta(point.theta.size());
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] <<= point.theta[i];
    double value = 0.0;
    naive_value(point.shape, theta, point.x) >>= value;
    trace_off();
    double weight = 1.0;
    std::vector<double> gradient(theta.size());
    reverse(kTape, 1, static_cast<int>(theta.size()), 0, weight, gradient.data());
    return entry_slopes(gradient);
  }
};

}  // namespace

std::unique_ptr<Differentiator> adolc_tape() {
  return std::make_unique<AdolcTape>();
}

#else

std::unique_ptr<Differentiator> adolc_tape() {
  return nullptr;
}

#endif

}  // namespace eenet::verify
