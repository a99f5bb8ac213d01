"""Gradients and regret curves of others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from eenet import _core
from eenet._theory import Measured

Value = Union[float, Callable[[NDArray[np.float64], NDArray[np.float64]], Any], None]
Gradient = Union[ArrayLike, Callable[[NDArray[np.float64], NDArray[np.float64]], Any]]


@dataclass(frozen=True)
class GradientReport:
    """What the witnesses say of a gradient, entry by entry.

    agree     within the bound that follows from the arithmetic
    kink      a unit's sign is undecided, and the entry lies between the one-sided derivatives
    disagree  neither
    discarded numbers overflow: nothing is said
    """

    outcome: str
    entries: tuple[str, ...]
    margin: float
    """error / bound of the worst comparison."""
    worst: dict[str, Any] | None
    """witness, layer (0: along a direction), row, column, got, expected, bound."""
    text: str

    @property
    def kinks(self) -> int:
        return self.entries.count("kink")

    def raise_if_failed(self) -> None:
        """AssertionError with the worst entry, if some entry or the value disagrees."""
        if self.outcome == "disagree":
            raise AssertionError(self.text)


def check_gradient(value: Value, gradient: Gradient, theta: ArrayLike, x: ArrayLike, *, width: int, depth: int = 2,
                   dtype: str = "float64", seed: int = 0) -> GradientReport:
    """Is this the value and the gradient of the paper's network at (theta, x)?

    `value` and `gradient` are what an implementation returned, or functions of (theta, x); `value` may be None.
    Bounds follow from the arithmetic of `dtype`, which every number of theta and x can be stored in. Numbers are
    copied.

    >>> net = _core.Mlp.initialised(3, 8)
    >>> x = np.array([0.6, 0.0, 0.8])
    >>> check_gradient(net(x), net.gradient(x), net.parameters, x, width=8).outcome
    'agree'
    >>> wrong = net.gradient(x)
    >>> wrong[2] += 1e-12
    >>> check_gradient(None, wrong, net.parameters, x, width=8).raise_if_failed()
    Traceback (most recent call last):
        ...
    AssertionError: df/dW_1[0][2] is ...
    """
    if dtype not in ("float64", "float32"):
        raise ValueError(f"dtype '{dtype}': expected float64 or float32")
    at = np.asarray(theta, dtype=np.float64), np.asarray(x, dtype=np.float64)
    if dtype == "float32":
        for name, numbers in zip(("theta", "x"), at):
            if (numbers != numbers.astype(np.float32)).any():
                raise ValueError(f"{name}: a number that float32 cannot hold, expected none with dtype float32")
    got = value(*at) if callable(value) else value
    entries = gradient(*at) if callable(gradient) else gradient
    found = _core.check_gradient(None if got is None else float(got), entries, at[0], at[1], width, depth,
                                 dtype == "float32", seed)
    if found["value"] is not None and found["outcome"] != "discarded":
        error, bound, expected = found["value"]
        if not error <= bound:
            return GradientReport("disagree", tuple(found["entries"]), error / bound if bound else float("inf"),
                                  found["worst"],
                                  f"f is {float(got)!r}, expected {expected!r} (bound {bound!r})")
    return GradientReport(found["outcome"], tuple(found["entries"]), found["margin"], found["worst"], found["text"])


@dataclass(frozen=True)
class RegretReport:
    """What `eenet regret check --json` reports; `json` is all of it."""

    finding: str
    growth: str
    """linear, sublinear or not enough evidence."""
    exponent: Measured
    kept: dict[str, str]
    """Of each bound: kept, broken or not enough evidence."""
    json: dict[str, Any]


def check_regret(curves: ArrayLike, *, bounds: Mapping[str, ArrayLike] | None = None, delta: float = 0.1,
                 level: float = 0.99, realised: bool = False, per_round: bool = False) -> RegretReport:
    """Does regret grow like a line, and does it stay below bounds? curves is an array (runs, rounds), and is copied.

    A bound is an array with a number per round, or one number C, for C sqrt(t).

    >>> line = np.arange(1, 401) * np.linspace(0.4, 0.6, 10)[:, None]
    >>> report = check_regret(line, bounds={"root": 1.0, "all": np.arange(1, 401.0)})
    >>> report.growth, report.kept
    ('linear', {'root': 'broken', 'all': 'not enough evidence'})
    """
    json = _core.check_regret(curves, dict(bounds or {}), delta, level, realised, per_round)
    kept = {promise["bound"]: promise["outcome"] for promise in json["promises"]}
    return RegretReport(json["finding"], json["growth"]["outcome"], Measured.of(json["growth"]["exponent"]), kept, json)
