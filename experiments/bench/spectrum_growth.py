#!/usr/bin/env python3
"""How the effective dimension, and the time and memory it takes, grow with the points, as CSV and as a plot.

usage: spectrum_growth.py EENET_PROGRAM OUT.csv [OUT.svg [POINTS...]]    the plot needs gnuplot (package gnuplot-nox)

POINTS are 1000 10000 30000 100000 unless told otherwise: random unit vectors in 20 dimensions, depth 2, lambda 1.
Up to 30000 points both methods are asked, above that the iterative one alone.
"""

import measuring

POINTS = (1000, 10000, 30000, 100000)
MOST_DENSE = 30000
ARMS = 10
ENVIRONMENT = f"linear:dim=20,arms={ARMS}"

COLUMNS = ["method", "points", "seconds", "mebibytes", "effective_dimension", "lower", "upper",
           "certified_lower", "certified_upper", "log_det", "lambda_min_lower", "lambda_min_upper",
           "lambda_max_lower", "lambda_max_upper"]

PLOT = """
set logscale xy
set format xy '10^{{%T}}'
set xrange [500:200000]
set xlabel 'points'
set multiplot layout 1,3
set ylabel 'effective dimension'
plot for [m in 'dense iterative'] '< grep ^'.m.' {csv}' using 2:5:8:9 with yerrorlines title m
set ylabel 'seconds'
plot for [m in 'dense iterative'] '< grep ^'.m.' {csv}' using 2:3 with linespoints title m
set ylabel 'MiB'
plot for [m in 'dense iterative'] '< grep ^'.m.' {csv}' using 2:4 with linespoints title m
"""


def row(program, method, points):
    """A row of the table; memory is the largest that was resident."""
    result, memory = measuring.document_and_memory(
        program, "theory", "spectrum", "--json", "--env", ENVIRONMENT, "--rounds", str(points // ARMS), "--depth", "2",
        "--lambda", "1", "--method", method)
    dimension = result["effective_dimension"]
    proven = dimension.get("certified", dimension)
    return [result["method"], result["points"], f"{result['seconds']:.1f}", f"{memory:.0f}",
            dimension["value"], dimension["lower"], dimension["upper"], proven["lower"], proven["upper"],
            result["log_det"]["value"], result["lambda_min"]["lower"], result["lambda_min"]["upper"],
            result["lambda_max"]["lower"], result["lambda_max"]["upper"]]


def main(program, table, plot=None, *points):
    wanted = [(method, count) for count in map(int, points or POINTS) for method in ("dense", "iterative")
              if method == "iterative" or count <= MOST_DENSE]
    measuring.write_table(table, COLUMNS, (row(program, *each) for each in wanted))
    if plot:
        measuring.draw(PLOT, table, plot, "960,300")


if __name__ == "__main__":
    main(*measuring.arguments(__doc__, 2, 100))
