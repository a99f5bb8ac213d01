"""Holds the reference and its second writing in Python together, bit for bit.

usage: replica_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
       EENET_BINARY=... replica_test.py [UNITTEST ARGUMENTS...]

Every setting is played by the binary and again by replica.py. Then traces are falsified
and the replica is broken, one place at a time, and every one of these must be found.
"""

import contextlib
import io
import itertools
import json
import math
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
from broken import BLOCKS, LATE, LLE, REPLAY, RULES, STOPPING

ROUNDS = 50
SCRIPT = pathlib.Path(replica.__file__)
DIGESTS = SCRIPT.parents[1] / "portability" / "digests.txt"
# Python's own, which are as good and have other bits.
LIBRARY = {"exponential": lambda x: math.exp(min(x, 709)), "logarithm": math.log, "cosine": math.cos,
           "arc_cosine": math.acos}
BINARY = None

NAMES = ("eenet", "eenet-abs", "eenet-relu")
FEATURES = (",features=projection", ",features=gradient", BLOCKS, LLE)
SCHEDULES = ("", REPLAY, STOPPING)
GREEDY_SCHEDULES = ("", REPLAY, LATE + ",loss1=0.02")
EENET_RATES = ("", ",eta1=0.3,eta2=0.05", ",eta2=0.3", ",R=0.7")
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


