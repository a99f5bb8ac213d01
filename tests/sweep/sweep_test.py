"""`eenet sweep` as a user calls it: any number of jobs and shards, kill -9 at any moment, wrong plans.

usage: sweep_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
"""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from small import Program, cells_of, compared, plan_text, result, results

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = None


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


class Outcome(Case):
    def test_the_outcome_is_the_same_for_any_number_of_jobs(self):
        plan = self.eenet.write_plan()
        self.eenet("sweep", plan, "--out", "one", "--jobs", 1, "--quiet")
        self.eenet("sweep", plan, "--out", "three", "--jobs", 3, "--quiet")
        self.assertEqual(len(results(self.folder / "one")), cells_of())
        self.assertEqual(compared(self.folder / "one"), compared(self.folder / "three"))
        summary = json.loads((self.folder / "one/summary.json").read_text())
        self.assertEqual((summary["schema"], summary["cells"], summary["done"], summary["missing"]),
                         ("eenet.sweep/1", cells_of(), cells_of(), 0))

    def test_a_cell_is_the_run_of_that_seed(self):
        plan = self.eenet.write_plan()
        self.eenet("sweep", plan, "--out", "out", "--quiet")
        for name in results(self.folder / "out")[::7]:
            cell = result(self.folder / "out", name)
            run = json.loads(self.eenet("run", "--env", cell["environment"], "--method", cell["method"], "--rounds",
                                        cell["rounds"], "--seeds", cell["seed"], "--json").stdout)["runs"][0]
            self.assertEqual((run["regret"], run["digest"]), (cell["regret"], cell["digest"]), name)
            self.assertEqual(cell["curve"]["rounds"][-1], cell["rounds"])

    def test_names_can_be_read(self):
        plan = self.eenet.write_plan()
        self.eenet("sweep", plan, "--out", "out", "--quiet")
        pattern = re.compile(r"[A-Za-z0-9=.,_-]+\.seed-[1-4]\.[0-9a-f]{16}\.json")
        for name in results(self.folder / "out"):
            self.assertRegex(name, pattern)
        self.assertTrue(any(name.startswith("linear-arms=3-dim=4.greedy-eta1=0.01") for name in results(self.folder / "out")))

    def test_finished_cells_are_not_run_again(self):
        plan = self.eenet.write_plan()
        self.eenet("sweep", plan, "--out", "out", "--quiet")
        before = {name: os.stat(self.folder / "out/results" / name).st_mtime_ns for name in results(self.folder / "out")}
        gone = results(self.folder / "out")[5]
        (self.folder / "out/results" / gone).unlink()
        self.eenet("sweep", plan, "--out", "out", "--quiet")
        after = {name: os.stat(self.folder / "out/results" / name).st_mtime_ns for name in results(self.folder / "out")}
        self.assertEqual([name for name in before if before[name] != after[name]], [gone])

    def test_a_run_that_diverges_or_is_refused_is_a_result(self):
        plan = self.eenet.write_plan(text="""rounds = 50
seeds = "1..2"
environments = ["linear:dim=4"]
[[methods]]
method = "greedy:width=4"
grid = { eta1 = [0.1, 1e300, -1] }
""")
        run = self.eenet("sweep", plan, "--out", "out", "--json")
        summary = json.loads(run.stdout)
        self.assertEqual((summary["done"], summary["diverged"], summary["failed"]), (2, 2, 2))
        sentences = " ".join(one["sentence"] for one in summary["trouble"])
        self.assertIn("diverged after round", sentences)
        self.assertIn("eta1", sentences)
        # They stay results; --retry runs them again, with the same outcome.
        self.assertEqual(json.loads(self.eenet("sweep", plan, "--out", "out", "--json", "--retry").stdout), summary)
        table = json.loads(self.eenet("table", "out", "--json").stdout)["rows"][0]
        self.assertIn("eta1=0.1", table["setting"])
        self.assertEqual(table["failed"], 4)

    def test_a_changed_array_is_another_cell(self):
        import numpy
        contexts = numpy.zeros((20, 2, 3))
        contexts[:, 0, 0] = contexts[:, 1, 1] = 1.0
        numpy.save(self.folder / "x.npy", contexts)
        numpy.save(self.folder / "r.npy", numpy.tile([1.0, 0.0], (20, 1)))
        plan = self.eenet.write_plan(text="""rounds = 20
seeds = [7]
environments = ["arrays:contexts=x.npy,rewards=r.npy"]
methods = ["random"]
""")
        self.eenet("sweep", plan, "--out", "out", "--quiet")
        numpy.save(self.folder / "r.npy", numpy.tile([0.0, 1.0], (20, 1)))
        self.eenet("sweep", plan, "--out", "out", "--quiet")
        self.assertEqual(len(results(self.folder / "out")), 2)
        self.assert_refused(self.eenet("table", "out", code=2), "other data")

    def test_a_damaged_result_is_named(self):
        plan = self.eenet.write_plan()
        self.eenet("sweep", plan, "--out", "out", "--quiet")
        name = results(self.folder / "out")[0]
        path = self.folder / "out/results" / name
        path.write_bytes(path.read_bytes()[:-20])
        self.assert_refused(self.eenet("table", "out", code=2), name, "remove it")


