"""The scripts that install, build and start things, run against fake tools.

The last class runs the same cases on deliberately broken copies and expects them to fail.
"""

import re
import tempfile
import unittest

from fake_project import Project, REQUIRED


TIME = r"\d+ min [1-5]?\d s"


class Case(unittest.TestCase):
    broken = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.project = Project(directory.name, self.broken)

    def assert_one_sentence(self, text, *words):
        self.assertEqual(text.count("\n"), 1, text)
        for word in words:
            self.assertIn(word, text)


class Packages(Case):
    def test_silent_when_nothing_is_missing(self):
        self.project.run(".ci/prepare")
        result = self.project.run(".ci/prepare")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(self.project.calls_of("apt-get"), [])
        self.assertEqual(len(self.project.calls_of("dpkg-query")), 1)

    def test_root_installs_exactly_what_is_missing(self):
        result = self.project.run(".ci/prepare", FAKE_UNKNOWN="cmake libfmt-dev")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.project.installed(), [["cmake", "libfmt-dev"]])
        self.assertIn("--no-install-recommends", self.project.calls_of("apt-get")[-1])
        self.assertEqual(self.project.calls_of("sudo"), [])
        self.assertIn("eenet: installing cmake libfmt-dev", result.stderr)
        self.assertNotIn("noise from apt-get", result.stderr)

    def test_a_removed_package_whose_settings_remain_is_missing(self):
        self.project.run(".ci/prepare", FAKE_REMOVED="g++")
        self.assertEqual(self.project.installed(), [["g++"]])

    def test_the_package_lists_are_refreshed_once_before_installing(self):
        self.project.run(".ci/prepare", "--optional", FAKE_UNKNOWN="cmake clang")
        kinds = [re.search(r" (update|install)\b", call).group(1) for call in self.project.calls_of("apt-get")]
        self.assertEqual(kinds, ["update", "install", "install"])

    def test_others_install_through_sudo(self):
        result = self.project.run(".ci/prepare", FAKE_UID="1000", FAKE_UNKNOWN="cmake")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.project.installed(), [["cmake"]])
        self.assertEqual(len(self.project.calls_of("sudo")), len(self.project.calls_of("apt-get")))

    def test_without_root_and_sudo_it_says_what_to_type(self):
        result = self.project.without("sudo").run(".ci/prepare", FAKE_UID="1000", FAKE_UNKNOWN="cmake g++")
        self.assertEqual(result.returncode, 2)
        self.assert_one_sentence(
            result.stderr, "su -c 'apt-get update && apt-get install --no-install-recommends g++ cmake'")
        self.assertEqual(self.project.calls_of("apt-get") + self.project.calls_of("cmake"), [])

    def test_without_root_and_sudo_it_works_when_nothing_is_missing(self):
        result = self.project.without("sudo").run(".ci/prepare", FAKE_UID="1000")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_required_package_that_cannot_be_installed(self):
        result = self.project.run(".ci/prepare", FAKE_UNKNOWN="cmake libfmt-dev", FAKE_UNAVAILABLE="libfmt-dev")
        self.assertEqual(result.returncode, 2)
        self.assert_one_sentence(result.stderr.partition("\n")[2],
                                 "cannot install", "Unable to locate package libfmt-dev")
        self.assertEqual(self.project.calls_of("cmake"), [])

    def test_an_optional_package_that_cannot_be_installed_is_skipped_by_name(self):
        result = self.project.run(".ci/prepare", "--optional", FAKE_UNKNOWN="clang clang-tidy clang-format",
                                  FAKE_UNAVAILABLE="clang-tidy")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("eenet: skipped: packages clang-tidy (not available)\n", result.stderr)
        self.assertEqual(self.project.installed()[1:], [["clang"], ["clang-tidy"], ["clang-format"]])
        self.assertNotEqual(self.project.calls_of("cmake"), [])

    def test_optional_packages_without_root_and_sudo_are_skipped_by_name(self):
        result = self.project.without("sudo").run(".ci/prepare", "--optional", FAKE_UID="1000",
                                                  FAKE_UNKNOWN="clang clang-format")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("eenet: skipped: packages clang clang-format (installing takes root or sudo)\n", result.stderr)

    def test_optional_packages_are_left_alone_unless_asked_for(self):
        self.project.run(".ci/prepare", FAKE_UNKNOWN="clang pybind11-dev")
        self.assertEqual(self.project.installed(), [])
        self.project.run("experiments/run", FAKE_UNKNOWN="clang pybind11-dev")
        self.assertEqual(self.project.installed(), [])

    def test_what_judges_the_report_is_installed_once(self):
        self.project.run(".ci/prepare")
        self.assertEqual(self.project.calls_of("npm"), [])
        for installs in (1, 0):
            self.assertEqual(self.project.run(".ci/prepare", "--optional").returncode, 0)
            self.assertEqual(len(self.project.calls_of("npm")), installs)
            self.assertTrue((self.project.tree / "build/node/node_modules").is_dir())

    def test_what_judges_the_report_is_skipped_by_name(self):
        for _ in range(2):
            result = self.project.run(".ci/prepare", "--optional", FAKE_NPM_FAILS="yes")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("eenet: skipped: html-validate and axe-core (npm cannot install them)\n", result.stderr)
        result = self.project.without("npm").run(".ci/prepare", "--optional", FAKE_UNKNOWN="npm",
                                                 FAKE_UNAVAILABLE="npm")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("eenet: skipped: html-validate and axe-core (npm is not installed)\n", result.stderr)

    def test_the_tests_install_what_the_python_module_takes_and_look_for_it(self):
        self.project.run(".ci/prepare")
        result = self.project.run("tests/run", FAKE_UNKNOWN="clang pybind11-dev mypy")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.project.installed(), [["pybind11-dev", "mypy"]])
        self.assertIn("cmake --preset release", self.project.calls_of("cmake"))
        self.project.run("tests/run")
        self.assertNotIn("cmake --preset release", self.project.calls_of("cmake"))

    def test_the_tests_go_on_without_the_python_module(self):
        result = self.project.run("tests/run", FAKE_UNKNOWN="pybind11-dev", FAKE_UNAVAILABLE="pybind11-dev")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("eenet: skipped: packages pybind11-dev (not available)\n", result.stderr)

    def test_another_system_gets_the_list_and_the_vcpkg_line(self):
        result = self.project.without("apt-get", "dpkg-query").run("experiments/run")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("  " + " ".join(REQUIRED) + "\n", result.stderr)
        self.assertIn("  vcpkg install && cmake --preset release "
                      "-DCMAKE_TOOLCHAIN_FILE=$VCPKG_ROOT/scripts/buildsystems/vcpkg.cmake\n", result.stderr)
        self.assertIn("EENET_SKIP_INSTALL=1", result.stderr)
        self.assertEqual(self.project.calls_of("cmake"), [])
        self.assertFalse((self.project.tree / "build").exists())

    def test_another_system_may_skip_the_packages(self):
        result = self.project.without("apt-get", "dpkg-query").run(".ci/prepare", EENET_SKIP_INSTALL="1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotEqual(self.project.calls_of("cmake"), [])


class Building(Case):
    def configured(self):
        return [call for call in self.project.calls_of("cmake") if "--build" not in call]

    def built(self):
        return [call for call in self.project.calls_of("cmake") if "--build" in call and " -n" not in call]

    def test_the_second_time_there_is_nothing_to_do(self):
        self.project.run(".ci/prepare")
        self.assertEqual((len(self.configured()), len(self.built())), (1, 1))
        self.project.run(".ci/prepare")
        self.assertEqual((self.configured(), self.built()), ([], []))

    def test_ci_makes_warnings_errors_and_leaves_no_trace(self):
        self.project.run(".ci/prepare", CI="true")
        self.assertIn("-DEENET_WERROR=ON", self.configured()[0])
        self.project.run(".ci/prepare", CI="true")
        self.assertEqual(self.configured(), [])
        self.project.run(".ci/prepare")
        self.assertEqual(self.configured(), ["cmake --fresh --preset release"])

    def test_a_build_configured_by_hand_stays_as_it_is(self):
        directory = self.project.tree / "build/release"
        directory.mkdir(parents=True)
        (directory / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.project.tree}\n")
        (directory / "build.ninja").touch()
        self.project.run(".ci/prepare")
        self.assertEqual(self.configured(), [])

    def test_a_copied_tree_does_not_build_the_original(self):
        self.project.run(".ci/prepare")
        cache = self.project.tree / "build/release/CMakeCache.txt"
        cache.write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/the/original\n")
        self.project.run(".ci/prepare")
        self.assertEqual(self.configured(), ["cmake --fresh --preset release"])

    def test_a_failed_configuration_is_tried_again(self):
        self.project.run(".ci/prepare")
        (self.project.tree / "build/release/build.ninja").unlink()
        self.project.run(".ci/prepare")
        self.assertEqual(len(self.configured()), 1)

    def test_a_failed_build_stops_everything(self):
        for script in ["tests/run", "experiments/run"]:
            result = self.project.run(script, FAKE_BUILD_FAILS="1")
            self.assertEqual((result.returncode, result.stdout), (3, ""))
            self.assertIn("the build of preset release failed", result.stderr)
            self.assertEqual(self.project.calls_of("ctest"), [])


class Experiments(Case):
    def test_only_the_program_writes_to_stdout(self):
        result = self.project.run("experiments/run", "run", "--json", FAKE_UNKNOWN="cmake")
        self.assertEqual(result.stdout, f"program in {self.project.elsewhere}: <run> <--json>\n")
        self.assertIn("noise from cmake", result.stderr)

    def test_the_program_gets_stdin_and_the_arguments_as_they_are(self):
        result = self.project.run("experiments/run", "a b", "", "*", stdin="input\n", FAKE_UNKNOWN="cmake")
        self.assertEqual(result.stdout, f"program in {self.project.elsewhere}: <a b> <> <*>\ninput\n")

    def test_only_the_program_is_built(self):
        self.project.run("experiments/run", "x")
        self.assertTrue(self.project.calls_of("cmake")[-1].endswith("--target eenet"))

    def test_without_arguments_it_runs_the_main_job(self):
        result = self.project.run("experiments/run")
        self.assertIn("<report>", result.stdout)

    def test_it_works_through_a_symbolic_link(self):
        (self.project.tree / "link").symlink_to("experiments/run")
        result = self.project.run("link", "x")
        self.assertEqual(result.stdout, f"program in {self.project.elsewhere}: <x>\n", result.stderr)


class Tests(Case):
    def test_arguments_and_exit_code_are_those_of_ctest(self):
        for script in ["tests/run", ".ci/run"]:
            result = self.project.run(script, "-R", "some name", FAKE_TEST_FAILS="some name")
            self.assertEqual((result.returncode, result.stdout), (8, "ctest with EENET_FULL=\n"), result.stderr)
            self.assertEqual(self.project.calls_of("ctest"), [
                f"ctest --test-dir {self.project.tree}/build/release"
                " -j2 --output-on-failure --no-tests=error -R some name"])

    def test_full_runs_everything(self):
        result = self.project.run("tests/run", "-R", "x", "--full")
        self.assertEqual(result.returncode, 0, result.stderr)
        steps = ["build of preset release", "preset release", "build of preset sanitize", "preset sanitize",
                 "build of preset clang", "preset clang", "clang-tidy"]
        self.assertRegex(result.stdout, rf"\ntests/run --full, {TIME}\n" + "".join(
            rf"  passed   {step}, {TIME}\n" for step in steps) + r"\Z")
        self.assertEqual(re.findall("ctest with EENET_FULL=(.*)", result.stdout), ["1", "", ""])
        self.assertTrue(all(call.endswith("-R x") for call in self.project.calls_of("ctest")))

    def test_full_skips_by_name_what_is_absent(self):
        self.project.without("clang++", "clang-tidy")
        result = self.project.run("tests/run", "--full", FAKE_UNKNOWN="clang", FAKE_UNAVAILABLE="clang")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("  skipped  preset clang (clang++ is not installed)\n"
                      "  skipped  clang-tidy (clang++ or clang-tidy is not installed)\n", result.stdout)

    def test_full_goes_on_after_a_failure_and_reports_it(self):
        result = self.project.run("tests/run", "--full", FAKE_TEST_FAILS="sanitize")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, rf"  failed   preset sanitize, {TIME}\n"
                                        rf"  passed   build of preset clang, {TIME}\n"
                                        rf"  passed   preset clang, {TIME}\n")

    def test_help_explains_and_does_nothing(self):
        result = self.project.run("tests/run", "--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("usage: tests/run [--full]", result.stdout)
        self.assertEqual(self.project.calls, [])


# What to break (file, old text, new text), and the case that has to notice.
BREAKS = [
    ((".ci/prepare", "installed$newline", "*$newline"),
     Packages, "test_a_removed_package_whose_settings_remain_is_missing"),
    ((".ci/prepare", "try_install $absent; then", "try_install $required; then"),
     Packages, "test_root_installs_exactly_what_is_missing"),
    ((".ci/prepare", '[ -n "$absent" ] || return 0', ":"),
     Packages, "test_silent_when_nothing_is_missing"),
    ((".ci/prepare", "updated=yes", ":"),
     Packages, "test_the_package_lists_are_refreshed_once_before_installing"),
    ((".ci/prepare", 'set -- sudo "$@"', ":"),
     Packages, "test_others_install_through_sudo"),
    ((".ci/prepare", "if ! can_install", "if false"),
     Packages, "test_without_root_and_sudo_it_says_what_to_type"),
    ((".ci/prepare", "if ! try_install $absent", "try_install $absent; if false"),
     Packages, "test_a_required_package_that_cannot_be_installed"),
    ((".ci/prepare", '|| skipped="$skipped $package"', ""),
     Packages, "test_an_optional_package_that_cannot_be_installed_is_skipped_by_name"),
    ((".ci/prepare", '[ -z "$more" ] || install_if_possible $more', "install_if_possible $optional"),
     Packages, "test_optional_packages_are_left_alone_unless_asked_for"),
    ((".ci/prepare", "! cmp -s", "cmp -s"),
     Packages, "test_what_judges_the_report_is_installed_once"),
    ((".ci/prepare", "|| install_node_packages", "|| :"),
     Packages, "test_what_judges_the_report_is_installed_once"),
    ((".ci/prepare", '    cp "$root/tests/report/package-lock.json" "$root/build/node"\n  else', "    :\n  else"),
     Packages, "test_what_judges_the_report_is_installed_once"),
    ((".ci/prepare", "&& found_new=yes", ""),
     Packages, "test_the_tests_install_what_the_python_module_takes_and_look_for_it"),
    (("tests/run", ".ci/prepare\" --tests", ".ci/prepare\""),
     Packages, "test_the_tests_go_on_without_the_python_module"),
    ((".ci/prepare", "    explain_other_systems\n    exit 2", "    explain_other_systems\n    return"),
     Packages, "test_another_system_gets_the_list_and_the_vcpkg_line"),
    ((".ci/prepare", "*'no work to do'*) return ;;", ""),
     Building, "test_the_second_time_there_is_nothing_to_do"),
    ((".ci/prepare", '[ -z "$arguments" ]', "false"),
     Building, "test_ci_makes_warnings_errors_and_leaves_no_trace"),
    ((".ci/prepare", '[ "$home" != "$root" ]', "false"),
     Building, "test_a_copied_tree_does_not_build_the_original"),
    ((".ci/prepare", "  exit 3\n", ""),
     Building, "test_a_failed_build_stops_everything"),
    ((".ci/prepare", "exec </dev/null >&2", "exec </dev/null"),
     Experiments, "test_only_the_program_writes_to_stdout"),
    ((".ci/prepare", "exec </dev/null >&2", "exec >&2; cat >/dev/null"),
     Experiments, "test_the_program_gets_stdin_and_the_arguments_as_they_are"),
    (("experiments/run", '$(readlink -f "$0")', "$0"),
     Experiments, "test_it_works_through_a_symbolic_link"),
    (("experiments/run", "exec ", 'cd "$root" && exec '),
     Experiments, "test_only_the_program_writes_to_stdout"),
    (("tests/run", "env EENET_FULL=1 ctest", "ctest"), Tests, "test_full_runs_everything"),
    (("tests/run", "seconds % 60", "seconds + 60"), Tests, "test_full_runs_everything"),
    (("tests/run", "failures=$((failures + 1))", ":"),
     Tests, "test_full_goes_on_after_a_failure_and_reports_it"),
    (("tests/run", "exec ctest", "ctest || true; : "),
     Tests, "test_arguments_and_exit_code_are_those_of_ctest"),
]


class BrokenCopies(unittest.TestCase):
    def test_every_break_is_noticed(self):
        for broken, case, name in BREAKS:
            with self.subTest(broken=broken, case=name):
                result = unittest.TestResult()
                type(case.__name__, (case,), {"broken": broken})(name).run(result)
                self.assertEqual(result.errors, [], "the case should fail, not stumble")
                self.assertEqual(len(result.failures), 1)


if __name__ == "__main__":
    unittest.main()
