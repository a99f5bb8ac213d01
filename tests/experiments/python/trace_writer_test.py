"""The trace writer for Python, and what `eenet` says of the runs that it records.

usage: trace_writer_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
"""

import doctest
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "experiments/python"), str(ROOT / "tests/docs")]

import eenet_trace  # noqa: E402
import schema  # noqa: E402
import toy_eenet  # noqa: E402

BINARY = None


def eenet(*arguments):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=False)


def lines_of(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]


class Writer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(pathlib.Path(folder.name) / "run.jsonl")

    def started(self, **more):
        trace = eenet_trace.TraceWriter(self.path)
        self.addCleanup(trace.close)
        trace.header(environment="e", method="m", rounds=2, seed=1, dim=1, arms=2, **more)
        return trace

    def test_the_example_of_the_module_works(self):
        self.assertEqual(doctest.testmod(eenet_trace).failed, 0)

    def test_numbers_read_back_to_the_same_bits(self):
        trace = self.started(initial_parameters=[[0.1 + 0.2, 5e-324, 1.7976931348623157e308]])
        trace.round(arm=0, reward=1 / 3, f1=[2**-1074, -0.0])
        trace.end()
        lines = lines_of(self.path)
        self.assertEqual(lines[0]["initial_parameters"], [[0.1 + 0.2, 5e-324, 1.7976931348623157e308]])
        self.assertEqual(lines[1]["reward"], 1 / 3)
        self.assertEqual(str(lines[1]["f1"]), "[5e-324, -0.0]")

    def test_every_whole_round_is_in_the_file_at_once(self):
        trace = self.started()
        trace.round(arm=0, reward=0.5)
        with open(self.path, encoding="utf-8") as lines:
            self.assertEqual(len(lines.readlines()), 2)

    def test_what_is_no_round_is_refused_before_it_is_written(self):
        trace = self.started()
        for error, sentence, fields in (
                (ValueError, "arm is 2, expected 0 to 1", {"arm": 2, "reward": 0.0}),
                (ValueError, "reward is nan", {"arm": 0, "reward": float("nan")}),
                (ValueError, r"f1\[1\] is inf", {"arm": 0, "reward": 0.0, "f1": [0.0, float("inf")]}),
                (ValueError, "f2 has 1 entries, expected 2", {"arm": 0, "reward": 0.0, "f2": [0.0]}),
                (ValueError, "contexts has 1 arms", {"arm": 0, "reward": 0.0, "contexts": [[1.0]]}),
                (ValueError, r"contexts\[1\] has 2 entries", {"arm": 0, "reward": 0.0, "contexts": [[1.0], [1, 2]]}),
                (TypeError, "", {"arm": 0.5, "reward": 0.0})):
            with self.subTest(fields=fields), self.assertRaisesRegex(error, sentence):
                trace.round(**fields)
        self.assertEqual(len(pathlib.Path(self.path).read_text(encoding="utf-8").splitlines()), 1)

    def test_the_order_of_calls_is_held(self):
        trace = self.started()
        with self.assertRaises(RuntimeError):
            trace.header(environment="e", method="m", rounds=2, seed=1, dim=1, arms=2)
        trace.round(arm=0, reward=0.0)
        trace.round(arm=1, reward=0.0)
        with self.assertRaisesRegex(ValueError, "the header announces 2"):
            trace.round(arm=0, reward=0.0)
        trace.end()
        for call in (trace.end, lambda: trace.round(arm=0, reward=0.0)):
            with self.assertRaises(RuntimeError):
                call()

    def test_a_run_that_breaks_off_is_cut_short(self):
        with self.assertRaises(ZeroDivisionError), eenet_trace.TraceWriter(self.path) as trace:
            trace.header(environment="e", method="m", rounds=2, seed=1, dim=1, arms=2)
            trace.round(arm=0, reward=1 / 2)
            trace.round(arm=0, reward=1 / 0)
        checked = eenet("oracle", "check", self.path)
        self.assertIn("cut short after round 1 of 2", checked.stderr)


