"""A small report as a reader gets it: what is in the page, and that every number comes from a piece.

usage: report_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
"""

import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

from page import Page

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/docs"))
import schema  # noqa: E402  pylint: disable=wrong-import-position
TEMPLATES = ROOT / "experiments/theory_check/templates"
BINARY = None

# Claims that are judged at once, one of each colour, and small studies.
ONLY = ["claims/EQ-GRAD", "claims/TAB-1-BEST", "claims/CLM-INFER/reason", "claims/TXT-1472", "claims/CLM-MILD",
        "theory/", "comparison/two-arms/", "determinism/random/", "determinism/greedy"]


def eenet(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, check=False)


def report_arguments(folder):
    return ["report", "--out", folder, "--quiet", *(word for one in ONLY for word in ("--only", one))]


class Template(unittest.TestCase):
    def test_no_number_stands_outside_a_placeholder(self):
        text = (TEMPLATES / "index.html").read_text(encoding="utf-8")
        for visible in Page(re.sub(r"\{\{.*?\}\}", "", text)).text:
            self.assertIsNone(re.search(r"\d", visible), visible)

    def test_the_script_fetches_nothing(self):
        for name in ("script.js", "style.css", "index.html"):
            text = (TEMPLATES / name).read_text(encoding="utf-8")
            self.assertIsNone(re.search(r"fetch\(|XMLHttp|import |@import|url\(|https?://|<iframe", text), name)


def with_status(report, claim, status):
    other = json.loads(json.dumps(report))
    next(one for one in other["claims"] if one["id"] == claim)["status"] = status
    return other


