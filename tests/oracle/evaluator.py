"""Answers the questions of test vectors, from docs/protocol.md and docs/vectors.md, in plain Python.

Shares no code with the sources. Every sum and product goes through `fl`, which rounds to the
arithmetic that is played, and sums may run backwards: tolerances must hold for any order.
"""

import math
import random
import struct


def float32(number):
    return struct.unpack("f", struct.pack("f", number))[0]


def rounded(value, fl):
    """All floats of a question as the arithmetic stores them."""
    if isinstance(value, float):
        return fl(value)
    if isinstance(value, list):
        return [rounded(part, fl) for part in value]
    if isinstance(value, dict):
        return {name: rounded(part, fl) for name, part in value.items()}
    return value


class Evaluator:
    def __init__(self, scalar="float64", backwards=False):
        self.fl = float32 if scalar == "float32" else float
        self.backwards = backwards

    def answer(self, question):
        return getattr(self, "op_" + question["op"])(rounded(question, self.fl))

    # ---- Sums
    def total(self, terms):
        terms = list(terms)
        result = 0.0
        for term in reversed(terms) if self.backwards else terms:
            result = self.fl(result + term)
        return result

    def dot(self, a, b):
        return self.total(self.fl(x * y) for x, y in zip(a, b))

    # ---- The network
    def weights(self, network, theta):
        d, m, depth = network["input"], network["width"], network["depth"]
        shapes = [(m, d)] + [(m, m)] * (depth - 2) + [(1, m)]
        matrices, start = [], 0
        for rows, columns in shapes:
            matrices.append([theta[start + r * columns:start + (r + 1) * columns] for r in range(rows)])
            start += rows * columns
        return matrices

    def relu(self, z):
        return max(z, 0.0)

    def relu_slope(self, z):
        return 1.0 if z > 0 else 0.0

    def layers(self, network, theta, x):
        """Inputs of the layers' matrices, their pre-activations, and f."""
        matrices = self.weights(network, theta)
        outputs, sums = [x], []
        for matrix in matrices[:-1]:
            sums.append([self.dot(row, outputs[-1]) for row in matrix])
            outputs.append([self.relu(z) for z in sums[-1]])
        return outputs, sums, self.dot(matrices[-1][0], outputs[-1])

    def value(self, network, theta, x):
        return self.layers(network, theta, x)[2]

    def own_factor(self, slope, signal):
        return self.fl(slope * signal)

    def layer_gradient(self, signal, inputs):
        return [self.fl(s * i) for s in signal for i in inputs]

    def gradient(self, network, theta, x):
        matrices = self.weights(network, theta)
        outputs, sums, _ = self.layers(network, theta, x)
        gradients = [outputs[-1]]
        above = matrices[-1][0]
        for layer in range(len(sums) - 1, -1, -1):
            slopes = [self.relu_slope(z) for z in sums[layer]]
            signal = [self.own_factor(slope, a) for slope, a in zip(slopes, above)]
            gradients.insert(0, self.layer_gradient(signal, outputs[layer]))
            passed = [self.fl(slope * a) for slope, a in zip(slopes, above)]
            above = [self.dot(column, passed) for column in zip(*matrices[layer])]
        return [entry for part in gradients for entry in part]

    def loss_slope(self, value, target):
        return self.fl(value - target)

    def step(self, network, theta, x, target, eta):
        c = self.fl(eta * self.loss_slope(self.value(network, theta, x), target))
        return [self.fl(w - self.fl(c * g)) for w, g in zip(theta, self.gradient(network, theta, x))]

    def op_forward(self, q):
        return {"value": self.value(q["network"], q["theta"], q["x"])}

    def op_gradient(self, q):
        return {"gradient": self.gradient(q["network"], q["theta"], q["x"])}

    def op_update(self, q):
        return {"theta": self.step(q["network"], q["theta"], q["x"], q["target"], q["eta"])}

    # ---- phi
    def norm(self, v):
        return self.fl(math.sqrt(self.dot(v, v)))

    def normalised(self, v):
        largest = max(abs(entry) for entry in v)
        if largest == 0:
            return [1.0] + [0.0] * (len(v) - 1)
        v = [entry / 2.0 ** math.frexp(largest)[1] for entry in v]
        norm = self.norm(v)
        return [self.fl(entry / norm) for entry in v]

    def blocks(self, g, length):
        starts = range(0, len(g), length)
        return [self.fl(self.total(g[start:start + length]) / length) for start in starts]

    def projected(self, features, g):
        terms = [[] for _ in range(features["k"])]
        for row, sign, entry in zip(features["rows"], features["signs"], g):
            terms[row].append(sign * entry)
        return [self.total(part) for part in terms]

    def ridge(self, features, trace):
        return self.fl(features["ridge"] * trace) if trace > 0 else features["ridge"]

    def nearest(self, features, g):
        distances = []
        for i, landmark in enumerate(features["landmarks"]):
            away = [self.fl(x - y) for x, y in zip(g, landmark)]
            distances.append((self.dot(away, away), i))
        return [i for _, i in sorted(distances)[:features["neighbours"]]]

    def solve(self, a, b):
        """Gauss with pivots."""
        n = len(b)
        a = [row + [right] for row, right in zip(a, b)]
        for j in range(n):
            pivot = max(range(j, n), key=lambda i: abs(a[i][j]))
            a[j], a[pivot] = a[pivot], a[j]
            for i in range(j + 1, n):
                factor = self.fl(a[i][j] / a[j][j])
                a[i] = [self.fl(x - self.fl(factor * y)) for x, y in zip(a[i], a[j])]
        x = [0.0] * n
        for j in reversed(range(n)):
            rest = self.fl(a[j][n] - self.dot(a[j][j + 1:n], x[j + 1:]))
            x[j] = self.fl(rest / a[j][j])
        return x

    def embedded(self, features, g):
        near = self.nearest(features, g)
        away = [[self.fl(x - y) for x, y in zip(g, features["landmarks"][i])] for i in near]
        c = [[self.dot(v, w) for w in away] for v in away]
        raised = self.ridge(features, self.total(c[i][i] for i in range(len(c))))
        for i, row in enumerate(c):
            row[i] = self.fl(row[i] + raised)
        w = self.solve(c, [1.0] * len(c))
        scale = self.total(w)
        w = [self.fl(entry / scale) for entry in w]
        columns = zip(*(features["embedding"][i] for i in near))
        return [self.dot(w, column) for column in columns]

    def features(self, features, g):
        if features["kind"] == "gradient":
            raw = g
        elif features["kind"] == "block-mean":
            raw = self.blocks(g, features["block"])
        elif features["kind"] == "projection":
            raw = self.projected(features, g)
        else:
            raw = self.embedded(features, g)
        return self.normalised(raw)

    def op_features(self, q):
        return {"features": self.features(q["features"], q["gradient"])}

    # ---- A round
    def scores(self, f1, f2):
        return [self.fl(a + b) for a, b in zip(f1, f2)]

    def choice(self, scores):
        return scores.index(max(scores))

    def label(self, q, f1):
        return self.fl(q["reward"] - f1[q["play"]])

    def played(self, q, arm):
        del arm
        return q["play"]

    def op_round(self, q):
        network1, theta1, arms = q["network1"], q["theta1"], q["arms"]
        answer = {"f1": [self.value(network1, theta1, x) for x in arms]}
        if q["method"] == "greedy":
            answer["arm"] = self.choice(answer["f1"])
        else:
            gradients = [self.gradient(network1, theta1, x) for x in arms]
            answer["phi"] = [self.features(q["features"], g) for g in gradients]
            answer["f2"] = [self.value(q["network2"], q["theta2"], phi) for phi in answer["phi"]]
            answer["arm"] = self.choice(self.scores(answer["f1"], answer["f2"]))
        q = dict(q, play=self.played(q, answer["arm"]))
        answer["theta1"] = self.step(network1, theta1, arms[q["play"]], q["reward"], q["eta1"])
        if q["method"] != "greedy":
            answer["label"] = self.label(q, self.scores_for_label(q, answer))
            answer["theta2"] = self.step(q["network2"], q["theta2"], answer["phi"][q["play"]],
                                         answer["label"], q["eta2"])
        return answer

    def scores_for_label(self, q, answer):
        del q
        return answer["f1"]

    # ---- The kernel
    def levels(self, q):
        return q["depth"] - 1 if q["convention"] == "corrected" else q["depth"]

    def within_one(self, c):
        return min(max(c, -1.0), 1.0)

    def context_norm(self, x):
        return self.norm(x)

    def kernel(self, x, y, levels):
        fl, pi = self.fl, math.pi
        norms = fl(self.context_norm(x) * self.context_norm(y))
        if norms == 0:
            return 0.0
        sigma = h = self.within_one(fl(self.dot(x, y) / norms))
        for _ in range(levels):
            rest = fl(pi - fl(math.acos(sigma)))
            root = fl(math.sqrt(max(fl(1 - fl(sigma * sigma)), 0.0)))
            following = self.within_one(fl(fl(root + fl(sigma * rest)) / pi))
            h = fl(fl(h * fl(rest / pi)) + following)
            sigma = following
        return fl(norms * fl(fl(h + sigma) / 2))

    def op_ntk(self, q):
        return {"ntk": [[self.kernel(x, y, self.levels(q)) for y in q["contexts"]] for x in q["contexts"]]}

    # ---- Spectra
    def eigenvalues(self, matrix):
        a, n, fl = [list(row) for row in matrix], len(matrix), self.fl
        for _ in range(30):
            for p in range(n):
                for q in range(p + 1, n):
                    size = fl(abs(a[p][p]) + abs(a[q][q]))
                    if fl(size + abs(a[p][q])) == size:
                        a[p][q] = a[q][p] = 0.0
                        continue
                    theta = fl(fl(a[q][q] - a[p][p]) / fl(2 * a[p][q]))
                    t = fl(math.copysign(1, theta) / fl(abs(theta) + fl(math.sqrt(fl(fl(theta * theta) + 1)))))
                    c = fl(1 / fl(math.sqrt(fl(fl(t * t) + 1))))
                    s = fl(t * c)
                    for row in a:
                        row[p], row[q] = fl(fl(c * row[p]) - fl(s * row[q])), fl(fl(s * row[p]) + fl(c * row[q]))
                    a[p], a[q] = ([fl(fl(c * x) - fl(s * y)) for x, y in zip(a[p], a[q])],
                                  [fl(fl(s * x) + fl(c * y)) for x, y in zip(a[p], a[q])])
        return sorted(a[i][i] for i in range(n))

    def log_det(self, values, lam):
        return self.total(self.fl(math.log1p(self.fl(value / lam))) for value in values)

    def dimension(self, log_det, points, lam, matrix):
        del matrix
        return self.fl(log_det / self.fl(math.log1p(self.fl(points / lam))))

    def reward_norm(self, matrix, rewards):
        return self.fl(math.sqrt(self.fl(2 * self.dot(rewards, self.solve(matrix, rewards)))))

    def op_spectrum(self, q):
        matrix, lam = q["matrix"], q["lambda"]
        values = self.eigenvalues(matrix)
        log_det = self.log_det(values, lam)
        answer = {"lambda_min": values[0], "lambda_max": values[-1], "log_det": log_det,
                  "effective_dimension": self.dimension(log_det, len(matrix), lam, matrix)}
        if "rewards" in q:
            answer["S"] = self.reward_norm(matrix, q["rewards"])
        return answer

    # ---- Certificates
    def loss(self, q, theta):
        errors = [self.fl(self.value(q["network"], theta, x) - y) for x, y in zip(q["inputs"], q["labels"])]
        return self.dot(errors, errors)

    def op_psi(self, q):
        distance = self.norm([self.fl(a - b) for a, b in zip(q["theta"], q["theta0"])])
        return {"psi_upper": self.loss(q, q["theta"]), "at_initialisation": self.loss(q, q["theta0"]),
                "distance": distance, "in_ball": distance <= q["radius"]}

    # ---- Initialisation
    def deviation(self, q, layer):
        return math.sqrt((2 if layer < q["network"]["depth"] else 1) / q["network"]["width"])

    def op_initialisation(self, q):
        d, m, depth = (q["network"][name] for name in ("input", "width", "depth"))
        sizes = [m * d] + [m * m] * (depth - 2) + [m]
        if "seed" in q:
            return {"theta": self.drawn(q, sizes)}
        source = random.Random(1)
        layers = []
        for layer, size in enumerate(sizes, 1):
            numbers = [self.fl(source.gauss(0, self.deviation(q, layer))) for _ in range(size * q["networks"])]
            mean = math.fsum(numbers) / len(numbers)
            layers.append({"mean": mean, "variance": math.fsum(x * x for x in numbers) / len(numbers)})
        return {"layers": layers}

    def drawn(self, q, sizes):
        # The generator of docs/numerics.md, as the replica has it.
        from numerics import normal, words  # pylint: disable=import-outside-toplevel
        source = words(q["seed"], q["stream"], 0)
        return [self.deviation(q, layer) * normal(source) for layer, size in enumerate(sizes, 1) for _ in range(size)]
