"""PyTorch, with its own products and its own differentiator, agrees with the reference on one round of Algorithm 1.

usage: torch_test.py EENET      exit 77: PyTorch is not installed (package python3-torch)

Both start from the same parameters and see the same contexts and rewards; scores, arm, label and the parameters after
the step are compared. Each rounds in an order of its own, so a third evaluation, in NumPy, carries beside every number
the most by which two programs can differ in it: n roundings of terms that add up to s in absolute value, in whatever
order, move a result by at most gamma(n) s (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 3).
The bounds' own roundings change their last digits only.
"""

import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import NamedTuple

try:
    import numpy as np
    import torch
    from torch.nn.functional import leaky_relu, linear, relu
except ImportError:
    print("skipped: PyTorch is not installed (package python3-torch)")
    sys.exit(77)

DIM, WIDTH, ETA1, ETA2, BLOCK = 4, 8, 0.3, 0.2, 9  # the last block is a short one at every depth
LABELS = {"eenet": lambda gain: gain, "eenet-abs": abs, "eenet-relu": lambda gain: gain * (gain > 0)}
QUANTITIES = ("f1", "f2", "arm", "label", "theta1", "theta2")  # in the order in which a fault spreads


class Undecided(Exception):
    """Rounding alone decides whether a unit is on or which arm is best: the programs may rightly differ."""


class Shared(NamedTuple):
    """A quantity that all programs compute: NumPy's value, and the most by which those of any two can differ."""
    value: np.ndarray
    error: np.ndarray
    size = property(lambda self: abs(self.value) + self.error)  # no program's value is larger

    def masked(self, on):
        return Shared(on * self.value, on * self.error)


def exact(value):
    return Shared(np.asarray(value), np.zeros(np.shape(value)))


def rounded(value, error, size, roundings):
    gamma = roundings * 2**-53 / (1 - roundings * 2**-53)
    return Shared(value, error + 2 * gamma * size)  # 2: both programs round


def difference(a, b):
    return rounded(a.value - b.value, a.error + b.error, abs(a.value - b.value) + a.error + b.error, 1)


def product(matrix, vector):
    """n products and n - 1 sums: no term is rounded more than n times."""
    parts = matrix @ vector.value, abs(matrix) @ vector.error, abs(matrix) @ vector.size
    return rounded(*parts, matrix.shape[1])


def forward(weights, x):
    """The inputs of all layers, and f. relu is exact, takes no two numbers further apart, and makes a unit that is off
    in both programs 0 in both. A sum of zeros is exact too, so a unit at 0 without error is off in both."""
    inputs = [x]
    for matrix in weights[:-1]:
        z = product(matrix, inputs[-1])
        if np.any((abs(z.value) <= z.error) & (z.error > 0)):
            raise Undecided("a unit")
        inputs.append(z.masked(z.value > 0))
    return inputs, product(weights[-1], inputs[-1])


def gradient(weights, inputs, signal):
    """The gradient of f times signal. Whether that enters first or last, there are as many factors to round."""
    layers = []
    for matrix, x in zip(reversed(weights), reversed(inputs)):
        error = np.outer(signal.error, x.size) + np.outer(abs(signal.value), x.error)
        entries = rounded(np.outer(signal.value, x.value), error, np.outer(signal.size, x.size), 1)
        layers.insert(0, [part.ravel() for part in entries])
        signal = product(matrix.T, signal).masked(x.value > 0)
    return Shared(*map(np.concatenate, zip(*layers)))


def block_means(g):
    return rounded(*(np.add.reduceat(part, range(0, len(part), BLOCK)) / BLOCK for part in (*g, g.size)), BLOCK)


def unit(v):
    """v/|v| differs by dv/|v| and, as the norm does, by v/|v| times |dv|/|v|. The square of the norm is rounded n
    times, of which the root leaves half; then the root and the quotient are rounded."""
    norm, norm_error = np.linalg.norm(v.value), np.linalg.norm(v.error)
    if norm == norm_error == 0:
        return exact(np.eye(1, len(v.value))[0])
    if norm <= norm_error:
        raise Undecided("a direction")
    size = v.size / (norm - norm_error)
    return rounded(v.value / norm, (v.error + size * norm_error) / (norm - norm_error), size, len(v.value) / 2 + 2)


def stepped(weights, inputs, f, y, eta):
    g = gradient(weights, inputs, difference(f, y))
    start = exact(np.concatenate([matrix.ravel() for matrix in weights]))
    return difference(start, rounded(eta * g.value, eta * g.error, eta * g.size, 1))


