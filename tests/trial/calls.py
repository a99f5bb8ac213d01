"""One call of `eenet`, and what is true of every call, whatever its arguments are."""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from typing import NamedTuple

# Calls take hundredths of a second. A call that takes this long on a busy machine has hung.
LONGEST = 60
# Items of a list that are all tried even where time is short.
MANY = 30
# What docs/cli.md names. 3, an internal error, is never right.
DOCUMENTED = (0, 1, 2, 4)
INTERRUPTED = 130
# The loader reports a lack of memory before the program begins, as the shell does for one not found.
NOT_STARTED = 127

# Parts of C++ and of the libraries, none of which helps a reader of a message.
INTERNAL = re.compile(
    r"::|\bstd\b|what\(\)|bad_alloc|json\.exception|parse_error|type_error|nlohmann|CLI11|basic_string|filesystem|"
    r"iostream|terminate called|Assertion|\.cc\b|\.h:|\{[^}]*->|\bOR \{|FAILED|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b|"
    r"\b[a-z]+(?:_[a-z0-9]+)+(?:\(\)|: [a-z])")
PROPER_NAMES = ("OpenBLAS", "NumPy", "JUnit")
# The fields of files, which a message about them has to name, are no names of functions.
FIELDS = ("expected_rewards", "initial_parameters", "realized_regret", "fortran_order")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Result(NamedTuple):
    command: str
    code: int
    out: bytes
    err: bytes
    folder: pathlib.Path

    @property
    def text(self):
        return self.out.decode("utf-8", "backslashreplace")

    @property
    def said(self):
        return self.err.decode("utf-8", "backslashreplace")

    def json(self):
        """The document on standard output, or None: that there is one has been checked."""
        try:
            return json.loads(self.out, parse_constant=refuse_constant)
        except ValueError:
            return None


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def disordered(tree):
    """The first measured number of a document that is not between its ends, or whose ends are no numbers."""
    if isinstance(tree, dict):
        if {"value", "lower", "upper"} <= set(tree) and tree["value"] is not None:
            ends = [float(tree[key]) for key in ("lower", "value", "upper")]  # "inf" and "-inf" are ends
            if not ends[0] <= ends[1] <= ends[2]:
                return tree
        tree = list(tree.values())
    found = (disordered(branch) for branch in tree) if isinstance(tree, list) else ()
    return next((measured for measured in found if measured), None)


def shown(command, code, out, err):
    def excerpt(stream):
        return stream if len(stream) < 700 else stream[:500] + b" ... " + stream[-200:]
    return f"$ {command}\n    exit {code}\n    stdout {excerpt(out)!r}\n    stderr {excerpt(err)!r}"


def without_times(text):
    """Standard output without the only thing that may differ between two equal calls."""
    text = re.sub(r'("seconds": ?|\btime=")[-0-9.e+]+', r"\1#", text)
    return re.sub(r" +[-0-9.e+]+ s\b", " # s", text)


def message_faults(text, words):
    """What is wrong with standard error of a call that was refused. `words` are what the user gave, and may come back."""
    # The library prints this itself before it gives up.
    text = re.sub(r"\AADOL-C error: Cannot allocate [a-z ]+!\n", "", text)
    lines = text.splitlines()
    if len(lines) != 1 or not text.endswith("\n"):
        yield f"{len(lines)} lines on standard error, expected one sentence"
        return
    if not re.match(r"eenet: .*\w", text):
        yield "standard error is no sentence of eenet"
    for given in sorted((word for word in words if len(word) > 1), key=len, reverse=True):
        text = text.replace(given, "")
    for name in PROPER_NAMES + FIELDS:
        text = text.replace(name, "")
    found = INTERNAL.search(text)
    if found:
        yield f"standard error has {found.group()!r}, which is internal"
    if re.search(r"\bbug\b|internal", text):
        yield "a refusal speaks of an internal error"


