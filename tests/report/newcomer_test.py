"""The first five minutes of a newcomer, as the README says them.

usage: newcomer_test.py EENET_BINARY SCRATCH_FOLDER [UNITTEST ARGUMENTS...]

With EENET_FULL=1 the report is the one of `experiments/run`; otherwise a small one stands in for it.
"""

import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

import made
from report_test import Page

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = SCRATCH = None
PATIENCE = 300  # seconds, of a command that is not the report


def eenet(*arguments):
    started = time.monotonic()
    run = subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=ROOT)
    print(f"eenet {' '.join(arguments)}: {time.monotonic() - started:.1f} s")
    return run


class FirstFiveMinutes(unittest.TestCase):
    def test_1_the_main_job_is_the_report(self):
        script = (ROOT / "experiments/run").read_text(encoding="utf-8")
        self.assertRegex(script, r"\[ \$# -gt 0 \] \|\| set -- report\n")

    def test_2_the_report_says_what_was_checked(self):
        report = made.Report(BINARY, SCRATCH)
        page = Page(report.page.read_text(encoding="utf-8"))
        self.assertEqual((page.wrong, page.open), ([], []))
        visible = " ".join("".join(page.text).split())
        for claim in report.facts["claims"]:
            self.assertIn(claim["id"], visible)
        self.assertIn("What was not checked", visible)
        self.assertEqual(report.facts["problems"], [])

    def test_3_a_claim_is_explained(self):
        run = eenet("claims", "explain", "EQ-GRAD")
        self.assertEqual(run.returncode, 0, run.stderr)
        for title in ("The paper says", "How it is checked", "What came out", "See it again"):
            self.assertIn(title, run.stdout)
        again = re.search(r"See it again\n\s+eenet (.*)\n", run.stdout).group(1)
        self.assertEqual(eenet(*again.split()).returncode, 0)

    def test_4_the_reference_is_verified(self):
        run = eenet("verify", "--cases", "200", "--quiet")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_5_another_implementation_is_judged(self):
        run = eenet("oracle", "smoke", "--quiet", "--", "python3", "experiments/python/plain_adapter.py")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("agree", run.stdout)


if __name__ == "__main__":
    BINARY, SCRATCH = map(os.path.abspath, sys.argv[1:3])
    del sys.argv[1:3]
    unittest.main()
