"""EE-Net in plain Python: the network, its gradient, one step, the features, Algorithm 1, and the kernel of infinite width.

It is written to be read, not to be fast, from the formulas of the paper and of docs/protocol.md, and needs only the
standard library. A Dialect says how a network differs from the paper's.
"""

import ctypes
import math
from dataclasses import dataclass


class Single(float):
    """A float32. What two of them make in double precision, rounded once more, is the result in single precision."""

    def __new__(cls, number):
        return super().__new__(cls, ctypes.c_float(number).value)


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "neg", "abs"):
    setattr(Single, f"__{_name}__", lambda *numbers, exact=getattr(float, f"__{_name}__"): Single(exact(*numbers)))


@dataclass
class Dialect:
    """The keys of docs/protocol.md, with the paper's values."""
    layout: str = "row-major"
    order: str = "forward"
    biases: str = "none"
    scale: str = "none"
    relu_at_zero: float = 0.0
    loss_factor: float = 0.5
    optimiser: str = "sgd"
    tie: str = "lowest"
    score_weight: float = 1.0
    score_offset: float = 0.0
    label: str = "difference"
    label_shift: float = 0.0
    number: type = float  # every number becomes one of these: a float, or a Single


def dot(a, b):
    total = 0.0
    for x, y in zip(a, b):
        total = total + x * y
    return total


def root(x):
    return type(x)(math.sqrt(x))


# ---- Parameters: a list on the wire, layers here ---------------------------------------------

@dataclass
class Layer:
    weights: list  # weights[j][k] leads from input k into unit j
    biases: list   # one per unit; empty in a network without biases


def sizes(network):
    """The units and the inputs of every layer."""
    hidden = [network["width"]] * (network["depth"] - 1)
    return list(zip([*hidden, 1], [network["input"], *hidden]))


def parts(depth, dialect):
    """The parts of the list, in order: a layer's number, and which of its fields."""
    numbers = range(depth) if dialect.order == "forward" else range(depth - 1, -1, -1)
    weights = [(number, "weights") for number in numbers]
    biases = [(number, "biases") for number in numbers]
    return {"none": weights, "last": weights + biases,
            "interleaved": [part for both in zip(weights, biases) for part in both]}[dialect.biases]


def layers_of(theta, network, dialect):
    entries = iter(theta)
    layers = [Layer([], []) for _ in sizes(network)]
    for number, field in parts(network["depth"], dialect):
        units, inputs = sizes(network)[number]
        if field == "biases":
            layers[number].biases = [next(entries) for _ in range(units)]
        elif dialect.layout == "row-major":
            layers[number].weights = [[next(entries) for _ in range(inputs)] for _ in range(units)]
        else:
            columns = [[next(entries) for _ in range(units)] for _ in range(inputs)]
            layers[number].weights = [list(row) for row in zip(*columns)]
    return layers


def list_of(layers, dialect):
    theta = []
    for number, field in parts(len(layers), dialect):
        if field == "biases":
            theta.extend(layers[number].biases)
        else:
            rows = layers[number].weights
            for group in rows if dialect.layout == "row-major" else zip(*rows):
                theta.extend(group)
    return theta


# ---- The network -----------------------------------------------------------------------------

def scale(layers, dialect):
    return dialect.number(math.sqrt(len(layers[0].weights)) if dialect.scale == "sqrt-width" else 1)


def passed(layers, x, dialect):
    """What goes into every layer, what every unit adds up, and f."""
    inputs, sums = [x], []
    for layer in layers:
        z = [dot(row, inputs[-1]) for row in layer.weights]
        if layer.biases:
            z = [s + b for s, b in zip(z, layer.biases)]
        sums.append(z)
        inputs.append([s if s > 0 else dialect.number(0) for s in z])
    return inputs[:-1], sums, scale(layers, dialect) * sums[-1][0]


def forward(theta, network, x, dialect):
    return passed(layers_of(theta, network, dialect), x, dialect)[2]


def slope_of_relu(z, dialect):
    return dialect.number(1 if z > 0 else 0 if z < 0 else dialect.relu_at_zero)


