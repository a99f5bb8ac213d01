// One network of a question under a reading, and the levels that are about it alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "verify/oracle/expected/expectations.h"
#include "verify/oracle/expected/network.h"
#include "verify/oracle/expected/step.h"

namespace eenet::verify::oracle {

// Network `network` with parameters `theta`, as the reading takes them.
class ExpectedNetwork {
 public:
  ExpectedNetwork(const nlohmann::json& network, std::vector<double> theta, const Reading& reading);

  struct At {
    Ball value;
    Balls gradient;
    bool at_kink = false;
    double largest = 0.0;
  };
  // `with_gradient`: otherwise it is left out.
  [[nodiscard]] At at(const Balls& x, Kinks kinks, bool with_gradient) const;
  // The step towards a target from there.
  [[nodiscard]] Stepped step(const At& at, const Ball& target, double eta) const;

  [[nodiscard]] const std::shared_ptr<const ParameterMap>& map() const { return map_; }
  [[nodiscard]] const std::vector<double>& theta() const { return theta_; }
  [[nodiscard]] const Rounding& rounding() const { return rounding_; }
  [[nodiscard]] const Reading& reading() const { return reading_; }

 private:
  Reading reading_;
  Rounding rounding_;
  std::shared_ptr<const ParameterMap> map_;
  std::vector<double> theta_;
  std::vector<double> embedded_;
};

// Places of parameters: "W_2[0][3]".
std::function<std::string(std::size_t)> parameter_places(std::shared_ptr<const ParameterMap> map);

std::vector<Ball> as_list(const Balls& balls);

Expectations expected_forward(const nlohmann::json& question, const Reading& reading);
Expectations expected_gradient(const nlohmann::json& question, const Reading& reading);
Expectations expected_update(const nlohmann::json& question, const Reading& reading);
// In expected_round.cc, and expected_ntk.cc.
Expectations expected_round(const nlohmann::json& question, const Reading& reading);
Expectations expected_ntk(const nlohmann::json& question, const Reading& reading);

}  // namespace eenet::verify::oracle
