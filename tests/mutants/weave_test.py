"""Holds weave.py to its rules on sources made for it, then eenet-mutants to eenet.

usage: weave_test.py EENET EENET_MUTANTS LINK_MAP WOVEN_SOURCE...
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import weave
from catalogue import Fault, read_catalogue

ROOT = pathlib.Path(__file__).resolve().parents[2]
EENET = EENET_MUTANTS = LINK_MAP = None
WOVEN = []

SOURCE = """int twice(int x) {
  int sum = x + x;
  if (sum == 2 * x)
    return sum;
  return 0;
}
"""
ENTRY = "mutant: zero\nfile: room/a.cc\nwhy: Nothing is added.\n"


def without_lines(text):
    return re.sub(r"\s*#line[^\n]*\n\s*", " ", text)


class Sample(unittest.TestCase):
    """A tree with one source, and a catalogue of the test's own."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name)
        (self.tree / "room").mkdir()
        (self.tree / "room/a.cc").write_text(SOURCE, encoding="utf-8")
        self.catalogue = self.tree / "catalogue.txt"

    def woven(self, text):
        self.catalogue.write_text(text, encoding="utf-8")
        return weave.woven_sources(self.tree, read_catalogue([str(self.catalogue)]))["room/a.cc"]

    def assert_refused(self, text, *wanted):
        with self.assertRaises(Fault) as caught:
            self.woven(text)
        sentence = str(caught.exception)
        self.assertTrue(sentence.startswith(str(self.catalogue)), sentence)
        for words in wanted:
            self.assertIn(words, sentence)
        self.assertNotIn("\n", sentence)


class Weaving(Sample):
    def test_an_expression_becomes_a_choice(self):
        woven = without_lines(self.woven(ENTRY + "expression: x + x\nbecomes: 0\n"))
        self.assertIn("int sum = (::eenet::mutants::zero ? ( 0 ) : (x + x));", woven)
        self.assertIn("extern Switch zero;", woven)

    def test_a_statement_becomes_a_branch(self):
        woven = without_lines(self.woven(ENTRY + "statement: return sum;\nbecomes: return 0;\n"))
        self.assertIn("{ if (::eenet::mutants::zero) { return 0; } else { return sum; } }", woven)

    def test_a_statement_may_be_left_out(self):
        woven = without_lines(self.woven(ENTRY + "statement: return sum;\nbecomes:\n"))
        self.assertRegex(woven, r"if \(::eenet::mutants::zero\) {\s*} else { return sum; }")

    def test_the_rest_is_unchanged_and_keeps_its_lines(self):
        woven = self.woven(ENTRY + "expression: x + x\nbecomes: 0\n")
        source = str(self.tree / "room/a.cc")
        place, seen = None, {}
        for line in woven.splitlines():
            found = re.fullmatch(r'#line (\d+) "(.*)"', line)
            if found:
                place = (found.group(2), int(found.group(1)))
            elif place:
                seen.setdefault(place, line)
                place = (place[0], place[1] + 1)
        for number, line in enumerate(SOURCE.splitlines(), 1):
            if number != 2:
                self.assertEqual(seen[source, number], line)
        self.assertEqual(seen[str(self.catalogue), 5], "0")

    def test_line_breaks_do_not_matter(self):
        woven = self.woven(ENTRY + "statement:\n  if (sum == 2 * x) return sum;\nbecomes:\n  return\n  7;\n")
        self.assertIn("return\n7;", woven)

    def test_words_are_whole(self):
        self.assertIn("(x)", self.woven(ENTRY + "within: (int x)\nexpression: x\nbecomes: y\n"))
        self.assert_refused(ENTRY + "expression: su\nbecomes: y\n", "occurs 0 times")

    def test_two_mutants_of_one_piece(self):
        other = ENTRY.replace("zero", "one")
        woven = without_lines(self.woven(ENTRY + "expression: x + x\nbecomes: 0\n\n" +
                                         other + "expression: x + x\nbecomes: 1\n"))
        self.assertIn("(::eenet::mutants::zero ? ( 0 ) : ::eenet::mutants::one ? ( 1 ) : (x + x))", woven)
        woven = without_lines(self.woven(ENTRY + "statement: return sum;\nbecomes:\n\n" +
                                         other + "statement: return sum;\nbecomes: return 1;\n"))
        self.assertIn("} else if (::eenet::mutants::one) { return 1; } else { return sum; } }", woven)

    def test_two_mutants_of_one_line(self):
        woven = without_lines(self.woven(
            ENTRY + "within: int twice(int x)\nexpression: x\nbecomes: y\n\n" +
            ENTRY.replace("zero", "one") + "expression: twice\nbecomes: thrice\n"))
        self.assertIn("int (::eenet::mutants::one ? ( thrice ) : (twice))(int "
                      "(::eenet::mutants::zero ? ( y ) : (x))) {", woven)

    def test_a_piece_inside_another(self):
        woven = without_lines(self.woven(
            ENTRY + "statement: if (sum == 2 * x) return sum;\nbecomes:\n\n" +
            ENTRY.replace("zero", "one") + "expression: 2 * x\nbecomes: 1\n"))
        self.assertIn("else { if (sum == (::eenet::mutants::one ? ( 1 ) : (2 * x)))\n    return sum; } }", woven)

    def test_one_mutant_with_two_edits(self):
        woven = self.woven(ENTRY + "expression: x + x\nbecomes: 0\nstatement: return 0;\nbecomes: return 1;\n")
        self.assertEqual(woven.count("::eenet::mutants::zero"), 2)

    def test_what_is_up_to_date_is_not_written(self):
        self.catalogue.write_text(ENTRY + "expression: x + x\nbecomes: 0\n", encoding="utf-8")
        out = self.tree / "out"
        command = [sys.executable, weave.__file__, "--tree", self.tree, "--out", out, self.catalogue]
        subprocess.run(command, check=True)
        for name in ("room/a.cc", "mutants.cc"):
            os.utime(out / name, (1, 1))
        subprocess.run(command, check=True)
        self.assertEqual([(out / name).stat().st_mtime for name in ("room/a.cc", "mutants.cc")], [1, 1])


