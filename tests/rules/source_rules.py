"""Looks for what the rules of this project forbid in its sources.

usage: source_rules.py TREE

Prints FILE:LINE: RULE: what and why for every violation; exits 1 if there is one.
"""

import collections
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

from cpp_text import code_only, comments_only, line_of
from forbidden import ENGLISH, FORBIDDEN, LIBRARIES

ROOMS = LIBRARIES + ("experiments",)  # left to right
FOLDERS = ROOMS + ("tests",)
TOP_LEVEL = {"CMakeLists.txt", "CMakePresets.json", "CHANGELOG.md", "CITATION.cff", "LICENSE",
             "README.md", "pyproject.toml", "vcpkg.json", "docs", *FOLDERS}
LONGEST = 400
LARGEST = 37  # sources and headers in a folder
LARGEST_OF = {"verify/claims": 52}  # one file per group of the paper's claims
DATA = "tests/data"  # tables of numbers, as long as they have to be
MADE = "tests/report/package-lock.json"  # by npm

SUFFIXES = (".h", ".cc")
OTHER_SUFFIXES = (".c", ".C", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp")

# The sub-rooms of a room, and those that each may include beside itself. A file that is in none of
# them, such as main.cc, may include all.
SUB_ROOMS = {
    "theory": {
        "machine": [],
        "measured": [],
        "kernel": ["machine", "measured"],
        "spectrum": ["machine", "measured", "kernel"],
        "psi": ["machine", "measured", "kernel"],
        "regret": ["machine", "measured", "kernel", "spectrum", "psi"],
        "comparison": ["measured", "regret"],
    },
    "experiments": {
        "formats": [],
        "processes": ["formats"],
        "data": ["formats", "processes"],
        "runs": ["formats", "processes", "data"],
        "reports": ["formats", "processes", "data", "runs"],
        "sweeps": ["formats", "processes", "data", "runs", "reports"],
        "theory_check": ["formats", "processes", "data", "runs", "reports", "sweeps"],
        "commands": ["formats", "processes", "data", "runs", "reports", "sweeps", "theory_check"],
        "python": ["formats", "processes", "data", "runs", "reports"],
        "adapters": [],
        "bench": ["formats", "processes", "data", "runs"],
    },
}
# The operations are all arithmetic that the reference has: nothing of the paper is known to them.
OPERATIONS = "reference/operations/"
KNOWN_TO_OPERATIONS = ("reference/require.h", "reference/floating_point.h")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]*)', re.MULTILINE)


class Violation(NamedTuple):
    path: str
    line: int
    rule: str
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.rule}: {self.text}"


