"""Files that are cut short, damaged, of another kind than expected, or no files at all."""

import os
import random
import re
import shutil
import socket

from calls import without_times
from damage import (Remains, broken_arrays, cuts, difference, edited_traces, flipped, is_header_readable,
                    rearranged_traces, truncated_arrays)
from material import header_end, in_fortran_order, npy
from trial import Trial

SEED = 4052022


def readers(material):
    """Calls that read one array, which stands in place of FILE, and the array that they are made for."""
    points, labels = material.path("points.npy"), material.path("labels.npy")
    contexts, rewards = material.path("contexts.npy"), material.path("rewards.npy")
    tiny = ["--method", "eenet:width=4", "--rounds", "3", "--normalise"]
    psi = ["--width", "4", "--radius", "1", "--starts", "1", "--steps", "1"]
    return {
        "ntk": ("points.npy", ["theory", "ntk", "--contexts", "FILE", "--out", "H.npy"]),
        "spectrum": ("points.npy", ["theory", "spectrum", "--contexts", "FILE", "--lambda", "1"]),
        "spectrum of a matrix": ("matrix.npy", ["theory", "spectrum", "--matrix", "FILE", "--lambda", "1"]),
        "S": ("labels.npy", ["theory", "spectrum", "--contexts", points, "--rewards", "FILE", "--lambda", "1"]),
        "psi": ("points.npy", ["theory", "psi", "--inputs", "FILE", "--labels", labels, *psi]),
        "curves": ("curves.npy", ["regret", "check", "--curves", "FILE", "--bound", "sqrt:C=3"]),
        "judged curves": ("curves.npy", ["oracle", "curves", "--curves", "FILE", "--env", "linear:dim=2,arms=2",
                                         "--method", "eenet:width=2", "--seeds", "1..3"]),
        "labels": ("labels.npy", ["theory", "psi", "--inputs", points, "--labels", "FILE", *psi]),
        "contexts": ("contexts.npy", ["run", "--env", f"arrays:contexts=FILE,rewards={rewards}", *tiny]),
        "rewards": ("rewards.npy", ["run", "--env", f"arrays:contexts={contexts},rewards=FILE", *tiny]),
        "init": ("theta1.npy", ["run", "--env", "linear:dim=3,arms=2", "--method", "eenet:width=4", "--rounds", "3",
                                "--init", f"FILE,{material.path('theta2.npy')}"]),
    }


def with_file(words, path):
    return [word.replace("FILE", str(path)) for word in words]


