#!/usr/bin/env python3
"""Runs the benchmark and the same arithmetic in PyTorch in turn, and prints the ratio.

usage: compare.py EENET_BENCH [REPETITIONS]

The two sides take turns, so that a busy machine slows both. Medians of the repetitions (default 5; the
PyTorch side of mnist/replay once), with the smallest and the largest.
"""

import pathlib
import subprocess
import sys

import measuring

CASES = ("yelp/online", "yelp/replay", "mnist/online", "mnist/replay")
TORCH = pathlib.Path(__file__).with_name("torch_same_arithmetic.py")


def ours(bench, case):
    report = measuring.document_of(bench, f"--benchmark_filter=^{case}/", "--benchmark_format=json")
    return report["benchmarks"][0]["ms_per_round"]


def torchs(case):
    for python in ("/usr/bin/python3", sys.executable):  # Debian's PyTorch belongs to Debian's Python
        result = subprocess.run([python, TORCH, case], check=False, capture_output=True, text=True)
        if result.returncode == 0:
            return float(result.stdout)
    sys.exit(f"compare.py: PyTorch does not run (package python3-torch): {result.stderr.splitlines()[-1]}")


def main(bench, repetitions=5):
    print("| run | eenet, ms per round | PyTorch, ms per round | ratio |\n| --- | --- | --- | --- |")
    for case in CASES:
        mine, theirs = [], []
        for i in range(int(repetitions)):
            mine.append(ours(bench, case))
            if case != "mnist/replay" or i == 0:
                theirs.append(torchs(case))
        print(f"| {case} | {measuring.spread(mine)} | {measuring.spread(theirs)} "
              f"| {measuring.ratio(theirs, mine):.0f} |", flush=True)


if __name__ == "__main__":
    main(*measuring.arguments(__doc__, 1, 2))