class Version(Case):
    def test_the_bits_are_those_of_the_results_version(self):
        record = json.loads(pathlib.Path(__file__).with_name("results_version.json").read_text(encoding="utf-8"))
        source = (ROOT / "experiments/sweeps/cell.h").read_text(encoding="utf-8")
        self.assertEqual(int(re.search(r"kResultsVersion = (\d+);", source).group(1)), record["version"])
        for run in record["runs"]:
            now = json.loads(self.eenet("run", "--env", run["environment"], "--method", run["method"], "--rounds",
                                        record["rounds"], "--seeds", record["seed"], "--json").stdout)
            self.assertEqual(now["runs"][0]["digest"], run["digest"],
                             f"{run['method']}: other bits; raise kResultsVersion and record the digests anew")


class Killed(Case):
    def test_twenty_kills_lose_and_repeat_nothing(self):
        text = plan_text(rounds=1500, seeds=5)
        plan = self.eenet.write_plan(text=text)
        self.eenet("sweep", plan, "--out", "whole", "--jobs", 2, "--quiet")
        draws = random.Random(20220425)
        finished = {}
        out = self.folder / "killed"
        kills = 0
        while kills < 20:
            sweep = self.eenet.start("sweep", plan, "--out", out, "--jobs", 2, "--quiet")
            time.sleep(draws.uniform(0.02, 0.6))
            if sweep.poll() is not None:  # all done before the signal: begin anew, with other moments
                shutil.rmtree(out)
                finished = {}
                continue
            os.kill(sweep.pid, signal.SIGKILL)
            sweep.wait()
            kills += 1
            for name, stat in finished.items():
                now = os.stat(out / "results" / name)
                self.assertEqual((now.st_ino, now.st_mtime_ns), stat, f"{name} was written twice")
            if (out / "results").exists():
                for name in results(out):
                    result(out, name)  # whole, or it is not there
                    now = os.stat(out / "results" / name)
                    finished.setdefault(name, (now.st_ino, now.st_mtime_ns))
        self.eenet("sweep", plan, "--out", out, "--jobs", 2, "--quiet")
        for name, stat in finished.items():
            now = os.stat(out / "results" / name)
            self.assertEqual((now.st_ino, now.st_mtime_ns), stat, f"{name} was repeated")
        ours, theirs = compared(out), compared(self.folder / "whole")
        self.assertEqual([name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)], [])

    def test_ctrl_c_leaves_whole_results(self):
        plan = self.eenet.write_plan(text=plan_text(rounds=200000))
        sweep = self.eenet.start("sweep", plan, "--out", "out", "--jobs", 2, "--quiet")
        time.sleep(1)
        os.kill(sweep.pid, signal.SIGINT)
        self.assertEqual(sweep.wait(30), 130)


