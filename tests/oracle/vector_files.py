"""Reads files of test vectors, and compares answers with them as docs/vectors.md says."""

import json
import math


def load(folder):
    """The documents of the files that index.json names, by their names."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return {entry["file"]: json.loads((folder / entry["file"]).read_text(encoding="utf-8"))
            for entry in index["files"]}


def question_of(document, vector):
    return {**document["parameters"], **vector["question"]}


def part(value, index):
    return value[index] if isinstance(value, (list, dict)) else value


def problems(expected, got, tolerance, acceptable, where):
    """Sentences about what is not as expected; `acceptable` is a pair of ends in the shape of the field."""
    if isinstance(expected, (list, dict)):
        if not isinstance(got, type(expected)) or len(got) != len(expected):
            return [f"{where}: {got!r} has another shape"]
        keys = expected if isinstance(expected, dict) else range(len(expected))
        return [problem for key in keys
                for problem in problems(expected[key], got[key], part(tolerance, key),
                                        acceptable and [part(ends, key) for ends in acceptable], f"{where}[{key}]")]
    if tolerance == "exact":
        return [] if got == expected else [f"{where}: {got!r}, expected {expected!r}"]
    if not isinstance(got, float) or not math.isfinite(got):
        return [f"{where}: {got!r} is no finite number"]
    slack = math.inf if tolerance is None and not acceptable else tolerance or 0.0
    if abs(got - expected) <= slack:
        return []
    if acceptable and acceptable[0] - slack <= got <= acceptable[1] + slack:
        return []
    return [f"{where}: {got!r}, expected {expected!r} (tolerance {tolerance})"]


def both_ends(acceptable):
    """Lower and upper ends, each in the shape of the field."""
    if acceptable is None:
        return None
    if isinstance(acceptable, dict):
        return [acceptable["lower"], acceptable["upper"]]
    return [[{name: ends[i] for name, ends in layer.items()} for layer in acceptable] for i in (0, 1)]


def compare(vector, answer, scalar="float64", lowest_is_claimed=False):
    found = []
    for name, expected in vector["expected"].items():
        tolerance = vector["tolerance"][name]
        acceptable = tolerance.get("acceptable")
        got = answer.get(name)
        if name == "arm":
            only_one = lowest_is_claimed and "tie-rule" in vector["flags"]
            right = acceptable[scalar] if acceptable and not only_one else [expected]
            found += [] if got in right else [f"{vector['id']}: arm {got}, expected one of {right}"]
        else:
            found += problems(expected, got, tolerance[scalar], both_ends(acceptable), f"{vector['id']}: {name}")
    return found
