#!/usr/bin/env python3
"""How the effective dimension, and the time and memory it takes, grow with the points, as CSV and as a plot.

usage: spectrum_growth.py EENET_PROGRAM OUT.csv [OUT.svg [POINTS...]]    the plot needs gnuplot (package gnuplot-nox)

POINTS are 1000 10000 30000 100000 unless told otherwise: random unit vectors in 20 dimensions, depth 2, lambda 1.
Up to 30000 points both methods are asked, above that the iterative one alone.
"""

import csv
import json
import os
import subprocess
import sys

POINTS = (1000, 10000, 30000, 100000)
MOST_DENSE = 30000
ARMS = 10
ENVIRONMENT = f"linear:dim=20,arms={ARMS}"

COLUMNS = ["method", "points", "seconds", "mebibytes", "effective_dimension", "lower", "upper",
           "certified_lower", "certified_upper", "log_det", "lambda_min_lower", "lambda_min_upper",
           "lambda_max_lower", "lambda_max_upper"]

PLOT = """
set terminal svg size 960,300 font 'sans,11'
set output '{svg}'
set datafile separator ','
set logscale xy
set format xy '10^{{%T}}'
set xrange [500:200000]
set xlabel 'points'
set key top left
set multiplot layout 1,3
set ylabel 'effective dimension'
plot for [m in 'dense iterative'] '< grep ^'.m.' {csv}' using 2:5:8:9 with yerrorlines title m
set ylabel 'seconds'
plot for [m in 'dense iterative'] '< grep ^'.m.' {csv}' using 2:3 with linespoints title m
set ylabel 'MiB'
plot for [m in 'dense iterative'] '< grep ^'.m.' {csv}' using 2:4 with linespoints title m
"""


def measure(program, method, points):
    """A row of the table; memory is the largest that was resident."""
    process = subprocess.Popen([program, "theory", "spectrum", "--json", "--env", ENVIRONMENT, "--rounds",
                                str(points // ARMS), "--depth", "2", "--lambda", "1", "--method", method],
                               stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"spectrum_growth.py: eenet failed with {points} points")
    result = json.loads(output)
    dimension = result["effective_dimension"]
    proven = dimension.get("certified", dimension)
    return [result["method"], result["points"], f"{result['seconds']:.1f}", f"{usage.ru_maxrss / 1024:.0f}",
            dimension["value"], dimension["lower"], dimension["upper"], proven["lower"], proven["upper"],
            result["log_det"]["value"], result["lambda_min"]["lower"], result["lambda_min"]["upper"],
            result["lambda_max"]["lower"], result["lambda_max"]["upper"]]


def main(program, table, plot=None, *points):
    with open(table, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for count in map(int, points or POINTS):
            for method in ("dense", "iterative"):
                if method == "dense" and count > MOST_DENSE:
                    continue
                row = measure(program, method, count)
                writer.writerow(row)
                file.flush()
                print(*row, flush=True)
    if plot:
        subprocess.run(["gnuplot"], input=PLOT.format(svg=plot, csv=table), text=True, check=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