class Traces(Trial):
    def replayed(self, original, damaged):
        """Replays the damaged copy, whose whole rounds are the only thing that may be called the same."""
        path = self.material.save(f"damaged-{id(damaged)}.jsonl", damaged)
        remains = Remains(original, damaged)
        result = self.caller.call("replay", path, "--json", "--strict")
        document = result.json() or {}
        if result.code in (0, 4) and self.caller.expect(remains.is_same, result,
                                                                  f"accepted: {difference(original, damaged)}"):
            told = (document.get("rounds"), document.get("complete"))
            self.caller.expect(told == (remains.rounds, remains.complete), result,
                               f"expected {remains.rounds} rounds, complete: {remains.complete}")
            compared = remains.rounds > 0 or remains.complete
            self.caller.expect(document.get("matches") is (True if compared else None), result,
                               "`matches` does not tell whether anything was compared")
            self.caller.expect(result.code == (0 if compared else 4), result, "nothing compared is inconclusive")
        if result.code == 1:
            self.caller.expect(not remains.is_same, result, f"differs: {difference(original, damaged)}")
            self.caller.expect(document.get("matches") is False and document.get("first_difference"), result,
                               "a difference that is not told")
        if result.code == 2:
            self.caller.expect(not remains.is_same, result, f"refused: {difference(original, damaged)}")
        os.remove(path)
        return result

    def test_cut_short(self):
        for name, step in (("full.jsonl", 131), ("digest.jsonl", 173), ("arrays.jsonl", 311)):
            whole = self.material.bytes(name)
            self.caller.each(self.replayed, [(whole, whole[:at]) for at in cuts(whole, step)])

    def test_cut_short_in_words(self):
        whole_lines = self.material.bytes("full.jsonl").splitlines(keepends=True)
        for lines in range(1, len(whole_lines) + 1):
            path = self.material.save("cut.jsonl", b"".join(whole_lines[:lines]))
            for quiet in ([], ["--quiet"]):
                result = self.caller.call("replay", path, *quiet)
                self.caller.expect("every bit the same" not in result.text or lines > 1, result, "of no round")
                whole = lines == len(whole_lines)
                self.caller.expect(whole or lines == 1 or "the end of the trace is missing" in result.text, result,
                                   "called the same without a word of the end that is missing")
                self.caller.expect(whole or quiet or "cut short" in result.said or lines == 1, result,
                                   "no warning that the trace was cut short")

    def test_flipped_bits(self):
        draw = random.Random(SEED)
        for name in ("full.jsonl", "digest.jsonl"):
            whole = self.material.bytes(name)
            bits = [draw.randrange(8 * len(whole)) for _ in range(150)]
            self.caller.each(self.replayed, [(whole, flipped(whole, bit)) for bit in bits])

    def test_edited_and_rearranged(self):
        draw = random.Random(SEED)
        for name in ("full.jsonl", "digest.jsonl"):
            whole = self.material.bytes(name)
            damaged = [*edited_traces(whole, draw, 110), *rearranged_traces(whole)]
            self.caller.each(self.replayed, [(whole, trace) for trace in damaged])

    def test_theory_on_damaged_traces(self):
        draw = random.Random(SEED)
        whole = self.material.bytes("full.jsonl")
        damaged = [*edited_traces(whole, draw, 44), *rearranged_traces(whole), *(whole[:at] for at in cuts(whole, 1000))]

        def one(number, trace):
            path = self.material.save(f"theory-{number}.jsonl", trace)
            command = [["bound", "--points", "20"], ["psi", "--reading", "printed", "--starts", "1", "--steps", "1"],
                       ["psi", "--reading", "optimal", "--starts", "1", "--steps", "1"],
                       ["spectrum", "--lambda", "1"]][number % 4]
            result = self.caller.call("theory", *command, "--trace", path, "--json")
            if command[0] == "bound" and result.code == 0:
                self.caller.expect(Remains(whole, trace).is_same, result, f"accepted: {difference(whole, trace)}")
        self.caller.each(one, enumerate(damaged))


