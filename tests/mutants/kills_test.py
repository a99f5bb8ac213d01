"""Every mutant is killed by a suite that is on record for it or by the check of its claim, and nobody is missing.

usage: kills_test.py EENET EENET_MUTANTS [UNITTEST ARGUMENTS...]
       kills_test.py --record EENET

Each mutant meets the quickest suite of its row in kills.txt, and must not survive it. With EENET_FULL=1 the rows are
held, for the quickest suites, against what `eenet verify --mutants` finds now. --record writes all rows anew: every
mutant meets every suite that executes its place, which takes twenty minutes. A mutant of a claim's check is killed if
`claims check` of that claim finds another status than the recorded one.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import unittest

TABLE = pathlib.Path(__file__).with_name("kills.txt")
HEADING = """# Suites that kill each mutant within 1000 cases, seed 1, as kills_test.py --record found them.
"""
EQUIVALENT = "(equivalent)"
# Those that take the least time first: one is enough to show that the mutant is noticed.
QUICKEST = ["claims", "streams", "update", "features", "environments", "gradient", "bounds", "algorithm",
            "initialisation", "psi", "traces", "kernel"]
# All mutants against these take a minute or two.
ASKED_ANEW = ["streams", "update", "features"]
CHECK_FAILED = 1
BAD_INPUT = 2


def recorded():
    rows = (line.split() for line in TABLE.read_text().splitlines() if not line.startswith("#"))
    return {row[0]: row[1:] for row in rows}


def measured(eenet, suites=()):
    """The table as `eenet verify --mutants` finds it now, of all suites unless told otherwise."""
    run = subprocess.run([eenet, "verify", "--mutants", "--jobs", str(os.cpu_count()), "--json", "--quiet",
                          *(word for suite in suites for word in ("--suite", suite))], capture_output=True, text=True)
    if run.returncode not in (0, CHECK_FAILED):
        raise RuntimeError(run.stderr)
    report = json.loads(run.stdout)["mutants"]
    equivalent = {entry["name"] for entry in report["equivalent"]}
    return {row["name"]: [EQUIVALENT] if row["name"] in equivalent and not row["killed_by"] else
            [kill["suite"] for kill in row["killed_by"]] for row in report["table"]}


def write_table(table):
    width = max(map(len, table)) + 2
    TABLE.write_text(HEADING + "".join(f"{name:{width}}{' '.join(suites)}\n" for name, suites in table.items()))


class Kills(unittest.TestCase):
    eenet = mutants = ""

    def suite_fails(self, mutant, suite):
        """Whether the suite notices the mutant, in any of the ways in which a program can fail."""
        run = subprocess.run([self.mutants, "verify", "--suite", suite, "--cases", "1000", "--jobs", "1", "--quiet",
                              "--no-shrink"], env=os.environ | {"EENET_MUTANT": mutant}, capture_output=True, text=True)
        if run.returncode == BAD_INPUT:
            self.assertNotIn("EENET_MUTANT", run.stderr)
        return run.returncode != 0

    def listing(self):
        return json.loads(subprocess.run([self.mutants, "--list-mutants"], capture_output=True, check=True).stdout)

    def code_of_check(self, mutant, claim):
        run = subprocess.run([self.mutants, "claims", "check", claim, "--jobs", "1", "--quiet"],
                             env=os.environ | {"EENET_MUTANT": mutant}, capture_output=True, text=True)
        return run.returncode

    def test_the_check_of_its_claim_kills_each_mutant_of_one(self):
        pairs = [(mutant["name"], mutant["claim"]) for mutant in self.listing() if "claim" in mutant]
        pairs += [("", claim) for claim in sorted({claim for _, claim in pairs})]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            codes = dict(zip(pairs, pool.map(lambda pair: self.code_of_check(*pair), pairs)))
        self.assertGreaterEqual(sum(1 for mutant, _ in pairs if mutant), 25)
        self.assertEqual({pair: code for pair, code in codes.items() if code != (CHECK_FAILED if pair[0] else 0)}, {})

    def test_the_table_names_every_mutant(self):
        listing = [mutant for mutant in self.listing() if "claim" not in mutant]
        self.assertEqual(sorted(recorded()), sorted(mutant["name"] for mutant in listing))
        for mutant in listing:
            self.assertEqual(recorded()[mutant["name"]] == [EQUIVALENT], "equivalent" in mutant, mutant["name"])

    def test_every_mutant_has_a_killer(self):
        for name, suites in recorded().items():
            self.assertTrue(suites, f"{name} survives")

    def test_its_quickest_killer_kills_each_mutant(self):
        pairs = [(name, min(suites, key=QUICKEST.index)) for name, suites in recorded().items()
                 if suites != [EQUIVALENT]]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            noticed = list(pool.map(lambda pair: self.suite_fails(*pair), pairs))
        self.assertEqual([pair for pair, yes in zip(pairs, noticed) if not yes], [])

    def test_without_a_mutant_nothing_fails(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            failed = list(pool.map(lambda suite: self.suite_fails("", suite), QUICKEST))
        self.assertEqual([suite for suite, yes in zip(QUICKEST, failed) if yes], [])

    @unittest.skipUnless(os.environ.get("EENET_FULL"), "EENET_FULL is not set")
    def test_the_rows_are_as_recorded(self):
        table = measured(self.eenet, ASKED_ANEW)
        expected = {name: [suite for suite in suites if suite in ASKED_ANEW] for name, suites in recorded().items()}
        self.assertEqual({name: [suite for suite in suites if suite != EQUIVALENT] for name, suites in table.items()},
                         expected)


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        write_table(measured(sys.argv[2]))
    else:
        Kills.eenet, Kills.mutants = sys.argv[1:3]
        unittest.main(argv=sys.argv[:1] + sys.argv[3:])