class Formulas(unittest.TestCase):
    def test_they_are_typeset_from_their_source(self):
        run = subprocess.run([sys.executable, TEMPLATES.parent / "typeset.py", "--check"], capture_output=True,
                             text=True, check=False)
        if run.returncode == 77:
            self.skipTest(run.stderr.strip())
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_each_belongs_to_a_claim(self):
        ids = set(re.findall(r"^\| `([^`]+)`", (ROOT / "docs/claims.md").read_text(encoding="utf-8"), re.MULTILINE))
        whole = {one.partition("/")[0] for one in ids}
        formulas = json.loads((TEMPLATES.parent / "formulas.json").read_text(encoding="utf-8"))
        self.assertGreater(len(formulas), 70)
        self.assertEqual(set(formulas) - ids - whole, set())


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name) / "report"
        cls.outcome = eenet(*report_arguments(cls.folder))
        cls.report = json.loads((cls.folder / "report.json").read_text(encoding="utf-8"))
        cls.html = (cls.folder / "index.html").read_text(encoding="utf-8")
        cls.page = Page(cls.html)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_it_ends_well(self):
        self.assertEqual(self.outcome.returncode, 0, self.outcome.stderr)
        self.assertEqual(self.outcome.stdout, str(self.folder / "index.html") + "\n")
        self.assertEqual(self.report["schema"], "eenet.report/1")
        self.assertEqual(self.report["problems"], [])

    def test_the_facts_fit_their_schema(self):
        described = json.loads((ROOT / "docs/schemas/report.json").read_text(encoding="utf-8"))
        self.assertEqual(schema.errors(self.report, described, described), [])

    def test_the_page_is_well_formed(self):
        self.assertEqual(self.page.wrong, [])
        self.assertEqual(self.page.open, [])
        self.assertEqual(len(self.page.ids), len(set(self.page.ids)))
        self.assertLess(len(self.html.encode()), 5_000_000)

    def test_headings_descend_one_by_one(self):
        self.assertEqual(self.page.headings[0], 1)
        for above, below in zip(self.page.headings, self.page.headings[1:]):
            self.assertLessEqual(below, above + 1)

    def test_links_resolve_within_the_page(self):
        for link in self.page.links:
            self.assertTrue(link.startswith("#"), link)
            self.assertIn(link[1:], self.page.ids)

    def test_pictures_say_their_finding(self):
        self.assertGreater(len(self.page.images), 4)
        for text in self.page.images:
            self.assertGreater(len(text), 10)

    def test_every_picture_has_its_script_and_data(self):
        names = [one.removeprefix("picture-") for one in self.page.ids if one.startswith("picture-")]
        self.assertIn("kernel-width", names)
        self.assertIn("terms", names)
        for name in names:
            for suffix in ("gp", "dat", "svg"):
                self.assertTrue((self.folder / "pictures" / f"{name}.{suffix}").is_file(), name)

    def test_a_formula_is_drawn_without_script(self):
        self.assertIn("<math display=\"block\"", self.html)
        row = self.html[self.html.index('id="EQ-GRAD"'):self.html.index("</details>", self.html.index('id="EQ-GRAD"'))]
        self.assertEqual(row.count("<math"), 2)  # as printed, and corrected
        self.assertIn("eenet claims check EQ-GRAD", row)

    def test_the_bits_are_those_on_record(self):
        found = self.report["determinism"]
        self.assertEqual(found["same"], found["runs"])
        self.assertGreater(found["runs"], 1)
        recorded = (ROOT / "tests/portability/digests.txt").read_text(encoding="utf-8")
        for row in found["rows"]:
            line = next(one for one in recorded.splitlines()
                        if one.startswith(f"{row['method']} in {row['environment']} "))
            self.assertEqual(line.split()[-1], row["digest"])

    def test_seeded_faults_are_counted_and_named(self):
        kills = [line.split() for line in (ROOT / "tests/mutants/kills.txt").read_text(encoding="utf-8").splitlines()
                 if line and not line.startswith("#")]
        self.assertEqual(self.report["mutants"]["faults"], len(kills))
        catalogue = "".join(path.read_text(encoding="utf-8")
                            for path in (ROOT / "tests/mutants/catalogue").glob("claim_*.txt"))
        self.assertEqual(self.report["mutants"]["faults_of_claims"],
                         len(re.findall(r"^claim: ", catalogue, re.MULTILINE)))
        for fault in (fault for claim in self.report["claims"] for fault in claim["faults"]):
            self.assertIn(f"mutant: {fault['name']}\n", catalogue)

    def test_tables_have_a_line_per_row(self):
        tables = {path.name for path in (self.folder / "tables").iterdir()}
        for name in ("ledger", "counts", "verification", "growth", "promises", "comparison", "errata", "pieces"):
            self.assertIn(f"{name}.csv", tables)
            self.assertIn(f"{name}.tex", tables)
        with open(self.folder / "tables/ledger.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["id"] for row in rows], [claim["id"] for claim in self.report["claims"]])
        tex = (self.folder / "tables/errata.tex").read_text(encoding="utf-8")
        self.assertEqual(tex.count("\\\\\n"), len(self.report["errata"]) + 1)

    def test_an_earlier_report_stays_in_the_history(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            earlier = with_status(self.report, "EQ-GRAD", "holds")
            earlier["producer"]["revision"] = "an-earlier-one"
            (folder / "report.json").write_text(json.dumps(earlier), encoding="utf-8")
            arguments = ["report", "--out", folder, "--quiet", "--only", "claims/EQ-GRAD"]
            for _ in range(2):  # the second changes nothing
                self.assertEqual(eenet(*arguments).returncode, 0)
                report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
                self.assertEqual([one["revision"] for one in report["history"]], ["an-earlier-one"])
                self.assertEqual(report["history"][0]["verdicts"]["EQ-GRAD"], "holds")
            self.assertIn("EQ-GRAD: holds, now holds-corrected", (folder / "index.html").read_text(encoding="utf-8"))

    def test_results_of_experiments_stand_beside_the_papers(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            self.assertEqual(eenet("run", "--rounds", "40", "--seeds", "1..3", "--out", folder / "runs/own",
                                   "--quiet").returncode, 0)
            run = json.loads((folder / "runs/own/runs.json").read_text(encoding="utf-8"))
            run["environment"]["name"] = "yelp"
            (folder / "results").mkdir()
            (folder / "results/cell-0.json").write_text(json.dumps(run), encoding="utf-8")
            (folder / "results/cell-1.json").write_text("{broken", encoding="utf-8")
            (folder / "results/cell-2.json").write_text('{"schema": "eenet.run/1"}', encoding="utf-8")
            outcome = eenet("report", "--out", folder / "report", "--quiet", "--only", "version", "--from", folder / "runs",
                            "--from", folder / "results")
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            report = json.loads((folder / "report/report.json").read_text(encoding="utf-8"))
            own, sweep = report["experiments"]
            self.assertEqual([one["paper"] for one in own["results"]], [None])
            self.assertEqual(sweep["results"][0]["paper"]["mean"], 4403.1)
            self.assertEqual(sweep["results"][0]["regret"], run["regret"])
            self.assertEqual([one["file"] for one in sweep["skipped"]], ["cell-1.json", "cell-2.json"])
            self.assertIn("4403 ± 13", (folder / "report/index.html").read_text(encoding="utf-8"))

    def test_a_report_about_the_users_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            self.assertEqual(eenet("run", "--env", "two-arms", "--rounds", "32", "--seeds", "1..2", "--trace", "full",
                                   "--out", folder / "runs", "--quiet").returncode, 0)
            traces = [folder / f"runs/trace-{seed}.jsonl" for seed in (1, 2)]
            arguments = ["report", "--out", folder / "report", "--quiet", "--only", "runs/", "--runs", *traces]
            outcome = eenet(*arguments)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            report = json.loads((folder / "report/report.json").read_text(encoding="utf-8"))
            described = json.loads((ROOT / "docs/schemas/report.json").read_text(encoding="utf-8"))
            self.assertEqual(schema.errors(report, described, described), [])
            self.assertEqual(report["about"], "runs")
            self.assertEqual(report["claims"], [])
            for trace in report["runs"]["traces"]:
                self.assertEqual(trace["check"]["verdict"], "agrees")
                self.assertEqual(trace["bound"]["rounds"], 32)
            self.assertEqual(report["runs"]["regret"]["seeds"], 2)
            page = Page((folder / "report/index.html").read_text(encoding="utf-8"))
            self.assertEqual(page.wrong, [])
            self.assertIn("picture-run-1-bounds", page.ids)
            self.assertIn("picture-runs-regret", page.ids)
            self.assertNotIn("claims", page.ids)
            # Another run in the same file is looked at again.
            self.assertEqual(eenet("run", "--env", "two-arms", "--rounds", "24", "--seeds", "1", "--trace", "full",
                                   "--out", folder / "other", "--quiet").returncode, 0)
            traces[0].write_bytes((folder / "other/trace-1.jsonl").read_bytes())
            self.assertEqual(eenet(*arguments).returncode, 1)  # two lengths are no set of curves
            report = json.loads((folder / "report/report.json").read_text(encoding="utf-8"))
            self.assertEqual(report["runs"]["traces"][0]["bound"]["rounds"], 24)
            self.assertEqual(len(report["problems"]), 1)

    def test_bad_input_is_refused_before_any_work(self):
        for arguments, named in ((["--runs", "no-such-file"], "no-such-file"),
                                 (["--runs", ROOT / "README.md"], "README.md"),
                                 (["--from", "no-such-folder"], "no-such-folder"),
                                 (["--from", ROOT / "docs/performance"], "docs/performance"),
                                 (["--only", "claims/EQ-GRAD", "--only", "bogus"], "bogus")):
            with tempfile.TemporaryDirectory() as folder:
                outcome = eenet("report", "--out", pathlib.Path(folder) / "report", *arguments)
                self.assertEqual(outcome.returncode, 2, outcome.stderr)
                self.assertIn(named, outcome.stderr)
                self.assertEqual(outcome.stderr.count("\n"), 1, outcome.stderr)
                self.assertFalse((pathlib.Path(folder) / "report").exists())

    def test_what_draws_is_looked_for_before_any_work(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for present, absent in (("", "gnuplot"), ("gnuplot", "dot")):
                if present:
                    (folder / present).symlink_to("/bin/true")
                run = subprocess.run([BINARY, "report", "--out", folder / "report", "--only", "version"], check=False,
                                     capture_output=True, text=True, env={"PATH": str(folder)})
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn(f"{absent} is not installed", run.stderr)
                self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
                self.assertFalse((folder / "report").exists())

    def test_a_part_of_a_report_says_which(self):
        self.assertEqual(self.report["only"], ONLY)
        line = next(text for text in self.page.text if text.startswith("eenet report --seed"))
        self.assertEqual(line.split("--only ")[1:], [f"{one} " for one in ONLY[:-1]] + [ONLY[-1]])

    def test_every_claim_has_a_row_and_every_verdict_its_line(self):
        judged = [claim for claim in self.report["claims"] if claim["status"] != "not-run"]
        self.assertEqual({claim["id"] for claim in judged},
                         {one.partition("/")[2] for one in ONLY if one.startswith("claims/")})
        for claim in self.report["claims"]:
            self.assertIn(claim["id"].replace("/", "."), self.page.ids)
        for claim in judged:
            self.assertIn(claim["evidence"], "".join(self.page.text))

    def test_counts_are_those_of_the_claims(self):
        for status, count in self.report["counts"].items():
            if isinstance(count, dict):
                self.assertEqual(count["all"], sum(claim["status"] == status for claim in self.report["claims"]))
                self.assertEqual(count["all"], sum(number for kind, number in count.items() if kind != "all"))

    def test_a_finished_report_is_not_made_again(self):
        pieces = {path: path.stat().st_mtime_ns for path in (self.folder / "pieces").glob("*.json")}
        self.assertEqual(eenet(*report_arguments(self.folder)).returncode, 0)
        self.assertEqual(pieces, {path: path.stat().st_mtime_ns for path in (self.folder / "pieces").glob("*.json")})

    def test_a_damaged_piece_is_made_again(self):
        piece = self.folder / "pieces/claims.EQ-GRAD.json"
        whole = piece.read_text(encoding="utf-8")
        piece.write_text(whole.replace("holds-corrected", "contradicted"), encoding="utf-8")
        self.assertEqual(eenet(*report_arguments(self.folder)).returncode, 0)
        self.assertIn("holds-corrected", piece.read_text(encoding="utf-8"))

    def test_a_killed_report_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            with subprocess.Popen([BINARY, *report_arguments(folder), "--jobs", "1"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as run:
                for _ in range(600):
                    if len(list(pathlib.Path(folder).glob("pieces/*.json"))) > 2:
                        break
                    time.sleep(0.05)
                second = eenet(*report_arguments(folder))
                self.assertEqual(second.returncode, 2)
                self.assertIn("another run is writing there", second.stderr)
                run.send_signal(signal.SIGKILL)
            kept = {path: path.stat().st_mtime_ns for path in pathlib.Path(folder).glob("pieces/*.json")}
            self.assertGreater(len(kept), 2)
            again = eenet(*report_arguments(folder))
            for _ in range(100):  # the lock dies with the last worker, and that with its parent
                if "another run is writing there" not in again.stderr:
                    break
                time.sleep(0.05)
                again = eenet(*report_arguments(folder))
            self.assertEqual(again.returncode, 0, again.stderr)
            for path, when in kept.items():
                self.assertEqual(path.stat().st_mtime_ns, when, path)

    def test_diff_notices_verdicts_numbers_and_losses(self):
        self.assertEqual(eenet("report", "diff", self.folder, self.folder).returncode, 0)
        other = json.loads(json.dumps(self.report))
        other["claims"] = [claim for claim in other["claims"] if claim["id"] != "CLM-MILD"]
        changed = next(claim for claim in other["claims"] if claim["id"] == "EQ-GRAD")
        changed["status"] = "holds"
        path = self.folder / "other.json"
        path.write_text(json.dumps(other), encoding="utf-8")
        outcome = eenet("report", "diff", self.folder, path, "--json")
        self.assertEqual(outcome.returncode, 1)
        diff = json.loads(outcome.stdout)
        self.assertEqual(diff["lost"], ["CLM-MILD"])
        self.assertEqual(diff["verdicts"], [{"id": "EQ-GRAD", "before": "holds-corrected", "after": "holds"}])
        back = eenet("report", "diff", path, self.folder)
        self.assertEqual(back.returncode, 1)
        self.assertIn("CLM-MILD: new", back.stdout)

    def test_diff_refuses_what_is_no_report(self):
        path = self.folder / "no-report.json"
        for text in ("", "[]", "{}", '{"schema": "eenet.run/1"}', "[" * 100_000):
            path.write_text(text, encoding="utf-8")
            outcome = eenet("report", "diff", self.folder, path)
            self.assertEqual(outcome.returncode, 2, text[:20])
            self.assertIn("no-report.json", outcome.stderr)
            self.assertEqual(outcome.stderr.count("\n"), 1, outcome.stderr)

    def test_badge_has_the_counts(self):
        badge = self.folder / "badge.svg"
        self.assertEqual(eenet("report", "badge", "--from", self.folder, "--out", badge).stdout, f"{badge}\n")
        shown = xml.etree.ElementTree.parse(badge).getroot().get("aria-label")
        statuses = [claim["status"] for claim in self.report["claims"]]
        opened = sum(statuses.count(status) for status in ("inconclusive", "not-testable", "not-run"))
        self.assertIn(f"{statuses.count('holds')} hold, {statuses.count('holds-corrected')} corrected, "
                      f"{statuses.count('contradicted')} contradicted, {opened} open", shown)
        document = json.loads(eenet("report", "badge", "--from", self.folder, "--out", badge, "--json").stdout)
        self.assertEqual((document["schema"], document["out"]), ("eenet.badge/1", str(badge)))
        self.assertIn(document["text"], shown)

    def test_badge_refuses_what_is_no_report_and_keeps_the_old_one(self):
        badge = self.folder / "kept.svg"
        badge.write_text("old", encoding="utf-8")
        path = self.folder / "no-report.json"
        for text in ("", "{}", '{"schema": "eenet.report/1", "claims": [{"id": 1}]}', "[" * 100_000):
            path.write_text(text, encoding="utf-8")
            outcome = eenet("report", "badge", "--from", path, "--out", badge)
            self.assertEqual((outcome.returncode, outcome.stderr.count("\n")), (2, 1), outcome.stderr)
            self.assertEqual(badge.read_text(encoding="utf-8"), "old")
        path.write_text('{"schema": "eenet.report/1", "claims": []}', encoding="utf-8")
        self.assertEqual(eenet("report", "badge", "--from", path, "--out", badge).returncode, 0)

    def test_the_rules_were_written_before(self):
        rules = json.loads(eenet("claims", "rules", "--json").stdout)
        self.assertEqual(self.report["rules"], {"hash": rules["hash"], "file": "rules.txt"})
        text = (self.folder / "rules.txt").read_text(encoding="utf-8")
        self.assertEqual(text, eenet("claims", "rules").stdout)
        self.assertIn(rules["hash"], (ROOT / "docs/claims.md").read_text(encoding="utf-8"))
        self.assertIn(rules["hash"], "".join(self.page.text))
        with tempfile.TemporaryDirectory() as folder:
            with subprocess.Popen([BINARY, "report", "--out", folder, "--only", "claims/TXT-1472", "--jobs", "1"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
                self.assertIn(rules["hash"], run.stderr.readline())
                self.assertTrue((pathlib.Path(folder) / "rules.txt").exists())
                run.communicate()
            self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