class Arrays(Trial):
    def read(self, name, words, content):
        path = self.material.save(f"array-{name}-{id(content)}.npy", content)
        # Parameters of any size may make a run diverge.
        result = self.caller.call(*with_file(words, path), results_with_2=name == "init")
        self.caller.expect("nan" not in result.text.lower(), result, "a result is no number")
        os.remove(path)
        return result

    def refused(self, name, words, content):
        result = self.read(name, words, content)
        self.caller.expect(result.code == 2, result, f"accepted: {content[:120]!r}")
        self.caller.expect(f"array-{name}-" in result.said, result, "the refusal does not name the file")

    def test_cut_short(self):
        self.caller.each(self.refused, [(name, words, content)
                                        for name, (array, words) in readers(self.material).items()
                                        for content in truncated_arrays(self.material.bytes(array))])

    def test_no_headers_of_arrays(self):
        self.caller.each(self.refused, [(name, readers(self.material)[name][1], content)
                                        for name in ("ntk", "spectrum", "psi", "contexts")
                                        for content in broken_arrays(self.material.points)])

    def test_flipped_bits_of_headers(self):
        draw = random.Random(SEED)
        whole = self.material.bytes("points.npy")
        words = readers(self.material)["spectrum"][1]
        usual = without_times(self.caller.call(*with_file(words, self.material.path("points.npy"))).text)

        def one(content):
            result = self.read("flipped", words, content)
            fine = result.code == 2 or is_header_readable(content) or without_times(result.text) == usual
            self.caller.expect(fine, result, f"accepted: {content[:header_end(whole)]!r}")
        self.caller.each(one, [[flipped(whole, draw.randrange(8 * header_end(whole)))] for _ in range(100)])

    def test_numbers_that_are_none(self):
        for number in (float("nan"), float("inf"), -float("inf")):
            cases = []
            for name, (array, words) in readers(self.material).items():
                whole = self.material.bytes(array)
                place = header_end(whole)
                for at in (place, len(whole) - 8):
                    cases.append((name, words, whole[:at] + npy((1,), [number])[-8:] + whole[at + 8:]))
            self.caller.each(self.refused, cases)

    def test_numbers_of_any_size(self):
        cases = []
        for number in (1e300, -1e300, 1e154, 1e-320, 5e-324, 1e-170, 1e30, -1e31, -0.0, 2.0, 1e-30):
            for name, (array, words) in readers(self.material).items():
                whole = self.material.bytes(array)
                at = header_end(whole)
                cases.append((name, [*words, "--json"], whole[:at] + npy((1,), [number])[-8:] + whole[at + 8:]))
                everywhere = whole[:at] + npy((1,), [number])[-8:] * ((len(whole) - at) // 8)
                cases.append((name, [*words, "--json"], everywhere))
        self.caller.each(self.read, cases)

    def test_the_same_numbers_in_other_files(self):
        numbers = [float(round(8 * number)) for number in self.material.points]
        words = [*readers(self.material)["spectrum"][1], "--entry-error", "0"][:-2]
        files = [npy((8, 3), numbers), npy((8, 3), in_fortran_order((8, 3), numbers), fortran_order=True),
                 npy((8, 3), numbers, version=2), npy((8, 3), numbers, version=3),
                 npy((8, 3), [int(number) for number in numbers], "<i8"),
                 npy((8, 3), [int(number) for number in numbers], "<i4"),
                 npy((4, 2, 3), numbers)]
        results = [self.read("same", words, content) for content in files]
        for result in results:
            self.caller.expect(result.code == 0, result, "refused")
            self.caller.expect(without_times(result.text) == without_times(results[0].text), result,
                               f"other than {results[0].text}")


class SpecialFiles(Trial):
    """Where a file is expected."""

    def places(self):
        folder = self.material.folder / "special"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "empty").write_bytes(b"")
        (folder / "loop").symlink_to("loop")
        (folder / "nowhere").symlink_to("nothing")
        (folder / "zero").symlink_to("/dev/zero")
        unreadable = folder / "unreadable"
        unreadable.write_bytes(b"")
        unreadable.chmod(0)
        connection = socket.socket(socket.AF_UNIX)
        connection.bind(str(folder / "socket"))
        connection.close()
        return [folder, *sorted(folder.iterdir()), folder / "empty/x", folder / "none", folder / ("x" * 300), f"{folder}/",
                "/dev/zero", "/dev/null", "/dev/full", "/dev/urandom", "/proc/self/mem", "/proc/self/maps", "/dev/stdin"]

    def test_as_traces_and_arrays(self):
        commands = [words for _, words in readers(self.material).values()]
        commands += [["replay", "FILE"], ["oracle", "check", "FILE"], ["report", "diff", "FILE", self.material.path("report")],
                     ["oracle", "judge", "--case", "FILE", "--", "python3", self.material.path("adapter.py")],
                     ["regret", "check", "--trace", self.material.path("full.jsonl"), "FILE"],
                     ["regret", "check", "--csv", "FILE"],
                     ["regret", "check", "--curves", self.material.path("curves.npy"), "--bound", "FILE"],
                     ["theory", "bound", "--trace", "FILE"],
                     ["theory", "spectrum", "--trace", "FILE", "--lambda", "1"],
                     ["theory", "psi", "--reading", "played", "--trace", "FILE"]]

        def one(words, place):
            # A device without end fills no memory before it is refused.
            result = self.caller.call(*with_file(words, place), shell='ulimit -v 4000000; exec "$@"')
            if self.caller.expect(result.code == 2, result, "accepted"):
                self.caller.expect(str(place) in result.said, result, "the refusal does not name the file")
                self.caller.expect("memory" not in result.said, result, "read until memory was full")
        self.caller.each(one, [(words, place) for place in self.places() for words in commands])

    def test_pipes(self):
        cases = [(["replay", "FILE"], "full.jsonl"), (["theory", "bound", "--points", "20", "--trace", "FILE"], "full.jsonl")]
        cases += [(words, array) for name, (array, words) in readers(self.material).items()
                  if name not in ("contexts", "rewards")]  # these are read again for every run

        def one(words, name):
            usual = self.caller.call(*with_file(words, self.material.path(name)))
            for place in ("/dev/stdin", "/proc/self/fd/0"):
                result = self.caller.call(*with_file(words, place), stdin=self.material.bytes(name))
                self.caller.expect(result.code == usual.code == 0, result, "a pipe was refused")
                told, expected = (re.sub(r"curves of [^ ,]+", "curves", without_times(text))
                                  for text in (result.text, usual.text))
                self.caller.expect(told == expected, result, f"other than from a file: {usual.text}")
            cut = self.caller.call(*with_file(words, "/dev/stdin"), stdin=self.material.bytes(name)[:60])
            self.caller.expect(cut.code == 2, cut, "accepted, though it was cut short")
        self.caller.each(one, cases)

    def test_as_folders_and_places_for_results(self):
        tiny = ["--env", "linear:dim=2,arms=2", "--method", "eenet:width=2", "--rounds", "2"]
        commands = [["run", *tiny, "--trace", "full", "--out", "FILE"],
                    ["claims", "check", "EQ-GRAD", "--out", "FILE"],
                    ["verify", "--suite", "streams", "--cases", "10", "--failures", "FILE"],
                    ["theory", "psi", "--inputs", self.material.path("points.npy"), "--labels",
                     self.material.path("labels.npy"), "--width", "4", "--radius", "1", "--steps", "1", "--certificate",
                     "FILE"]]
        files = [place for place in map(str, self.places()) if not os.path.isdir(place)]

        def one(words, place):
            result = self.caller.call(*with_file(words, place))
            if self.caller.expect(result.code == 2, result, "accepted"):
                self.caller.expect(str(place).rstrip("/") in result.said, result, "the refusal does not name the place")
        self.caller.each(one, [(words, place) for place in files if place != f"{self.material.folder}/special/none"
                               and "nowhere" not in place for words in commands])


