#!/usr/bin/env python3
"""How time and memory of `eenet run` grow with the rounds, as CSV and as a plot.

usage: growth.py EENET_PROGRAM OUT.csv [OUT.svg]      the plot needs gnuplot (package gnuplot-nox)
"""

import csv
import json
import os
import subprocess
import sys

ROUNDS = {"online": (500, 1000, 2000, 4000, 8000, 16000), "replay": (500, 1000, 2000, 4000, 8000)}

ENVIRONMENT = "linear:dim=400,arms=4"  # wide enough for the history of `replay` to show

PLOT = """
set terminal svg size 720,300 font 'sans,11'
set output '{svg}'
set datafile separator ','
set logscale xy
set xlabel 'rounds'
set key top left
set yrange [*:*]
set multiplot layout 1,2
set ylabel 'seconds'
plot for [s in 'online replay'] '{csv}' using (strcol(1) eq s ? $2 : NaN):3 with linespoints title s
set ylabel 'MiB'
plot for [s in 'online replay'] '{csv}' using (strcol(1) eq s ? $2 : NaN):4 with linespoints title s
"""


def measure(program, schedule, rounds):
    """Seconds of the run itself, and the largest resident memory of its worker."""
    process = subprocess.Popen([program, "run", "--json", "--quiet", "--jobs", "1", "--rounds", str(rounds),
                                "--env", ENVIRONMENT, "--method", f"eenet:schedule={schedule}"], stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"growth.py: eenet failed with {rounds} rounds")
    return json.loads(output)["runs"][0]["seconds"], usage.ru_maxrss / 1024


def main(program, table, plot=None):
    with open(table, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["schedule", "rounds", "seconds", "mebibytes"])
        for schedule, all_rounds in ROUNDS.items():
            for rounds in all_rounds:
                seconds, memory = measure(program, schedule, rounds)
                writer.writerow([schedule, rounds, f"{seconds:.3f}", f"{memory:.1f}"])
                print(schedule, rounds, f"{seconds:.3f} s", f"{memory:.1f} MiB", flush=True)
    if plot:
        subprocess.run(["gnuplot"], input=PLOT.format(svg=plot, csv=table), text=True, check=True)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