def allowed_errors(case):
    """By how much the programs may differ in each quantity; raises Undecided where that is not small."""
    inputs1, f1 = zip(*(forward(case["weights1"], exact(x)) for x in case["contexts"]))
    gradients = [gradient(case["weights1"], inputs, exact([1.0])) for inputs in inputs1]
    phi = [unit(block_means(g) if case["features"] == "block-mean" else g) for g in gradients]
    inputs2, f2 = zip(*(forward(case["weights2"], features) for features in phi))
    totals = [difference(a, Shared(-b.value, b.error)) for a, b in zip(f1, f2)]
    arm = int(np.argmax([each.value for each in totals]))
    others = totals[:arm] + totals[arm + 1:]
    if any(totals[arm].value - other.value <= totals[arm].error + other.error for other in others):
        raise Undecided("the arm")
    reward = exact(case["rewards"][arm:arm + 1])
    gain = difference(reward, f1[arm])
    label = Shared(LABELS[case["method"]](gain.value), gain.error)  # no label takes two gains further apart
    theta1 = stepped(case["weights1"], inputs1[arm], f1[arm], reward, ETA1)
    theta2 = stepped(case["weights2"], inputs2[arm], f2[arm], label, ETA2)
    f1_error, f2_error = (np.concatenate([score.error for score in scores]) for scores in (f1, f2))
    return dict(zip(QUANTITIES, (f1_error, f2_error, 0, label.error, theta1.error, theta2.error)))


PARTS = {  # of the peer, those that a fault can replace
    "kind": torch.float64,
    "hidden": lambda matrix, x: relu(linear(x, matrix)),
    "block_mean": lambda block: block.sum() / BLOCK,
    "unit": lambda v: v / v.dot(v).sqrt() if v.any() else torch.eye(1, len(v), dtype=v.dtype)[0],
    "choice": lambda f1, f2: int((f1 + f2).argmax()),
    "seen": lambda before, after: before,  # f1 and phi for the label and the step of f2: those before the step of f1
    "loss": lambda f, y: 0.5 * (f - y)**2}


def hidden_as_printed(matrix, x):
    """The layer with the gradient that the paper prints, without D_l for W_l itself (docs/deviations.md, D1)."""
    unmasked = linear(x.detach(), matrix)
    return relu(linear(x, matrix.detach())) + (unmasked - unmasked.detach())


FAULTS = {  # the quantity that has to notice it first, and the part it replaces
    "single precision": ("f1", {"kind": torch.float32}),
    "leaky relu": ("f1", {"hidden": lambda matrix, x: leaky_relu(linear(x, matrix))}),
    "gradient as printed": ("f2", {"hidden": hidden_as_printed}),
    "short block by its length": ("f2", {"block_mean": lambda block: block.mean()}),
    "phi not normalised": ("f2", {"unit": lambda v: v}),
    "choice by f1 alone": ("arm", {"choice": lambda f1, f2: int(f1.argmax())}),
    "label of the stepped f1": ("label", {"seen": lambda before, after: (after[0], before[1])}),
    "loss without 1/2": ("theta1", {"loss": lambda f, y: (f - y)**2}),
    "phi of the stepped f1": ("theta2", {"seen": lambda before, after: (before[0], after[1])})}


def peer_round(case, kind, hidden, block_mean, unit, choice, seen, loss):
    """Every quantity of the round, from PyTorch."""
    def network(weights, x):
        for matrix in weights[:-1]:
            x = hidden(matrix, x)
        return linear(x, weights[-1])[0]

    def f1_and_phi(x):
        f1 = network(weights1, x)
        g = torch.cat([part.ravel() for part in torch.autograd.grad(f1, weights1)])
        means = torch.stack([block_mean(block) for block in g.split(BLOCK)]) if case["features"] == "block-mean" else g
        return f1.detach(), unit(means)

    def stepped(weights, x, y, eta):
        optimizer = torch.optim.SGD(weights, lr=eta)
        loss(network(weights, x), y).backward()
        optimizer.step()
        return torch.cat([matrix.detach().ravel() for matrix in weights])

    weights1, weights2 = ([torch.tensor(matrix, dtype=kind, requires_grad=True) for matrix in case[name]]
                          for name in ("weights1", "weights2"))
    contexts = torch.tensor(case["contexts"], dtype=kind)
    before = [f1_and_phi(x) for x in contexts]
    f1 = torch.stack([f for f, _ in before])
    f2 = torch.stack([network(weights2, phi).detach() for _, phi in before])
    arm = choice(f1, f2)
    theta1 = stepped(weights1, contexts[arm], case["rewards"][arm], ETA1)
    seen_f1, seen_phi = seen(before[arm], f1_and_phi(contexts[arm]))
    label = LABELS[case["method"]](case["rewards"][arm] - seen_f1)
    theta2 = stepped(weights2, seen_phi, label, ETA2)
    return dict(zip(QUANTITIES, (f1, f2, arm, label, theta1, theta2)))