def play(*arguments):
    """The exit code and what is written to the two streams."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = replica.main(list(arguments))
    return code, out.getvalue(), err.getvalue()


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

    def expect(self, code, words, path):
        answer, out, err = play(path)
        self.assertEqual((answer, err), (code, ""), out)
        self.assertIn(words, out)
        self.assertEqual(out.count("\n"), 1)


class SameBits(Case):
    def expect_same(self, method, noise="bounded", environment="linear"):
        with self.subTest(method=method, noise=noise, environment=environment):
            path = write_trace(self.directory, method, noise, environment)
            self.expect(0, f"{path}: {ROUNDS} rounds, every bit the same", path)

    def test_features_and_schedules(self):
        for name, *settings in itertools.product(NAMES, FEATURES, SCHEDULES, DEPTHS):
            self.expect_same(f"{name}:width=8" + "".join(settings))

    def test_greedy(self):
        for schedule, rate, depth in itertools.product(GREEDY_SCHEDULES, GREEDY_RATES, DEPTHS):
            self.expect_same("greedy:width=8" + schedule + rate + depth)

    def test_rates_and_noise(self):
        for name, rate, noise in itertools.product(NAMES, EENET_RATES, NOISES):
            self.expect_same(f"{name}:width=8" + rate, noise)
        for features, rate in itertools.product((BLOCKS, LLE), EENET_RATES):
            self.expect_same("eenet:width=8" + features + REPLAY + rate, "bernoulli")

    def test_environments(self):
        for environment in ("quadratic", "cosine", "teacher"):
            self.expect_same("eenet:width=8", environment=environment)

    def test_extremes(self):
        for settings in (",features=block-mean,block=1", ",features=block-mean,block=8",
                         ",features=block-mean,block=1000", ",features=projection,k=1",
                         ",features=lle,k=1,neighbours=2,landmarks=4,ridge=1e-12",
                         ",features=lle,k=2,neighbours=2", ",features=lle,k=5,neighbours=3,ridge=1000",
                         REPLAY + ",loss1=0,loss2=0", REPLAY + ",loss1=1,loss2=1",
                         ",schedule=replay,steps=1,every=1", ",schedule=replay,steps=200,late_from=0"):
            self.expect_same("eenet:width=8" + settings)

    def test_given_initial_parameters(self):
        first = write_trace(self.directory, "eenet:width=8")
        files = ",".join(str(first.parent / f"theta{i}-1.npy") for i in (1, 2))
        path = write_trace(self.directory, "eenet:width=8", more=["--init", files])
        self.assertIn('"initial_parameters":', path.read_text())
        self.expect(0, "every bit the same", path)

    def test_a_diverged_run(self):
        for settings in ("", REPLAY, LLE + REPLAY):
            with self.subTest(settings=settings):
                path = write_trace(self.directory, "eenet:width=8,eta1=30" + settings)
                self.assertIn('"status":"diverged"', path.read_text())
                self.expect(0, "every bit the same", path)


class Elementary(unittest.TestCase):
    """The functions that no run uses, or only in one environment, by the digests that every build prints."""

    ARGUMENTS, SEED = 5000, 20220425  # of tests/portability/digest.cc

    def digest(self, function, name, low, high):
        source, state = numerics.words(self.SEED, name, 0), 0xCBF29CE484222325
        for _ in range(self.ARGUMENTS):
            state = replica.digest(state, [function(low + (high - low) * numerics.uniform(source))])
        return f"{state:016x}"

    def test_every_function_has_the_recorded_bits(self):
        text = DIGESTS.read_text(encoding="utf-8")
        # The last digest of a line is that of the long run.
        recorded = re.findall(r"^(\w+) from (-?\d+) to (-?\d+) .*([0-9a-f]{16})$", text, re.MULTILINE)
        self.assertEqual({name for name, *_ in recorded}, set(LIBRARY))
        for name, low, high, digest in recorded:
            with self.subTest(function=name):
                self.assertEqual(self.digest(getattr(numerics, name), name, int(low), int(high)), digest)
                self.assertNotEqual(self.digest(LIBRARY[name], name, int(low), int(high)), digest)


class CommandLine(Case):
    def test_exit_codes(self):
        path = write_trace(self.directory, "eenet:width=8")
        other = path.with_name("other.jsonl")
        other.write_text(path.read_text().replace('"seed":1,', '"seed":2,'))
        for code, *arguments in ((0, "--self-test"), (0, path), (1, other), (2, SCRIPT), (2,),
                                 (2, path, other)):
            with self.subTest(arguments=arguments):
                result = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True,
                                        timeout=60, check=False)
                self.assertEqual(result.returncode, code, result.stdout)


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
        self.rewrite(0, self.lines[0].replace('"eta2":"0.1"', '"eta2":"0.1000001"'))
        self.expect(1, "round 1, digest: recorded", self.path)

    def test_cut_short(self):
        text = "\n".join(self.lines)
        self.path.write_text(text[:text.index('{"t":21') + 500])
        code, out, err = play(self.path)
        self.assertEqual(code, 0)
        self.assertIn("20 rounds, every bit the same", out)
        self.assertIn("no end", err)

    def test_no_trace(self):
        for text in ("", "{}\n", "no trace\n", "[1, 2]\n", self.lines[0], self.lines[0] + "\n",
                     "\n".join(self.lines[1:]) + "\n", "\n".join(self.lines[:5]) + "\n{\n"):
            with self.subTest(text=text[:20]):
                self.path.write_text(text)
                self.expect(2, f"{self.path}: not a trace", self.path)
        self.expect(2, "not a trace", pathlib.Path(self.directory) / "missing")
        self.expect(2, "not a trace", write_trace(self.directory, "eenet:width=8", detail="digest"))
        self.expect(2, "not a trace", write_trace(self.directory, "random"))


class FalsifiedSettings(Case):
    def test_every_setting(self):
        path = write_trace(self.directory, "eenet:width=8" + LLE + STOPPING, "bounded")
        header, *lines = path.read_text().splitlines()
        settings = json.loads(header)["method"]["settings"]
        others = {"width": "9", "depth": "3", "features": "projection", "schedule": "online", "k": "4"}
        for key, value in settings.items():
            with self.subTest(key=key):
                other = others.get(key) or change_number(f'"{key}":{value}', key).split(":")[1]
                changed = header.replace(f'"{key}":"{value}"', f'"{key}":"{other}"')
                path.write_text("\n".join([changed, *lines]) + "\n")
                self.expect(1, ": recorded", path)


class Broken(Case):
    """A replica that departs from docs/numerics.md in one place must not pass."""

    def expect_found(self, method, module, name, replacement):
        path = write_trace(self.directory, method, "bounded")
        with mock.patch.object(module, name, replacement):
            self.expect(1, ": recorded", path)

    def test_every_departure(self):
        for what, settings, *departure in RULES:
            with self.subTest(what=what):
                self.expect_found("eenet:width=8" + settings, *departure)

    def test_another_label(self):
        labels = {**replica.LABELS, "eenet-abs": replica.LABELS["eenet"]}
        self.expect_found("eenet-abs:width=8", replica, "LABELS", labels)


if __name__ == "__main__":
    if "EENET_BINARY" not in os.environ and len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(os.environ.get("EENET_BINARY") or sys.argv.pop(1))
    unittest.main()
