"""Holds README and docs to what the program does.

usage: docs_test.py EENET_BINARY [UNITTEST ARGUMENTS...]
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import schema

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = None


def eenet(*arguments, check=True):
    return subprocess.run([BINARY, *arguments], check=check, capture_output=True, text=True).stdout


class Readme(unittest.TestCase):
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    def test_the_lock_in_is_as_often_as_it_says(self):
        said = int(re.search(r"in (\d+) of 40 seeds", self.text).group(1))
        runs = json.loads(eenet("run", "--env", "two-arms", "--rounds", "2000", "--seeds", "1..40", "--json"))["runs"]
        self.assertEqual(sum(run["regret"] == 1000 for run in runs), said)

    def test_the_commands_under_use_it_run(self):
        with tempfile.TemporaryDirectory() as folder:
            block = self.text[self.text.index("## Use it"):self.text.index("Your own data")]
            commands = re.findall(r"^    experiments/run (.*?)(?:  +#.*)?$", block, re.MULTILINE)
            self.assertGreaterEqual(len(commands), 5)
            for command in commands:
                with self.subTest(command=command):
                    subprocess.run([BINARY, *command.split()], cwd=folder, check=True, capture_output=True)


class Dialogues(unittest.TestCase):
    def test_the_judge_says_what_the_pages_show(self):
        """Every line of a block behind `$ ... oracle judge`, in order; a line `...` stands for any lines."""
        blocks = re.findall(r"```\n\$ experiments/run (oracle judge .*?)\n(.*?)```", Readme.text, re.DOTALL)
        self.assertGreaterEqual(len(blocks), 2)
        verdicts = set()
        for command, shown in blocks:
            with self.subTest(command=command):
                run = subprocess.run([BINARY, *command.split()], cwd=ROOT, capture_output=True, text=True, check=False)
                verdicts.add(run.returncode)
                parts = [re.escape(part.strip("\n")) for part in re.split(r"^ *\.\.\.$", shown, flags=re.MULTILINE)]
                self.assertRegex(run.stdout.strip("\n"), re.compile("^" + r"\n(?:.*\n)*".join(filter(None, parts)) + "$"))
        self.assertEqual(verdicts, {0, 1})


class Building(unittest.TestCase):
    def test_the_section_that_the_build_names_is_in_the_readme(self):
        witnesses = (ROOT / ".cmake/EenetWitnesses.cmake").read_text(encoding="utf-8")
        section = re.search(r'README\.md, section \\"(.*?)\\"', witnesses).group(1)
        self.assertIn(f"\n## {section}\n", Readme.text)

    def test_the_preset_vcpkg_says_what_it_lacks(self):
        environment = {name: value for name, value in os.environ.items() if name != "VCPKG_ROOT"}
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(["cmake", "--preset", "vcpkg", "-B", folder], cwd=ROOT, env=environment,
                                 capture_output=True, text=True, check=False)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("environment variable VCPKG_ROOT", " ".join(run.stderr.split()))


class Methods(unittest.TestCase):
    def test_the_page_is_the_registry(self):
        page = (ROOT / "docs/methods.md").read_text(encoding="utf-8")
        self.assertIn(f"```\n{eenet('run', '--list')}```", page)


class Claims(unittest.TestCase):
    def test_the_page_is_the_ledger(self):
        page = (ROOT / "docs/claims.md").read_text(encoding="utf-8")
        self.assertEqual(page, eenet("claims", "list", "--markdown"))

    def test_the_hash_of_the_rules_is_that_of_their_sources(self):
        page = (ROOT / "docs/claims.md").read_text(encoding="utf-8")
        rules = page[page.index("## The rules before the run"):]
        said = re.search(r"`([0-9a-f]{64})`", rules).group(1)
        patterns = re.search(r"git ls-files (.*?) \|", rules).group(1).replace("'", "").split()
        files = [path for pattern in patterns for path in
                 (sorted((ROOT / pattern).iterdir()) if (ROOT / pattern).is_dir() else ROOT.glob(pattern))]
        lines = sorted(f"{path.relative_to(ROOT)}" for path in files if path.suffix in (".h", ".cc", ".txt"))
        self.assertGreater(len(lines), 50)
        text = "".join(f"{hashlib.sha256((ROOT / line).read_bytes()).hexdigest()}  {line}\n" for line in lines)
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), said)
        document = json.loads(eenet("claims", "rules", "--json"))
        self.assertEqual(document["hash"], said)
        self.assertEqual("".join(f"{one['sha256']}  {one['path']}\n" for one in document["sources"]), text)
        self.assertIn(text, eenet("claims", "rules", "EQ-GRAD"))

    def test_negative_controls_are_those_of_the_catalogue(self):
        seeded = []
        for path in (ROOT / "tests/mutants/catalogue").glob("*.txt"):
            for entry in path.read_text(encoding="utf-8").split("\n\n"):
                fields = dict(re.findall(r"^(mutant|claim): (.*)$", entry, re.MULTILINE))
                if "claim" in fields:
                    seeded.append((fields["claim"], fields["mutant"]))
        claims = json.loads(eenet("claims", "rules", "--json"))["claims"]
        said = [(claim["id"], one["mutant"]) for claim in claims for one in claim["negative_controls"]]
        self.assertGreater(len(said), 60)
        self.assertEqual(sorted(said), sorted(seeded))


class Deviations(unittest.TestCase):
    page = (ROOT / "docs/deviations.md").read_text(encoding="utf-8")

    def regrets(self, *arguments):
        document = json.loads(eenet("run", "--rounds", "2000", "--seeds", "1..60", "--json", "--quiet", *arguments))
        return [run["regret"] for run in document["runs"]]

    def test_the_table_of_the_lock_in_is_what_is_seen(self):
        rows = re.findall(r"^\| `([^`]*)`[^|]*\| (\d+) \| (\d+) \| (\d+) \|$", self.page, re.MULTILINE)
        self.assertEqual(len(rows), 5)
        for method, locked, found, mean in rows:
            with self.subTest(method=method):
                regrets = self.regrets("--env", "two-arms", "--method", method)
                seen = (sum(regret >= 999 for regret in regrets), sum(regret <= 1 for regret in regrets))
                self.assertEqual(seen, (int(locked), int(found)))
                self.assertEqual(round(sum(regrets) / len(regrets)), int(mean))
        freed = int(re.search(r"(\d+) of 60 lose 900 or more", self.page).group(1))
        noisy = self.regrets("--env", "two-arms:noise=bernoulli")
        self.assertEqual(sum(regret >= 900 for regret in noisy), freed)

    def test_every_id_that_a_source_names_is_explained(self):
        for room in ("reference", "theory", "verify", "experiments"):
            for path in (ROOT / room).rglob("*.[hc]*"):
                for name in re.findall(r"deviations\.md (D\d+)", path.read_text(encoding="utf-8")):
                    self.assertIn(f"| {name} |", self.page, path)


class Verification(unittest.TestCase):
    page = (ROOT / "docs/verification.md").read_text(encoding="utf-8")

    def test_suites_kinds_and_witnesses_are_all_named(self):
        document = json.loads(eenet("verify", "--cases", "300", "--json", "--quiet"))
        for suite in document["suites"]:
            self.assertIn(f"| `{suite['name']}` |", self.page)
            for kind in suite["kinds"]:
                self.assertIn(f"`{kind}`", self.page)
        for witness in document["witnesses"] + document["absent_witnesses"]:
            self.assertIn(f"| {witness} |", self.page)

    def test_the_failure_is_what_the_mutant_prints(self):
        mutants = pathlib.Path(BINARY).with_name("eenet-mutants")
        if not mutants.exists():
            self.skipTest("eenet-mutants is not built")
        if json.loads(eenet("verify", "--suite", "streams", "--cases", "1", "--json"))["absent_witnesses"]:
            self.skipTest("the page shows a build with every witness")
        commands = re.findall(r"^    EENET_MUTANT=(\S+) build/release/eenet-mutants (.*)$", self.page, re.MULTILINE)
        shown = re.findall(r"```\n(.*?)```", self.page, re.DOTALL)
        self.assertEqual(len(commands), 2)
        for mutant, arguments in commands:
            run = subprocess.run([mutants, *arguments.split(), "--quiet"], capture_output=True, text=True, check=False,
                                 env={**os.environ, "EENET_MUTANT": mutant})
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn(run.stdout, shown, arguments)


class Psi(unittest.TestCase):
    page = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
    section = page[page.index("## `eenet theory psi`"):]

    def test_every_key_of_its_json_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            eenet("run", "--rounds", "20", "--trace", "full", "--out", folder, "--quiet")
            for reading in ("printed", "played", "optimal"):
                document = json.loads(eenet("theory", "psi", "--trace", f"{folder}/trace-1.jsonl", "--reading", reading,
                                            "--certificate", f"{folder}/c", "--json"))
                self.assertEqual(document.pop("schema"), "eenet.psi/1")
                for key in [*document, reading, document["lower_bound"]]:
                    self.assertIn(f"`{key}`", self.section)


class TraceSchema(unittest.TestCase):
    document = json.loads((ROOT / "docs/schemas/trace.json").read_text(encoding="utf-8"))

    def complaints(self, line):
        return schema.errors(line, self.document, self.document)

    def test_traces_of_every_kind_fit(self):
        with tempfile.TemporaryDirectory() as folder:
            for detail in ("digest", "full"):
                for method in ("eenet:width=4", "greedy:width=4", "random", "eenet:width=4,eta1=50"):
                    out = pathlib.Path(folder) / f"{detail} {method}"
                    eenet("run", "--env", "linear:dim=3,arms=2", "--method", method, "--rounds", "30", "--trace",
                          detail, "--out", out, check=False)
                    for line in (out / "trace-1.jsonl").read_text().splitlines():
                        self.assertEqual(self.complaints(json.loads(line)), [], f"{method} {detail}")

    def test_what_is_no_trace_does_not_fit(self):
        good = {"t": 1, "arm": 0, "reward": 0.5, "digest": "0123456789abcdef"}
        self.assertEqual(self.complaints(good), [])
        for name, value in (("t", 0), ("arm", -1), ("arm", 1.5), ("reward", 1.5), ("reward", "1"), ("f1", [None]),
                            ("digest", "0123"), ("contexts", [0.5])):
            self.assertNotEqual(self.complaints({**good, name: value}), [], name)
        for name in ("t", "arm", "reward"):
            self.assertNotEqual(self.complaints({k: v for k, v in good.items() if k != name}), [], name)


class SpectrumSchema(unittest.TestCase):
    document = json.loads((ROOT / "docs/schemas/spectrum.json").read_text(encoding="utf-8"))

    def complaints(self, result):
        return schema.errors(result, self.document, self.document)

    def test_spectra_of_every_kind_fit(self):
        for arguments in ("--env linear --rounds 4", "--env linear --rounds 4 --method iterative --prefixes",
                          "--env duplicates --rounds 2 --prefixes", "--env antipodal --rounds 1 --convention printed"):
            result = json.loads(eenet("theory", "spectrum", "--json", "--lambda", "1", *arguments.split()))
            self.assertEqual(self.complaints(result), [], arguments)

    def test_what_is_no_spectrum_does_not_fit(self):
        good = json.loads(eenet("theory", "spectrum", "--json", "--lambda", "1", "--env", "linear", "--rounds", "1"))
        for name, value in (("points", 0), ("method", "auto"), ("log_det", 3.5), ("lambda_min", None),
                            ("S", {"value": 1}), ("diagnosis", "none")):
            self.assertNotEqual(self.complaints({**good, name: value}), [], name)
        for name in self.document["required"]:
            self.assertNotEqual(self.complaints({k: v for k, v in good.items() if k != name}), [], name)


class RegretSchema(unittest.TestCase):
    document = json.loads((ROOT / "docs/schemas/regret.json").read_text(encoding="utf-8"))

    def complaints(self, result):
        return schema.errors(result, self.document, self.document)

    def test_checks_of_every_kind_fit(self):
        for arguments in ("--env two-arms --rounds 40 --seeds 1..9 --bound sqrt:C=1 --bound online-loss --controls",
                          "--env linear:dim=3,arms=2 --method eenet:width=4 --rounds 8 --seeds 1..2 --bound theorem",
                          "--env two-arms --method optimal --rounds 8 --seeds 1..8 --realised"):
            result = json.loads(eenet("regret", "check", "--json", *arguments.split()))
            self.assertEqual(self.complaints(result), [], arguments)

    def test_what_is_no_check_does_not_fit(self):
        good = json.loads(eenet("regret", "check", "--json", "--env", "two-arms", "--rounds", "8", "--seeds", "1..2",
                                "--bound", "linear-trivial"))
        for name, value in (("seeds", 1), ("rounds", 7), ("growth", {}), ("promise", {}), ("promises", None),
                            ("realised", "no"), ("regret", None), ("kinds_of_run", [{}])):
            self.assertNotEqual(self.complaints({**good, name: value}), [], name)
        for name in self.document["required"]:
            self.assertNotEqual(self.complaints({k: v for k, v in good.items() if k != name}), [], name)


class JudgeSchema(unittest.TestCase):
    document = json.loads((ROOT / "docs/schemas/judge.json").read_text(encoding="utf-8"))
    adapter = (ROOT / "experiments/adapters/skeleton.py").read_text(encoding="utf-8")

    def judged(self, adapter, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "adapter.py"
            path.write_text(adapter, encoding="utf-8")
            return json.loads(eenet("oracle", "judge", "--json", *arguments, "--", "python3", path, check=False))

    def complaints(self, result):
        return schema.errors(result, self.document, self.document)

    def test_judgements_of_every_kind_fit(self):
        crash = self.adapter.replace("def forward(question):", "def forward(question):\n    sys.exit('no GPU')")
        wrong = self.adapter.replace("max(s, 0.0)", "max(s, 0.5)")
        for adapter, verdict in ((self.adapter, "agrees"), (wrong, "disagrees"), (crash, "disagrees")):
            result = self.judged(adapter, "--cases", "12")
            self.assertEqual(result["verdict"], verdict)
            self.assertEqual(self.complaints(result), [], verdict)

    def test_what_is_no_judgement_does_not_fit(self):
        good = self.judged(self.adapter.replace("max(s, 0.0)", "max(s, 0.5)"), "--cases", "12", "--level", "forward")
        self.assertEqual(self.complaints(good), [])
        for name, value in (("verdict", "fine"), ("seed", -1), ("levels", [{}]), ("first_divergence", {}),
                            ("counterexample", "none"), ("profile", "lax"), ("seconds", None)):
            self.assertNotEqual(self.complaints({**good, name: value}), [], name)
        for name in self.document["required"]:
            self.assertNotEqual(self.complaints({k: v for k, v in good.items() if k != name}), [], name)


class SchemaIds(unittest.TestCase):
    documents = {path.stem: json.loads(path.read_text(encoding="utf-8"))
                 for path in sorted((ROOT / "docs/schemas").glob("*.json"))}

    def test_every_id_is_absolute_and_names_its_file(self):
        # A relative one would be resolved against an address that does not exist.
        for name, document in self.documents.items():
            self.assertEqual(document["$id"], f"urn:eenet:{name}:1")

    def test_a_validator_of_others_resolves_every_reference(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        spectrum = json.loads(eenet("theory", "spectrum", "--json", "--lambda", "1", "--env", "linear", "--rounds", "1"))
        with tempfile.TemporaryDirectory() as folder:
            eenet("run", "--rounds", "5", "--trace", "full", "--out", folder)
            trace = [json.loads(line) for line in (pathlib.Path(folder) / "trace-1.jsonl").read_text().splitlines()]
        for name, documents in (("spectrum", [spectrum]), ("trace", trace)):
            validator = jsonschema.Draft202012Validator(self.documents[name])
            validator.check_schema(self.documents[name])
            for document in documents:
                self.assertTrue(validator.is_valid(document), name)
        self.assertFalse(jsonschema.Draft202012Validator(self.documents["spectrum"]).is_valid({**spectrum, "S": 1}))


class CurvesSchema(unittest.TestCase):
    document = json.loads((ROOT / "docs/schemas/curves.json").read_text(encoding="utf-8"))

    def complaints(self, result):
        return schema.errors(result, self.document, self.document)

    def test_comparisons_fit_and_others_do_not(self):
        with tempfile.TemporaryDirectory() as folder:
            eenet("run", "--env", "two-arms", "--rounds", "16", "--seeds", "101..112", "--out", folder)
            results = [json.loads(eenet("oracle", "curves", "--json", "--csv", f"{folder}/regret.csv", "--env", "two-arms",
                                        "--method", method, "--seeds", "1..12", check=False))
                       for method in ("eenet:width=4", "optimal")]
        for result in results:
            self.assertEqual(self.complaints(result), [])
        good = results[0]
        for name, value in (("outcome", "fine"), ("rounds", 0), ("level", 2), ("looks", [{}]), ("judged", {}),
                            ("noticed", None), ("margin", "0.1")):
            self.assertNotEqual(self.complaints({**good, name: value}), [], name)
        for name in self.document["required"]:
            self.assertNotEqual(self.complaints({k: v for k, v in good.items() if k != name}), [], name)


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
