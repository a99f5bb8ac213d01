"""The page of a report as html-validate reads it: valid HTML.

usage: html_test.py EENET_BINARY SCRATCH_FOLDER NODE_MODULES [UNITTEST ARGUMENTS...]

Exits with 77 where node or html-validate is absent.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import made

HERE = pathlib.Path(__file__).resolve().parent
BINARY = SCRATCH = VALIDATOR = None


def complaints(page):
    """What html-validate says of the file; empty if it is content."""
    run = subprocess.run(["node", VALIDATOR, "--config", HERE / "htmlvalidate.json", "--formatter", "text", page],
                         capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise AssertionError(run.stderr)
    return run.stdout + run.stderr if run.returncode else ""


class Html(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = made.Report(BINARY, SCRATCH).page

    def test_the_page_is_valid(self):
        self.assertEqual(complaints(self.page), "")

    def test_faults_are_noticed(self):
        text = self.page.read_text(encoding="utf-8")
        said = complaints(self.page).count("\n")
        faults = [("</main>", "</div></main>"), ('lang="en"', ""), ("<h2>Claims</h2>", '<h2 id="claims">Claims</h2>'),
                  ('<th scope="col">Suite</th>', '<th scope="column">Suite</th>'), ("<title>", "<title><b>")]
        with tempfile.TemporaryDirectory() as folder:
            for old, new in faults:
                self.assertIn(old, text)
                path = pathlib.Path(folder) / "index.html"
                path.write_text(text.replace(old, new, 1), encoding="utf-8")
                self.assertGreater(complaints(path).count("\n"), said, new)


if __name__ == "__main__":
    BINARY, SCRATCH, NODE_MODULES = map(os.path.abspath, sys.argv[1:4])
    del sys.argv[1:4]
    VALIDATOR = pathlib.Path(NODE_MODULES) / "html-validate/bin/html-validate.js"
    if not shutil.which("node") or not VALIDATOR.exists():
        print("skipped: html-validate is not installed; `tests/run --full` installs it where npm can be had")
        sys.exit(77)
    unittest.main()
