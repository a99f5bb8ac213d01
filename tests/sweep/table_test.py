"""`eenet table`: its numbers computed anew from the results, other people's files, and its formats.

usage: table_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
"""

import csv
import json
import pathlib
import statistics
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import numpy

from small import Program, plan_text, result, results

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/docs"))
import schema  # noqa: E402  pylint: disable=wrong-import-position

BINARY = None
SEEDS = 6


class Case(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)
        self.eenet = Program(BINARY, self.folder)

    def assert_refused(self, run, *words):
        self.assertEqual(run.stdout, "")
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)


    def assert_fits(self, document, name):
        rules = json.loads((ROOT / f"docs/schemas/{name}.json").read_text(encoding="utf-8"))
        self.assertEqual(schema.errors(document, rules, rules), [])


class OfASweep(Case):
    def setUp(self):
        super().setUp()
        self.eenet.write_plan(text=plan_text(seeds=SEEDS, rounds=60))
        self.eenet("sweep", "plan.toml", "--out", "out", "--quiet")
        self.table = json.loads(self.eenet("table", "out", "--against", "paper", "--json").stdout)
        self.runs = [result(self.folder / "out", name) for name in results(self.folder / "out")]

    def regrets(self, environment, method):
        """{setting: [regret by seed]} from the files alone."""
        settings = {}
        for run in sorted(self.runs, key=lambda run: run["seed"]):
            if run["environment"].startswith(environment + ":") and run["method"].split(":")[0] == method:
                settings.setdefault(run["method"], []).append(run["regret"])
        return settings

    def test_rows_are_what_the_results_say(self):
        half = SEEDS // 2
        self.assertEqual(len(self.table["rows"]), 5)
        for row in self.table["rows"]:
            environment = {"linear": "linear", "noisy": "cosine"}[row["environment"]]
            settings = self.regrets(environment, row["method"])
            chosen = min(settings, key=lambda one: statistics.mean(settings[one][:half]))
            if len(settings) > 1:
                self.assertEqual(row["setting"], chosen)
                self.assertEqual(row["chosen_on"], half)
            reported = settings[chosen][half:]
            self.assertEqual(row["seeds"], len(reported))
            # Sums of three numbers, in one order here and rounded once at the end there.
            self.assertAlmostEqual(row["mean"], statistics.mean(reported), delta=1e-13 * (1 + row["mean"]))
            self.assertAlmostEqual(row["deviation"], statistics.stdev(reported), delta=1e-12 * (1 + row["mean"]))
            best = min(statistics.mean(regrets) for regrets in settings.values())
            self.assertAlmostEqual(row["optimistic"]["mean"], best, delta=1e-13 * (1 + best))

    def test_comparisons_are_paired_and_share_the_budget(self):
        half = SEEDS // 2
        compared = [row for row in self.table["rows"] if row["beside"]]
        self.assertEqual(self.table["beside"], "eenet")
        self.assertEqual(len(compared), self.table["comparisons"])
        self.assertAlmostEqual(self.table["error_of_a_comparison"] * len(compared), self.table["budget"])
        by_name = {(row["environment"], row["method"]): row for row in self.table["rows"]}
        for row in compared:
            environment = {"linear": "linear", "noisy": "cosine"}[row["environment"]]
            ours = self.regrets(environment, "eenet")[by_name[row["environment"], "eenet"]["setting"]][half:]
            theirs = self.regrets(environment, row["method"])[row["setting"]][half:]
            difference = statistics.mean(a - b for a, b in zip(theirs, ours))
            self.assertAlmostEqual(row["beside"]["difference"]["value"], difference, delta=1e-12 * (1 + max(theirs)))
            self.assertEqual(row["beside"]["pairs"], SEEDS - half)
            self.assertGreaterEqual(row["beside"]["p_value"], 2.0 ** (1 - row["beside"]["pairs"]))
            self.assertEqual(row["beside"]["outcome"], "not enough evidence")  # three pairs cannot decide

    def test_the_json_is_as_its_schema_says(self):
        self.assert_fits(self.table, "table")
        summary = json.loads((self.folder / "out/summary.json").read_text(encoding="utf-8"))
        self.assert_fits(summary, "sweep")
        for run in self.runs[:3]:
            self.assert_fits(run, "cell")

    def test_files_for_other_programs(self):
        self.eenet("table", "out", "--out", "tables", "--against", "paper")
        with open(self.folder / "tables/table.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([float(row["mean"]) for row in rows], [row["mean"] for row in self.table["rows"]])
        tex = (self.folder / "tables/table.tex").read_text(encoding="utf-8")
        self.assertEqual(tex.count(" & ") % 2, 0)
        self.assertIn("the paper", tex)
        for name in ("regret_linear.svg", "regret_noisy.svg"):
            text = (self.folder / "tables" / name).read_text(encoding="utf-8")
            xml.etree.ElementTree.fromstring(text)
            self.assertIn("greedy", text)
        self.assertEqual(json.loads((self.folder / "tables/table.json").read_text()), self.table)

    def test_directions_and_times_are_shares_and_milliseconds(self):
        for row in self.table["rows"]:
            if row["method"] == "random":
                self.assertIsNone(row["upward"]["arms"])
                continue
            self.assertTrue(0 <= row["upward"]["arms"] <= 100)
            self.assertGreater(row["decision_ms"], 0)
            self.assertGreater(row["training_ms"], 0)
        one = next(run for run in self.runs if run["method"].startswith("eenet"))["directions"]
        self.assertLessEqual(one["played_up"] + one["played_down"], 60)
        self.assertGreater(one["arms_up"] + one["arms_down"], 60)

    def test_a_part_of_a_sweep_says_what_is_missing(self):
        for name in results(self.folder / "out")[::3]:
            (self.folder / "out/results" / name).unlink()
        table = json.loads(self.eenet("table", "out", "--json").stdout)
        self.assertEqual(sum(row["missing"] for row in table["rows"]), len(self.runs[::3]))
        self.assertIn("runs missing", self.eenet("table", "out").stdout)

    def test_wrong_options(self):
        self.assert_refused(self.eenet("table", "out", "--beside", "egreedy", code=2), "--beside egreedy", "greedy")
        self.assert_refused(self.eenet("table", "absent", code=2), "absent")
        self.assert_refused(self.eenet("table", "out", "--level", "1", code=2), "--level")
        self.assert_refused(self.eenet("table", "out/results", code=2), "METHOD_regret.npy")


class OfThePaper(Case):
    def test_its_numbers_stand_beside_a_data_set_of_its_name(self):
        (self.folder / "yelp").mkdir()
        curves = numpy.cumsum(numpy.random.default_rng(1).integers(0, 2, (5, 100)), axis=1).astype(float)
        numpy.save(self.folder / "yelp/neural-ucb_regret.npy", curves)
        numpy.save(self.folder / "yelp/other_regret.npy", curves)
        rows = json.loads(self.eenet("table", "yelp", "--against", "paper", "--json").stdout)["rows"]
        self.assertEqual([(row["environment"], row["method"]) for row in rows], [("yelp", "neural-ucb"), ("yelp", "other")])
        self.assertEqual(rows[0]["paper"], {"mean": 4593.1, "spread": 13, "place": "tab:allregret/NeuralUCB"})
        self.assertIsNone(rows[1]["paper"])
        self.assertAlmostEqual(rows[0]["mean"], curves[:, -1].mean())
        self.assertEqual(rows[0]["seeds"], 5)  # nothing is chosen, so all of them report
        self.assertIsNone(rows[1]["beside"])  # whether the streams were the same, nobody knows
        self.assertAlmostEqual(rows[0]["beyond_paper"]["value"], curves[:, -1].mean() - 4593.1)


class OfCoba(Case):
    LOG = [["version", 4], ["experiment", {"n_learners": 2, "n_environments": 3}],
           ["E", 0, {"env_type": "Linear", "n_actions": 2, "shuffle_seed": 1}],
           ["E", 1, {"env_type": "Linear", "n_actions": 2, "shuffle_seed": 2}],
           ["E", 2, {"env_type": "Linear", "n_actions": 2, "shuffle_seed": 3}],
           ["L", 0, {"family": "vw", "full_name": "vw(epsilon=0.1)"}], ["L", 1, {"family": "random"}]]

    def write(self, lines):
        (self.folder / "coba.log").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")

    def test_a_log_becomes_rows_with_pairs(self):
        runs = [["I", [env, learner], {"_packed": {"regret": [0.25 * (learner + 1)] * 8 + [env]}}]
                for env in range(3) for learner in range(2)]
        self.write(self.LOG + runs)
        table = json.loads(self.eenet("table", "coba.log", "--json").stdout)
        rows = table["rows"]
        self.assertEqual([row["method"] for row in rows], ["vw(epsilon=0.1)", "random"])
        self.assertEqual([row["environment"] for row in rows], ["Linear, n_actions=2"] * 2)
        self.assertEqual([row["mean"] for row in rows], [3.0, 5.0])
        self.assertEqual(rows[1]["beside"]["difference"]["value"], 2.0)
        self.assertEqual(rows[1]["beside"]["pairs"], 3)

    def test_regret_from_the_largest_reward(self):
        self.write([["version", 3], ["S", 0, {}], ["L", 0, {"family": "a"}],
                    ["I", [0, 0], {"_packed": {"reward": [0, 1, 0.5], "max_reward": [1, 1, 1]}}]])
        self.assertEqual(json.loads(self.eenet("table", "coba.log", "--json").stdout)["rows"][0]["mean"], 1.5)

    def test_what_is_no_log_is_refused_with_its_line(self):
        for lines, words in (([["version", 4], ["I", [0, 0], {"_packed": {"reward": [1]}}]], ["line 2", "regret"]),
                             ([{"a": 1}], ["line 1"]), ([["version", 4]], ["no interactions"]),
                             ([["version", 4], ["I", 3]], ["line 2"])):
            self.write(lines)
            self.assert_refused(self.eenet("table", "coba.log", code=2), "coba.log", *words)


if __name__ == "__main__":
    BINARY = sys.argv.pop(1)
    unittest.main()