class Toy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def played(self, name="run.jsonl", **options):
        path = str(pathlib.Path(self.folder.name) / name)
        toy_eenet.play(path, **options)
        return path

    def checked(self, path, code, *options):
        result = eenet("oracle", "check", "--quiet", "--json", *options, path)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return json.loads(result.stdout)

    def levels(self, found):
        return {level["level"]: level for level in found["levels"]}

    def test_every_line_fits_the_schema(self):
        document = json.loads((ROOT / "docs/schemas/trace.json").read_text(encoding="utf-8"))
        lines = lines_of(self.played(rounds=20))
        kinds = ["header"] + ["round"] * 20 + ["end"]
        for line, kind in zip(lines, kinds, strict=True):
            self.assertEqual(schema.errors(line, document["$defs"][kind], document), [])

    def test_another_programs_run_agrees_within_rounding(self):
        for seed in range(1, 9):
            found = self.checked(self.played(rounds=200, seed=seed), 0)
            self.assertEqual(found["verdict"], "agrees")
            levels = self.levels(found)
            self.assertGreater(levels["consistency"]["cases"], 600)
            self.assertEqual(levels["replay"]["cases"], 0)  # the environment is not known here
            self.assertGreater(levels["rerun"]["cases"], 1200)
            self.assertEqual(found["rerun"]["decided"], 200)
            self.assertTrue(found["rerun"]["first_bits"]["within_rounding"])

    def test_every_fault_is_found_where_it_is(self):
        where = {"label-after-step": ("consistency", r"label$", 1), "wrong-arm": ("consistency", r"arm$", 1),
                 "reward-of-another": ("consistency", r"reward$", None),
                 "regret-of-uniform": ("consistency", r"end\.regret$", 101),
                 "stale-phi": ("rerun", r"f2\[", 2), "loss-without-half": ("rerun", r"f[12]\[", 2),
                 "ascent": ("rerun", r"f[12]\[", 2), "no-derivative": ("rerun", r"f2\[", 1),
                 "after-round-57": ("rerun", r"f[12]\[", 59), "f2-on-reward": ("rerun", r"f2\[", 2)}
        self.assertEqual({"none", *where}, set(toy_eenet.FAULTS))
        for fault, (level, field, round_number) in where.items():
            with self.subTest(fault=fault):
                first = self.checked(self.played(fault=fault), 1)["first_divergence"]
                self.assertEqual(first["level"], level)
                self.assertRegex(first["field"], field)
                if round_number is not None:
                    self.assertEqual(first["round"], round_number)

    def test_the_theory_commands_take_it(self):
        path = self.played(rounds=20)
        for words in (("theory", "spectrum", "--lambda", "1"), ("theory", "psi", "--reading", "printed"),
                      ("theory", "psi", "--reading", "played"), ("theory", "psi", "--reading", "optimal"),
                      ("theory", "bound")):
            result = eenet(*words, "--json", "--trace", path)
            self.assertEqual(result.returncode, 0, f"{words}: {result.stderr}")
            json.loads(result.stdout)
        bound = json.loads(eenet("theory", "bound", "--json", "--trace", path).stdout)
        self.assertIn("NUCB/corrected", [entry["id"] for entry in bound["bounds"]])

    def test_regret_check_takes_several(self):
        paths = [self.played(f"run-{seed}.jsonl", rounds=40, seed=seed) for seed in range(1, 9)]
        result = eenet("regret", "check", "--json", "--quiet", "--trace", *paths)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["seeds"], 8)

    def test_a_missing_field_is_named_in_one_sentence(self):
        lines = lines_of(self.played(rounds=8))
        path = pathlib.Path(self.folder.name) / "less.jsonl"
        for field, words in (("contexts", ("theory", "spectrum", "--lambda", "1", "--trace")),
                             ("contexts", ("theory", "psi", "--reading", "printed", "--trace")),
                             ("rewards", ("theory", "psi", "--reading", "printed", "--trace")),
                             ("contexts", ("theory", "psi", "--reading", "played", "--trace")),
                             ("expected_rewards", ("theory", "psi", "--reading", "optimal", "--trace")),
                             ("initial_parameters", ("theory", "psi", "--reading", "played", "--trace")),
                             ("expected_rewards", ("theory", "bound", "--trace")),
                             ("expected_rewards", ("regret", "check", "--trace"))):
            with self.subTest(field=field, words=words):
                less = [{key: value for key, value in line.items() if key != field} for line in lines]
                path.write_text("".join(json.dumps(line) + "\n" for line in less), encoding="utf-8")
                result = eenet(*words, str(path))
                self.assertEqual(result.returncode, 2, result.stdout)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
                self.assertIn(field.replace("_", " "), result.stderr.replace("_", " "))

    def test_what_is_not_recorded_is_not_judged(self):
        lines = lines_of(self.played(rounds=8))
        path = pathlib.Path(self.folder.name) / "least.jsonl"
        kept = ({"t", "arm", "reward"}, {"t", "arm", "reward", "f1", "f2"}, {"t", "arm", "reward", "rewards"})
        for fields, cases in zip(kept, (0, 8, 8), strict=True):
            less = [lines[0]] + [{key: line[key] for key in fields} for line in lines[1:-1]]
            path.write_text("".join(json.dumps(line) + "\n" for line in less), encoding="utf-8")
            found = self.checked(str(path), 0)
            self.assertEqual(sum(level["cases"] for level in found["levels"]), cases)
            self.assertEqual(found["verdict"], "agrees" if cases else "incomplete")
        path.write_text(json.dumps(lines[0]) + "\n" + json.dumps({"t": 1, "arm": 0, "reward": 0}) + "\n")
        self.checked(str(path), 4, "--strict")


if __name__ == "__main__":
    BINARY = sys.argv.pop(1)
    unittest.main()
