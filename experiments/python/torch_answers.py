"""What the two PyTorch adapters share: the questions of docs/protocol.md, asked of a network of theirs.

A network class has
    Network(network, dtype)      network: {"input": d, "width": m, "depth": L}
    load(theta), theta()         all parameters as one tensor, in the declared layout
    value(x)                     f(x), a tensor of one number
    gradient(x)                  of f(x) by every parameter, laid out as theta
    step(x, target, eta)         one step of SGD
"""

import torch


def phi(gradient, features):
    kind = features["kind"]
    if kind == "projection":
        signs = torch.tensor(features["signs"], dtype=gradient.dtype)
        rows = torch.tensor(features["rows"], dtype=torch.long)
        result = torch.zeros(features["k"], dtype=gradient.dtype).index_add(0, rows, signs * gradient)
    elif kind == "block-mean":
        block = features["block"]
        filled = torch.nn.functional.pad(gradient, (0, -len(gradient) % block))
        result = filled.reshape(-1, block).mean(dim=1)
    else:
        result = gradient
    norm = torch.linalg.vector_norm(result)
    if norm == 0:
        return torch.eye(1, len(result), dtype=gradient.dtype)[0]
    return result / norm


class Answers:
    """Methods are eenet and greedy; f2 is None for the second."""

    def __init__(self, network_class, dtype, hello):
        self.network_class, self.dtype = network_class, dtype
        self.common = {**hello, "scalar": str(dtype).split(".")[1], "methods": ["eenet", "greedy"],
                       "levels": ["forward", "gradient", "features", "update", "round", "run"],
                       "features": ["gradient", "projection", "block-mean"]}
        self.f1 = self.f2 = self.question = self.arms = self.seen = None

    def table(self):
        return {name: getattr(self, name) for name in ["hello", "forward", "gradient", "update", "features", "round",
                                                       "start", "choose", "learn", "set"]}

    def tensor(self, numbers):
        return torch.tensor(numbers, dtype=self.dtype)

    def loaded(self, network, theta):
        made = self.network_class(network, self.dtype)
        made.load(self.tensor(theta))
        return made

    def hello(self, _):
        return self.common

    def forward(self, q):
        return {"value": self.loaded(q["network"], q["theta"]).value(self.tensor(q["x"])).item()}

    def gradient(self, q):
        return {"gradient": self.loaded(q["network"], q["theta"]).gradient(self.tensor(q["x"])).tolist()}

    def update(self, q):
        network = self.loaded(q["network"], q["theta"])
        network.step(self.tensor(q["x"]), self.tensor(q["target"]), q["eta"])
        return {"theta": network.theta().tolist()}

    def features(self, q):
        return {"features": phi(self.tensor(q["gradient"]), q["features"]).tolist()}

    # ---- Algorithm 1

    def start(self, q):
        self.question = q
        self.f1 = self.loaded(q["network1"], q["theta1"])
        self.f2 = None if q["method"] == "greedy" else self.loaded(q["network2"], q["theta2"])
        return {}

    def choose(self, q):
        self.arms = self.tensor(q["arms"])
        f1 = torch.stack([self.f1.value(x) for x in self.arms])
        if self.f2 is None:
            return {"f1": f1.tolist(), "arm": int(torch.argmax(f1))}
        seen = [phi(self.f1.gradient(x), self.question["features"]) for x in self.arms]
        f2 = torch.stack([self.f2.value(p) for p in seen])
        self.seen = f1, seen
        return {"f1": f1.tolist(), "phi": [p.tolist() for p in seen], "f2": f2.tolist(), "arm": int(torch.argmax(f1 + f2))}

    def learn(self, q):
        play, reward, answer = q["play"], self.tensor(q["reward"]), {}
        if self.f2 is not None:
            f1, seen = self.seen
            label = reward - f1[play]
            self.f2.step(seen[play], label, self.question["eta2"])
            answer = {"label": label.item(), "theta2": self.f2.theta().tolist()}
        self.f1.step(self.arms[play], reward, self.question["eta1"])
        return {**answer, "theta1": self.f1.theta().tolist()}

    def set(self, q):
        self.f1.load(self.tensor(q["theta1"]))
        if self.f2 is not None:
            self.f2.load(self.tensor(q["theta2"]))
        return {}

    def round(self, q):
        self.start(q)
        return {**self.choose(q), **self.learn(q)}