def files_of(tree):
    """The files of the rooms and of tests/, as paths from the top."""
    for folder in FOLDERS:
        for path in sorted((tree / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(tree)


def forbidden_words(path, code):
    for entry in FORBIDDEN:
        if not entry.applies(path):
            continue
        for found in entry.pattern.finditer(code):
            what = " ".join(found.group().split())
            yield Violation(str(path), line_of(code, found.start()), entry.rule, f"{what} ({entry.reason})")


def our_includes(tree, path, code):
    """Pairs of a line and the included file of ours, as a path from the top."""
    for found in INCLUDE.finditer(code):
        beside = posixpath.normpath(posixpath.join(str(path.parent), found.group(1)))
        target = beside if (tree / beside).is_file() else posixpath.normpath(found.group(1))
        if target.split("/")[0] in FOLDERS:
            yield line_of(code, found.start(1)), pathlib.PurePosixPath(target)


def includes_to_the_right(path, line, target):
    folder = target.parts[0]
    if FOLDERS.index(folder) > FOLDERS.index(path.parts[0]):
        yield Violation(str(path), line, "room-order", f"{path.parts[0]} includes {target} ({folder} is to its right)")


def sub_room(path):
    return path.parts[1] if len(path.parts) > 2 else None


def includes_another_sub_room(path, line, target):
    room, here, there = path.parts[0], sub_room(path), sub_room(target)
    arrows = SUB_ROOMS.get(room)
    if arrows and target.parts[0] == room and here in arrows and there and there not in [here, *arrows[here]]:
        allowed = ", ".join(arrows[here]) or "none"
        yield Violation(str(path), line, "sub-room-order",
                        f"{room}/{here} includes {target} (it may include of the other sub-rooms: {allowed})")


def includes_more_than_an_operation_needs(path, line, target):
    if str(path).startswith(OPERATIONS) and not str(target).startswith(OPERATIONS) \
            and str(target) not in KNOWN_TO_OPERATIONS:
        yield Violation(str(path), line, "operations",
                        f"it includes {target} (allowed beside {OPERATIONS}: {', '.join(KNOWN_TO_OPERATIONS)})")


def unknown_sub_room(path):
    room, here = path.parts[0], sub_room(path)
    if here and room in SUB_ROOMS and here not in SUB_ROOMS[room]:
        yield Violation(str(path), 1, "sub-room-order", f"the rules do not say what {room}/{here} may include")


def hard_english(path, text):
    comments = comments_only(text)
    for pattern, better in ENGLISH:
        for found in pattern.finditer(comments):
            what = " ".join(found.group().split())
            yield Violation(str(path), line_of(comments, found.start()), "english", f"{what} (say: {better})")


def crowded_folders(sources):
    """More files than a reader can take in at once."""
    counts = collections.Counter(str(path.parent) for path in sources)
    for folder, count in sorted(counts.items()):
        largest = LARGEST_OF.get(folder, LARGEST)
        if count > largest:
            yield Violation(folder, 1, "crowded", f"{count} sources and headers, at most {largest} are allowed")


def missing_pragma_once(path, code):
    if path.suffix == ".h" and not re.search(r"^#pragma once$", code, re.MULTILINE):
        yield Violation(str(path), 1, "pragma-once", "the header has no #pragma once")


def words_of_cmake(path):
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return set(re.sub(r"#.*", "", text).replace("(", " ").replace(")", " ").split())


def not_listed(tree, path):
    """A source that no CMakeLists.txt names is never compiled, a header never installed."""
    if path.suffix == ".h" and path.parts[0] not in LIBRARIES:
        return
    room = path.parts[0]
    listed = words_of_cmake(tree / room / "CMakeLists.txt")
    names = {str(path.relative_to(room))}
    if room == "tests" and len(path.parts) > 2:  # listed by folder, or by the folder's own CMakeLists.txt
        names.add(str(path.relative_to(pathlib.PurePath(*path.parts[:2]))))
        listed |= words_of_cmake(tree / path.parent / "CMakeLists.txt")
    if not names & listed:
        yield Violation(str(path), 1, "not-listed", f"{room}/CMakeLists.txt does not name it")


def too_long(path, text):
    lines = text.count(b"\n")
    if lines > LONGEST and not str(path).startswith(DATA + "/") and str(path) != MADE:
        yield Violation(str(path), LONGEST + 1, "too-long", f"{lines} lines, at most {LONGEST} are allowed")


def top_level_names(tree):
    """What git has, or would take, at the top; None where there is no git to ask."""
    if not (tree / ".git").exists() or not shutil.which("git"):
        return None
    listing = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
                              "--exclude-standard"], cwd=tree, capture_output=True, text=True, check=True)
    return {name.split("/")[0] for name in listing.stdout.split("\0") if name}


def wrong_top_level(tree):
    names = top_level_names(tree)
    if names is None:
        return
    for name in sorted(names - TOP_LEVEL):
        if not name.startswith("."):
            yield Violation(name, 1, "top-level", "this name has no place at the top of the tree")
    for name in sorted(TOP_LEVEL - names):
        yield Violation(name, 1, "top-level", "this name is missing at the top of the tree")


def violations(tree):
    tree = pathlib.Path(tree)
    sources = []
    for path in files_of(tree):
        content = (tree / path).read_bytes()
        yield from too_long(path, content)
        if path.suffix in OTHER_SUFFIXES:
            yield Violation(str(path), 1, "suffix", "C++ here is in .h and .cc, which the other rules read")
        if path.suffix not in SUFFIXES:
            continue
        sources.append(path)
        text = content.decode("utf-8")
        code = code_only(text)
        for line, target in our_includes(tree, path, code):
            yield from includes_to_the_right(path, line, target)
            yield from includes_another_sub_room(path, line, target)
            yield from includes_more_than_an_operation_needs(path, line, target)
        yield from unknown_sub_room(path)
        yield from hard_english(path, text)
        yield from forbidden_words(path, code)
        yield from missing_pragma_once(path, code)
        yield from not_listed(tree, path)
    yield from crowded_folders(sources)
    yield from wrong_top_level(tree)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(violations(sys.argv[1]))
    for violation in found:
        print(violation)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
