"""Every dialect of docs/protocol.md, alone and beside every other, as options of the plain adapter."""

import itertools
import random

# The paper's own value, the first, needs no option.
VALUES = {
    "layout": [None, "column-major"],
    "order": [None, "backward"],
    "biases": [None, "interleaved", "last"],
    "scale": [None, "sqrt-width"],
    "relu-at-zero": [None, "0", "0.5", "1"],
    "loss-factor": [None, "1", "0.3"],
    "optimiser": [None, "adam"],
    "tie": [None, "highest"],
    "score-weight": [None, "0.7", "-1"],
    "score-offset": [None, "0.1"],
    "label": [None, "absolute", "positive"],
    "label-shift": [None, "0.1"],
    "scalar": [None, "float32"],
}


def options(chosen):
    return [word for key, value in chosen if value is not None for word in (f"--{key}", value)]


def alone():
    return [[(key, value)] for key, values in VALUES.items() for value in values[1:]]


def pairs():
    return [[a, b] for (a,), (b,) in itertools.combinations(alone(), 2) if a[0] != b[0]]


def covering(seed=1):
    """Few choices of a value for every key that have every pair of values among them, found greedily."""
    rng = random.Random(seed)
    every = [(key, value) for key, values in VALUES.items() for value in values]
    missing = {frozenset((a, b)) for a, b in itertools.combinations(every, 2) if a[0] != b[0]}
    rows = []
    while missing:
        row = sorted(rng.choice(sorted(missing, key=str)), key=str)
        keys = [key for key in VALUES if key not in dict(row)]
        rng.shuffle(keys)
        for key in keys:
            def gain(value, key=key, row=row):
                return sum(frozenset(((key, value), other)) in missing for other in row)
            row.append((key, max(VALUES[key], key=gain)))
        missing -= {frozenset(pair) for pair in itertools.combinations(row, 2)}
        rows.append(row)
    return rows