def gradient(theta, network, x, dialect):
    """f, and its derivative by every parameter, laid out as theta."""
    layers = layers_of(theta, network, dialect)
    inputs, sums, value = passed(layers, x, dialect)
    slopes = [Layer([], []) for _ in layers]
    delta = [scale(layers, dialect)]  # the derivative of f by what each unit of the layer adds up
    for number in reversed(range(len(layers))):
        slopes[number].weights = [[d * signal for signal in inputs[number]] for d in delta]
        slopes[number].biases = delta if layers[number].biases else []
        if number > 0:
            columns = zip(*layers[number].weights)
            delta = [slope_of_relu(z, dialect) * dot(column, delta) for z, column in zip(sums[number - 1], columns)]
    return value, list_of(slopes, dialect)


def loss_gradient(theta, network, x, target, dialect):
    value, slopes = gradient(theta, network, x, dialect)
    error = 2 * dialect.number(dialect.loss_factor) * (value - target)
    return [error * slope for slope in slopes]


def sgd_step(theta, slopes, eta):
    return [weight - eta * slope for weight, slope in zip(theta, slopes)]


def adam_step(theta, slopes, eta, adam):
    """theta, m and v after one more step than the adam["t"] before it."""
    t, one, beta1, beta2 = adam["t"] + 1, type(eta)(1), adam["beta1"], adam["beta2"]
    m = [beta1 * old + (one - beta1) * slope for old, slope in zip(adam["m"], slopes)]
    v = [beta2 * old + (one - beta2) * (slope * slope) for old, slope in zip(adam["v"], slopes)]
    first, second = (one - type(eta)(float(beta) ** t) for beta in (beta1, beta2))
    after = [weight - eta * (a / first) / (root(b / second) + adam["epsilon"]) for weight, a, b in zip(theta, m, v)]
    return after, m, v


# ---- Features: phi from the gradient of f1 ---------------------------------------------------

def norm(vector):
    largest = max(abs(entry) for entry in vector)
    if largest == 0:
        return largest
    scaled = [entry / largest for entry in vector]  # so that no square overflows or vanishes
    return largest * root(dot(scaled, scaled))


def scaled_to_norm_one(vector):
    size = norm(vector)
    if size == 0:
        return [type(size)(1 if i == 0 else 0) for i in range(len(vector))]
    return [entry / size for entry in vector]


def block_means(g, block):
    return [dot(g[start:start + block], [1] * block) / block for start in range(0, len(g), block)]


def projection(g, k, rows, signs):
    phi = [type(g[0])(0)] * k
    for entry, row, sign in zip(g, rows, signs):
        phi[row] = phi[row] + sign * entry
    return phi


