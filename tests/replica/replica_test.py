"""Holds the reference and its second writing in Python together, bit for bit.

usage: replica_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
       EENET_BINARY=... replica_test.py [UNITTEST ARGUMENTS...]

Every combination of settings is played by the binary and again by replica.py. Then
traces are falsified and the replica is broken, one place at a time, and every one of
these must be found.
"""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numerics
import replica

ROUNDS = 50
SCRIPT = pathlib.Path(replica.__file__)
BINARY = None

EENET = [f"{name}:width=8,features={features}" for name in ("eenet", "eenet-abs", "eenet-relu")
         for features in ("projection", "gradient")]
EENET_RATES = ("", ",eta1=0.3,eta2=0.05", ",eta2=0.3", ",R=0.7")
GREEDY = ["greedy:width=8"]
GREEDY_RATES = ("", ",eta1=0.3", ",R=0.7")
DEPTHS = (",depth=2", ",depth=3")
NOISES = ("none", "bernoulli", "bounded")


def write_trace(directory, method, noise="none", environment="linear", detail="full", more=()):
    out = pathlib.Path(tempfile.mkdtemp(dir=directory))
    result = subprocess.run([BINARY, "run", "--env", f"{environment}:dim=4,arms=3,noise={noise}",
                             "--method", method, "--rounds", str(ROUNDS), "--seeds", "1",
                             "--trace", detail, "--out", out, *more],
                            check=False, capture_output=True, text=True, timeout=60)
    # The exit code is not asked: a run that diverges leaves a trace too.
    if not (out / "trace-1.jsonl").exists():
        raise AssertionError(f"no trace of {method}: {result.stderr}")
    return out / "trace-1.jsonl"


def run_replica(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True,
                          timeout=120, check=False)


def change_number(line, field, index=0):
    """The line with the first digit other than 0 of one number of a field changed."""
    start = re.search(rf'"{field}":\[*', line).end()
    for _ in range(index):
        start = line.index(",", start) + 1
    at = start + re.search("[1-9]", line[start:]).start()
    return line[:at] + str(int(line[at]) % 9 + 1) + line[at + 1:]


