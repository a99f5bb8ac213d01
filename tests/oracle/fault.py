"""What a faulty adapter is: the plain adapter with one change, and what the judge has to say of it."""

import pathlib
import sys
from typing import Callable, NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "experiments/python"))

FAULTS = {}


class Fault(NamedTuple):
    what: str
    change: Callable       # of the module plain_eenet and of an Adapter
    level: str             # where the judge first finds it: a regular expression; "hello" before any level
    field: str             # of the answer: a regular expression
    place: str             # in that field: a regular expression
    round: int             # of a run; 0 elsewhere
    kind: str              # why there was no answer to compare; empty if there was
    arguments: tuple       # of the adapter: the dialect that it declares
    options: tuple         # of the judge
    verdict: str           # a regular expression
    explanation: str       # a dialect that the judge finds to explain everything


def fault(what, level, field="", place="", *, round=0, kind="", arguments=(), options=(), verdict="disagrees",
          explanation=""):
    """A function with this decorator makes the fault of its name."""
    def kept(change):
        FAULTS[change.__name__.replace("_", "-")] = Fault(
            what, change, level, field, place, round, kind, tuple(arguments), tuple(options), verdict, explanation)
        return change
    return kept


def replace(owner, name, make):
    """owner.name becomes make(what it was)."""
    setattr(owner, name, make(getattr(owner, name)))
