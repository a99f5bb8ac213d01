"""The same again: twice, with other numbers of workers, read back, and by two at once."""

import json
import shutil

from calls import without_times
from machine import quick_calls
from trial import Trial


class Repeats(Trial):
    def test_the_result_depends_on_nothing_else(self):
        def one(words):
            usual = self.caller.call(*words)
            again = [self.caller.call(*words)]
            if words[0] not in ("--version", "replay") and "list" not in words and "--list" not in words:
                again += [self.caller.call(*words, "--jobs", jobs) for jobs in ("1", "2", "7")]
            if words[0] != "--version":
                again.append(self.caller.call(*words, "--quiet"))
                again.append(self.caller.call(*words, environment={"OMP_NUM_THREADS": "3", "LC_ALL": "C",
                                                                   "OPENBLAS_NUM_THREADS": "2"}))
                documents = [self.caller.call(*words, "--json", *more) for more in ([], ["--quiet"], ["--strict"])]
                for result in documents:
                    same = without_times(result.text) == without_times(documents[0].text)
                    self.caller.expect(same, result, f"other than {documents[0].text}")
            for result in again:
                same = (result.code, without_times(result.text)) == (usual.code, without_times(usual.text))
                self.caller.expect(same, result, f"other than {usual.code}, {usual.text}")
        self.caller.each(one, [[words] for words in quick_calls(self.material)])

    def test_every_run_is_replayed_to_the_bit(self):
        listed = self.caller.call("run", "--list", "--json").json()
        of_files = ("arrays", "mnist", "yelp", "movielens", "disin", "classification")
        environments = [kind["name"] for kind in listed["environments"] if kind["name"] not in of_files]
        methods = [kind["name"] for kind in listed["methods"]]
        methods += [f"eenet:schedule=replay,features={features}" for features in ("gradient", "block-mean", "lle")]
        self.assertGreater(len(environments) * len(methods), 50)

        def one(environment, method, detail):
            run = self.caller.call("run", "--env", environment, "--method", method, "--rounds", "3", "--trace", detail,
                                   "--out", "o", "--quiet", "--json", results_with_2=True)
            if not self.caller.expect(run.code == 0, run, "not run"):
                return
            replayed = self.caller.call("replay", f"{run.folder}/o/trace-1.jsonl", "--json")
            document = replayed.json()
            same = document and document["matches"] and document["complete"] and document["rounds"] == 3
            self.caller.expect(replayed.code == 0 and same, replayed, "the program's own trace differs")
            digest = json.loads((run.folder / "o/trace-1.jsonl").read_text().splitlines()[-1])["end"]["digest"]
            self.caller.expect(run.json()["runs"][0]["digest"] == digest, run, "the trace ends with another digest")
            shutil.rmtree(run.folder)
        self.caller.each(one, [(environment, method, ("digest", "full")[(i + j) % 2])
                               for i, environment in enumerate(environments) for j, method in enumerate(methods)])


