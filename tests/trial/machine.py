"""Signals, limits of memory and files, full disks and closed pipes."""

import random
import signal
import shutil

from calls import DOCUMENTED, INTERRUPTED, NOT_STARTED, without_times
from trial import Trial

SEED = 4032022


def quick_calls(material):
    """One call of each kind, all of hundredths of a second."""
    points, labels = material.path("points.npy"), material.path("labels.npy")
    full = material.path("full.jsonl")
    return [
        ["--version"],
        ["run", "--list"],
        ["run", "--env", "linear:dim=2,arms=2", "--method", "eenet:width=2", "--rounds", "3", "--seeds", "1..3"],
        ["run", "--env", "linear:dim=2,arms=2", "--method", "eenet:width=2", "--rounds", "3", "--trace", "full",
         "--out", "o"],
        ["replay", full],
        ["verify", "--suite", "streams", "--suite", "kernel", "--cases", "10", "--failures", "f", "--junit", "j.xml"],
        ["claims", "list"],
        ["claims", "check", "EQ-GRAD", "--out", "c"],
        ["regret", "check", "--curves", material.path("curves.npy"), "--bound", "sqrt:C=3", "--plot", "p.svg"],
        ["regret", "check", "--env", "linear:dim=2,arms=2", "--rounds", "8", "--seeds", "1..3", "--method",
         "eenet:width=2"],
        ["theory", "ntk", "--contexts", points, "--out", "H.npy"],
        ["theory", "ntk", "--contexts", points, "--kernel", "empirical", "--width", "5", "--out", "H.npy"],
        ["theory", "spectrum", "--contexts", points, "--rewards", labels, "--lambda", "1", "--prefixes"],
        ["theory", "spectrum", "--contexts", points, "--lambda", "1", "--method", "iterative"],
        ["theory", "spectrum", "--matrix", material.path("matrix.npy"), "--lambda", "1"],
        ["theory", "spectrum", "--trace", full, "--lambda", "1"],
        ["theory", "psi", "--inputs", points, "--labels", labels, "--width", "4", "--radius", "1", "--starts", "1",
         "--steps", "2", "--certificate", "p"],
        ["theory", "psi", "--trace", full, "--reading", "played", "--starts", "1", "--steps", "2"],
        ["theory", "bound", "--trace", full, "--points", "20"],
    ]


class Output(Trial):
    def setUp(self):
        self.calls = quick_calls(self.material)

    def test_a_pipe_that_is_closed_early(self):
        def one(words):
            result = self.caller.call(*words, shell='{ "$@"; echo "exit $?" >&2; } | head -n 1 > /dev/null',
                                      output_is_lost=True)
            self.caller.expect(result.said.endswith("exit 0\n"), result, "a closed pipe is no failure")
        self.caller.each(one, [[words] for words in self.calls if "--failures" not in words])

    def test_standard_output_that_cannot_be_written(self):
        def one(words, shell):
            result = self.caller.call(*words, shell=shell, output_is_lost=True)
            if self.caller.expect(result.code == 2, result, "lost output was called a success"):
                self.caller.expect("standard output" in result.said, result, "the message does not say what")
        self.caller.each(one, [(words, shell) for words in self.calls
                               for shell in ('exec "$@" > /dev/full', 'exec "$@" >&-')])

    def test_streams_that_are_closed(self):
        """A file that is opened must not become standard output or error."""
        def one(words, shell, stream):
            usual = self.caller.call(*words)
            result = self.caller.call(*words, shell=shell, output_is_lost=stream == "output")
            if stream != "output":
                self.caller.expect(without_times(result.text) == without_times(usual.text), result,
                                   f"other than {usual.text}")
            for path in sorted(usual.folder.rglob("*")):
                if not path.is_file() or {"resume", "c"} & set(path.parts):  # digests of times
                    continue
                there = result.folder / path.relative_to(usual.folder)
                same = there.is_file() and \
                    without_times(there.read_text("latin-1")) == without_times(path.read_text("latin-1"))
                self.caller.expect(same or (stream == "output" and not there.exists()), result, f"{there.name} differs")
        self.caller.each(one, [(words, shell, stream) for words in self.calls for shell, stream in (
            ('exec "$@" 2>&-', "error"), ('exec "$@" <&-', "input"), ('"$@" <&- >&- 2> /dev/null; exit 0', "output"),
            ('exec "$@" <&- 2>&-', "error"))])


