#!/usr/bin/env python3
"""Runs the benchmark and the same arithmetic in PyTorch in turn, and prints the ratio.

usage: compare.py EENET_BENCH [REPETITIONS]

The two sides take turns, so that a busy machine slows both. Medians of the repetitions (default 5; the
PyTorch side of mnist/replay once), with the smallest and the largest.
"""

import json
import pathlib
import statistics
import subprocess
import sys

CASES = ("yelp/online", "yelp/replay", "mnist/online", "mnist/replay")
TORCH = pathlib.Path(__file__).with_name("torch_same_arithmetic.py")


def ours(bench, case):
    output = subprocess.run([bench, f"--benchmark_filter=^{case}/", "--benchmark_format=json"],
                            check=True, capture_output=True, text=True).stdout
    return json.loads(output)["benchmarks"][0]["ms_per_round"]


def torchs(case):
    for python in ("/usr/bin/python3", sys.executable):  # Debian's PyTorch belongs to Debian's Python
        result = subprocess.run([python, TORCH, case], check=False, capture_output=True, text=True)
        if result.returncode == 0:
            return float(result.stdout)
    sys.exit(f"compare.py: PyTorch does not run (package python3-torch): {result.stderr.splitlines()[-1]}")


def spread(values):
    return f"{statistics.median(values):.4g} ({min(values):.4g} to {max(values):.4g})"


def main(bench, repetitions):
    print("| run | eenet, ms a round | PyTorch, ms a round | ratio |\n| --- | --- | --- | --- |")
    for case in CASES:
        mine, theirs = [], []
        for i in range(repetitions):
            mine.append(ours(bench, case))
            if case != "mnist/replay" or i == 0:
                theirs.append(torchs(case))
        ratio = statistics.median(theirs) / statistics.median(mine)
        print(f"| {case} | {spread(mine)} | {spread(theirs)} | {ratio:.0f} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5)