def random_weights(random, input_dim, depth):
    """Of a size that makes scores about as large as rewards."""
    shapes = [(WIDTH, input_dim)] + [(WIDTH, WIDTH)] * (depth - 2) + [(1, WIDTH)]
    return [random.normal(size=shape) * np.sqrt(2 / WIDTH) for shape in shapes]


def run_cases(eenet, method, depth, features, seeds):
    """One round a seed, all from the same parameters."""
    random = np.random.default_rng([depth, *map(ord, method + features)])
    weights1 = random_weights(random, DIM, depth)
    count = sum(matrix.size for matrix in weights1)
    weights2 = random_weights(random, -(-count // BLOCK) if features == "block-mean" else count, depth)
    blocks = f",block={BLOCK}" if features == "block-mean" else ""
    settings = f"width={WIDTH},depth={depth},features={features},eta1={ETA1},eta2={ETA2}{blocks}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, weights in (("1.npy", weights1), ("2.npy", weights2)):
            np.save(folder / file, np.concatenate([matrix.ravel() for matrix in weights]))
        subprocess.run([eenet, "run", "--env", f"linear:dim={DIM},arms=5,noise=bernoulli", "--rounds", "1",
                        "--method", f"{method}:{settings}", "--seeds", f"{seeds[0]}..{seeds[-1]}", "--trace", "full",
                        "--init", "1.npy,2.npy", "--out", ".", "--quiet"], cwd=folder, check=True, capture_output=True)
        for seed in seeds:
            found = json.loads((folder / f"trace-{seed}.jsonl").read_text(encoding="utf-8").splitlines()[1])
            found |= {f"theta{i}": np.load(folder / f"theta{i}-{seed}.npy") for i in (1, 2)}
            yield {"method": method, "features": features, "weights1": weights1, "weights2": weights2,
                   "contexts": found["contexts"], "rewards": found["rewards"], "eenet": found}


def margins(cases, fault):
    """The worst error/bound of every quantity."""
    worst = dict.fromkeys(QUANTITIES, 0.0)
    for case in cases:
        theirs = peer_round(case, **{**PARTS, **fault})
        for name in QUANTITIES:
            error = abs(np.asarray(case["eenet"][name]) - np.asarray(theirs[name]))
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = np.where(error == 0, 0, error / case["allowed"][name])
            worst[name] = np.maximum(worst[name], ratio.max())  # a NaN stays
    return worst


class OneRound(unittest.TestCase):
    eenet = ""

    @classmethod
    def setUpClass(cls):
        torch.set_num_threads(1)
        cls.kept, cls.discarded = [], []
        for settings in itertools.product(LABELS, (2, 3, 4), ("gradient", "block-mean")):
            for case in run_cases(cls.eenet, *settings, range(1, 6)):
                try:
                    cls.kept.append({**case, "allowed": allowed_errors(case)})
                except Undecided as what:
                    cls.discarded.append(str(what))

    def test_nearly_every_case_is_decided(self):
        self.assertLess(9 * len(self.discarded), len(self.kept), self.discarded)

    def test_pytorch_agrees(self):
        worst = margins(self.kept, {})
        print(f"{len(self.kept)} cases kept, {len(self.discarded)} discarded; worst error/bound:",
              ", ".join(f"{name} {ratio:.3g}" for name, ratio in worst.items()))
        for name, ratio in worst.items():
            self.assertLessEqual(ratio, 1, name)

    def test_every_fault_is_noticed_where_it_enters(self):
        for fault, (first, part) in FAULTS.items():
            worst = margins(self.kept[::5], part)
            noticed = [name for name in QUANTITIES if not worst[name] <= 1]
            self.assertEqual(noticed[:1], [first], fault)

    def test_a_unit_that_rounding_decides_is_undecided(self):
        with self.assertRaises(Undecided):
            forward([np.array([[0.3, -0.1]]), np.ones((1, 1))], exact([0.1, 0.3]))


if __name__ == "__main__":
    OneRound.eenet = str(pathlib.Path(sys.argv.pop()).resolve())
    unittest.main()
