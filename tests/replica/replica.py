#!/usr/bin/env python3
"""A second writing of the reference, from docs/numerics.md, in plain Python.

usage: replica.py TRACE        a file written with `eenet run --trace full`
       replica.py --self-test

Plays the trace again and compares every score, choice, label, digest and final
parameter with the recorded one, bit for bit. The environments in ENVIRONMENTS are
drawn again as well; of others, contexts and rewards are taken from the trace.
Exit code 0: all the same; 1: the first difference is printed; 2: not a trace.
"""

import json
import math
import statistics
import struct
import sys

from embedding import Embedding, eigenvectors, has_distances, solve
from numerics import (MASK, below, cosine, dot, fnv1a64, in_order, normal, normal_quantile, normalise, philox4x64,
                      row_times, shuffled, uniform, unit_vector, words)


# ---- Network: the matrices W_1 ... W_L, each a list of rows
def network_shape(dim, width, depth):
    return [(width, dim)] + [(width, width)] * (depth - 2) + [(1, width)]


def random_parameters(source, shape):
    width, theta = shape[-1][1], []
    for layer, (rows, columns) in enumerate(shape, 1):
        scale = math.sqrt((2 if layer < len(shape) else 1) / width)
        theta += [scale * normal(source) for _ in range(rows * columns)]
    return theta


def network_from(theta, shape):
    entries = iter(theta)
    return [[[next(entries) for _ in range(columns)] for _ in range(rows)]
            for rows, columns in shape]


def relu(z):
    return 0.0 if z <= 0 else z


def forward(network, x):
    """The outputs of the layers 0 ... L-1, and f."""
    outputs = [x]
    for matrix in network[:-1]:
        outputs.append([relu(row_times(row, outputs[-1])) for row in matrix])
    return outputs, dot(network[-1][0], outputs[-1])


def backward(network, outputs):
    """s_1 ... s_(L-1)."""
    above, signals = network[-1][0], []
    for layer in range(len(network) - 1, 0, -1):
        signals.insert(0, [(1.0 if o > 0 else 0.0) * a for o, a in zip(outputs[layer], above)])
        above = [dot(column, signals[0]) for column in zip(*network[layer - 1])]
    return signals


def gradient(outputs, signals):
    inner = [s * o for signal, output in zip(signals, outputs) for s in signal for o in output]
    return inner + outputs[-1]


def step(network, outputs, signals, c):
    for matrix, signal, output in zip(network, signals, outputs):
        for row, s in zip(matrix, signal):
            for k, o in enumerate(output):
                if o != 0:
                    row[k] -= c * (s * o)
    for k, o in enumerate(outputs[-1]):
        network[-1][0][k] -= c * o


def retrain(network, samples, rate, steps, loss):
    """Steps over the samples until their number is made or the loss of a whole pass is small."""
    done = 0
    while done < steps:
        total = 0.0
        for x, y in samples[:steps - done]:
            outputs, f = forward(network, x)
            step(network, outputs, backward(network, outputs), rate * (f - y))
            total += (f - y) * (f - y)
        done += len(samples)
        if total / len(samples) <= loss:  # after a part of a pass it ends anyway
            return


