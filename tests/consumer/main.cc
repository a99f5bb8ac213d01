// EE-Net plays 200 rounds against a linear reward function and tells its regret.
#include <iostream>

#include "reference/interaction.h"
#include "reference/registry.h"

int main() {
  const auto environment =
      eenet::make_environment(eenet::Spec::parse("linear:dim=20,arms=10"), {.seed = 1});
  const auto policy =
      eenet::make_policy(eenet::Spec::parse("eenet:width=100"), *environment, {.seed = 1});

  const eenet::RunOutcome outcome = eenet::play(*environment, *policy, 200);

  std::cout << "regret " << outcome.regret.pseudo << ", of a uniform choice "
            << outcome.regret.uniform << ", digest " << outcome.digest.hex() << '\n';
}
