"""Writes copies of sources into which every mutant of the catalogue is woven, each behind a switch.

usage: weave.py --files CATALOGUE...             lists the sources that have mutants
       weave.py --tree TREE --out OUT CATALOGUE...
                                                 writes OUT/FILE for each of them, and OUT/mutants.cc,
                                                 the table of switches; leaves alone what is up to date

An expression E becomes (switch ? (replacement) : (E)), a statement S becomes
{ if (switch) { replacement } else { S } }. Exit code 2, with one sentence: the catalogue has a fault, or does
not fit the sources any more.
"""

import argparse
import json
import pathlib
import re
import sys
from typing import List, NamedTuple

from catalogue import Edit, Fault, Mutant, read_catalogue


class Span(NamedTuple):
    """A piece of a source, with everything that may stand in its place."""
    start: int
    end: int
    edits: List["tuple[Mutant, Edit]"]

    @property
    def kind(self):
        return self.edits[0][1].kind


# ---- Finding ------------------------------------------------------------------------------------


def pattern_of(fragment):
    """Finds the fragment however its lines are broken, and never in the middle of a word."""
    pattern = r"\s+".join(re.escape(word) for word in fragment.split())
    return re.compile((r"(?<!\w)" if re.match(r"\w", fragment) else "") + pattern +
                      (r"(?!\w)" if re.search(r"\w\Z", fragment) else ""))


def find_once(mutant, what, text, start, end, where):
    found = list(pattern_of(what).finditer(text, start, end))
    if len(found) != 1:
        raise mutant.fault(f"'{' '.join(what.split())}' occurs {len(found)} times in {where}, expected once")
    return found[0].span()


def locate(mutant, edit, text):
    start, end, where = 0, len(text), mutant.file
    if edit.within is not None:
        start, end = find_once(mutant, edit.within, text, start, end, where)
        where = f"its passage of {mutant.file}"
    return find_once(mutant, edit.fragment, text, start, end, where)


def spans_of(mutants, text):
    """The places of all edits, outer before inner. Mutants of the same place share a span."""
    spans = {}
    for mutant in mutants:
        for edit in mutant.edits:
            place = locate(mutant, edit, text)
            span = spans.setdefault(place, Span(*place, []))
            if any(other is mutant for other, _ in span.edits):
                raise mutant.fault(f"'{edit.fragment}' is changed twice, expected once")
            span.edits.append((mutant, edit))
    ordered = sorted(spans.values(), key=lambda span: (span.start, -span.end))
    outer = []
    for span in ordered:
        while outer and outer[-1].end <= span.start:
            outer.pop()
        if outer and span.end > outer[-1].end:
            mutant, edit = span.edits[0]
            raise mutant.fault(f"'{edit.fragment}' overlaps a fragment of mutant {outer[-1].edits[0][0].name}, "
                               "expected fragments apart or one inside the other")
        outer.append(span)
    return ordered


# ---- Weaving ------------------------------------------------------------------------------------


class Weaver:
    def __init__(self, path, text):
        self.path = path  # that the compiler names in its messages
        self.text = text

    def line_directive(self, path, number):
        return f"\n#line {number} {json.dumps(str(path))}\n"

    def source_line(self, offset):
        return self.line_directive(self.path, self.text.count("\n", 0, offset) + 1)

    def weave(self, start, end, spans):
        """The text from start to end, in which the spans, all inside, have become choices."""
        woven = []
        at = start
        while spans:
            span = spans[0]
            inner = [other for other in spans[1:] if other.end <= span.end]
            woven += [self.text[at:span.start], self.choice(span, self.weave(span.start, span.end, inner))]
            at = span.end
            spans = spans[1 + len(inner):]
        return "".join(woven) + self.text[at:end]

    def choice(self, span, original):
        before, between, after = (("(", " ? (", ") : ") if span.kind == "expression" else
                                  ("{ ", " { ", " } else "))
        choice = before
        for mutant, edit in span.edits:
            switch = f"::eenet::mutants::{mutant.flag}"
            choice += switch if span.kind == "expression" else f"if ({switch})"
            choice += between + self.line_directive(edit.path, edit.line) + edit.becomes
            choice += self.source_line(span.start) + after
        return choice + (f"({original}))" if span.kind == "expression" else f"{{ {original} }} }}")


def woven_source(path, text, mutants):
    weaver = Weaver(path, text)
    switches = " ".join(f"extern Switch {mutant.flag};" for mutant in mutants)
    return ('#include "tests/mutants/switch.h"\n' + f"namespace eenet::mutants {{ {switches} }}" + weaver.line_directive(path, 1) +
            weaver.weave(0, len(text), spans_of(mutants, text)))


# ---- The table ----------------------------------------------------------------------------------


def literal(text):
    return json.dumps(" ".join(text.split()), ensure_ascii=False) if text else "nullptr"


def table(mutants):
    rows = [f"    {{{literal(m.name)}, {literal(m.file)},\n     {literal(m.why)},\n"
            f"     {literal(m.equivalent)}, {literal(m.claim)}, &{m.flag}}},\n" for m in mutants]
    return ('#include "tests/mutants/mutant.h"\n\nnamespace eenet::mutants {\n\n' +
            f"static std::atomic<bool> met[{len(mutants)}];\n" +
            "".join(f"extern Switch {m.flag};\nSwitch {m.flag} = {{&met[{i}]}};\n" for i, m in enumerate(mutants)) +
            "\nconst std::vector<Mutant>& all_mutants() {\n  static const std::vector<Mutant> kMutants = {\n" +
            "".join(rows) + "  };\n  return kMutants;\n}\n\n}  // namespace eenet::mutants\n")


# ---- The program --------------------------------------------------------------------------------


def mutants_by_file(mutants):
    files = {}
    for mutant in mutants:
        files.setdefault(mutant.file, []).append(mutant)
    return files


def woven_sources(tree, mutants):
    """{file: woven text}. Raises Fault."""
    woven = {}
    for file, own in mutants_by_file(mutants).items():
        path = pathlib.Path(tree) / file
        if not path.is_file():
            raise own[0].fault(f"there is no file {file}, expected a source of this tree")
        woven[file] = woven_source(path, path.read_text(encoding="utf-8"), own)
    return woven


def write_if_changed(path, text):
    """A file with the same text keeps its time, and is not compiled again."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--tree", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("catalogue", nargs="+")
    arguments = parser.parse_args()
    try:
        mutants = read_catalogue(arguments.catalogue)
        if arguments.files:
            print("\n".join(sorted(mutants_by_file(mutants))))
            return 0
        for file, text in woven_sources(arguments.tree, mutants).items():
            write_if_changed(arguments.out / file, text)
        write_if_changed(arguments.out / "mutants.cc", table(mutants))
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
