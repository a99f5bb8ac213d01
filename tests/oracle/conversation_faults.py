"""Faults of the conversation: what an adapter may do to the judge instead of answering."""

import ctypes
import json
import os
import random
import re
import sys
import time

import conversation
from fault import fault, replace

SOON = ("--time-limit", "1")
# It happens once: asked again, a program that was started again answers well.
ONCE = {"verdict": "nondeterministic"}
# It takes the time limit besides, which on a busy machine may be too short for the second answer.
SLOWLY = {"verdict": "nondeterministic|disagrees", "options": ("--time-limit", "1")}


def at_the_third(adapter, act):
    """Calls act before the third question about a value is answered."""
    asked = []

    def counting(old):
        def forward(question):
            asked.append(question["id"])
            if len(asked) == 3:
                act()
            return old(question)
        return forward
    replace(adapter, "forward", counting)


def written(change):
    """Every answer but that to hello is written as change(text)."""
    def write(text, flush):
        sys.stdout.write(text + "\n" if '"levels"' in text else change(text))
        sys.stdout.flush()
    conversation.print = write


def forever(text):
    while True:
        sys.stdout.write(text)


def wait_for_the_end():
    sys.stdin.read()
    sys.exit(0)


# ---- The program ends ------------------------------------------------------------------------

@fault("it crashes at the third case", "forward", kind="signal", **ONCE)
def crash_at_the_third(eenet, adapter):
    at_the_third(adapter, lambda: os.kill(os.getpid(), 6))


@fault("it reads address 0 at the third case", "forward", kind="signal", **ONCE)
def segmentation_fault(eenet, adapter):
    at_the_third(adapter, lambda: ctypes.string_at(0))


@fault("it exits with code 0 in the middle", "forward", kind="exited", **ONCE)
def exits_with_0(eenet, adapter):
    at_the_third(adapter, lambda: sys.exit(0))


@fault("it exits with code 3 in the middle", "forward", kind="exited", **ONCE)
def exits_with_3(eenet, adapter):
    at_the_third(adapter, lambda: sys.exit(3))


@fault("it exits before it answers hello", "hello", kind="exited")
def exits_at_once(eenet, adapter):
    sys.exit(0)


@fault("it closes its output, and stays", "forward", kind="end-of-output", **ONCE)
def closes_its_output(eenet, adapter):
    at_the_third(adapter, lambda: (os.close(1), wait_for_the_end()))


@fault("it exits in the middle of a line", "forward", kind="exited|end-of-output", **ONCE)
def exits_within_a_line(eenet, adapter):
    at_the_third(adapter, lambda: (sys.stdout.write('{"id": '), sys.stdout.flush(), os._exit(0)))


# ---- No answer in time -----------------------------------------------------------------------

@fault("it hangs at the third case", "forward", kind="time-limit", **SLOWLY)
def hangs(eenet, adapter):
    at_the_third(adapter, lambda: time.sleep(1000))


@fault("it hangs, and does not end when it is asked to", "forward", kind="time-limit", **SLOWLY)
def hangs_and_ignores_signals(eenet, adapter):
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    at_the_third(adapter, lambda: time.sleep(1000))


@fault("it answers when the next question comes", "hello", kind="time-limit", options=SOON)
def answers_one_late(eenet, adapter):
    waiting = []

    def write(text, flush):
        waiting.append(text)
        if len(waiting) == 2:
            sys.stdout.write(waiting.pop(0) + "\n")
            sys.stdout.flush()
    conversation.print = write


@fault("it does not flush", "hello", kind="time-limit", options=SOON)
def does_not_flush(eenet, adapter):
    buffer = []

    def write(text, flush):
        buffer.append(text + "\n")
        if sum(map(len, buffer)) > 8192:
            sys.stdout.write("".join(buffer))
            buffer.clear()
    conversation.print = write


# ---- Too much --------------------------------------------------------------------------------

@fault("it floods its output without an end of line", "forward", kind="too-long", **ONCE)
def floods_one_line(eenet, adapter):
    at_the_third(adapter, lambda: forever("x" * 65536))


@fault("it floods its output with lines", "forward", kind="not-json", **ONCE)
def floods_lines(eenet, adapter):
    at_the_third(adapter, lambda: forever("x\n" * 32768))


