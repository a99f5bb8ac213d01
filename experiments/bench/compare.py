#!/usr/bin/env python3
"""Runs the benchmark and the same arithmetic in PyTorch in turn, and prints the ratios.

usage: compare.py [--before EENET_BENCH] [--case CASE]... EENET_BENCH [REPETITIONS]

The sides take turns, so that a busy machine slows all. Processor time, which others disturb less than the
clock on the wall: medians of the repetitions (default 5; PyTorch's mnist/replay once), with the smallest
and the largest. There is a row for each instruction set that the processor has, and with --before one for
the benchmark of an earlier build. The last columns are the times of PyTorch, double and lean
(torch_same_arithmetic.py), and of the earlier build, divided by the row's.
"""

import argparse
import collections
import pathlib
import subprocess
import sys

import measuring

# The rounds of a run, as in whole_runs.cc.
CASES = {"yelp/online": 500, "yelp/replay": 500, "mnist/online": 200, "mnist/replay": 200}
TORCH = pathlib.Path(__file__).with_name("torch_same_arithmetic.py")
LEAN = ("torch", "lean torch")
BEFORE = "before"


def ours(bench, case):
    """Milliseconds of a round, by the last part of the benchmark's name."""
    report = measuring.document_of(bench, f"--benchmark_filter=^{case}/", "--benchmark_format=json")
    return {entry["name"].split("/")[2]: entry["cpu_time"] / CASES[case] for entry in report["benchmarks"]}


def torchs(case, name):
    lean = ["lean"] if name == LEAN[1] else []
    for python in ("/usr/bin/python3", sys.executable):  # Debian's PyTorch belongs to Debian's Python
        result = subprocess.run([python, TORCH, case, *lean], check=False, capture_output=True, text=True)
        if result.returncode == 0:
            return float(result.stdout)
    sys.exit(f"compare.py: PyTorch does not run (package python3-torch): {result.stderr.splitlines()[-1]}")


def times(case, bench, before, repetitions):
    """Lists of milliseconds by the name of the side."""
    found = collections.defaultdict(list)
    for i in range(repetitions):
        if before:
            found[BEFORE].append(max(ours(before, case).values()))
        for name, value in ours(bench, case).items():
            found[name].append(value)
        for name in LEAN:
            if case != "mnist/replay" or i == 0:
                found[name].append(torchs(case, name))
    return found


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--before")
    parser.add_argument("--case", action="append", choices=CASES)
    parser.add_argument("bench")
    parser.add_argument("repetitions", type=int, nargs="?", default=5)
    arguments = parser.parse_args()
    print("| run | side | ms per round | torch | lean torch | before |\n| --- | --- | --- | --- | --- | --- |")
    for case in arguments.case or CASES:
        found = times(case, arguments.bench, arguments.before, arguments.repetitions)
        for name, values in found.items():
            ratios = [f"{measuring.ratio(found[other], values):.3g}" if other in found else ""
                      for other in (*LEAN, BEFORE)]
            print(f"| {case} | {name} | {measuring.spread(values)} | {' | '.join(ratios)} |", flush=True)


if __name__ == "__main__":
    main()
