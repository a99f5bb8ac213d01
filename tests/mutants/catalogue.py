"""Reads the catalogue of mutants: the files in catalogue/, whose form README.md describes.

A mutant is a list of edits of one source; an edit replaces an expression or a statement.
"""

import re
from typing import List, NamedTuple, Optional

FIELDS = ("mutant", "file", "why", "equivalent", "claim", "within", "expression", "statement", "becomes")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
FIELD = re.compile(r"([a-z]+):(?: (.*))?")


class Fault(Exception):
    """One sentence that names the entry at fault."""


class Edit(NamedTuple):
    kind: str  # "expression" or "statement"
    within: Optional[str]  # a passage of the source in which the fragment is unique; None: the whole of it
    fragment: str
    becomes: str
    path: str  # of the catalogue, and where in it the replacement stands
    line: int


class Mutant(NamedTuple):
    name: str
    file: str
    why: str
    equivalent: Optional[str]  # why nobody can notice it
    claim: Optional[str]  # whose check notices it; None: a suite does
    edits: List[Edit]
    place: str  # FILE:LINE in the catalogue

    @property
    def flag(self):
        """The variable that switches it on."""
        return self.name.replace("-", "_")

    def fault(self, what):
        return Fault(f"{self.place}: mutant {self.name}: {what}")


class Line(NamedTuple):
    field: str
    text: str
    number: int  # of the line on which the text begins


def paragraphs(path, text):
    """The fields of each entry: lists of Line, continuation lines already joined."""
    entry = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if entry:
                yield entry
            entry = []
        elif line[0].isspace():
            if not entry:
                raise Fault(f"{path}:{number}: a continuation, expected a field before it")
            last = entry[-1]
            entry[-1] = (last._replace(text=f"{last.text}\n{line.strip()}") if last.text else
                         last._replace(text=line.strip(), number=number))
        else:
            match = FIELD.fullmatch(line.rstrip())
            if not match or match.group(1) not in FIELDS:
                raise Fault(f"{path}:{number}: '{line}', expected one of the fields {', '.join(FIELDS)}")
            entry.append(Line(match.group(1), (match.group(2) or "").strip(), number))
    if entry:
        yield entry


def take_edits(path, lines):
    """From lines in the order [within,] expression or statement, becomes, again and again."""
    edits = []
    lines = list(lines)
    while lines:
        within = lines.pop(0).text if lines[0].field == "within" else None
        if len(lines) < 2 or lines[0].field not in ("expression", "statement") or lines[1].field != "becomes":
            raise Fault("an edit is incomplete, expected [within,] expression or statement, becomes")
        original, becomes = lines.pop(0), lines.pop(0)
        ends_like_statement = original.text.endswith((";", "}"))
        if original.field == "statement" and not ends_like_statement:
            raise Fault(f"the statement '{original.text}' is not whole, expected ; or }} at its end")
        if original.field == "expression" and (original.text.endswith(";") or not original.text):
            raise Fault(f"'{original.text}' is no expression, expected one without ;")
        if original.field == "expression" and not becomes.text:
            raise Fault("the expression becomes nothing, expected another expression")
        edits.append(Edit(original.field, within, original.text, becomes.text, path, becomes.number))
    if not edits:
        raise Fault("nothing is changed, expected an expression or a statement and what it becomes")
    return edits


def take_mutant(path, lines):
    place = f"{path}:{lines[0].number}"
    if lines[0].field != "mutant":
        raise Fault(f"{place}: an entry begins with '{lines[0].field}', expected 'mutant'")
    name = lines[0].text
    told = {}
    edited = []
    for line in lines[1:]:
        if line.field in ("within", "expression", "statement", "becomes"):
            edited.append(line)
        elif line.field in told or line.field == "mutant":
            raise Fault(f"{place}: mutant {name}: '{line.field}' is given twice, expected once")
        else:
            told[line.field] = line.text
    mutant = Mutant(name, told.get("file", ""), told.get("why", ""), told.get("equivalent"), told.get("claim"),
                    [], place)
    if not NAME.fullmatch(name):
        raise mutant.fault("the name is not in kebab-case, expected words of a-z and 0-9 joined by -")
    for field in ("file", "why"):
        if not told.get(field):
            raise mutant.fault(f"'{field}' is missing or empty, expected a text")
    if told.get("equivalent") == "":
        raise mutant.fault("'equivalent' is empty, expected the argument")
    if not mutant.file.endswith(".cc"):
        raise mutant.fault(f"file is '{mutant.file}', expected a .cc (a header is compiled in too many places)")
    try:
        return mutant._replace(edits=take_edits(path, edited))
    except Fault as fault:
        raise mutant.fault(fault) from None


def read_catalogue(paths):
    """All mutants of the given catalogue files. Raises Fault."""
    mutants = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for lines in paragraphs(path, text):
            mutant = take_mutant(path, lines)
            # Flags, not names: two names with the same flag would be one switch.
            if mutant.flag in mutants:
                raise mutant.fault(f"the name is taken by {mutants[mutant.flag].place}, expected another")
            mutants[mutant.flag] = mutant
    return list(mutants.values())