@fault("it answers with 1 GB of zeros", "forward", kind="too-long", **ONCE)
def answers_with_1_gb(eenet, adapter):
    def flood():
        sys.stdout.write('{"id": 3, "value": [')
        for _ in range(2**30 // 2**20):
            sys.stdout.write("0, " * (2**20 // 3))
    at_the_third(adapter, flood)


@fault("it answers with brackets in brackets", "forward", kind="not-json|too-long|missing-field")
def answers_with_brackets(eenet, adapter):
    written(lambda text: "[" * 100000 + "\n")


# ---- Lines that are no answers ---------------------------------------------------------------

@fault("it prints a warning first", "hello", kind="not-json")
def prints_a_warning_first(eenet, adapter):
    print("UserWarning: this is a warning", flush=True)


@fault("it prints a warning at the third case", "forward", kind="not-json", **ONCE)
def prints_a_warning_at_the_third(eenet, adapter):
    at_the_third(adapter, lambda: print("RuntimeWarning: overflow"))


@fault("it answers with a list", "forward", kind="not-json")
def answers_with_a_list(eenet, adapter):
    written(lambda text: f"[{text}]\n")


@fault("it answers with bytes that are no text", "forward", kind="not-json", **ONCE)
def answers_with_bytes(eenet, adapter):
    def write():
        sys.stdout.buffer.write(b"\xff\x00\xfe\n")
        sys.stdout.buffer.flush()
    at_the_third(adapter, write)


@fault("every line is followed by an empty one", "forward", kind="not-json", verdict="disagrees|nondeterministic")
def empty_lines(eenet, adapter):
    conversation.print = lambda text, flush: (sys.stdout.write(text + "\n\n"), sys.stdout.flush())


@fault("a line stops in the middle", "forward", kind="not-json")
def half_a_line(eenet, adapter):
    written(lambda text: text[:len(text) // 2] + "\n")


# ---- Answers to other questions --------------------------------------------------------------

@fault("the id is one too large", "forward", kind="wrong-id")
def wrong_id(eenet, adapter):
    written(lambda text: json.dumps({**json.loads(text), "id": json.loads(text)["id"] + 1}) + "\n")


@fault("the id is a string", "forward", kind="wrong-id")
def id_as_a_string(eenet, adapter):
    written(lambda text: json.dumps({**json.loads(text), "id": str(json.loads(text)["id"])}) + "\n")


@fault("there is no id", "forward", kind="wrong-id|missing-field")
def no_id(eenet, adapter):
    written(lambda text: json.dumps({key: value for key, value in json.loads(text).items() if key != "id"}) + "\n")


@fault("every answer is written twice", "forward", kind="wrong-id|not-json")
def every_answer_twice(eenet, adapter):
    written(lambda text: text + "\n" + text + "\n")


@fault("it forks at the third case, and both answer", "forward", kind="wrong-id|not-json|time-limit",
       verdict="nondeterministic|disagrees")
def forks_and_both_answer(eenet, adapter):
    at_the_third(adapter, os.fork)


@fault("a child keeps its output open when it exits", "forward", kind="exited|end-of-output|time-limit", **SLOWLY)
def leaves_a_child_behind(eenet, adapter):
    def leave():
        if os.fork() == 0:
            time.sleep(30)
        os._exit(0)
    at_the_third(adapter, leave)


# ---- Answers with something else in them -----------------------------------------------------

def values(adapter, change):
    replace(adapter, "forward", lambda old: lambda question: change(old(question)))


@fault("a value is NaN", "forward", kind="not-finite")
def not_a_number(eenet, adapter):
    values(adapter, lambda answer: {"value": float("nan")})


@fault("a value is Infinity", "forward", kind="not-finite")
def infinity(eenet, adapter):
    values(adapter, lambda answer: {"value": float("inf")})


@fault("a value is 1e999", "forward", kind="not-finite")
def too_large_a_number(eenet, adapter):
    written(lambda text: text.split('"value"')[0] + '"value": 1e999}\n' if '"value"' in text else text + "\n")


@fault("a value is the text Infinity", "forward", "value", kind="missing-field|not-finite")
def infinity_as_a_string(eenet, adapter):
    values(adapter, lambda answer: {"value": "Infinity"})


@fault("a value is null", "forward", "value", kind="missing-field|not-finite")
def null_value(eenet, adapter):
    values(adapter, lambda answer: {"value": None})


@fault("the field has another name", "forward", "value", kind="missing-field")
def missing_field(eenet, adapter):
    values(adapter, lambda answer: {"f": answer["value"]})


@fault("the list is one too short", "gradient", "gradient", kind="missing-field")
def list_one_too_short(eenet, adapter):
    replace(adapter, "gradient", lambda old: lambda question: {"gradient": old(question)["gradient"][:-1]})


@fault("the list is one too long", "gradient", "gradient", kind="missing-field|too-long")
def list_one_too_long(eenet, adapter):
    replace(adapter, "gradient", lambda old: lambda question: {"gradient": [*old(question)["gradient"], 0.0]})


@fault("a gradient has a NaN", "gradient", kind="not-finite")
def gradient_with_nan(eenet, adapter):
    replace(adapter, "gradient", lambda old: lambda question: {
        "gradient": [float("nan"), *old(question)["gradient"][1:]]})


@fault("arms are counted from 1", "round", "arm")
def arms_from_one(eenet, adapter):
    replace(eenet.EENet, "best", lambda old: lambda self, scores: old(self, scores) + 1)


@fault("it refuses deep networks", "forward", kind="refused")
def refuses_deep_networks(eenet, adapter):
    def refuse(old):
        def forward(question):
            if question["network"]["depth"] > 2:
                raise ValueError("one hidden layer only")
            return old(question)
        return forward
    replace(adapter, "forward", refuse)


@fault("every value has a little noise", "forward", "value", verdict="nondeterministic")
def noise(eenet, adapter):
    values(adapter, lambda answer: {"value": answer["value"] + random.gauss(0, 1e-6)})


# ---- hello -----------------------------------------------------------------------------------

def says(adapter, **fields):
    replace(adapter, "hello", lambda old: lambda question: {
        key: value for key, value in {**old(question), **fields}.items() if value is not None})


@fault("hello has no name", "hello", "name", kind="missing-field")
def hello_without_name(eenet, adapter):
    says(adapter, name=None)


@fault("hello declares a level that does not exist", "hello", "levels", kind="missing-field")
def hello_with_unknown_level(eenet, adapter):
    says(adapter, levels=["forward", "backward"])


@fault("hello declares a layout that does not exist", "hello", "dialect|layout", kind="missing-field")
def hello_with_unknown_layout(eenet, adapter):
    says(adapter, dialect={"layout": "diagonal"})


@fault("hello declares a dialect that does not exist", "hello", "dialect|momentum", kind="missing-field")
def hello_with_unknown_dialect(eenet, adapter):
    says(adapter, dialect={"momentum": 0.9})


@fault("hello declares float16", "hello", "scalar", kind="missing-field")
def hello_with_float16(eenet, adapter):
    says(adapter, scalar="float16")


# ---- What is no fault ------------------------------------------------------------------------

@fault("nothing: it starts slowly", "", verdict="agrees")
def slow_start(eenet, adapter):
    time.sleep(2)


@fault("nothing: it writes 100 MB to standard error", "", verdict="agrees")
def floods_standard_error(eenet, adapter):
    at_the_third(adapter, lambda: [sys.stderr.write("x" * 99 + "\n") for _ in range(10**6)])


@fault("nothing: its answers have spaces and keys that nobody asked for", "", verdict="agrees")
def more_than_was_asked(eenet, adapter):
    written(lambda text: "  " + json.dumps({"time": 0.25, **json.loads(text)}, indent=None) + "  \r\n")


@fault("nothing: it does not end when its input ends", "", verdict="agrees")
def stays_when_its_input_ends(eenet, adapter):
    import atexit
    atexit.register(time.sleep, 1000)


@fault("numbers are written with 14 digits", "forward", "value", explanation="14 digits",
       options=("--level", "forward", "--level", "gradient", "--level", "ntk"))
def fourteen_digits(eenet, adapter):
    written(lambda text: re.sub(r"-?\d+\.\d+(e-?\d+)?", lambda found: f"{float(found[0]):.14g}", text) + "\n")
