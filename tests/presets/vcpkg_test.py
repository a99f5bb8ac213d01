"""The preset `vcpkg` where VCPKG_ROOT is missing, wrong, or a folder that looks like one of vcpkg.

usage: vcpkg_test.py [CMAKE ARGUMENTS...]

The arguments say where packages are. Nothing is built, and no package is fetched: what a real vcpkg does behind its
toolchain file, bringing the libraries of vcpkg.json, is not seen here.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETTINGS = []

# What vcpkg's own does for its user: packages are found in its folder too.
TOOLCHAIN = """set(EENET_TEST_TOOLCHAIN "was read" CACHE INTERNAL "")
list(APPEND CMAKE_PREFIX_PATH "${CMAKE_CURRENT_LIST_DIR}/../../installed")
"""
AUTODIFF = "add_library(autodiff::autodiff INTERFACE IMPORTED)\n"


class VcpkgPreset(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def vcpkg(self, autodiff=False):
        root = self.directory / "vcpkg"
        toolchain = root / "scripts" / "buildsystems" / "vcpkg.cmake"
        toolchain.parent.mkdir(parents=True)
        toolchain.write_text(TOOLCHAIN, encoding="utf-8")
        if autodiff:
            package = root / "installed" / "share" / "autodiff" / "autodiffConfig.cmake"
            package.parent.mkdir(parents=True)
            package.write_text(AUTODIFF, encoding="utf-8")
        return root

    def configured(self, root, *settings):
        """Exit code, words and cache of a configuration in a folder of its own."""
        build = self.directory / "build"
        environment = {name: value for name, value in os.environ.items() if name != "VCPKG_ROOT"}
        if root is not None:
            environment["VCPKG_ROOT"] = str(root)
        result = subprocess.run(["cmake", "--preset", "vcpkg", "-S", ROOT, "-B", build, "-DEENET_BUILD_TESTS=OFF",
                                 *SETTINGS, *settings], cwd=ROOT, env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        cache = build / "CMakeCache.txt"
        return result.returncode, " ".join(result.stdout.split()), cache.read_text() if cache.exists() else ""

    def test_without_vcpkg_root_it_is_one_sentence(self):
        code, said, _ = self.configured(None)
        self.assertNotEqual(code, 0)
        self.assertIn("The preset vcpkg needs the folder of a vcpkg in the environment variable VCPKG_ROOT, "
                      "which is not set.", said)
        self.assertEqual(said.count("CMake Error"), 1, said)

    def test_a_folder_without_vcpkg_is_named(self):
        code, said, _ = self.configured(self.directory / "none")
        self.assertNotEqual(code, 0)
        self.assertIn(f"which is {self.directory}/none: there is no "
                      f"{self.directory}/none/scripts/buildsystems/vcpkg.cmake.", said)
        self.assertEqual(said.count("CMake Error"), 1, said)

    def test_with_autodiff_it_configures_and_has_its_witnesses(self):
        code, said, cache = self.configured(self.vcpkg(autodiff=True))
        self.assertEqual(code, 0, said)
        self.assertIn("EENET_TEST_TOOLCHAIN:INTERNAL=was read", cache, "the toolchain file was not used")
        self.assertIn("EENET_AUTODIFF:UNINITIALIZED=ON", cache.replace(":STRING=", ":UNINITIALIZED="))
        self.assertIn("gradient witnesses: ", said)
        self.assertRegex(said, "gradient witnesses: [^;]*autodiff dual and var")

    def test_without_autodiff_it_says_so_and_where_to_read(self):
        code, said, _ = self.configured(self.vcpkg(), "-DCMAKE_DISABLE_FIND_PACKAGE_autodiff=ON")
        self.assertNotEqual(code, 0)
        self.assertIn('EENET_AUTODIFF or EENET_ADOLC is ON, but not found: autodiff (how to get it: README.md, section '
                      '"More witnesses").', said)
        self.assertIn("\n## More witnesses\n", (ROOT / "README.md").read_text(encoding="utf-8"))

    def test_without_autodiff_and_not_insisting_it_configures(self):
        code, said, cache = self.configured(self.vcpkg(), "-DEENET_AUTODIFF=AUTO",
                                            "-DCMAKE_DISABLE_FIND_PACKAGE_autodiff=ON")
        self.assertEqual(code, 0, said)
        self.assertIn("EENET_TEST_TOOLCHAIN:INTERNAL=was read", cache)
        self.assertRegex(said, 'not found or switched off: autodiff.*README.md, section "More witnesses"')


if __name__ == "__main__":
    SETTINGS = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
