"""What `eenet oracle vectors` writes: the same bytes twice and as recorded, by its schema, and right
by an evaluator in plain Python, whose seeded faults the vectors notice.

usage: vectors_test.py EENET [EENET_MUTANTS] [--record]
--record writes the digests anew, after a change that is meant.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path += [str(HERE), str(ROOT / "tests/docs"), str(ROOT / "tests/replica")]

import schema  # noqa: E402
import vector_files  # noqa: E402
from evaluator import Evaluator  # noqa: E402
from faults import FAULTS  # noqa: E402

RECORDED = ROOT / "tests/data/vector_digests.txt"
BINARY, MUTANTS = "", ""


def eenet(*arguments, program=None, environment=None):
    return subprocess.run([program or BINARY, "oracle", "vectors", *arguments], capture_output=True, text=True,
                          check=False, env={**os.environ, **(environment or {})})


def digests(folder):
    """A line per file."""
    return "".join(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n"
                   for path in sorted(folder.iterdir()))


def answered(evaluator, question):
    try:
        return evaluator.answer(question)
    except (ArithmeticError, ValueError) as error:
        return {"error": str(error)}


class Vectors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name) / "vectors"
        run = eenet("--out", str(cls.folder))
        assert run.returncode == 0, run.stderr
        cls.documents = vector_files.load(cls.folder)
        cls.vectors = {vector["id"]: (document, vector)
                       for document in cls.documents.values() for vector in document["vectors"]}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def differences(self, evaluator, scalar="float64", file=None, lowest_is_claimed=False):
        """The sentences of every vector that notices something, by its id. Rounds come in their order."""
        found = {}
        for name, (document, vector) in self.vectors.items():
            if file and document is not file:
                continue
            answer = answered(evaluator, vector_files.question_of(document, vector))
            problems = vector_files.compare(vector, answer, scalar, lowest_is_claimed)
            if problems:
                found[name] = problems
        return found

    def test_the_bytes_are_the_same_again_and_as_recorded(self):
        with tempfile.TemporaryDirectory() as other:
            again = pathlib.Path(other) / "again"
            self.assertEqual(eenet("--out", str(again), environment={"LC_ALL": "de_DE.UTF-8"}).returncode, 0)
            self.assertEqual(digests(self.folder), digests(again))
        self.assertEqual(digests(self.folder), RECORDED.read_text(encoding="utf-8"),
                         "published vectors changed; if that is meant: vectors_test.py EENET --record")

    def test_every_file_fits_its_schema(self):
        rules = json.loads((ROOT / "docs/schemas/vectors.json").read_text(encoding="utf-8"))
        for name, document in self.documents.items():
            self.assertEqual(schema.errors(document, rules, rules), [], name)
            for change in ({"schema": "eenet.vectors/2"}, {"group": "other"}, {"vectors": [{}]}):
                self.assertNotEqual(schema.errors({**document, **change}, rules, rules), [])

    def test_the_index_names_every_file_and_every_id_once(self):
        index = json.loads((self.folder / "index.json").read_text(encoding="utf-8"))
        self.assertEqual({entry["file"] for entry in index["files"]} | {"index.json"},
                         {path.name for path in self.folder.iterdir()})
        ids = [name for entry in index["files"] for name in entry["ids"]]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual(set(ids), set(self.vectors))
        for entry in index["files"]:
            document = self.documents[entry["file"]]
            self.assertEqual([vector["id"] for vector in document["vectors"]], entry["ids"])
            for name in entry["ids"]:
                self.assertEqual(name.split("/")[0], document["group"])

    def test_the_records_are_complete(self):
        for document, vector in self.vectors.values():
            self.assertTrue(vector["catches"])
            self.assertLessEqual(set(vector["flags"]), set(document["notes"]))
            self.assertEqual(set(vector["expected"]), set(vector["tolerance"]))
            for tolerance in vector["tolerance"].values():
                self.assertTrue(tolerance["reason"])
        for document in self.documents.values():
            used = {flag for vector in document["vectors"] for flag in vector["flags"]}
            self.assertEqual(used, set(document["notes"]))

    def compare_hex(self, decimal, hexadecimal, where):
        """The number of floats that were compared."""
        if isinstance(decimal, float):
            self.assertEqual(decimal.hex(), float.fromhex(hexadecimal).hex(), where)
            digits = hexadecimal.lstrip("-")
            self.assertTrue(digits.startswith(("0x1", "0x0")) and not digits.split("p")[0].endswith(".0"), where)
            return 1
        if isinstance(decimal, list) and hexadecimal is not None:
            self.assertEqual(len(decimal), len(hexadecimal), where)
            return sum(self.compare_hex(*pair, where) for pair in zip(decimal, hexadecimal))
        if isinstance(decimal, dict):
            return sum(self.compare_hex(value, (hexadecimal or {}).get(name), f"{where}.{name}")
                       for name, value in decimal.items())
        return 0

    def test_hex_and_decimal_are_the_same_numbers(self):
        compared = sum(self.compare_hex(document["parameters"], document["hex"], name)
                       for name, document in self.documents.items())
        for name, (_, vector) in self.vectors.items():
            compared += self.compare_hex(vector["question"], vector["hex"]["question"], name)
            compared += self.compare_hex(vector["expected"], vector["hex"]["expected"], name)
        self.assertGreater(compared, 5000)

    def test_an_evaluator_agrees_in_both_arithmetics_and_both_orders(self):
        for scalar in ("float64", "float32"):
            for backwards in (False, True):
                with self.subTest(scalar=scalar, backwards=backwards):
                    self.assertEqual(self.differences(Evaluator(scalar, backwards), scalar), {})

    def test_every_fault_is_noticed_by_the_vector_that_names_it(self):
        groups = set()
        for fault, name, words in FAULTS:
            with self.subTest(fault=fault.__name__):
                document, vector = self.vectors[name]
                self.assertIn(words, vector["catches"])
                groups.add(document["group"])
                lowest = fault.__name__ == "HighestIndex"
                self.assertIn(name, self.differences(fault(), "float64", document, lowest))
        self.assertEqual(groups, {document["group"] for document in self.documents.values()})

    def test_float32_is_noticed_where_float64_is_claimed(self):
        found = self.differences(Evaluator("float32"), "float64")
        for group in ("forward", "gradient", "update", "features", "round", "trace", "baseline", "ntk", "spectrum"):
            self.assertTrue(any(name.startswith(group + "/") for name in found), group)

    def test_a_run_that_keeps_its_own_state_ends_where_the_trace_does(self):
        for run in ("three-rounds", "hundred-rounds"):
            rounds = [vector for _, vector in self.vectors.values() if vector["id"].startswith(f"trace/{run}/")]
            for before, after in zip(rounds, rounds[1:]):
                for theta in ("theta1", "theta2"):
                    self.assertEqual(before["expected"][theta], after["question"][theta])
                self.assertEqual(before["question"]["play"], before["expected"]["arm"])

    def test_the_page_shows_a_file_as_it_is(self):
        page = (ROOT / "docs/vectors.md").read_text(encoding="utf-8")
        shown = json.loads(page[page.index("```json") + 7:page.rindex("```")])
        document = self.documents["forward-L2-m1-d1.json"]
        self.assertEqual(shown, {**document, "vectors": document["vectors"][:1]})

    def test_one_group_alone(self):
        with tempfile.TemporaryDirectory() as other:
            run = eenet("--out", other, "--group", "ntk", "--group", "psi", "--json")
            document = json.loads(run.stdout)
            self.assertEqual({entry["group"] for entry in document["files"]}, {"ntk", "psi"})
            self.assertEqual(document["disagreements"], [])
            for path in pathlib.Path(other).glob("*-*.json"):
                self.assertEqual(path.read_bytes(), (self.folder / path.name).read_bytes())

    def test_what_the_twin_has_otherwise_is_named_and_nothing_is_written(self):
        if not MUTANTS:
            self.skipTest("no program of mutants")
        for mutant, name in (("printed-gradient", "gradient/"),):
            with tempfile.TemporaryDirectory() as other:
                run = eenet("--out", other, program=MUTANTS, environment={"EENET_MUTANT": mutant})
                self.assertEqual(run.returncode, 1, run.stderr)
                self.assertIn(name, run.stderr)
                self.assertEqual(list(pathlib.Path(other).iterdir()), [])


def record():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "vectors"
        assert eenet("--out", str(path)).returncode == 0
        RECORDED.write_text(digests(path), encoding="utf-8")


if __name__ == "__main__":
    words = sys.argv[1:]
    BINARY = words[0]
    if "--record" in words:
        record()
        sys.exit(0)
    programs = [word for word in words[1:] if not word.startswith("-") and os.path.exists(word)]
    MUTANTS = programs[0] if programs else ""
    unittest.main(argv=[sys.argv[0], *[word for word in words[1:] if word not in programs]])
