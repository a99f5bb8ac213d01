#include "reference/environments/noise.h"

#include <algorithm>

namespace eenet {

std::vector<Key> Noise::keys() {
  return {{"noise", "none", "none, bernoulli or bounded"},
          {"amplitude", "0.1", "largest deviation", {"noise", {"bounded"}}}};
}

Noise::Noise(const Settings& settings)
    : kind_(settings.choice("noise", {"none", "bernoulli", "bounded"})),
      amplitude_(kind_ == "bounded" ? settings.real("amplitude", 0.0, 1.0) : 0.0) {}

void Noise::draw(Rng& rng, Round& round) const {
  round.rewards = round.expected_rewards;
  if (kind_ == "none") return;
  for (Eigen::Index i = 0; i < round.rewards.size(); ++i) {
    const double h = round.expected_rewards[i];
    const double u = rng.uniform();
    if (kind_ == "bernoulli") {
      round.rewards[i] = u < h ? 1.0 : 0.0;
    } else {
      const double reach = std::min({amplitude_, h, 1.0 - h});
      round.rewards[i] = std::clamp(h + (2.0 * u - 1.0) * reach, 0.0, 1.0);
    }
  }
}

}  // namespace eenet
