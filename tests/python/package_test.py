"""The package eenet: its examples run, its stubs say what is there, pip installs it, and the page about it is true."""

import doctest
import importlib.util
import inspect
import json
import pathlib
import subprocess
import sys
import unittest

from package import ENVIRONMENT, FOLDER, ROOT, Case, np, program
import eenet

EXACT = doctest.ELLIPSIS


def documented():
    """Names and docstrings of everything that the package offers."""
    yield "eenet", eenet.__doc__
    for name in eenet.__all__:
        thing = getattr(eenet, name)
        if name.startswith("__") or not (inspect.isclass(thing) or callable(thing)):
            continue
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and isinstance(getattr(value, "__doc__", None), str):
                    yield f"{name}.{member}", value.__doc__


class Examples(unittest.TestCase):
    def test_docstrings_run(self):
        found = 0
        for name, text in documented():
            names = {**vars(eenet), "eenet": eenet, "_core": eenet._core, "np": np}
            test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
            found += len(test.examples)
            runner = doctest.DocTestRunner(optionflags=EXACT)
            output = []
            runner.run(test, out=output.append)
            self.assertEqual(runner.failures, 0, "".join(output))
        self.assertGreater(found, 40)

    def test_everything_has_a_docstring(self):
        for name in eenet.__all__:
            thing = getattr(eenet, name)
            if callable(thing):
                self.assertTrue(thing.__doc__, name)

    def test_the_page_runs(self):
        page = ROOT / "docs/python.md"
        text = page.read_text(encoding="utf-8")
        self.assertEqual(sum(line.startswith("### ") for line in text.splitlines()), 10)
        failures, tried = doctest.testfile(str(page), module_relative=False, optionflags=EXACT, encoding="utf-8")
        self.assertEqual(failures, 0)
        self.assertGreater(tried, 20)

    def test_an_example_that_is_wrong_is_noticed(self):
        test = doctest.DocTestParser().get_doctest(">>> eenet.Mlp(1, 1)([1.0])\n1.0\n", {"eenet": eenet}, "x", None, 0)
        self.assertEqual(doctest.DocTestRunner().run(test, out=lambda text: None).failed, 1)


class Types(Case):
    def mypy(self, *arguments):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed")
        return subprocess.run([sys.executable, "-m", *arguments], env={**ENVIRONMENT, "MYPYPATH": str(FOLDER)},
                              cwd=self.folder, capture_output=True, text=True, check=False)

    def test_the_package_is_typed_and_misuse_is_an_error(self):
        (self.folder / "good.py").write_text("import eenet\nregret: float = eenet.run().regret[0, 0]\n"
                                             "value: float = eenet.Mlp(1, 1)([1.0])\n")
        (self.folder / "bad.py").write_text("import eenet\nvalue: str = eenet.Mlp(1, 1)([1.0])\n")
        good = self.mypy("mypy", "--strict", "-p", "eenet")
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertEqual(self.mypy("mypy", "--strict", "good.py").returncode, 0)
        self.assertIn("incompatible type", self.mypy("mypy", "bad.py").stdout.lower())

    def test_the_stubs_say_what_is_there(self):
        allowed = pathlib.Path(__file__).with_name("stubtest_allowlist.txt")
        found = self.mypy("mypy.stubtest", "eenet", "--ignore-missing-stub", "--ignore-unused-allowlist",
                          "--allowlist", str(allowed))
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)


class Installing(Case):
    def test_the_version_is_that_of_the_program(self):
        self.assertEqual(eenet.__version__, json.loads(program("--version", "--json"))["version"])

    def test_pip_installs_a_package_that_works_alone(self):
        if importlib.util.find_spec("pip") is None or importlib.util.find_spec("wheel") is None:
            self.skipTest("pip or wheel is not installed (packages python3-pip, python3-wheel)")
        target = self.folder / "site"
        pip = subprocess.run([sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index",
                              "--disable-pip-version-check", "--target", target, ROOT], capture_output=True, text=True,
                             check=False, env={**ENVIRONMENT, "EENET_PYTHON_BUILD": str(FOLDER.parent)})
        self.assertEqual(pip.returncode, 0, pip.stdout + pip.stderr)
        installed = sorted(path.name for path in (target / "eenet").iterdir() if path.is_file())
        self.assertEqual(installed, sorted(path.name for path in FOLDER.joinpath("eenet").iterdir() if path.is_file()))
        self.assertTrue((target / f"eenet-{eenet.__version__}.dist-info").is_dir())
        run = subprocess.run([sys.executable, "-c", "import eenet; print(eenet.__file__, eenet.run(rounds=5).digests)"],
                             env={"PYTHONPATH": str(target), "PATH": "/usr/bin"}, cwd=self.folder, capture_output=True,
                             text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn(str(target), run.stdout)
        self.assertIn(eenet.run(rounds=5).digests[0], run.stdout)


if __name__ == "__main__":
    unittest.main()