class Caller:
    """Makes calls, each in a folder of its own, and remembers what was wrong with any."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = pathlib.Path(folder)
        self.calls = 0
        self.wrong = []
        self.lock = threading.Lock()
        # A thread only waits for its call.
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())

    def each(self, function, items):
        """function(*item) for all items, several at a time. Returns the results in order.

        Of a long list every third item is taken, unless EENET_FULL is set.
        """
        items = list(items)
        if len(items) > MANY and not os.environ.get("EENET_FULL"):
            items = items[::3]
        return list(self.pool.map(lambda item: function(*item), items))

    def report(self, result, fault):
        with self.lock:
            self.wrong.append(f"{fault}\n  {shown(result.command, result.code, result.out, result.err)}")

    def expect(self, condition, result, fault):
        if not condition:
            self.report(result, fault)
        return condition

    def call(self, *words, codes=DOCUMENTED, folder=None, shell="", stdin=b"", stop=None, output_is_lost=False,
             results_with_2=False, environment=None):
        """One call.

        `words` are strings or bytes. `shell` holds commands of a shell and redirections, with "$@" for the call.
        `stop` is a pair (signal, seconds until then). `output_is_lost` tells that standard output is led away.
        `results_with_2` tells that a run that diverged, or a file that could not be written in the end, has its
        result printed and exits with 2 all the same.
        """
        with self.lock:
            self.calls += 1
            number = self.calls
        place = self.folder / f"call-{number}"
        temporary = place / "tmp"
        temporary.mkdir(parents=True)
        folder = pathlib.Path(folder or place / "here")
        folder.mkdir(exist_ok=True)
        command = [os.fsencode(word) for word in (self.binary, *words)]
        if shell:
            command = [b"/bin/sh", b"-c", os.fsencode(shell), b"sh", *command]
        named = " ".join([f"[{shell}]" if shell else "", f"[{stop}]" if stop else "", "eenet",
                          *(shlex.quote(os.fsdecode(word)[:200]) for word in words)]).strip()
        variables = {**os.environ, "TMPDIR": str(temporary), "LC_ALL": "C.UTF-8", **(environment or {})}
        variables.pop("EENET_DATA", None)
        process = subprocess.Popen(command, cwd=folder, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        if stop:
            timer = threading.Timer(stop[1], process.send_signal, [stop[0]])
            timer.start()
        hung = False
        try:
            out, err = process.communicate(stdin, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            hung = True
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        if stop:
            timer.cancel()
        result = Result(named, process.returncode, out, err, folder)
        if hung:
            self.report(result, f"no end within {LONGEST} seconds")
        else:
            self.check(result, words, codes, output_is_lost, results_with_2)
            self.expect(self.group_ended(process.pid), result, "a process was left behind")
            killed = stop and stop[0] == signal.SIGKILL
            self.expect(killed or not list(temporary.iterdir()), result, "a file was left in TMPDIR")
        shutil.rmtree(temporary, ignore_errors=True)
        return result

    @staticmethod
    def group_ended(group):
        """Whether no process of it is left. One that dies with its parent takes a moment."""
        for _ in range(1000):
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.01)
        os.killpg(group, signal.SIGKILL)
        return False

    def check(self, result, words, codes, output_is_lost, results_with_2):
        for fault in self.faults(result, [os.fsdecode(word) for word in words], codes, output_is_lost, results_with_2):
            self.report(result, fault)

    @staticmethod
    def faults(result, words, codes, output_is_lost, results_with_2):
        own = words[:words.index("--")] if "--" in words else words  # what is behind it belongs to another program
        if result.code not in codes:
            yield f"the exit code is not among {codes}"
            return
        if result.code == NOT_STARTED:
            return
        for name, stream in (("output", result.out), ("error", result.err)):
            try:
                text = stream.decode("utf-8")
            except UnicodeDecodeError:
                yield f"standard {name} is not UTF-8"
                continue
            if CONTROL.search(text):
                yield f"standard {name} has a control character"
        if result.code == 2:
            if result.out and not results_with_2:
                yield "refused, with something on standard output"
            yield from message_faults(result.said, words)
        elif result.code in DOCUMENTED and not output_is_lost:
            if not result.out:
                yield "nothing on standard output"
            elif "--json" in own and not {"--help", "-h"} & set(own) and result.json() is None:
                yield "standard output is not one JSON document"
            elif disordered(result.json()):
                yield f"a number is not between its ends: {disordered(result.json())}"
