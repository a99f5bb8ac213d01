"""Every public header compiles alone, whatever its user included before.

usage: headers_test.py BUILD [CMAKE ARGUMENTS...]

CMake writes one source per public header, which includes nothing else, and the command that a
consumer would compile it with. Here the compiler reads each of them and makes no object. A
header that includes Eigen, itself or through other headers of ours, gets it precompiled: that is
most of the time, and shows it nothing that it does not include. First it is shown, on a small
room, that this refuses a header that leans on an include of others.
"""

import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = None
SETTINGS = []
PART_OF_TARGET = "_verify_interface_header_sets"  # of the names that CMake gives

PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES CXX)
find_package(Eigen3 REQUIRED NO_MODULE)
include({ROOT}/.cmake/EenetRoom.cmake)
add_subdirectory(room)
"""
PRECOMPILED = "Eigen/Core"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]*)', re.MULTILINE)

GOOD = "#pragma once\n#include <string>\nstd::string good();\n"
NEEDS_AN_INCLUDE = "#pragma once\nstd::string needy();\n"
WITH_EIGEN = "#pragma once\n#include <Eigen/Core>\nEigen::VectorXd vector();\n"
NEEDS_EIGEN = '#pragma once\n#include "room/good.h"\nEigen::VectorXd other(const std::string&);\n'
THROUGH_ANOTHER = '#pragma once\n#include "room/eigen.h"\nEigen::VectorXd more();\n'


def commands(build):
    """The commands that compile one public header each, by the header's path in the tree."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return {entry["file"].partition(f"{PART_OF_TARGET}/")[2].removesuffix(".cxx"): entry
            for entry in entries if PART_OF_TARGET in entry["file"]}


def includes(tree, header, name):
    """Whether a header of the tree includes this one, itself or through other headers of the tree."""
    waiting, seen = [header], set()
    while waiting:
        seen.add(waiting[-1])
        for included in INCLUDE.findall((tree / waiting.pop()).read_text(encoding="utf-8")):
            if included == name:
                return True
            if included not in seen and (tree / included).is_file():
                waiting.append(included)
    return False


class Reader:
    """The compiler, with a header of others precompiled in a folder."""
    def __init__(self, folder, entry):
        self.header = folder / "precompiled.h"
        self.header.write_text(f"#include <{PRECOMPILED}>\n", encoding="utf-8")
        self.run(entry, ["-x", "c++-header", "-c", self.header, "-o", f"{self.header}.gch"]).check_returncode()

    @staticmethod
    def run(entry, arguments):
        words = shlex.split(entry["command"])
        return subprocess.run([*words[:words.index("-o")], *arguments], cwd=entry["directory"],
                              capture_output=True, text=True, check=False)

    def complaint(self, entry, precompiled):
        """What the compiler says about the source of an entry; nothing if all is well."""
        before = ["-include", self.header] if precompiled else []
        run = self.run(entry, [*before, "-fsyntax-only", entry["file"]])
        return run.stderr if run.returncode != 0 else ""


def complaints(build, tree):
    """{header: what the compiler says} of those that do not compile."""
    entries = commands(build)
    eigen = [header for header in entries if includes(tree, header, PRECOMPILED)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        reader = Reader(pathlib.Path(folder), entries[eigen[0]])
        found = pool.map(lambda header: reader.complaint(entries[header], header in eigen), entries)
        return {header: text for header, text in zip(entries, found) if text}


class Headers(unittest.TestCase):
    def sample(self, **headers):
        """Complaints about the headers of a room that has these, one with Eigen, and a source that includes all."""
        headers = {"eigen": WITH_EIGEN, **headers}
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        tree = pathlib.Path(directory.name)
        room = tree / "room"
        room.mkdir()
        names = [f"{name}.h" for name in headers]
        for name, text in headers.items():
            (room / f"{name}.h").write_text(text, encoding="utf-8")
        (room / "all.cc").write_text("".join(f'#include "room/{name}"\n' for name in names), encoding="utf-8")
        (room / "CMakeLists.txt").write_text(f"eenet_room(room SOURCES all.cc HEADERS {' '.join(names)})\n"
                                             "target_link_libraries(eenet_room PUBLIC Eigen3::Eigen)\n",
                                             encoding="utf-8")
        (tree / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
        subprocess.run(["cmake", "-G", "Ninja", "-S", tree, "-B", tree / "build", *SETTINGS,
                        "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
                       capture_output=True, check=True)
        subprocess.run(["cmake", "--build", tree / "build"], capture_output=True, check=True)
        self.assertEqual(sorted(commands(tree / "build")), sorted(f"room/{name}" for name in names))
        return complaints(tree / "build", tree)

    def test_headers_that_stand_alone_pass(self):
        self.assertEqual(self.sample(good=GOOD, through=THROUGH_ANOTHER), {})

    def test_headers_that_need_another_are_refused(self):
        found = self.sample(good=GOOD, needy=NEEDS_AN_INCLUDE, vectors=NEEDS_EIGEN)
        self.assertEqual(sorted(found), ["room/needy.h", "room/vectors.h"])
        self.assertIn("string", found["room/needy.h"])
        self.assertIn("Eigen", found["room/vectors.h"])

    def test_every_public_header_stands_alone(self):
        for room in ["reference", "theory", "verify"]:
            listed = {str(path.relative_to(ROOT)) for path in (ROOT / room).rglob("*.h")}
            self.assertEqual({header for header in commands(BUILD) if header.startswith(f"{room}/")}, listed)
        found = complaints(BUILD, ROOT)
        self.assertEqual(found, {}, "\n".join(found.values()))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BUILD, SETTINGS = pathlib.Path(sys.argv[1]), sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
