"""The judge judged: it finds every fault of faulty_adapter.py where it is, and none in an adapter that is right.

usage: judge_test.py EENET CPP_ADAPTER [UNITTEST ARGUMENTS...]

EENET_FULL=1: every pair of dialects, with 10,000 cases and more in all.
"""

import concurrent.futures
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

import dialects
import faulty_adapter  # fills FAULTS
from fault import FAULTS

HERE = pathlib.Path(__file__).resolve().parent
ADAPTERS = HERE.parents[1] / "experiments/python"
FULL = os.environ.get("EENET_FULL") == "1"
PATIENCE = 300  # seconds: a judge that takes longer hangs
EENET = CPP_ADAPTER = None


def judged(command, cases, *options):
    """The judge's exit code, its document (None without one), and what it wrote for people."""
    words = [EENET, "oracle", "judge", "--json", "--quiet", "--cases", str(cases), *options, "--", *command]
    run = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=PATIENCE,
                         check=False)
    return run.returncode, json.loads(run.stdout) if run.stdout else None, run.stderr


def plain(*options):
    return [sys.executable, str(ADAPTERS / "plain_adapter.py"), *options]


def at_once(function, arguments):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(zip(arguments, pool.map(function, arguments)))


class FaultyAdapters(unittest.TestCase):
    def test_there_are_forty_and_more(self):
        self.assertGreaterEqual(sum(fault.verdict != "agrees" for fault in FAULTS.values()), 40)

    def test_each_is_found_where_it_is(self):
        def judge(name):
            return judged([sys.executable, str(HERE / "faulty_adapter.py"), name], 400, "--shrink-time", "1",
                          *FAULTS[name].options)

        for name, (code, document, said) in at_once(judge, list(FAULTS)):
            with self.subTest(name):
                self.check(FAULTS[name], code, document, said)

    def check(self, fault, code, document, said):
        if fault.level == "hello":  # nothing can be judged: a sentence, and no document
            self.assertEqual((code, document), (2, None), said)
            self.assertRegex(said, "no answer to hello")
            self.assertRegex(said, f"({fault.field})")
            return
        self.assertEqual(code, 0 if fault.verdict == "agrees" else 1, said)
        self.assertRegex(document["verdict"], f"^({fault.verdict})$", document["complaints"])
        if fault.verdict == "agrees":
            self.assertIsNone(document["first_divergence"])
            return
        found = document["first_divergence"]
        self.assertRegex(found["level"], f"^({fault.level})$", found)
        self.assertRegex(found["field"], f"^({fault.field})", found)
        self.assertRegex(found["place"], f"^({fault.place})", found)
        if fault.round:
            self.assertEqual(found["round"], fault.round, found)
        self.assertRegex(found.get("fault") or "", f"^({fault.kind})$", found)
        if fault.explanation:
            self.assertTrue(any(fault.explanation in sentence for sentence in document["explanations"]),
                            document["explanations"])


class RightAdapters(unittest.TestCase):
    def agrees(self, command, code, document, said):
        self.assertIsNotNone(document, said)
        self.assertEqual(document["verdict"], "agrees", (command, document["first_divergence"], said))
        self.assertEqual(code, 0, said)
        return sum(level["cases"] for level in document["levels"])

    def all_agree(self, choices, cases):
        """How many cases there were in all."""
        total = 0
        commands = [plain(*dialects.options(chosen)) for chosen in choices]
        for command, answer in at_once(lambda command: judged(command, cases), commands):
            with self.subTest(" ".join(command[2:])):
                total += self.agrees(command, *answer)
        return total

    def test_every_dialect_alone(self):
        self.all_agree([[], *dialects.alone()], 50)

    def test_every_pair_of_dialects_in_a_few_mixtures(self):
        self.all_agree(dialects.covering(), 100)

    @unittest.skipUnless(FULL, "EENET_FULL=1")
    def test_ten_thousand_cases_of_pairs(self):
        self.assertGreaterEqual(self.all_agree(dialects.pairs(), 70), 10000)

    def test_cpp(self):
        self.agrees(CPP_ADAPTER, *judged([CPP_ADAPTER], 1000))

    @unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed (package python3-torch)")
    def test_pytorch(self):
        for words in (["torch_paper_adapter.py"], ["torch_typical_adapter.py", "float32"],
                      ["torch_typical_adapter.py", "float64"]):
            with self.subTest(" ".join(words)):
                command = [sys.executable, str(ADAPTERS / words[0]), *words[1:]]
                self.agrees(command, *judged(command, 200))


if __name__ == "__main__":
    EENET, CPP_ADAPTER = sys.argv[1:3]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
