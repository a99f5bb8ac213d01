"""The conformance suite on an implementation with faults: it must fail and print the smallest case.

usage: fault_test.py FAULTY_EXAMPLE
"""

import re
import subprocess
import sys
import unittest


class FaultyImplementation(unittest.TestCase):
    def test_it_fails_and_shows_the_smallest_case(self):
        run = subprocess.run([EXAMPLE], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("not true: The gradient agrees with every witness.", run.stdout)
        cases = re.findall(r"smallest case (\d+)\.(\d+)\.(\d+)\.", run.stdout)
        self.assertIn(("2", "1", "1"), cases, "one unit and one input show the fault\n" + run.stdout)

    def test_the_judge_finds_what_is_wrong_with_the_bandit(self):
        for name, level, where in [("Features", "features", "features"), ("Round", "round", "f1|phi|label"),
                                   ("Run", "run", "phi|label")]:
            run = subprocess.run([EXAMPLE, f"--gtest_filter=*{name}*Judges"], capture_output=True, text=True,
                                 check=False, env={"EENET_CASES": "100"})
            self.assertEqual(run.returncode, 1, run.stdout)
            self.assertIn(f"not true: the judge agrees at the level {level}", run.stdout)
            self.assertRegex(run.stdout, where)

    def test_what_is_right_still_passes(self):
        run = subprocess.run([EXAMPLE, "--gtest_filter=*ValueIsThatOfTheTwin"], capture_output=True, text=True,
                             check=False)
        self.assertEqual(run.returncode, 0, run.stdout)


if __name__ == "__main__":
    EXAMPLE = sys.argv.pop()
    unittest.main()