class Case(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def expect(self, code, words, *arguments):
        result = run_replica(*arguments)
        self.assertEqual((result.returncode, result.stderr), (code, ""), result.stdout)
        self.assertIn(words, result.stdout)
        self.assertEqual(result.stdout.count("\n"), 1)


class SameBits(Case):
    def test_known_answers(self):
        self.assertEqual(run_replica("--self-test").returncode, 0)

    def test_every_setting(self):
        for name, rates, depth, noise in [*itertools.product(EENET, EENET_RATES, DEPTHS, NOISES),
                                          *itertools.product(GREEDY, GREEDY_RATES, DEPTHS, NOISES)]:
            with self.subTest(method=name + rates + depth, noise=noise):
                path = write_trace(self.directory, name + rates + depth, noise)
                self.expect(0, f"{path}: {ROUNDS} rounds, every bit the same", path)

    def test_environments(self):
        for environment in ("quadratic", "cosine", "teacher"):
            with self.subTest(environment=environment):
                path = write_trace(self.directory, "eenet:width=8", "bounded", environment)
                self.expect(0, "every bit the same", path)

    def test_given_initial_parameters(self):
        first = write_trace(self.directory, "eenet:width=8")
        files = ",".join(str(first.parent / f"theta{i}-1.npy") for i in (1, 2))
        path = write_trace(self.directory, "eenet:width=8", more=["--init", files])
        self.assertIn('"initial_parameters":', path.read_text())
        self.expect(0, "every bit the same", path)

    def test_a_diverged_run(self):
        path = write_trace(self.directory, "eenet:width=8,eta1=30")
        self.assertIn('"status":"diverged"', path.read_text())
        self.expect(0, "every bit the same", path)


class Falsified(Case):
    def setUp(self):
        super().setUp()
        self.path = write_trace(self.directory, "eenet:width=8", "bernoulli")
        self.lines = self.path.read_text().splitlines()

    def rewrite(self, number, line):
        lines = list(self.lines)
        lines[number] = line
        self.path.write_text("\n".join(lines) + "\n")

    def test_one_number_of_a_round(self):
        for field, index, words in (
                ("contexts", 3, "contexts[0][3]"), ("expected_rewards", 2, "expected_rewards[2]"),
                ("f1", 1, "f1[1]"), ("f2", 2, "f2[2]"), ("label", 0, "label"),
                ("digest", 0, "digest")):
            for t in (1, 17, ROUNDS):
                with self.subTest(field=field, t=t):
                    self.rewrite(t, change_number(self.lines[t], field, index))
                    self.expect(1, f"{self.path}: round {t}, {words}: recorded", self.path)

    def test_another_arm(self):
        line = json.loads(self.lines[17])
        line["arm"] = (line["arm"] + 1) % 3
        self.rewrite(17, json.dumps(line))
        self.expect(1, "round 17, arm: recorded", self.path)

    def test_the_sign_of_a_zero(self):
        t = next(t for t, line in enumerate(self.lines) if '"reward":0.0' in line)
        self.rewrite(t, self.lines[t].replace('"reward":0.0', '"reward":-0.0'))
        self.expect(1, f"round {t}, reward: recorded -0.0 (8000000000000000), "
                       "recomputed 0.0 (0000000000000000)", self.path)

    def test_a_missing_and_an_additional_field(self):
        self.rewrite(17, re.sub(r'"label":[^,]*,', "", self.lines[17]))
        self.expect(1, "round 17, label: recorded None", self.path)
        self.rewrite(17, self.lines[17].replace("{", '{"f3":1,', 1))
        self.expect(1, "round 17, f3: recorded 1, recomputed None", self.path)

    def test_the_end(self):
        for field, index, words in (
                ("parameters", 5, "parameters[0][5]"), ("digest", 0, "digest"),
                ("regret", 0, "regret"), ("realized_regret", 0, "realized_regret"),
                ("rounds", 0, "rounds")):
            with self.subTest(field=field):
                self.rewrite(-1, change_number(self.lines[-1], field, index))
                self.expect(1, f"end, {words}: recorded", self.path)
        last = json.loads(self.lines[-1])
        last["end"]["parameters"][1][87] += 2**-40
        self.rewrite(-1, json.dumps(last))
        self.expect(1, "end, parameters[1][87]: recorded", self.path)

    def test_the_header(self):
        self.rewrite(0, self.lines[0].replace('"seed":1,', '"seed":2,'))
        self.expect(1, "round 1, contexts[0][0]: recorded", self.path)
        self.rewrite(0, self.lines[0].replace('"width":', '"eta2":"0.1000001","width":'))
        self.expect(1, "round 1, digest: recorded", self.path)

    def test_cut_short(self):
        text = "\n".join(self.lines)
        self.path.write_text(text[:text.index('{"t":21') + 500])
        result = run_replica(self.path)
        self.assertEqual(result.returncode, 0)
        self.assertIn("20 rounds, every bit the same", result.stdout)
        self.assertIn("no end", result.stderr)

    def test_no_trace(self):
        for text in ("", "{}\n", "no trace\n", "[1, 2]\n", self.lines[0], self.lines[0] + "\n",
                     "\n".join(self.lines[1:]) + "\n", "\n".join(self.lines[:5]) + "\n{\n"):
            with self.subTest(text=text[:20]):
                self.path.write_text(text)
                self.expect(2, f"{self.path}: not a trace", self.path)
        self.expect(2, "not a trace", pathlib.Path(self.directory) / "missing")
        self.expect(2, "not a trace", write_trace(self.directory, "eenet:width=8", detail="digest"))
        self.expect(2, "not a trace", write_trace(self.directory, "random"))


class Broken(Case):
    """A replica that departs from docs/numerics.md in one place must not pass."""

    def expect_found(self, name, broken, method="eenet:width=8,depth=3", module=replica):
        path = write_trace(self.directory, method, "bounded")
        with mock.patch.object(module, name, broken), mock.patch("builtins.print"):
            self.assertEqual(replica.main([path]), 1)

    def test_sum_from_left_to_right(self):
        def dot(a, b):
            total = 0.0
            for x, y in zip(a, b):
                total += x * y
            return total
        self.expect_found("dot", dot)

    def test_matrix_product_with_the_sum_of_dot(self):
        self.expect_found("row_times", replica.dot)

    def test_normalising_without_scaling(self):
        def normalise(v):
            factor = 1 / replica.math.sqrt(replica.dot(v, v))
            return [entry * factor for entry in v]
        self.expect_found("normalise", normalise)

    def test_step_in_another_order(self):
        def step(network, outputs, signals, c):
            for matrix, signal, output in zip(network, signals + [[1.0]], outputs):
                for row, s in zip(matrix, signal):
                    row[:] = [weight - c * s * o for weight, o in zip(row, output)]
        self.expect_found("step", step)

    def test_library_logarithm(self):
        self.expect_found("logarithm", lambda x: replica.math.log(x) * (1 + 2**-52), module=numerics)

    def test_another_label(self):
        self.expect_found("LABELS", {**replica.LABELS, "eenet-abs": replica.LABELS["eenet"]},
                          "eenet-abs:width=8")


if __name__ == "__main__":
    if "EENET_BINARY" not in os.environ and len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(os.environ.get("EENET_BINARY") or sys.argv.pop(1))
    unittest.main()