class Refusing(Sample):
    def test_a_piece_that_is_not_there(self):
        self.assert_refused(ENTRY + "expression: x - x\nbecomes: 0\n",
                            ":1: mutant zero: 'x - x' occurs 0 times in room/a.cc, expected once")

    def test_a_piece_that_is_there_twice(self):
        self.assert_refused(ENTRY + "expression: sum\nbecomes: 0\n", "mutant zero", "occurs 3 times")
        self.assert_refused(ENTRY + "within: sum\nexpression: sum\nbecomes: 0\n", "occurs 3 times")
        self.assert_refused(ENTRY + "within: x + x\nexpression: x\nbecomes: 0\n", "occurs 2 times in its passage")

    def test_pieces_that_overlap(self):
        self.assert_refused(ENTRY + "expression: int sum = x\nbecomes: 0\n\n" +
                            ENTRY.replace("zero", "one") + "expression: x + x\nbecomes: 0\n",
                            "mutant one", "overlaps a fragment of mutant zero")

    def test_a_piece_changed_twice_by_one(self):
        self.assert_refused(ENTRY + "expression: x + x\nbecomes: 0\n" * 2, "mutant zero", "changed twice")

    def test_bad_entries(self):
        edit = "expression: x + x\nbecomes: 0\n"
        for entry, wanted in [
                (ENTRY.replace("zero", "Not_Kebab") + edit, "kebab-case"),
                ("mutant: zero\nwhy: Because.\n" + edit, "'file' is missing"),
                ("mutant: zero\nfile: room/a.cc\n" + edit, "'why' is missing"),
                (ENTRY.replace("a.cc", "a.h") + edit, "expected a .cc"),
                (ENTRY.replace("a.cc", "b.cc") + edit, "there is no file room/b.cc"),
                (ENTRY + "why: Again.\n" + edit, "'why' is given twice"),
                (ENTRY + "equivalent:\n" + edit, "'equivalent' is empty"),
                (ENTRY, "nothing is changed"),
                (ENTRY + "expression: x + x\n", "incomplete"),
                (ENTRY + "within: x + x\n", "incomplete"),
                (ENTRY + "becomes: 0\n", "incomplete"),
                (ENTRY + "expression: x + x\nbecomes:\n", "becomes nothing"),
                (ENTRY + "expression: return sum;\nbecomes: 0\n", "no expression"),
                (ENTRY + "statement: x + x\nbecomes: 0;\n", "not whole"),
                (ENTRY + "reason: Because.\n" + edit, "expected one of the fields"),
                ("  mutant: zero\n", "expected a field before it"),
                ("file: room/a.cc\n", "expected 'mutant'"),
                ((ENTRY + edit + "\n") * 2, "the name is taken"),
        ]:
            with self.subTest(wanted):
                self.assert_refused(entry, wanted)

    def test_the_program_says_it_in_one_sentence(self):
        self.catalogue.write_text(ENTRY + "expression: x - x\nbecomes: 0\n", encoding="utf-8")
        done = subprocess.run([sys.executable, weave.__file__, "--tree", self.tree, "--out", self.tree / "out",
                               self.catalogue], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("mutant zero", done.stderr)


def run(program, *arguments, mutant=None, met=None):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("EENET_MUTANT")}
    if mutant is not None:
        environment["EENET_MUTANT"] = mutant
    if met is not None:
        environment["EENET_MUTANTS_MET"] = str(met)
    return subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)


