"""Every public header compiles alone, whatever its user included before.

usage: headers_test.py BUILD

CMake writes one source per public header, which includes nothing else, and the command that a
consumer would compile it with. Here the compiler reads each of them and makes no object. First
it is shown, on a room of two headers, that this refuses one that leans on an include of others.
"""

import concurrent.futures
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = None
PART_OF_TARGET = "_verify_interface_header_sets"  # of the names that CMake gives

PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES CXX)
include({ROOT}/.cmake/EenetRoom.cmake)
add_subdirectory(room)
"""
GOOD = "#pragma once\n#include <string>\nstd::string good();\n"
NEEDS_AN_INCLUDE = "#pragma once\nstd::string needy();\n"


def commands(build):
    """The commands that compile one public header each, by the header's path in the tree."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return {entry["file"].partition(f"{PART_OF_TARGET}/")[2].removesuffix(".cxx"): entry
            for entry in entries if PART_OF_TARGET in entry["file"]}


def complaint(entry):
    """What the compiler says about a header; nothing if all is well."""
    words = shlex.split(entry["command"])
    at = words.index("-o")
    run = subprocess.run([*words[:at], "-fsyntax-only", *words[at + 2:]], cwd=entry["directory"],
                         capture_output=True, text=True, check=False)
    return run.stderr if run.returncode != 0 else ""


def complaints(build):
    """{header: what the compiler says} of those that do not compile."""
    entries = commands(build)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        found = dict(zip(entries, pool.map(complaint, entries.values())))
    return {header: text for header, text in found.items() if text}


class Headers(unittest.TestCase):
    def sample(self, **headers):
        """Looks at the headers of a room that has these, and a source that includes them all."""
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        tree = pathlib.Path(directory.name)
        room = tree / "room"
        room.mkdir()
        names = [f"{name}.h" for name in headers]
        for name, text in headers.items():
            (room / f"{name}.h").write_text(text, encoding="utf-8")
        (room / "all.cc").write_text("".join(f'#include "room/{name}"\n' for name in names), encoding="utf-8")
        (room / "CMakeLists.txt").write_text(f"eenet_room(room SOURCES all.cc HEADERS {' '.join(names)})\n",
                                             encoding="utf-8")
        (tree / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
        # Precompiled headers would need the rooms' packages, and this room has none.
        subprocess.run(["cmake", "-G", "Ninja", "-S", tree, "-B", tree / "build",
                        "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
                       capture_output=True, check=True)
        subprocess.run(["cmake", "--build", tree / "build"], capture_output=True, check=True)
        self.assertEqual(sorted(commands(tree / "build")), sorted(f"room/{name}" for name in names))
        return complaints(tree / "build")

    def test_a_header_that_stands_alone_passes(self):
        self.assertEqual(self.sample(good=GOOD), {})

    def test_a_header_that_needs_another_is_refused(self):
        found = self.sample(good=GOOD, needy=NEEDS_AN_INCLUDE)
        self.assertEqual(list(found), ["room/needy.h"])
        self.assertIn("string", found["room/needy.h"])

    def test_every_public_header_stands_alone(self):
        for room in ["reference", "theory", "verify"]:
            listed = {str(path.relative_to(ROOT)) for path in (ROOT / room).rglob("*.h")}
            self.assertEqual({header for header in commands(BUILD) if header.startswith(f"{room}/")}, listed)
        found = complaints(BUILD)
        self.assertEqual(found, {}, "\n".join(found.values()))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    BUILD = pathlib.Path(sys.argv.pop())
    unittest.main()
