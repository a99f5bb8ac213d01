"""Uses the project as others do: installed and found by name, and as a part of their own build.

usage: consumer_test.py BUILD [CMAKE ARGUMENTS...]

BUILD is a finished build of the project; the arguments (compiler, flags, where packages are)
go to every build of the consumer.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = None
SETTINGS = []

# What the project itself is made with, and a user of its libraries need not have...
NOT_NEEDED = ["nlohmann_json", "Boost", "Spectra", "fmt", "CLI11", "GTest", "rapidcheck", "autodiff"]
NOT_NEEDED_BY_REFERENCE = NOT_NEEDED + ["OpenBLAS", "Threads"]
# ... but for these, where the room is verify: the headers of its oracle are about JSON.
NEEDED_BY_VERIFY = ["nlohmann_json", "rapidcheck"]


def run(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)


def without(packages):
    return [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in packages]


class Consumer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.prefix = pathlib.Path(directory.name)
        installed = run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        if installed.returncode != 0:
            raise AssertionError(installed.stdout)

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def configured(self, *settings, changes=(), source=HERE, folder=None):
        """Configures the consumer, or a copy with other words in its CMakeLists.txt."""
        if changes:
            # A folder of its own, because one test may configure several copies.
            source = pathlib.Path(tempfile.mkdtemp(dir=self.directory)) / "source"
            shutil.copytree(HERE, source)
            text = (source / "CMakeLists.txt").read_text(encoding="utf-8")
            for old, new in changes:
                self.assertIn(old, text)
                text = text.replace(old, new)
            (source / "CMakeLists.txt").write_text(text, encoding="utf-8")
        self.folder = folder or pathlib.Path(tempfile.mkdtemp(dir=self.directory))
        return run("cmake", "-G", "Ninja", "-S", source, "-B", self.folder, *SETTINGS, *settings)

    def installed(self, *settings, changes=()):
        return self.configured(f"-DCMAKE_PREFIX_PATH={self.prefix}", *settings, changes=changes)

    def output_after_building(self, configured):
        self.assertEqual(configured.returncode, 0, configured.stdout)
        built = run("cmake", "--build", self.folder, "--parallel", "2")
        self.assertEqual(built.returncode, 0, built.stdout)
        ran = run(self.folder / "consumer")
        self.assertEqual(ran.returncode, 0, ran.stdout)
        return ran.stdout

    def assert_right_numbers(self, output):
        """Those of the same run by the eenet program, where it was built."""
        numbers = re.fullmatch(r"regret (\S+), of a uniform choice (\S+), digest ([0-9a-f]{16})\n", output)
        self.assertTrue(numbers, output)
        regret, uniform = float(numbers.group(1)), float(numbers.group(2))
        self.assertTrue(0.0 <= regret < uniform < 200.0, output)
        if (BUILD / "eenet").exists():
            summary = subprocess.run([BUILD / "eenet", "run", "--env", "linear:dim=20,arms=10", "--method",
                                      "eenet:width=100", "--rounds", "200", "--seeds", "1", "--json", "--quiet"],
                                     capture_output=True, text=True, check=True)
            expected = json.loads(summary.stdout)["runs"][0]
            self.assertEqual(f"{regret:.6g} {numbers.group(3)}", f"{expected['regret']:.6g} {expected['digest']}")

    def test_installed_it_needs_eigen_and_nothing_else(self):
        output = self.output_after_building(self.installed(*without(NOT_NEEDED_BY_REFERENCE)))
        self.assert_right_numbers(output)

    def test_without_eigen_it_is_refused(self):
        result = self.installed(*without(["Eigen3"]))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("Eigen3", result.stdout)

    def test_a_component_brings_those_to_its_left(self):
        changes = [("COMPONENTS reference", "COMPONENTS verify"), ("PRIVATE eenet::reference", "PRIVATE eenet::verify")]
        needed_less = without(set(NOT_NEEDED) - set(NEEDED_BY_VERIFY))
        self.assert_right_numbers(self.output_after_building(self.installed(*needed_less, changes=changes)))

    def test_verifying_needs_rapidcheck_and_json(self):
        for package in NEEDED_BY_VERIFY:
            with self.subTest(package):
                result = self.installed(*without([package]), changes=[("COMPONENTS reference", "COMPONENTS verify")])
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(package, result.stdout)

    def test_without_components_all_come(self):
        result = self.installed(*without(set(NOT_NEEDED) - set(NEEDED_BY_VERIFY)), changes=[
            ("COMPONENTS reference", ""), ("PRIVATE eenet::reference", "PRIVATE eenet::theory eenet::verify")])
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_an_unknown_component_is_refused_with_a_sentence(self):
        result = self.installed(changes=[("COMPONENTS reference", "COMPONENTS reference practice")])
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(" ".join(result.stdout.split()), "eenet has no component 'practice', only: reference")

    def test_an_optional_component_may_be_unknown(self):
        result = self.installed(changes=[("COMPONENTS reference REQUIRED",
                                          "REQUIRED COMPONENTS reference OPTIONAL_COMPONENTS practice")])
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_another_version_is_refused(self):
        result = self.installed(changes=[("find_package(eenet", "find_package(eenet 99.0")])
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("99.0", result.stdout)

    def test_as_a_part_of_another_project(self):
        # Kept in the build folder: this one compiles the library, as one translation unit.
        result = self.configured(f"-DEENET_SOURCE={ROOT}", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0",
                                 folder=BUILD / "consumer-with-sources")
        self.assert_right_numbers(self.output_after_building(result))
        targets = run("cmake", "--build", self.folder, "--target", "help").stdout
        self.assertIn("eenet_reference", targets)
        for ours in ["eenet_theory", "eenet_experiments", "reference_tests", "tidy"]:
            self.assertNotIn(ours, targets)
        self.assertEqual(run("cmake", "--install", self.folder, "--prefix", self.directory / "out").returncode, 0)
        self.assertFalse((self.directory / "out").exists(), "the consumer would install what it only uses")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BUILD, SETTINGS = pathlib.Path(sys.argv[1]), sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
