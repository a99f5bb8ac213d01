"""Runs and replays."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from eenet import _core


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of one method in one environment, one row per seed.

    regret[i, t - 1] is the pseudo-regret of seeds[i] after round t, never falling; realized_regret is that of the
    rewards which were paid. A run that diverged has NaN behind its last round.
    """

    environment: str
    method: str
    seeds: tuple[int, ...]
    regret: NDArray[np.float64]
    realized_regret: NDArray[np.float64]
    diverged: NDArray[np.bool_]
    digests: tuple[str, ...]
    parameters: tuple[tuple[NDArray[np.float64], ...], ...]

    @property
    def rounds(self) -> int:
        return int(self.regret.shape[1])


def run(env: str = "linear", method: str = "eenet", *, rounds: int | None = None, seeds: int | Iterable[int] = 1,
        normalise: bool = False, initial_parameters: Sequence[ArrayLike] | None = None, threads: int = 1) -> Runs:
    """Plays a method in an environment, one run per seed, with the bits of `eenet run`.

    Without `rounds`: 1000, or as many as the environment has. The result does not depend on the threads.

    >>> runs = run(env="cosine:dim=8", method="eenet:width=16", rounds=50, seeds=range(1, 5))
    >>> runs.regret.shape
    (4, 50)
    >>> bool((runs.regret[:, 1:] >= runs.regret[:, :-1]).all())
    True
    """
    if rounds is not None and rounds < 1:
        raise ValueError(f"rounds {rounds}: expected at least 1")
    all_seeds = [seeds] if isinstance(seeds, int) else [int(seed) for seed in seeds]
    if any(not 0 <= seed < 2**64 for seed in all_seeds):
        raise ValueError(f"seeds {all_seeds}: expected whole numbers from 0 to 2^64 - 1")
    initial = None if initial_parameters is None else list(initial_parameters)
    result: dict[str, Any] = _core.run(env, method, rounds or 0, all_seeds, normalise, initial, threads)
    return Runs(result["environment"], result["method"], tuple(all_seeds), result["regret"],
                result["realized_regret"], result["diverged"], tuple(result["digests"]),
                tuple(tuple(theta) for theta in result["parameters"]))


@dataclass(frozen=True)
class Replay:
    """Whether a trace says what happens when it is played again."""

    rounds: int
    announced: int
    complete: bool
    diverged: bool
    matches: bool
    first_difference: tuple[int, str, str, str] | None
    """Round (0 the header, announced + 1 the end), field, what is recorded, what was recomputed."""


def replay(path: str | os.PathLike[str]) -> Replay:
    """Plays a trace again from its header, and compares every bit, as `eenet replay` does.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = str(pathlib.Path(folder) / "trace.jsonl")
    ...     _core.record("two-arms", rounds=5).write(path)
    ...     replay(path).matches
    True
    """
    return Replay(**_core.replay(os.fspath(path)))
