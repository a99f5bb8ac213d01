"""Command lines: every command with every option that --help names, and values that users and scripts get wrong."""

import re
from typing import NamedTuple, Optional

WRONG = ["", "-1", "0", "1e9", "18446744073709551616", "nan", "inf", "1e400", "-0.0", "0x10", "01", "+1", " 1", "1.5",
         "--json", "-", "--", "é✓", b"\xff\xfe", "\x1b[31m\x07", "a\nb", "x" * 5000, "a,b:c=d", "%s%n{}", "1..0",
         "linear:dim=", "eenet:width=-1", "linear:dim=2,dim=3", "eenet:eta1=nan", "arrays:contexts=,rewards=",
         "linear:dim=99999999999", "eenet:width=18446744073709551615", "/dev/null", ".", "no/such/file"]
# It runs every mutant of the program: a test of its own.
TOO_LONG = {"--mutants"}
# Nothing that these could mean is an option's value.
NEVER = ("", "--json")


class Option(NamedTuple):
    name: str
    kind: str  # UINT, FLOAT, TEXT, or empty for a flag
    choices: Optional[str]

    def refuses(self, value):
        """Whether the value is wrong for certain."""
        if not isinstance(value, str):
            return self.kind != "TEXT" or self.choices is not None
        if value in NEVER:
            return True
        if self.kind == "UINT":
            return not re.fullmatch(r"0|[1-9]\d*", value) or int(value) >= 2**64
        if self.kind == "FLOAT":
            return not re.fullmatch(r"[-+]?\d+(\.\d+)?(e\d\d?)?", value)
        return self.choices is not None and value not in self.choices.split(",")


class Command(NamedTuple):
    names: tuple
    options: tuple
    groups: tuple  # the names of its own commands
    needs_one: bool  # and without one of them it does nothing


def commands(caller, names=()):
    """Every command that --help leads to, with its options."""
    text = caller.call(*names, "--help").text
    below = re.findall(r"^  ([a-z][a-z-]*)  ", text.partition("Subcommands:\n")[2].partition("\n\n")[0], re.MULTILINE)
    listed = text.partition("\nOptions:\n")[2].partition("\n\n")[0]
    options = tuple(Option(name, (kind or "").replace("ENUM", "TEXT"), choices)
                    for name, kind, choices in re.findall(
                        r"^  (?:-\w,)?(--[a-z-]+)(?: (TEXT|UINT|FLOAT|ENUM))?(?::\{([^}]*)\})?", listed, re.MULTILINE)
                    if name not in TOO_LONG)
    yield Command(tuple(names), tuple(option._replace(choices=option.choices or None) for option in options),
                  tuple(below), " [SUBCOMMAND]" not in text and bool(below))
    for name in below:
        yield from commands(caller, (*names, name))


def usual_words(material):
    """Arguments with which a command ends at once. A command that is not here is called without any."""
    trace = material.path("full.jsonl")
    points = ["--contexts", material.path("points.npy")]
    return {
        ("run",): ["--env", "linear:dim=2,arms=2", "--method", "eenet:width=2", "--rounds", "2"],
        ("replay",): [trace],
        ("verify",): ["--suite", "streams", "--cases", "10"],
        ("claims", "check"): ["EQ-GRAD"],
        ("claims", "explain"): ["EQ-GRAD"],
        ("oracle", "judge"): ["--level", "forward", "--cases", "3", "--", "python3", material.path("adapter.py")],
        ("oracle", "smoke"): ["--", "python3", material.path("adapter.py")],
        ("oracle", "adapter"): ["--language", "rust"],
        ("oracle", "vectors"): ["--group", "selection", "--out", "v"],
        ("oracle", "check"): [trace],
        ("oracle", "curves"): ["--curves", material.path("curves.npy"), "--env", "linear:dim=2,arms=2", "--method",
                               "eenet:width=2", "--seeds", "1..3"],
        ("report",): ["--only", "claims/EQ-GRAD", "--out", "r"],
        ("report", "diff"): [material.path("report"), material.path("report")],
        ("report", "badge"): ["--from", material.path("report"), "--out", "b.svg"],
        ("data", "prepare"): ["classification", "--from", material.path("classes.csv"), "--out", "d"],
        ("sweep",): [material.path("plan.toml"), "--out", "s"],
        ("sweep", "cells"): [material.path("plan.toml"), "--out", "s"],
        ("table",): [material.path("sweep")],
        ("regret", "check"): ["--curves", material.path("curves.npy"), "--bound", "sqrt:C=3"],
        ("theory", "ntk"): [*points, "--out", "H.npy"],
        ("theory", "width"): [*points, "--width", "4", "--width", "8", "--width", "16", "--seeds", "1..3"],
        ("theory", "spectrum"): [*points, "--lambda", "1"],
        ("theory", "psi"): ["--inputs", material.path("points.npy"), "--labels", material.path("labels.npy"),
                            "--width", "4", "--radius", "1", "--starts", "1", "--steps", "1"],
        ("theory", "bound"): ["--trace", trace, "--points", "20"],
    }


