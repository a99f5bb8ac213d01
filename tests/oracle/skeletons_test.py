"""The adapters that `eenet oracle adapter` prints run, pass, and are found out with a fault.

usage: skeletons_test.py EENET_BINARY CXX_COMPILER JSON_INCLUDE_FOLDER [UNITTEST ARGUMENTS...]
"""

import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY = COMPILER = INCLUDE = None


def eenet(*arguments):
    return subprocess.run([BINARY, *arguments], check=False, capture_output=True, text=True)


class Skeletons(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def judged(self, language, command, build=None, change=("", "")):
        """The report on the adapter, with something in it replaced."""
        skeleton = json.loads(eenet("oracle", "adapter", "--json", "--language", language).stdout)
        self.assertIn(change[0], skeleton["text"])
        (self.folder / skeleton["file"]).write_text(skeleton["text"].replace(*change), encoding="utf-8")
        if build:
            subprocess.run(build, cwd=self.folder, check=True)
        run = subprocess.run([BINARY, "oracle", "judge", "--cases", "100", "--json", "--quiet", "--", *command],
                             cwd=self.folder, check=False, capture_output=True, text=True)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return json.loads(run.stdout)

    def expect(self, language, command, build=None, fault=None, level="gradient"):
        report = self.judged(language, command, build)
        self.assertEqual(report["verdict"], "agrees", report["first_divergence"])
        self.assertEqual(report["complaints"], [])
        asked = {one["level"] for one in report["levels"] if one["cases"] > 10}
        self.assertEqual(asked, {"forward", "gradient"})
        report = self.judged(language, command, build, fault)
        self.assertEqual(report["verdict"], "disagrees")
        self.assertEqual(report["first_divergence"]["level"], level)

    def test_python(self):
        self.expect("python", ["python3", "adapter.py"], fault=("if o > 0.0", "if o > 1.0"))

    def test_pytorch(self):
        if not importlib.util.find_spec("torch"):
            self.skipTest("python3-torch is not installed")
        self.expect("pytorch", [sys.executable, "adapter.py"], fault=("ReLU()", "LeakyReLU()"), level="forward")

    def test_cpp(self):
        build = [COMPILER, "-std=c++17", "-O1", "-idirafter", INCLUDE, "adapter.cc", "-o", "adapter"]
        self.expect("c++", ["./adapter"], build, fault=("input[j] > 0.0", "input[j] > 1.0"))

    def test_rust(self):
        if not shutil.which("rustc"):
            self.skipTest("rustc is not installed")
        self.expect("rust", ["./adapter"], ["rustc", "-O", "adapter.rs"], fault=("*o > 0.0", "*o > 1.0"))


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    COMPILER = sys.argv.pop(1)
    INCLUDE = sys.argv.pop(1)
    unittest.main()
