"""Every public header compiles alone, whatever its user included before.

usage: headers_test.py BUILD

CMake's target does the work. First it is shown, on a room of two headers, that it refuses
one that leans on an include of others.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = None

PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES CXX)
include({ROOT}/.cmake/EenetRoom.cmake)
add_subdirectory(room)
"""
GOOD = "#pragma once\n#include <string>\nstd::string good();\n"
NEEDS_AN_INCLUDE = "#pragma once\nstd::string needy();\n"


def build_headers(folder):
    return subprocess.run(["cmake", "--build", folder, "--target", "all_verify_interface_header_sets",
                           "--parallel", "2"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


class Headers(unittest.TestCase):
    def sample(self, **headers):
        """Builds the headers of a room that has these, and a source that includes them all."""
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
                        "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"], capture_output=True, check=True)
        subprocess.run(["cmake", "--build", tree / "build"], capture_output=True, check=True)
        return build_headers(tree / "build")

    def test_a_header_that_stands_alone_passes(self):
        result = self.sample(good=GOOD)
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_a_header_that_needs_another_is_refused(self):
        result = self.sample(good=GOOD, needy=NEEDS_AN_INCLUDE)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("needy.h", result.stdout)

    def test_every_public_header_stands_alone(self):
        result = build_headers(BUILD)
        self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    BUILD = pathlib.Path(sys.argv.pop())
    unittest.main()