class Limits(Trial):
    def setUp(self):
        self.calls = quick_calls(self.material)

    def limited(self, words, limit, usual, codes=DOCUMENTED):
        result = self.caller.call(*words, "--json", "--quiet", shell=f'ulimit {limit}; exec "$@"', codes=codes,
                                  results_with_2="--junit" in words)
        if result.code not in (2, NOT_STARTED):
            self.caller.expect((result.code, without_times(result.text)) == usual, result, f"not {usual}, as without limits")
        partial = [path.name for path in result.folder.rglob("*.partial-*")]
        self.caller.expect(not partial, result, f"partial files were left: {partial}")
        return result

    def usual(self, words):
        result = self.caller.call(*words, "--json", "--quiet")
        return result.code, without_times(result.text)

    def test_little_memory(self):
        usual = self.caller.each(lambda words: self.usual(words), [[words] for words in self.calls])
        # Nothing starts below 58 MB: the loader says so, or libgfortran dies before main(). OpenBLAS takes
        # buffers of 128 MiB.
        sizes = (30000, 59000, 60000, 64000, 72000, 90000, 130000, 200000, 300000, 450000, 900000)
        self.caller.each(self.limited, [(words, f"-v {size}", expected, (*DOCUMENTED, NOT_STARTED))
                                        for words, expected in zip(self.calls, usual) for size in sizes])

    def test_little_room_for_files(self):
        usual = self.caller.each(lambda words: self.usual(words), [[words] for words in self.calls])
        self.caller.each(self.limited, [(words, f"-f {blocks}", expected) for words, expected in zip(self.calls, usual)
                                        for blocks in (0, 1, 2, 5)])

    def test_few_open_files(self):
        usual = self.caller.each(lambda words: self.usual(words), [[words] for words in self.calls])
        self.caller.each(self.limited, [(words, f"-n {files}", expected, (*DOCUMENTED, NOT_STARTED))
                                        for words, expected in zip(self.calls, usual) for files in (3, 4, 5, 8)])

    def test_folders_for_temporary_files(self):
        file = self.material.path("labels.npy")
        for words in self.calls:
            if words[0] not in ("run", "verify", "claims"):
                continue
            for place in (file, "/no/such/folder", "\x1b[2J", ""):
                result = self.caller.call(*words, environment={"TMPDIR": place})
                self.caller.expect(result.code != 2 or "TMPDIR" in result.said or place in result.said, result,
                                   "the message does not name TMPDIR")


class Signals(Trial):
    """Each call lasts for a second or so, and is stopped within."""

    def test_interrupted(self):
        full = self.material.path("full.jsonl")
        calls = [
            ["run", "--rounds", "6000", "--seeds", "1..3", "--trace", "digest", "--out", "o"],
            ["run", "--rounds", "6000", "--seeds", "1..3", "--jobs", "1"],
            ["verify", "--cases", "600", "--failures", "f", "--junit", "j.xml"],
            ["claims", "check", "THM-1", "CLM-EXPLORES", "--out", "c"],
            ["regret", "check", "--env", "linear", "--rounds", "800", "--seeds", "1..9", "--controls", "--plot", "p.svg"],
            ["theory", "ntk", "--env", "linear:dim=20", "--rounds", "300", "--depth", "5", "--out", "H.npy"],
            ["theory", "spectrum", "--env", "linear:dim=20", "--rounds", "80", "--lambda", "1", "--prefixes"],
            ["theory", "spectrum", "--env", "linear:dim=20", "--rounds", "100", "--lambda", "1", "--method", "iterative"],
            ["theory", "psi", "--trace", full, "--reading", "printed", "--starts", "200", "--steps", "100"],
        ]
        draw = random.Random(SEED)
        stops = [(kind, draw.uniform(0.0, 0.5)) for kind in (signal.SIGINT, signal.SIGTERM) for _ in range(3)]

        def one(words, stop):
            # Before the program listens, a signal ends it; afterwards it says so itself.
            ends = (0, -stop[0], INTERRUPTED if stop[0] == signal.SIGINT else 128 + stop[0])
            result = self.caller.call(*words, "--json", "--quiet", stop=stop, codes=(*ends, 1))
            if result.code == ends[2]:  # else the signal may have come while the result was written
                self.caller.expect(not result.out and not result.err, result, "something was said after the signal")
            partial = [path.name for path in result.folder.rglob("*.partial-*")]
            self.caller.expect(result.code == -stop[0] or not partial, result, f"partial files were left: {partial}")
            for path in result.folder.glob("*/*.json"):
                self.caller.expect(path.read_text().endswith("}\n"), result, f"half of {path.name}")
        self.caller.each(one, [(words, stop) for words in calls for stop in stops])

    def test_resumed(self):
        runs = ["run", "--rounds", "1500", "--seeds", "1..6", "--method", "eenet:width=10", "--trace", "digest"]
        claims = ["claims", "check", "THM-1", "EQ-GRAD", "EQ-PROD"]
        draw = random.Random(SEED + 1)

        def contents(folder):
            return {str(path.relative_to(folder)): without_times(path.read_text("latin-1"))
                    for path in sorted(folder.rglob("*")) if path.is_file() and "resume" not in path.parts}

        def one(words, kind):
            usual = self.caller.call(*words, "--json", "--quiet", "--out", "o")
            folder = self.material.folder / f"resumed-{words[0]}-{kind}"
            folder.mkdir()
            for _ in range(3):
                self.caller.call(*words, "--json", "--quiet", "--out", "o", folder=folder,
                                 stop=(kind, draw.uniform(0.02, 0.3)), codes=(0, -kind, 128 + kind))
            result = self.caller.call(*words, "--json", "--quiet", "--out", "o", folder=folder)
            self.caller.expect(without_times(result.text) == without_times(usual.text), result,
                               f"not what a run that is not stopped says: {usual.text}")
            if words[0] == "run":  # the files of claims hold the seconds that each took
                self.caller.expect(contents(folder / "o") == contents(usual.folder / "o"), result, "the files differ")
                for path in sorted((folder / "o").glob("trace-*")):
                    self.caller.expect(self.caller.call("replay", str(path)).code == 0, result, "a trace differs")
            shutil.rmtree(folder)
        self.caller.each(one, [(words, kind) for words in (runs, claims)
                               for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)])