def solved(matrix, right):
    """By elimination with the largest pivot."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for column in range(n):
        best = max(range(column, n), key=lambda i: abs(rows[i][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for i in range(column + 1, n):
            factor = rows[i][column] / rows[column][column]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column])]
    solution = [0.0] * n
    for i in reversed(range(n)):
        solution[i] = (rows[i][n] - dot(rows[i][i + 1:n], solution[i + 1:])) / rows[i][i]
    return solution


def embedded(g, k, neighbours, ridge, landmarks, embedding):
    """Locally linear: the weights that make g of its nearest landmarks, applied to their embedding."""
    def from_landmark(i):
        return [a - b for a, b in zip(g, landmarks[i])]

    nearest = sorted(range(len(landmarks)), key=lambda i: (dot(from_landmark(i), from_landmark(i)), i))[:neighbours]
    differences = [from_landmark(i) for i in nearest]
    gram = [[dot(a, b) for b in differences] for a in differences]
    trace = sum(gram[i][i] for i in range(len(gram)))
    for i, row in enumerate(gram):
        row[i] = row[i] + (ridge * trace if trace > 0 else ridge)
    weights = solved(gram, [type(ridge)(1)] * len(gram))
    total = dot(weights, [1] * len(weights))
    return [dot([w / total for w in weights], [embedding[i][j] for i in nearest]) for j in range(k)]


def features(g, how):
    settings = {key: value for key, value in how.items() if key != "kind"}
    makers = {"gradient": lambda g: g, "block-mean": block_means, "projection": projection, "lle": embedded}
    return scaled_to_norm_one(makers[how["kind"]](g, **settings))


# ---- The kernel of infinite width ------------------------------------------------------------

def ntk_entry(a, b, steps):
    size = norm(a) * norm(b)
    if size == 0:
        return size
    pi, one = type(size)(math.pi), type(size)(1)

    def angle(c):
        return type(size)(math.acos(c))

    def cut(c):
        return max(-one, min(one, c))

    def kappa0(c):
        return (pi - angle(c)) / pi

    def kappa1(c):
        return (root((one - c) * (one + c)) + c * (pi - angle(c))) / pi

    sigma = h = cut(dot(scaled_to_norm_one(a), scaled_to_norm_one(b)))
    for _ in range(steps):
        h = h * kappa0(sigma) + kappa1(sigma)
        sigma = cut(kappa1(sigma))
    return size * (h + sigma) / 2


def ntk(contexts, depth, convention):
    steps = depth if convention == "printed" else depth - 1
    return [[ntk_entry(a, b, steps) for b in contexts] for a in contexts]


# ---- Algorithm 1 -----------------------------------------------------------------------------

class Learner:
    """A network with its parameters and its rate, and with Adam the state of its steps."""

    def __init__(self, network, theta, eta, dialect):
        self.network, self.theta, self.eta, self.dialect = network, theta, eta, dialect
        zeros = [dialect.number(0)] * len(theta)
        self.adam = {"t": 0, "m": zeros, "v": zeros, "beta1": dialect.number(0.9), "beta2": dialect.number(0.999),
                     "epsilon": dialect.number(1e-8)}

    def value(self, x):
        return forward(self.theta, self.network, x, self.dialect)

    def gradient(self, x):
        return gradient(self.theta, self.network, x, self.dialect)

    def step(self, x, target):
        slopes = loss_gradient(self.theta, self.network, x, target, self.dialect)
        if self.dialect.optimiser == "sgd":
            self.theta = sgd_step(self.theta, slopes, self.eta)
        else:
            self.theta, m, v = adam_step(self.theta, slopes, self.eta, self.adam)
            self.adam.update(t=self.adam["t"] + 1, m=m, v=v)


class EENet:
    """f1, and f2 unless the method is greedy."""

    def __init__(self, dialect, f1, f2=None, how=None):
        self.dialect, self.f1, self.f2, self.how = dialect, f1, f2, how
        self.arms, self.seen = [], {}

    def choose(self, arms):
        """The scores of the arms, and the arm with the largest."""
        self.arms = arms
        if self.f2 is None:
            self.seen = {"f1": [self.f1.value(x) for x in arms]}
            return {**self.seen, "arm": self.best(self.seen["f1"])}
        pairs = [self.f1.gradient(x) for x in arms]
        phi = [features(g, self.how) for _, g in pairs]
        self.seen = {"f1": [value for value, _ in pairs], "phi": phi, "f2": [self.f2.value(p) for p in phi]}
        return {**self.seen, "arm": self.best(self.scores(self.seen["f1"], self.seen["f2"]))}

    def scores(self, f1, f2):
        weight, offset = self.dialect.number(self.dialect.score_weight), self.dialect.number(self.dialect.score_offset)
        return [a + weight * (b - offset) for a, b in zip(f1, f2)]

    def best(self, scores):
        equal = [arm for arm, score in enumerate(scores) if score == max(scores)]
        return equal[-1] if self.dialect.tie == "highest" else equal[0]

    def label(self, reward, f1):
        gain = reward - f1
        kinds = {"difference": gain, "absolute": abs(gain), "positive": gain if gain > 0 else self.dialect.number(0)}
        return kinds[self.dialect.label] + self.dialect.number(self.dialect.label_shift)

    def learn(self, play, reward):
        """One step of each network at the arm that is played. Both start from what the choice saw."""
        if self.f2 is None:
            self.f1.step(self.arms[play], reward)
            return {}
        label = self.label(reward, self.seen["f1"][play])
        self.f1.step(self.arms[play], reward)
        self.f2.step(self.seen["phi"][play], label)
        return {"label": label}

    def parameters(self):
        return {"theta1": self.f1.theta} if self.f2 is None else {"theta1": self.f1.theta, "theta2": self.f2.theta}