class Results(Trial):
    """Folders of earlier results, damaged: what is said afterwards is what a new folder gives."""

    CLAIMS = ["claims", "check", "EQ-GRAD", "EQ-PROD", "--json"]

    def claims_again(self, fresh, name, damage):
        folder = self.material.folder / f"claims-{id(damage)}"
        shutil.copytree(self.material.folder / "claims-fresh", folder)
        damage(folder / name)
        result = self.caller.call(*self.CLAIMS, "--out", str(folder))
        if result.code != 2:
            self.caller.expect(without_times(result.text) == fresh, result, f"not what a new folder gives ({name})")
        shutil.rmtree(folder)

    def test_claims(self):
        folder = self.material.folder / "claims-fresh"
        fresh = without_times(self.caller.call(*self.CLAIMS, "--out", str(folder)).text)
        draw = random.Random(SEED)
        names = sorted(path.name for path in folder.iterdir())
        self.assertGreaterEqual(len(names), 1)
        cases = []
        for name in names:
            content = (folder / name).read_bytes()
            for at in (0, 1, len(content) // 3, len(content) - 2):
                cases.append((fresh, name, lambda path, at=at, content=content: path.write_bytes(content[:at])))
            for text in (b"{}\n", b"[]\n", b"null\n", b"\0" * 100, b"[" * 100000, content * 2, content.replace(b"0", b"1")):
                cases.append((fresh, name, lambda path, text=text: path.write_bytes(text)))
            for _ in range(40):
                bit = draw.randrange(8 * len(content))
                cases.append((fresh, name, lambda path, bit=bit: path.write_bytes(flipped(path.read_bytes(), bit))))
            cases += [(fresh, name, lambda path: (path.unlink(), path.mkdir())),
                      (fresh, name, lambda path: (path.unlink(), os.mkfifo(path))),
                      (fresh, name, lambda path: (path.unlink(), path.symlink_to("/dev/zero"))),
                      (fresh, name, lambda path: path.unlink())]
        self.caller.each(self.claims_again, cases)

    RUN = ["run", "--env", "linear:dim=2,arms=2", "--method", "eenet:width=2", "--rounds", "4", "--seeds", "1..2",
           "--trace", "full", "--json", "--quiet"]

    @staticmethod
    def contents(folder):
        """The results in a folder of a run, without times."""
        return {path.name: without_times(path.read_text("latin-1")) for path in folder.iterdir()
                if path.is_file()}

    def run_again(self, fresh, name, damage):
        folder = self.material.folder / f"run-{id(damage)}"
        shutil.copytree(self.material.folder / "run-fresh", folder)
        damage(folder / name)
        result = self.caller.call(*self.RUN, "--out", str(folder))
        if result.code != 2:
            self.caller.expect(without_times(result.text) == fresh, result, f"not what a new folder gives ({name})")
            expected = self.contents(self.material.folder / "run-fresh")
            there = self.contents(folder)
            # What is written to a device is gone.
            differing = [file for file in {*expected, *there}
                         if expected.get(file) != there.get(file) and not (folder / file).is_char_device()]
            self.caller.expect(not differing, result, f"{differing} are not as in a new folder ({name} was damaged)")
        shutil.rmtree(folder)

    def test_runs(self):
        folder = self.material.folder / "run-fresh"
        fresh = without_times(self.caller.call(*self.RUN, "--out", str(folder)).text)
        draw = random.Random(SEED)
        cases = []
        for path in sorted(folder.rglob("*")):
            if not path.is_file():
                continue
            name, content = path.relative_to(folder), path.read_bytes()
            for damaged in (b"", content[:-1], content[:len(content) // 2], content + b"x", b"\0" * 64, b"[" * 100000,
                            *(flipped(content, draw.randrange(8 * len(content))) for _ in range(4))):
                cases.append((fresh, name, lambda path, damaged=damaged: path.write_bytes(damaged)))
            cases += [(fresh, name, lambda path: path.unlink()),
                      (fresh, name, lambda path: (path.unlink(), path.mkdir())),
                      (fresh, name, lambda path: (path.unlink(), path.symlink_to("/dev/zero")))]
        self.caller.each(self.run_again, cases)

    def test_failures(self):
        token = "streams/2.3.4.2.3.ordinary.0.1"
        words = ["verify", "--suite", "streams", "--cases", "10", "--json"]

        def one(name, content):
            folder = self.material.folder / f"failures-{id(content)}"
            folder.mkdir()
            if content is None:
                os.mkfifo(folder / name)
            else:
                (folder / name).write_bytes(content)
            result = self.caller.call(*words, "--failures", str(folder))
            self.caller.expect(result.code == 2 and name[:20] in result.said, result, "a damaged failure was not named")
            shutil.rmtree(folder)
        line = f"eenet verify --reproduce {token}\n".encode()
        self.caller.each(one, [("a.txt", content) for content in (
            b"", b"\0", line, line[:-5], b"\x1b[2J" + line, b"eenet verify --reproduce \n", b"x" * 100000, None)])