class Shards(Case):
    def test_shards_are_parts_of_the_whole(self):
        plan = self.eenet.write_plan()
        self.eenet("sweep", plan, "--out", "whole", "--quiet")
        parts = []
        for k in (1, 2, 3):
            summary = json.loads(self.eenet("sweep", plan, "--out", f"part{k}", "--shard", f"{k}/3", "--json").stdout)
            self.assertEqual(summary["missing"], cells_of() - summary["done"])
            self.assertFalse((self.folder / f"part{k}/summary.json").exists())
            parts.append(set(results(self.folder / f"part{k}")))
        self.assertEqual(sum(map(len, parts)), cells_of())
        self.assertEqual(set.union(*parts), set(results(self.folder / "whole")))
        # Merging is copying; a last call without --shard finds nothing to do but the summary.
        for k in (1, 2, 3):
            shutil.copytree(self.folder / f"part{k}", self.folder / "merged", dirs_exist_ok=True)
        self.eenet("sweep", plan, "--out", "merged", "--quiet")
        self.assertEqual(compared(self.folder / "merged"), compared(self.folder / "whole"))

    def test_another_n_goes_on_where_the_first_stopped(self):
        plan = self.eenet.write_plan()
        self.eenet("sweep", plan, "--out", "out", "--shard", "2/5", "--quiet")
        first = results(self.folder / "out")
        for k in (1, 2):
            self.eenet("sweep", plan, "--out", "out", "--shard", f"{k}/2", "--quiet")
        self.assertLess(0, len(first))
        self.assertEqual(len(results(self.folder / "out")), cells_of())
        self.assertTrue((self.folder / "out/summary.json").exists())

    def test_cells_are_commands(self):
        plan = self.eenet.write_plan(text=plan_text(seeds=1))
        lines = self.eenet("sweep", "cells", plan, "--out", "out", "--missing").stdout.splitlines()
        self.assertEqual(len(lines), cells_of(1))
        subprocess.run(["sh", "-c", lines[3]], cwd=self.folder, check=True, capture_output=True)
        self.assertEqual(len(results(self.folder / "out")), 1)
        rest = self.eenet("sweep", "cells", plan, "--out", "out", "--missing").stdout.splitlines()
        self.assertEqual(rest, lines[:3] + lines[4:])
        subprocess.run(["xargs", "-P", "2", "-I{}", "sh", "-c", "{}"], input="\n".join(rest), text=True,
                       cwd=self.folder, check=True, capture_output=True)
        self.assertEqual(self.eenet("sweep", "cells", plan, "--out", "out", "--missing").stdout, "")

    def test_the_job_array_is_a_script(self):
        plan = self.eenet.write_plan()
        script = self.eenet("sweep", plan, "--out", "out", "--export-slurm", "--tasks", 8, "--at-a-time", 3,
                            "--jobs", 1).stdout
        self.assertIn("#SBATCH --array=1-8%3\n", script)
        self.assertIn("#SBATCH --requeue\n", script)
        self.assertLessEqual(script.count("\n"), 10)
        for k in range(1, 9):
            subprocess.run(["sh"], input=script, text=True, cwd=self.folder, check=True, capture_output=True,
                           env={**os.environ, "SLURM_ARRAY_TASK_ID": str(k)})
        self.assertEqual(len(results(self.folder / "out")), cells_of())

    def test_verify_and_claims_take_shards(self):
        cases = ("verify", "--suite", "streams", "--suite", "initialisation", "--cases", 2400)
        whole = json.loads(self.eenet(*cases, "--json").stdout)
        for k in (1, 2):
            self.eenet(*cases, "--out", "pieces", "--shard", f"{k}/2", "--quiet")
        files = sorted(os.listdir(self.folder / "pieces"))
        merged = json.loads(self.eenet(*cases, "--out", "pieces", "--json").stdout)
        self.assertEqual(sorted(os.listdir(self.folder / "pieces")), files)
        for one, other in zip(whole["suites"], merged["suites"]):
            self.assertEqual({**one, "seconds": 0}, {**other, "seconds": 0})
        self.assert_refused(self.eenet("verify", "--suite", "streams", "--cases", 2000, "--out", "pieces", code=2),
                            "another run")
        claims = ("claims", "check", "TAB-1-MNIST", "PRF-UNIFORM", "EQ-GRAD", "TAB-1-PM", "--quiet")
        judged = []
        for k in (1, 2):
            part = json.loads(self.eenet(*claims, "--out", "claims", "--shard", f"{k}/2", "--json").stdout)
            judged += [claim["id"] for claim in part["claims"]]
        merged = json.loads(self.eenet(*claims, "--out", "claims", "--json").stdout)
        self.assertEqual(sorted(judged), sorted(claim["id"] for claim in merged["claims"]))
        self.assertEqual(len(os.listdir(self.folder / "claims")), len(judged))