# ---- Features
class Features:
    """The map from a gradient of f1 to the input of f2, of `dim` entries."""

    def __init__(self, settings, seed, entries):
        self.name, self.dim, self.embedding = settings["features"], entries, None
        if self.name == "block-mean":
            self.block = int(settings["block"])
            self.dim = -(-entries // self.block)
        elif self.name != "gradient":
            self.dim, source = int(settings["k"]), words(seed, "features", 0)
            self.places = [divmod(below(source, 2 * self.dim), 2) for _ in range(entries)]
        if self.name == "lle":
            self.embedding = Embedding(self.dim, int(settings["neighbours"]), int(settings["landmarks"]),
                                       float(settings["ridge"]))

    def learn(self, g):
        """Takes the gradient of the played arm, after its round."""
        if self.embedding:
            self.embedding.add(g)

    def value(self, g):
        if self.name == "gradient":
            return normalise(g)
        if self.name == "block-mean":
            return normalise(block_means(g, self.block))
        if self.embedding and self.embedding.fitted and has_distances(g):
            return self.embedding.value(g)
        phi = [0.0] * self.dim
        for entry, (place, sign) in zip(g, self.places):
            phi[place] += entry if sign else -entry
        return normalise(phi)


def block_means(g, length):
    return [in_order(g[start:start + length]) / length for start in range(0, len(g), length)]


# ---- Algorithm 1
LABELS = {"eenet": lambda gain: gain, "eenet-abs": abs, "eenet-relu": relu, "greedy": None}


class Learner:
    """EE-Net, or `greedy`, which has the first network only and no label."""

    def __init__(self, header):
        settings, seed = header["method"]["settings"], header["seed"]
        width, depth = int(settings["width"]), int(settings["depth"])
        self.settings, self.seed, self.t = settings, seed, 0
        self.label = LABELS[header["method"]["name"]]
        shapes = [network_shape(header["dim"], width, depth)]
        if self.label:
            self.features = Features(settings, seed, sum(rows * columns for rows, columns in shapes[0]))
            shapes.append(network_shape(self.features.dim, width, depth))
        start = header.get("initial_parameters") or [
            random_parameters(words(seed, f"init/f{i}", 0), shape)
            for i, shape in enumerate(shapes, 1)]
        self.networks = [network_from(*pair) for pair in zip(start, shapes)]
        self.samples = [[] for _ in shapes]
        if "R" in settings:
            self.rates = [float(settings["R"]) * float(settings["R"]) / math.sqrt(width)] * 2
        else:
            self.rates = [float(settings[f"eta{i}"]) for i, _ in enumerate(shapes, 1)]

    def parameters(self):
        return [[weight for matrix in network for row in matrix for weight in row]
                for network in self.networks]

    def choose(self, contexts):
        """f1 (and f2) of every arm, and the arm."""
        self.passes = []
        for x in contexts:
            outputs, f1 = forward(self.networks[0], x)
            signals = backward(self.networks[0], outputs)
            self.passes.append([(outputs, signals, f1)])
            if self.label:
                phi = self.features.value(gradient(outputs, signals))
                outputs, f2 = forward(self.networks[1], phi)
                self.passes[-1].append((outputs, backward(self.networks[1], outputs), f2))
        scores = [[value for _, _, value in passes] for passes in zip(*self.passes)]
        totals = [f1 + f2 for f1, f2 in zip(*scores)] if self.label else scores[0]
        self.arm = totals.index(max(totals))
        return scores, self.arm

    def learn(self, reward):
        """Ends the round; a list of the label, where there is one."""
        self.t += 1
        passes, targets = self.passes[self.arm], [reward]
        if self.label:
            targets.append(self.label(reward - passes[0][2]))
            self.features.learn(gradient(*passes[0][:2]))
        for i, (outputs, signals, value) in enumerate(passes):
            if self.settings["schedule"] == "online":
                step(self.networks[i], outputs, signals, self.rates[i] * (value - targets[i]))
            else:
                self.samples[i].append((outputs[0], targets[i]))
                if is_training_round(self.settings, self.t):
                    self.retrain(i)
        return targets[1:]

    def retrain(self, i):
        order = shuffled(self.samples[i], words(self.seed, "training", 2 * self.t + i))
        retrain(self.networks[i], order, self.rates[i], int(self.settings["steps"]),
                float(self.settings[f"loss{i + 1}"]))


def is_training_round(settings, t):
    late = t - 1 >= int(settings["late_from"])
    return (t - 1) % int(settings["late_every" if late else "every"]) == 0


# ---- Environment
ENVIRONMENTS = {"linear": lambda u: (1 + u) / 2, "quadratic": lambda u: u * u,
                "cosine": lambda u: (1 + cosine(3 * u)) / 2}


def cut(value):
    return min(max(value, 0.0), 1.0)


def draw_round(header, t):
    """Contexts, expected rewards and rewards; None where they are not written again here."""
    settings, seed = header["environment"]["settings"], header["seed"]
    h = ENVIRONMENTS.get(header["environment"]["name"])
    if h is None or settings["contexts"] != "sphere":
        return None
    a = unit_vector(words(seed, "environment", 0), header["dim"])
    source = words(seed, "environment", t)
    contexts = [unit_vector(source, header["dim"]) for _ in range(header["arms"])]
    expected = rewards = [cut(h(dot(a, x))) for x in contexts]
    if settings["noise"] == "bernoulli":
        rewards = [1.0 if uniform(source) < mean else 0.0 for mean in expected]
    elif settings["noise"] == "bounded":
        bounds = [min(float(settings["amplitude"]), mean, 1 - mean) for mean in expected]
        rewards = [cut(mean + (2 * uniform(source) - 1) * b) for mean, b in zip(expected, bounds)]
    return {"contexts": contexts, "expected_rewards": expected, "rewards": rewards}


# ---- Trace
class Difference(Exception):
    pass


def bits(number):
    # The bits of a NaN vary by machine.
    return struct.unpack("<Q", struct.pack("<d", number))[0] if number == number else 0x7FF8000000000000


def digest(state, entries):
    for entry in entries:
        state ^= bits(entry) if isinstance(entry, float) else entry
        state = state * 0x100000001B3 & MASK
        state ^= state >> 32
    return state


def shown(value):
    return f"{value!r} ({bits(value):016x})" if isinstance(value, float) else repr(value)


def compare(where, recorded, recomputed):
    both_lists = isinstance(recorded, list) and isinstance(recomputed, list)
    if isinstance(recomputed, dict):
        for field in {**recomputed, **recorded}:
            compare(f"{where}, {field}", recorded.get(field), recomputed.get(field))
    elif both_lists and len(recorded) == len(recomputed):
        for i, pair in enumerate(zip(recorded, recomputed)):
            compare(f"{where}[{i}]", *pair)
    elif shown(recorded) != shown(recomputed):
        raise Difference(f"{where}: recorded {shown(recorded)}, recomputed {shown(recomputed)}")


def status_after(header, learner, rounds):
    """`diverged` if a parameter is not finite any more, or a score of the round that would follow.
    None if that round is not known."""
    numbers = learner.parameters()
    if rounds < header["rounds"]:
        following = draw_round(header, rounds + 1)
        if following is None:
            return None
        numbers += learner.choose(following["contexts"])[0]
    finite = all(math.isfinite(number) for vector in numbers for number in vector)
    return "completed" if finite else "diverged"


def replay(path):
    """Compares all, and answers the number of rounds."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")[:-1]  # what follows the last line end was cut short
    header, *rounds = [json.loads(line) for line in lines]
    if header["schema"] != "eenet.trace/1" or header["detail"] != "full" or not rounds:
        raise ValueError("expected the schema eenet.trace/1, full detail and at least one round")
    end = rounds.pop()["end"] if "end" in rounds[-1] else None
    learner = Learner(header)
    state, regret, realized_regret = 0xCBF29CE484222325, 0.0, 0.0
    for t, recorded in enumerate(rounds, 1):
        played = draw_round(header, t) or {
            field: recorded[field] for field in ("contexts", "expected_rewards", "rewards")}
        expected, rewards = played["expected_rewards"], played["rewards"]
        scores, arm = learner.choose(played["contexts"])
        label = learner.learn(rewards[arm])
        checkpoint = t & (t - 1) == 0 or t == header["rounds"]
        for numbers in [*played["contexts"], *scores, [arm, rewards[arm]], label,
                        *(learner.parameters() if checkpoint else [])]:
            state = digest(state, numbers)
        compare(f"round {t}", recorded, {
            "t": t, **played, **dict(zip(("f1", "f2"), scores)), "arm": arm,
            "reward": rewards[arm], **dict(zip(("label",), label)), "digest": f"{state:016x}"})
        best = expected.index(max(expected))
        regret += expected[best] - expected[arm]
        realized_regret += rewards[best] - rewards[arm]
    if end is None:
        print(f"{path}: no end, compared up to the last whole round", file=sys.stderr)
        return len(rounds)
    outcome = {"status": status_after(header, learner, len(rounds)) or end["status"]}
    if outcome["status"] == "completed":
        outcome["parameters"] = learner.parameters()
    compare("end", end, {"rounds": len(rounds), "regret": regret, "digest": f"{state:016x}",
                         "realized_regret": realized_regret, **outcome})
    return len(rounds)


def self_test():
    assert "".join(f"{word:016x}" for word in philox4x64((0, 0), (0, 0, 0, 0))) == (
        "16554d9eca36314cdb20fe9d672d0fdcd7e772cee186176b7e68b68aec7ba23b")
    assert fnv1a64("a") == 0xAF63DC4C8601EC8C
    assert normalise([0.0, -0.0]) == [1.0, 0.0]
    assert normalise([3 * 2.0**-1074, -4 * 2.0**-1074]) == [0.6, -0.8]
    assert dot([2.0**53, 1, 1, 1, -(2.0**53)], [1.0] * 5) == 3  # 2 if summed from left to right
    for p in (1e-300, 1e-9, 0.05, 0.3, 0.5, 0.9, 1 - 2**-53):
        assert math.isclose(normal_quantile(p), statistics.NormalDist().inv_cdf(p), rel_tol=1e-15)
    assert sorted(shuffled(range(9), words(1, "training", 2))) == list(range(9))
    assert solve([[4.0], [2.0, 5.0]], [8.0, 8.0]) == [1.5, 1.0]
    for vector, signs in zip(eigenvectors([[2.0, 1.0], [1.0, 2.0]]), ((1, -1), (1, 1))):
        assert all(math.isclose(x, sign * math.sqrt(0.5)) for x, sign in zip(vector, signs))
    assert digest(0xCBF29CE484222325, [0]) == 0xAF63BD4C8601B7DF ^ 0xAF63BD4C


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    if arguments == ["--self-test"]:
        self_test()
        return 0
    path = arguments[0]
    try:
        print(f"{path}: {replay(path)} rounds, every bit the same")
        return 0
    except Difference as difference:
        print(f"{path}: {difference}")
        return 1
    except (OSError, ArithmeticError, AttributeError, LookupError, StopIteration, TypeError,
            ValueError) as error:
        print(f"{path}: not a trace that can be played again: {type(error).__name__}: {error}")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
