"""Lets `eenet oracle judge` ask the EE-Net of plain_eenet.py.

    eenet oracle judge -- python3 plain_adapter.py
    eenet oracle judge -- python3 plain_adapter.py --biases interleaved --loss-factor 1 --scalar float32

Without options it is the paper's network. Every option declares a difference, and makes it.
"""

import argparse

import plain_eenet as eenet
from conversation import converse

LEVELS = ["forward", "gradient", "features", "update", "round", "run", "ntk"]
CHOICES = {"layout": ["row-major", "column-major"], "order": ["forward", "backward"],
           "biases": ["none", "interleaved", "last"], "scale": ["none", "sqrt-width"], "optimiser": ["sgd", "adam"],
           "tie": ["lowest", "highest"], "label": ["difference", "absolute", "positive"]}
NUMBERS = ["loss_factor", "score_weight", "score_offset", "label_shift", "relu_at_zero"]
WHOLE = {"id", "t", "input", "width", "depth", "play", "k", "rows", "block", "neighbours"}


class Adapter:
    def __init__(self, dialect, declared, levels):
        self.dialect, self.declared, self.levels = dialect, declared, levels
        self.bandit = None  # of the run that is under way

    def answers(self):
        return {name: getattr(self, name) for name in
                ["hello", "forward", "gradient", "update", "features", "ntk", "round", "start", "choose", "learn", "set"]}

    def numbers(self, value):
        """The same with every number as one of the dialect, but sizes and indices."""
        if isinstance(value, dict):
            return {key: entry if key in WHOLE else self.numbers(entry) for key, entry in value.items()}
        if isinstance(value, list):
            return [self.numbers(entry) for entry in value]
        return self.dialect.number(value) if isinstance(value, (int, float)) else value

    def hello(self, _):
        return {"name": "plain Python", "levels": self.levels, "dialect": self.declared,
                "scalar": "float64" if self.dialect.number is float else "float32",
                "features": ["gradient", "projection", "block-mean", "lle"], "methods": ["eenet", "greedy"]}

    # ---- Questions about a network

    def forward(self, question):
        q = self.numbers(question)
        return {"value": eenet.forward(q["theta"], q["network"], q["x"], self.dialect)}

    def gradient(self, question):
        q = self.numbers(question)
        return {"gradient": eenet.gradient(q["theta"], q["network"], q["x"], self.dialect)[1]}

    def update(self, question):
        q = self.numbers(question)
        slopes = eenet.loss_gradient(q["theta"], q["network"], q["x"], q["target"], self.dialect)
        if "adam" not in q:
            return {"theta": eenet.sgd_step(q["theta"], slopes, q["eta"])}
        return dict(zip(["theta", "m", "v"], eenet.adam_step(q["theta"], slopes, q["eta"], q["adam"])))

    def features(self, question):
        q = self.numbers(question)
        return {"features": eenet.features(q["gradient"], q["features"])}

    def ntk(self, question):
        q = self.numbers(question)
        return {"ntk": eenet.ntk(q["contexts"], q["depth"], q["convention"])}

    # ---- Algorithm 1

    def new_bandit(self, q):
        f1 = eenet.Learner(q["network1"], q["theta1"], q["eta1"], self.dialect)
        if q["method"] == "greedy":
            return eenet.EENet(self.dialect, f1)
        f2 = eenet.Learner(q["network2"], q["theta2"], q["eta2"], self.dialect)
        return eenet.EENet(self.dialect, f1, f2, q["features"])

    def round(self, question):
        q = self.numbers(question)
        bandit = self.new_bandit(q)
        answer = {**bandit.choose(q["arms"]), **bandit.learn(q["play"], q["reward"])}
        return answer if self.dialect.optimiser == "adam" else {**answer, **bandit.parameters()}

    def start(self, question):
        self.bandit = self.new_bandit(self.numbers(question))
        return {}

    def choose(self, question):
        return self.bandit.choose(self.numbers(question["arms"]))

    def learn(self, question):
        q = self.numbers(question)
        return {**self.bandit.learn(q["play"], q["reward"]), **self.bandit.parameters()}

    def set(self, question):
        q = self.numbers(question)
        self.bandit.f1.theta = q["theta1"]
        if "theta2" in q:
            self.bandit.f2.theta = q["theta2"]
        return {}


def parsed(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for key, values in CHOICES.items():
        parser.add_argument(f"--{key}", choices=values)
    for key in NUMBERS:
        parser.add_argument(f"--{key.replace('_', '-')}", type=float)
    parser.add_argument("--scalar", choices=["float64", "float32"], default="float64")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    options = vars(parser.parse_args(arguments))
    declared = {key: options[key] for key in [*CHOICES, *NUMBERS] if options[key] is not None}
    number = eenet.Single if options["scalar"] == "float32" else float
    return Adapter(eenet.Dialect(**declared, number=number), declared, options["levels"])


if __name__ == "__main__":
    converse(parsed().answers())