class WrongInput(Case):
    def refused(self, text, *words):
        with self.subTest(text=text):
            self.eenet.write_plan(text=text)
            self.assert_refused(self.eenet("sweep", "plan.toml", "--out", "out", code=2), "plan.toml", *words)
            self.assertFalse((self.folder / "out").exists())

    def test_a_wrong_plan_is_one_sentence_with_its_line(self):
        head = 'rounds = 5\nseeds = "1..2"\nenvironments = ["linear"]\n'
        self.refused("rounds = = 5\n", "line 1", "no TOML")
        self.refused('rounds = 5\nseeds = "1..2"\nenvironments = ["linear"]\n', "no 'methods'")
        self.refused(head + 'methods = ["eenett"]\n', "line 4", "unknown method 'eenett'", "did you mean 'eenet'")
        self.refused('rounds = 5\nseeds = "1..2"\nenvironments = ["liner"]\nmethods = ["random"]\n', "line 3",
                     "unknown environment 'liner'", "did you mean 'linear'")
        self.refused(head + '[[methods]]\nmethod = "eenet"\ngrid = { eta3 = [1] }\n', "line 6", "no key 'eta3'",
                     "did you mean 'eta")
        self.refused(head + '[[methods]]\nmethod = "eenet"\ngird = { eta1 = [1] }\n', "no key 'gird'",
                     "did you mean 'grid'")
        self.refused(head + '[[methods]]\nmethod = "eenet"\ngrid = { eta1 = [] }\n', "one at least")
        self.refused(head + '[[methods]]\nmethod = "eenet"\ngrid = { eta1 = [{}] }\n', "numbers or texts")
        self.refused(head + '[[methods]]\nmethod = "eenet"\n[[methods]]\nmethod = "eenet"\n', "called 'eenet'", "label")
        self.refused(head + '[[methods]]\nmethod = "random"\nenvironments = ["lineal"]\n', "did you mean 'linear'")
        self.refused(head + '[[methods]]\nmethod = "random"\npaper = "tab:allregret/EENet"\n', "did you mean")
        self.refused('rounds = 0\nseeds = "1..2"\nenvironments = ["linear"]\nmethods = ["random"]\n', "rounds")
        self.refused('seeds = "1..2"\nenvironments = ["linear"]\nmethods = ["random"]\n', "rounds")
        self.refused('rounds = 5\nseeds = [1, 1]\nenvironments = ["linear"]\nmethods = ["random"]\n', "twice")
        self.refused('rounds = 5\nseeds = "2..1"\nenvironments = ["linear"]\nmethods = ["random"]\n', "2..1")

    def test_wrong_options_are_refused(self):
        plan = self.eenet.write_plan()
        self.assert_refused(self.eenet("sweep", plan, code=2), "--out")
        self.assert_refused(self.eenet("sweep", "--out", "x", code=2), "PLAN")
        self.assert_refused(self.eenet("sweep", "absent.toml", "--out", "x", code=2), "absent.toml", "No such file")
        for shard in ("0/3", "4/3", "a/b", "1", "1/0", "-1/3", "1/3/5"):
            self.assert_refused(self.eenet("sweep", plan, "--out", "x", f"--shard={shard}", code=2), "--shard", "k/n")
        self.assert_refused(self.eenet("sweep", plan, "--out", "x", "--cell", "feed", code=2), "--cell feed")
        self.assert_refused(self.eenet("verify", "--shard", "1/2", code=2), "--out")
        self.assert_refused(self.eenet("claims", "check", "--shard", "1/2", code=2), "--out")


class Plans(Case):
    def test_the_plans_that_ship_are_as_their_methods_allow(self):
        names = {word for word in re.findall(r"^## `?([a-z0-9-]+)", (ROOT / "docs/methods.md").read_text(), re.MULTILINE)}
        registry = self.eenet("run", "--list").stdout
        for plan in sorted((ROOT / "experiments/plans").glob("*.toml")):
            with self.subTest(plan=plan.name):
                run = subprocess.run([BINARY, "sweep", str(plan), "--out", "out", "--export-slurm"], cwd=self.folder,
                                     capture_output=True, text=True, check=False)
                unknown = re.search(r"unknown (method|environment) '([a-z-]+)'", run.stderr)
                if unknown:  # not there yet: the plan is held to the registry as soon as it is
                    self.assertNotRegex(registry, rf"(?m)^\s*{unknown.group(2)}\b")
                    self.assertNotIn(unknown.group(2), names)
                    continue
                self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_the_small_plan_takes_about_a_minute(self):
        start = time.monotonic()
        self.eenet("sweep", ROOT / "experiments/plans/small.toml", "--out", "sweep", "--quiet")
        self.assertLess(time.monotonic() - start, 600)  # on a machine that does something else as well
        table = json.loads(self.eenet("table", "sweep", "--json").stdout)
        self.assertTrue(all(row["mean"] is not None for row in table["rows"]))


if __name__ == "__main__":
    BINARY = sys.argv.pop(1)
    unittest.main()
