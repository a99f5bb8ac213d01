"""Judges every claim at quick effort, once, and holds the README's headlines to what comes out.

usage: quick_verdicts_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = None


def eenet(*arguments):
    # The record and the README are about what can be judged without the published data.
    environment = {name: value for name, value in os.environ.items() if name != "EENET_DATA"}
    return subprocess.run([BINARY, *arguments], env=environment, capture_output=True, text=True, check=False)


class QuickVerdicts(unittest.TestCase):
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    @classmethod
    def setUpClass(cls):
        cls.command = re.search(r"`eenet ([^`]*)` ends with\n", cls.text).group(1)
        cls.shown = re.search(r"```\n(.*?)```", cls.text, re.DOTALL).group(1)
        with tempfile.TemporaryDirectory() as folder:
            arguments = [*cls.command.split(), "--quiet", "--out", folder]
            cls.judged = eenet(*arguments)
            # From the files of the first: nothing is judged again.
            cls.again = eenet(*arguments, "--json")

    def test_the_main_job_is_what_the_readme_says(self):
        main_job = re.search(r"arguments is `eenet ([^`]*)`", self.text).group(1)
        self.assertIn(f"set -- {main_job}\n", (ROOT / "experiments/run").read_text(encoding="utf-8"))

    def test_every_verdict_is_the_recorded_one(self):
        self.assertEqual(self.judged.returncode, 0, self.judged.stdout[-4000:] + self.judged.stderr)
        self.assertEqual(self.again.returncode, 0, self.again.stderr)
        differing = [claim["id"] for claim in json.loads(self.again.stdout)["claims"]
                     if claim["status"] != claim["recorded"]]
        self.assertEqual(differing, [])

    def test_it_ends_with_what_the_readme_shows(self):
        end = self.judged.stdout.partition("every verdict is the recorded one.\n\n")[2]
        self.assertEqual(end, self.shown)

    def test_the_summary_of_the_record_is_the_same(self):
        self.assertEqual(eenet("claims", "list", "--summary").stdout, self.shown)

    def test_the_counts_are_those_of_the_verdicts(self):
        claims = json.loads(self.again.stdout)["claims"]
        counts = collections.Counter(claim["status"] for claim in claims)
        line = self.shown.splitlines()[0]
        self.assertEqual({status: int(count) for count, status in re.findall(r"(\d+) ([a-z-]+)[,\n]", line + "\n")},
                         dict(counts))
        self.assertTrue(line.startswith(f"{len(claims)} claims:"), line)


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
