"""Records a run of a contextual bandit as a trace that `eenet` reads.

One file, standard library only: copy it. The format is docs/schemas/trace.json, one JSON object per line.
`eenet oracle check`, `eenet theory spectrum`, `psi` and `bound`, and `eenet regret check` take the file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "run.jsonl")
    >>> with TraceWriter(path) as trace:
    ...     trace.header(producer="my bandit 1.0", environment="my-shop", method="my-network",
    ...                  method_settings={"width": 50}, rounds=2, seed=7, dim=2, arms=2)
    ...     for t in range(2):
    ...         trace.round(arm=1, reward=0.5, contexts=[[1.0, 0.0], [0.6, 0.8]], f1=[0.1, 0.2], f2=[0.0, 0.1],
    ...                     rewards=[0.25, 0.5], expected_rewards=[0.25, 0.5])
    ...     trace.end()
    >>> with open(path) as file:
    ...     lines = file.read().splitlines()
    >>> len(lines), lines[-1]
    (4, '{"end": {"status": "completed", "rounds": 2, "regret": 0.0, "realized_regret": 0.0}}')

Lists may be nested lists, NumPy arrays or tensors. Leave out what you do not have: `arm` and `reward` are enough.
A round is written and flushed as one line, so that a run which is stopped leaves every whole round behind.
"""

import json
import math
import operator

__all__ = ["TraceWriter"]

SCHEMA = "eenet.trace/1"


def _as_list(values):
    """A NumPy array or a tensor as lists."""
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _number(field, value):
    """The value as a double. JSON has no infinity and no NaN. A float32 is widened exactly."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{field} is {number}, expected a finite number")
    return number


def _numbers(field, values, size=None):
    numbers = [_number(f"{field}[{i}]", value) for i, value in enumerate(_as_list(values))]
    if size is not None and len(numbers) != size:
        raise ValueError(f"{field} has {len(numbers)} entries, expected {size}")
    return numbers


def _whole(field, value, lowest, highest):
    number = operator.index(value)
    if not lowest <= number <= highest:
        raise ValueError(f"{field} is {number}, expected {lowest} to {highest}")
    return number


def _text_of(value):
    """A setting as on the command line of `eenet`: text that reads back to the same number."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def _spec(name, settings):
    return {"name": name, "settings": {key: _text_of(value) for key, value in (settings or {}).items()}}


class TraceWriter:
    """Writes one run: `header` first, then `round` once per round, then `end`.

    As a context manager it closes the file. Without `end` (an exception, a kill) the trace counts as cut short.
    """

    def __init__(self, path):
        self._file = open(path, "w", encoding="utf-8", newline="\n")
        self._header = None
        self._rounds = 0
        self._ended = False
        # The best arm is the first with the largest expected reward; None once a round does not have it.
        self._regret = 0.0
        self._realized_regret = 0.0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Closes the file; may be called again."""
        self._file.close()

    def header(self, *, environment, method, rounds, seed, dim, arms, producer="", environment_settings=None,
               method_settings=None, normalise=False, initial_parameters=None, **more):
        """Describes the run.

        `environment` and `method` are names of yours. Take those of `eenet run --list` only for the same thing, with
        every setting that `eenet run --trace full` writes: such a run is held against the reference.
        `initial_parameters` is theta_1, theta_2: each W_1, W_2, ..., row by row. Further fields are kept.
        """
        if self._header is not None:
            raise RuntimeError("header: it was written already, expected rounds")
        header = {
            "schema": SCHEMA,
            "producer": producer,
            "environment": _spec(environment, environment_settings),
            "method": _spec(method, method_settings),
            "rounds": _whole("rounds", rounds, 1, 2**63 - 1),
            "seed": _whole("seed", seed, 0, 2**64 - 1),
            "normalise": bool(normalise),
            "dim": _whole("dim", dim, 1, 2**63 - 1),
            "arms": _whole("arms", arms, 1, 2**63 - 1),
            "detail": "full",
        }
        if initial_parameters is not None:
            header["initial_parameters"] = [_numbers(f"initial_parameters[{i}]", theta)
                                            for i, theta in enumerate(initial_parameters)]
        header.update(more)
        self._write(header)
        self._header = header

    def round(self, *, arm, reward, contexts=None, f1=None, f2=None, rewards=None, expected_rewards=None, label=None,
              **more):
        """One round: the arm played, counted from 0, and its reward; and of every arm what is known.

        `f1` and `f2` are the scores before learning, `rewards` what each arm would have paid, `expected_rewards` its
        expectation h, `label` what the exploration network was trained on. Further fields are kept.
        """
        if self._header is None or self._ended:
            raise RuntimeError("round: expected it after header and before end")
        arms, dim = self._header["arms"], self._header["dim"]
        if self._rounds == self._header["rounds"]:
            raise ValueError(f"round {self._rounds + 1}: the header announces {self._rounds}")
        line = {"t": self._rounds + 1}
        if contexts is not None:
            rows = _as_list(contexts)
            if len(rows) != arms:
                raise ValueError(f"contexts has {len(rows)} arms, expected {arms}")
            line["contexts"] = [_numbers(f"contexts[{i}]", row, dim) for i, row in enumerate(rows)]
        per_arm = {"expected_rewards": expected_rewards, "rewards": rewards, "f1": f1, "f2": f2}
        for field, values in per_arm.items():
            if values is not None:
                line[field] = _numbers(field, values, arms)
        line["arm"] = _whole("arm", arm, 0, arms - 1)
        line["reward"] = _number("reward", reward)
        if label is not None:
            line["label"] = _number("label", label)
        line.update(more)
        self._write(line)
        self._rounds += 1
        self._add_to_regret(line)

    def end(self, *, status="completed", parameters=None, **more):
        """Ends the trace. `status` is completed or diverged; `parameters` are the last ones, as initial_parameters.

        Regret is added up from the rounds if all have expected_rewards (and rewards, for the realised one).
        """
        if self._header is None or self._ended:
            raise RuntimeError("end: expected it once, after header")
        if status not in ("completed", "diverged"):
            raise ValueError(f"status is {status!r}, expected completed or diverged")
        end = {"status": status, "rounds": self._rounds}
        if self._rounds and self._regret is not None:
            end["regret"] = self._regret
        if self._rounds and self._realized_regret is not None:
            end["realized_regret"] = self._realized_regret
        if parameters is not None:
            end["parameters"] = [_numbers(f"parameters[{i}]", theta) for i, theta in enumerate(parameters)]
        end.update(more)
        self._write({"end": end})
        self._ended = True
        self.close()

    def _add_to_regret(self, line):
        h, rewards, arm = line.get("expected_rewards"), line.get("rewards"), line["arm"]
        best = h.index(max(h)) if h else 0
        if not h or self._regret is None:
            self._regret = None
        else:
            self._regret += h[best] - h[arm]
        if not (h and rewards) or self._realized_regret is None:
            self._realized_regret = None
        else:
            self._realized_regret += rewards[best] - rewards[arm]

    def _write(self, line):
        # json writes the shortest digits that read back to the same double.
        self._file.write(json.dumps(line, allow_nan=False) + "\n")
        self._file.flush()
