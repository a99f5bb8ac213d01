"""Quantities of the theory, each between two ends."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from eenet import _core


@dataclass(frozen=True)
class Measured:
    """A number that is never naked.

    The basis says what the ends rest on: exact, certified (proven, rounding included), statistical (they hold with
    probability `level`) or estimate (nothing is promised). `certified` has the proven ends that a statistical number may
    have besides.

    >>> Measured(2.0, 1.0, 4.0, "certified")
    2.0 [1.0, 4.0] (certified)
    """

    value: float
    lower: float
    upper: float
    basis: str
    level: float | None = None
    certified: tuple[float, float] | None = None

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        if self.basis == "exact":
            return f"{self.value!r} (exact)"
        basis = self.basis if self.level is None else f"{self.basis}, level {self.level!r}"
        return f"{self.value!r} [{self.lower!r}, {self.upper!r}] ({basis})"

    @classmethod
    def of(cls, json: dict[str, Any]) -> Measured:
        """From the JSON of the program eenet, whose infinities are words."""
        ends = json.get("certified")
        return cls(float(json["value"]), float(json["lower"]), float(json["upper"]), json["basis"], json.get("level"),
                   None if ends is None else (float(ends["lower"]), float(ends["upper"])))


@dataclass(frozen=True)
class Spectrum:
    """What the bounds need of a kernel matrix H: the keys of `eenet theory spectrum --json`."""

    points: int
    distinct_points: int
    lambda_min: Measured
    lambda_max: Measured
    log_det: Measured
    effective_dimension: Measured
    information_gain: Measured
    S: Measured | None
    condition: Measured | None
    diagnosis: tuple[str, ...]
    method: str


def spectrum(contexts: ArrayLike | None = None, *, matrix: ArrayLike | None = None, rewards: ArrayLike | None = None,
             depth: int = 2, convention: str = "corrected", lam: float = 1.0, method: str = "auto",
             entry_error: float | None = None, seed: int = 1, threads: int = 1) -> Spectrum:
    """Extreme eigenvalues, log det (I + H / lam), effective dimension, and with rewards S.

    H is the infinite-width kernel of the contexts (N, d), or a matrix (N, N), which is copied.

    >>> found = spectrum([[1.0, 0.0], [0.0, 1.0]], rewards=[0.5, 1.0])
    >>> round(found.lambda_min.value, 4)  # 1.5 - 1 / pi
    1.1817
    >>> found.S.basis
    'certified'
    """
    json = _core.spectrum(contexts, matrix, rewards, depth, convention, lam, method, entry_error, seed, threads)
    measured = ("lambda_min", "lambda_max", "log_det", "effective_dimension", "information_gain", "S", "condition")
    fields = {name: None if json[name] is None else Measured.of(json[name]) for name in measured}
    return Spectrum(points=json["points"], distinct_points=json["distinct_points"], diagnosis=tuple(json["diagnosis"]),
                    method=json["method"], **fields)  # type: ignore[arg-type]


class PsiBracket:
    """Psi between two proven ends, and the network that shows the upper one."""

    psi: Measured
    linearised: Measured
    at_initialisation: Measured
    lower_bound: str
    """How the lower end was found: joint, per-sample or none."""
    ball_radius: float
    minimiser: NDArray[np.float64]
    """The parameters of a network of the ball whose value is psi.value."""

    def __init__(self, bracket: _core.Bracket) -> None:
        self.psi = Measured.of(bracket.psi)
        self.linearised = Measured.of(bracket.linearised)
        self.at_initialisation = Measured.of(bracket.at_initialisation)
        self.lower_bound = bracket.lower_bound
        self.ball_radius = bracket.ball_radius
        self.minimiser = bracket.minimiser
        self._bracket = bracket

    def write_certificate(self, folder: str | os.PathLike[str]) -> None:
        """Writes the files of `eenet theory psi --certificate`, which NumPy alone can check."""
        self._bracket.write_certificate(os.fspath(folder))

    def __repr__(self) -> str:
        return f"Psi = {self.psi!r}"


def psi(network: _core.Mlp, inputs: ArrayLike, labels: ArrayLike, *, radius: float, starts: int = 2, steps: int = 60,
        seed: int = 1, threads: int = 1) -> PsiBracket:
    """inf sum_i (f(x_i; theta) - y_i)^2 over the ball of radius R / m^(1/4) around the network's parameters.

    R is `radius`. Inputs (N, d) and labels (N) are copied.

    >>> net = _core.Mlp.initialised(3, 16)
    >>> bracket = psi(net, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [0.5, 0.25], radius=0.1)
    >>> 0.0 <= bracket.psi.lower <= bracket.psi.value <= bracket.at_initialisation.upper
    True
    """
    return PsiBracket(_core.psi(network, inputs, labels, radius, starts, steps, seed, threads))