class SharedFolders(Trial):
    RUN = ["run", "--env", "linear:dim=3,arms=3", "--method", "eenet:width=8", "--trace", "full", "--quiet", "--json"]

    def files(self, folder):
        return {path.name: without_times(path.read_text("latin-1")) for path in folder.iterdir() if path.is_file()}

    def test_two_runs_at_once(self):
        def both(number, one, other):
            folder = self.material.folder / f"shared-{number}"
            script = '"$@" --out o ' + " ".join(one) + ' > one 2> said-one & first=$!; ' \
                     '"$@" --out o ' + " ".join(other) + ' > other 2> said-other; echo $?; wait $first; echo $?'
            result = self.caller.call(*self.RUN, shell=script, folder=folder, output_is_lost=True)
            of_other, of_one = (int(code) for code in result.out.split())
            self.caller.expect({of_one, of_other} <= {0, 2}, result, f"exit codes {of_one} and {of_other}")
            kept = one if of_one == 0 else other
            if of_one == of_other == 0:
                self.caller.expect(one == other, result, "two different runs are in one folder")
            self.caller.expect(0 in (of_one, of_other), result, "neither of two runs was done")
            alone = self.caller.call(*self.RUN, *kept, "--out", "o")
            there, expected = self.files(folder / "o"), self.files(alone.folder / "o")
            differing = [name for name in {*there, *expected} if there.get(name) != expected.get(name)]
            self.caller.expect(not differing, result, f"{differing} are not as of one run alone")
            shutil.rmtree(folder)
        pairs = [(["--rounds", "400", "--seeds", "1..3"], ["--rounds", "400", "--seeds", "1..3"]),
                 (["--rounds", "400", "--seeds", "1..2"], ["--rounds", "300", "--seeds", "1..3"]),
                 (["--rounds", "400"], ["--rounds", "400", "--seeds", "2"]),
                 (["--rounds", "400"], ["--rounds", "400", "--env", "cosine:dim=3,arms=3"])]
        self.caller.each(both, [(i, one, other) for i, (one, other) in enumerate(
            [(a, b) for a, b in pairs for _ in range(4)])])

    def test_other_settings_afterwards(self):
        settings = [["--rounds", "3"], ["--rounds", "4"], ["--rounds", "3", "--seeds", "1..2"],
                    ["--rounds", "3", "--seeds", "2"], ["--rounds", "3", "--trace", "digest"],
                    ["--rounds", "3", "--trace", "none"], ["--rounds", "3", "--method", "random"],
                    ["--rounds", "3", "--method", "eenet:width=8,eta1=0.2"], ["--rounds", "3", "--env", "two-arms"],
                    ["--rounds", "3", "--init", f"{self.material.path('theta1.npy')},{self.material.path('theta2.npy')}",
                     "--env", "linear:dim=3,arms=2", "--method", "eenet:width=4"]]

        def words(more):
            usual = list(self.RUN)
            for name in more[::2]:
                if name in usual:
                    at = usual.index(name)
                    del usual[at:at + 2]
            return [*usual, *more]

        def one(number, before, after):
            folder = self.material.folder / f"settings-{number}"
            first = self.caller.call(*words(before), "--out", "o", folder=folder)
            were = self.files(folder / "o")
            second = self.caller.call(*words(after), "--out", "o", folder=folder)
            self.caller.expect(first.code == 0, first, "not run")
            there = self.files(folder / "o")
            if second.code == 2:
                self.caller.expect(there == were, second, "refused, and yet the folder has changed")
            else:
                alone = self.files(self.caller.call(*words(after), "--out", "o").folder / "o")
                differing = [name for name in {*there, *alone} if there.get(name) != alone.get(name)]
                self.caller.expect(not differing, second, f"{differing} are not of the second run alone")
            shutil.rmtree(folder)
        self.caller.each(one, [(10 * i + j, before, after) for i, before in enumerate(settings)
                               for j, after in enumerate(settings)])

    def test_arrays_that_have_changed(self):
        folder = self.material.folder / "changed"
        folder.mkdir()
        arrays = [self.material.bytes("contexts.npy"), self.material.bytes("contexts.npy")[:-8] + bytes(8)]
        words = ["run", "--env", "arrays:contexts=X.npy,rewards=R.npy", "--method", "eenet:width=4", "--normalise",
                 "--trace", "digest", "--quiet", "--json", "--out", "o"]
        (folder / "R.npy").write_bytes(self.material.bytes("rewards.npy"))
        (folder / "X.npy").write_bytes(arrays[0])
        first = self.caller.call(*words, folder=folder)
        trace = str(folder / "o/trace-1.jsonl")
        self.caller.expect(self.caller.call("replay", trace, folder=folder).code == 0, first, "its trace differs")
        (folder / "X.npy").write_bytes(arrays[1])
        replayed = self.caller.call("replay", trace, folder=folder)
        self.caller.expect(replayed.code == 1, replayed, "the array has changed, and every bit is the same")
        second = self.caller.call(*words, folder=folder)
        if second.code == 0:
            self.caller.expect(second.json()["runs"][0]["digest"] != first.json()["runs"][0]["digest"], second,
                               "told from the files of another array")
        shutil.rmtree(folder)

    def test_claims_of_other_settings(self):
        folder = self.material.folder / "claims-shared"
        words = ["claims", "check", "EQ-GRAD", "EQ-PROD", "--quiet", "--json"]
        for more in ([], ["--seed", "2"], ["--seed", "3"], [], ["--seed", "2"]):
            alone = self.caller.call(*words, *more)
            result = self.caller.call(*words, *more, "--out", "c", folder=folder)
            self.caller.expect(without_times(result.text) == without_times(alone.text), result,
                               f"other than alone: {alone.text}")
        shutil.rmtree(folder)