def digests(program, *settings, mutant=None):
    done = run(program, "run", "--rounds", "60", "--seeds", "1..2", "--json", "--quiet", *settings, mutant=mutant)
    if done.returncode != 0:
        return done.stderr
    return [(one["digest"], one["regret"]) for one in json.loads(done.stdout)["runs"]]


class Program(unittest.TestCase):
    def test_without_a_mutant_it_is_eenet(self):
        for settings in (["--method", "eenet:width=12,depth=4"],
                         ["--env", "cosine:noise=bounded", "--method", "eenet:width=9,features=gradient"],
                         ["--env", "antipodal", "--method", "eenet-abs:width=8,features=block-mean,block=7"],
                         ["--env", "teacher:noise=bernoulli", "--method",
                          "eenet:width=6,schedule=replay,steps=50,features=lle,k=3,neighbours=4,landmarks=30"]):
            with self.subTest(settings):
                expected = digests(EENET, *settings)
                self.assertIsInstance(expected, list)
                self.assertEqual(digests(EENET_MUTANTS, *settings), expected)
                self.assertEqual(digests(EENET_MUTANTS, *settings, mutant=""), expected)

    def test_a_mutant_is_another_program(self):
        for mutant in ("exploitation-step-uphill", "printed-gradient", "init-streams-swapped"):
            with self.subTest(mutant):
                self.assertNotEqual(digests(EENET_MUTANTS, mutant=mutant), digests(EENET))

    def test_it_lists_the_whole_catalogue(self):
        listed = json.loads(run(EENET_MUTANTS, "--list-mutants").stdout)
        mutants = read_catalogue(sorted((pathlib.Path(__file__).parent / "catalogue").glob("*.txt")))
        wanted = [{"name": m.name, "file": m.file, "why": " ".join(m.why.split()),
                   **({"equivalent": " ".join(m.equivalent.split())} if m.equivalent else {}),
                   **({"claim": m.claim} if m.claim else {})} for m in mutants]
        self.assertEqual(listed, wanted)
        for mutant in mutants:  # a sentence each
            self.assertRegex(mutant.why, r"\A[A-Z(].*\.\Z|\A[a-z]\S* .*\.\Z")

    def test_it_tells_which_mutants_it_met(self):
        with tempfile.TemporaryDirectory() as folder:
            met = pathlib.Path(folder) / "met.json"
            # The steps are taken in forked workers, and count all the same.
            done = run(EENET_MUTANTS, "run", "--rounds", "20", "--seeds", "1..2", "--jobs", "2", "--quiet", met=met)
            self.assertEqual(done.returncode, 0, done.stderr)
            names = json.loads(met.read_text())
            self.assertIn("exploitation-step-uphill", names)
            self.assertNotIn("azuma-range-one", names)
            self.assertEqual(run(EENET_MUTANTS, "--version", met=met).returncode, 0)
            self.assertNotIn("exploitation-step-uphill", json.loads(met.read_text()))

    def test_a_file_that_cannot_be_written_is_told(self):
        done = run(EENET_MUTANTS, "--version", met="/dev/null/met.json")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("EENET_MUTANTS_MET", done.stderr)

    def test_an_unknown_mutant_is_refused(self):
        done = run(EENET_MUTANTS, "run", mutant="no-such")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("EENET_MUTANT is 'no-such'", done.stderr)

    def test_no_original_of_a_woven_source_is_linked(self):
        members = re.findall(r"libeenet_(\w+)\.a\(([^)]*)\.o\)", pathlib.Path(LINK_MAP).read_text(encoding="utf-8"))
        linked = {f"{room}/{name}" for room, name in members}  # a member of an archive has lost its folder
        self.assertIn("reference/settings.cc", linked)
        sources = [path.relative_to(ROOT) for room in ("reference", "theory", "verify", "experiments")
                   for path in (ROOT / room).rglob("*.cc")]
        allowed = {f"{path.parts[0]}/{path.name}" for path in sources if str(path) not in WOVEN}
        self.assertEqual(linked - allowed, set())
        self.assertEqual({str(path) for path in sources} & set(WOVEN), set(WOVEN))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    EENET, EENET_MUTANTS, LINK_MAP, *WOVEN = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