def right_values(material):
    """For options, values that most commands accept, all small."""
    return {
        "--env": ["linear:dim=2,arms=2", "two-arms", "duplicates:dim=2,arms=2"],
        "--method": ["eenet:width=2", "random", "greedy:width=2"],
        "--rounds": ["1", "3"], "--seeds": ["1", "2..3"], "--seed": ["0", "18446744073709551615"],
        "--jobs": ["1", "3"], "--out": ["o", "a,b"], "--trace": ["none", "digest", "full", material.path("full.jsonl")],
        "--init": [f"{material.path('theta1.npy')},{material.path('theta2.npy')}"],
        "--suite": ["streams", "traces"], "--cases": ["10", "1"], "--failures": ["f"], "--junit": ["j.xml"],
        "--reproduce": ["streams/1.1.1", "1"], "--skip": ["EQ-GRAD", "THM-1"], "--effort": ["quick"],
        "--contexts": [material.path("points.npy"), material.path("contexts.npy")],
        "--inputs": [material.path("points.npy")], "--labels": [material.path("labels.npy")],
        "--rewards": [material.path("labels.npy"), material.path("rewards.npy")],
        "--matrix": [material.path("matrix.npy")], "--depth": ["2", "3"], "--width": ["1", "4"],
        "--convention": ["corrected", "printed"], "--kernel": ["infinite", "empirical"],
        "--entry-error": ["1e-15", "0"], "--lambda": ["1", "1e-3"], "--method ": ["dense", "iterative", "auto"],
        "--memory": ["1", "0.001"], "--radius": ["1", "0"], "--reading": ["printed", "played", "optimal"],
        "--curves": [material.path("curves.npy")], "--bound": ["sqrt:C=1", "linear-trivial", "online-loss"],
        "--level": ["0.9", "0.99"], "--plot": ["p.svg"], "--runs": [material.path("digest")],
        "--starts": ["1"], "--steps": ["1", "0"], "--certificate": ["c"], "--delta": ["0.1", "0.9"], "--points": ["5"],
    }


def with_words(words, *more):
    """The words with more of them, before a command that is passed on."""
    at = words.index("--") if "--" in words else len(words)
    return [*words[:at], *more, *words[at:]]


def with_option(words, name, *values):
    """The words with the option replaced, or added."""
    if name in words:
        at = words.index(name)
        words = words[:at] + words[at + 2:]
    return with_words(words, name, *values)


def one_wrong_value(command, usual):
    """Lines with one wrong value each, the option, the value, and whether it has to be refused."""
    for option in command.options:
        if not option.kind:
            yield with_words(usual, f"{option.name}=3"), option.name, "3", True
            continue
        for value in WRONG:
            yield with_option(usual, option.name, value), option.name, value, option.refuses(value)


def misspelt(command, usual):
    """Lines that no command understands."""
    for word in ["--bogus", "-x", "--jsn", "--JSON", "--=1", "---json", "extra-word\x1b", b"--\xff"]:
        yield with_words(usual, word), word
    for option in command.options:
        if option.kind:
            yield with_option(usual, option.name), option.name  # without its value
            yield with_option(usual, option.name[:-1] + "q", "1"), option.name[:-1] + "q"


def drawn(draw, known, usual, right):
    """A line of a random command with some options, right and wrong ones, in any order."""
    command = draw.choice([command for command in known if not command.groups])
    groups = []
    for option in draw.sample(command.options, min(len(command.options), draw.randrange(1, 6))):
        if option.name in ("--help",):
            continue
        values = right.get(option.name, []) + ((option.choices or "").split(",") if option.choices else [])
        value = draw.choice(values) if values and draw.random() < 0.75 else draw.choice(WRONG)
        groups.append([option.name, value] if option.kind else [option.name])
        if draw.random() < 0.1:
            groups.append(groups[-1])
    base = list(usual.get(command.names, []))
    for group in groups:  # what is drawn stands in place of what is usual
        if group[0] in base and len(group) == 2 and draw.random() < 0.9:
            at = base.index(group[0])
            base = base[:at] + base[at + 2:]
    words = [base, *groups]
    draw.shuffle(words)
    return [*command.names, *(word for group in words for word in group)]
