"""The judge of other implementations, in the same process.

What is asked and how answers are judged is in docs/protocol.md; the cases are those of `eenet oracle judge`.
"""

from __future__ import annotations

import inspect
import json
from typing import Any, Callable, Iterable, Mapping, Union

from eenet import _core

LEVELS: tuple[str, ...] = tuple(_core.judge_levels())

# What a method is called with, in this order; those of `round` and `start` are named.
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "forward": ("network", "theta", "x"),
    "gradient": ("network", "theta", "x"),
    "update": ("network", "theta", "x", "target", "eta"),
    "features": ("features", "gradient"),
    "ntk": ("contexts", "depth", "convention"),
    "choose": ("t", "arms"),
    "learn": ("t", "play", "reward"),
    "set": ("theta1", "theta2"),
}
_OPERATIONS: dict[str, tuple[str, ...]] = {"run": ("start", "choose", "learn", "set")}  # others: one of the level's name
# The field of an answer that is one number or array.
_FIELD: dict[str, str] = {"forward": "value", "gradient": "gradient", "update": "theta", "features": "features",
                          "ntk": "ntk"}

Target = Union[object, Mapping[str, Callable[..., Any]]]


class Report:
    """What `eenet oracle judge --json` reports, about an object in this process."""

    verdict: str
    """agrees, disagrees, nondeterministic or incomplete."""
    levels: list[dict[str, Any]]
    """level, planned, cases, failures, skipped and more, of each level."""
    first_divergence: dict[str, Any] | None
    """level, id, field, place, got, expected, bound and the sentence of the first difference."""
    counterexample: dict[str, Any] | None
    """The smallest case that was found: divergence, question, answer, expected."""
    explanations: list[str]
    """Declarations each of which would explain every difference."""

    def __init__(self, document: str, text: str) -> None:
        self._document = document
        self._text = text
        fields = json.loads(document)
        self.verdict = fields["verdict"]
        self.levels = fields["levels"]
        self.first_divergence = fields["first_divergence"]
        self.counterexample = fields["counterexample"]
        self.explanations = fields.get("explanations", [])

    @property
    def agrees(self) -> bool:
        return self.verdict == "agrees"

    def raise_if_failed(self) -> None:
        """AssertionError with the counterexample, unless everything agrees."""
        if not self.agrees:
            raise AssertionError(self._text)

    def to_json(self) -> str:
        """The document `eenet.judge/1`."""
        return self._document

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<eenet.Report: {self.verdict}>"


def judge(target: Target, *, levels: Iterable[str] | None = None, cases: int = 1000, seed: int = 1,
          profile: str = "computed", name: str | None = None, scalar: str = "float64",
          features: Iterable[str] = ("gradient", "projection"), methods: Iterable[str] = ("eenet",),
          dialect: Mapping[str, Any] | None = None, expected_failures: Mapping[str, str] | None = None,
          shrink_seconds: float = 30.0, id: str | None = None) -> Report:
    """Judges an implementation: an object with methods, or a dictionary of functions, named as the levels are.

    forward(network, theta, x), gradient(network, theta, x), update(network, theta, x, target, eta),
    features(features, gradient), ntk(contexts, depth, convention), round(...), and for `run` start(...),
    choose(t, arms), learn(t, play, reward), set(theta1, theta2). `network` is {"input", "width", "depth"}, lists of
    numbers are NumPy arrays; fields of the protocol that an operation does not always have are named arguments. A method
    returns the dictionary of the answer's fields, or where there is one field alone, its number or array (anything
    numpy.asarray takes). An exception is a failure with its text.

    Without `levels`, those that there are methods for. `scalar`, `features`, `methods` and `dialect` declare what the
    hello of the protocol does; `id` judges one case again.

    >>> import numpy as np
    >>> def forward(network, theta, x):
    ...     m, d = network["width"], network["input"]
    ...     out, theta = np.asarray(x), np.asarray(theta)
    ...     for layer in range(1, network["depth"]):
    ...         size = m * len(out)
    ...         out, theta = np.maximum(theta[:size].reshape(m, -1) @ out, 0), theta[size:]
    ...     return theta @ out
    >>> judge({"forward": forward}, cases=200).verdict
    'agrees'
    >>> report = judge({"forward": lambda network, theta, x: 2 * forward(network, theta, x)}, cases=200)
    >>> report.first_divergence["level"], report.first_divergence["field"]
    ('forward', 'value')
    """
    functions = _functions_of(target)
    offered = [level for level in LEVELS if all(op in functions for op in _OPERATIONS.get(level, (level,)))]
    wanted = offered if levels is None else list(levels)
    for level in wanted:
        if level not in LEVELS:
            raise ValueError(f"level '{level}', expected one of {', '.join(LEVELS)}")
        if level not in offered:
            missing = [op for op in _OPERATIONS.get(level, (level,)) if op not in functions]
            raise ValueError(f"level '{level}': there is no function {', '.join(missing)}")
    if not wanted:
        raise ValueError(f"judge: no function of the target has the name of a level, expected {', '.join(LEVELS)}")
    hello = {"name": name or _name_of(target), "levels": wanted, "scalar": scalar, "features": list(features),
             "methods": list(methods), "dialect": dict(dialect or {})}

    def answer(op: str, fields: dict[str, Any]) -> Any:
        if op == "hello":
            return hello
        positional = [fields.pop(key) for key in _ARGUMENTS.get(op, ())]
        result = functions[op](*positional, **fields)
        if isinstance(result, Mapping):
            return dict(result)
        if op in _FIELD:
            return {_FIELD[op]: result}
        return {} if result is None else result

    return Report(*_core.judge(answer, wanted, cases, seed, profile, dict(expected_failures or {}), shrink_seconds,
                               id or ""))


def _functions_of(target: Target) -> dict[str, Callable[..., Any]]:
    names = [op for level in LEVELS for op in _OPERATIONS.get(level, (level,))]
    if isinstance(target, Mapping):
        unknown = [name for name in target if name not in names]
        if unknown:
            raise ValueError(f"function '{unknown[0]}', expected one of {', '.join(names)}")
        found = dict(target)
    else:
        found = {name: getattr(target, name) for name in names if hasattr(target, name)}
    return {name: function for name, function in found.items() if callable(function)}


def _name_of(target: Target) -> str:
    if isinstance(target, Mapping):
        return "functions"
    return target.__name__ if inspect.isclass(target) or inspect.ismodule(target) else type(target).__name__
