"""A toy EE-Net of another program, in plain Python: depth 2, phi the whole gradient, sums in Python's order.

`fault` seeds one mistake. The environment is nobody else's: random unit contexts, h = (1 + a.x) / 2, coins as rewards.
"""

import math
import random

from eenet_trace import TraceWriter

D, M, ARMS = 3, 4, 3
FAULTS = ("none", "label-after-step", "wrong-arm", "stale-phi", "loss-without-half", "ascent", "no-derivative",
          "after-round-57", "reward-of-another", "regret-of-uniform", "f2-on-reward")


def relu(z):
    return max(z, 0.0)


class Network:
    def __init__(self, inputs, weights):
        self.inputs = inputs
        self.w1 = [weights[j * inputs:(j + 1) * inputs] for j in range(M)]
        self.w2 = weights[M * inputs:]

    def value(self, x):
        return sum(w * relu(sum(a * b for a, b in zip(row, x))) for w, row in zip(self.w2, self.w1))

    def gradient(self, x, derivative=True):
        z = [sum(a * b for a, b in zip(row, x)) for row in self.w1]
        active = [1.0 if entry > 0.0 or not derivative else 0.0 for entry in z]
        hidden = [w * on * entry for w, on in zip(self.w2, active) for entry in x]
        return hidden + [relu(entry) for entry in z]

    def step(self, scale, gradient):
        flat = [w - scale * g for w, g in zip(self.parameters(), gradient)]
        self.__init__(self.inputs, flat)

    def parameters(self):
        return [w for row in self.w1 for w in row] + self.w2


def unit(values):
    norm = math.sqrt(sum(v * v for v in values))
    if norm == 0.0:  # every unit is dead: the first unit vector, as docs/numerics.md has it
        return [1.0] + [0.0] * (len(values) - 1)
    return [v / norm for v in values]


def play(path, rounds=100, seed=1, fault="none", eta=0.125, **header):
    rng = random.Random(seed)
    parameters1 = M * D + M
    theta1 = [rng.gauss(0.0, math.sqrt(2.0 / M)) for _ in range(parameters1)]
    theta2 = [rng.gauss(0.0, math.sqrt(2.0 / M)) for _ in range(M * parameters1 + M)]
    f1, f2 = Network(D, theta1), Network(parameters1, theta2)
    direction = unit([rng.gauss(0.0, 1.0) for _ in range(D)])
    said = {"producer": "toy 1.0", "environment": "coins-on-a-sphere", "method": "eenet",
            "method_settings": {"width": M, "depth": 2, "schedule": "online", "eta1": eta, "eta2": eta,
                                "features": "gradient"},
            "rounds": rounds, "seed": seed, "dim": D, "arms": ARMS, "initial_parameters": [theta1, theta2]}
    with TraceWriter(path) as trace:
        trace.header(**{**said, **header})
        stale = None
        for t in range(1, rounds + 1):
            contexts = [unit([rng.gauss(0.0, 1.0) for _ in range(D)]) for _ in range(ARMS)]
            h = [(1.0 + sum(a * b for a, b in zip(direction, x))) / 2.0 for x in contexts]
            rewards = [1.0 if rng.random() < p else 0.0 for p in h]
            gradients = [f1.gradient(x, fault != "no-derivative") for x in contexts]
            phi = [unit(g) for g in (stale or gradients)] if fault == "stale-phi" else [unit(g) for g in gradients]
            stale = gradients
            first = [f1.value(x) for x in contexts]
            second = [f2.value(p) for p in phi]
            sums = [a + b for a, b in zip(first, second)]
            arm = sums.index(min(sums) if fault == "wrong-arm" else max(sums))
            reward = rewards[arm - 1] if fault == "reward-of-another" else rewards[arm]
            rate = eta * (2.0 if fault == "loss-without-half" else -0.0625 if fault == "ascent" else 1.0)
            if fault == "after-round-57" and t > 57:
                rate = 0.0
            label = reward - first[arm]
            f1.step(rate * (first[arm] - reward), gradients[arm])
            if fault == "label-after-step":
                label = reward - f1.value(contexts[arm])
            target = reward if fault == "f2-on-reward" else label
            f2.step(eta * (second[arm] - target), f2.gradient(phi[arm]))
            trace.round(arm=arm, reward=reward, contexts=contexts, f1=first, f2=second, rewards=rewards,
                        expected_rewards=h, label=label, note="a field of our own")
        if fault == "regret-of-uniform":
            trace.end(parameters=[f1.parameters(), f2.parameters()], regret=0.25 * rounds)
        else:
            trace.end(parameters=[f1.parameters(), f2.parameters()])
