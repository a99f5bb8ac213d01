#!/usr/bin/env python3
"""How time and memory of `eenet run` grow with the rounds, as CSV and as a plot.

usage: growth.py EENET_PROGRAM OUT.csv [OUT.svg]      the plot needs gnuplot (package gnuplot-nox)
"""

import measuring

ROUNDS = {"online": (500, 1000, 2000, 4000, 8000, 16000), "replay": (500, 1000, 2000, 4000, 8000)}

ENVIRONMENT = "linear:dim=400,arms=4"  # wide enough for the history of `replay` to show

PLOT = """
set logscale xy
set xlabel 'rounds'
set yrange [*:*]
set multiplot layout 1,2
set ylabel 'seconds'
plot for [s in 'online replay'] '{csv}' using (strcol(1) eq s ? $2 : NaN):3 with linespoints title s
set ylabel 'MiB'
plot for [s in 'online replay'] '{csv}' using (strcol(1) eq s ? $2 : NaN):4 with linespoints title s
"""


def rows(program):
    """Seconds of each run itself, and the largest resident memory of its worker."""
    for schedule, all_rounds in ROUNDS.items():
        for rounds in all_rounds:
            document, memory = measuring.document_and_memory(
                program, "run", "--json", "--quiet", "--jobs", "1", "--rounds", str(rounds), "--env", ENVIRONMENT,
                "--method", f"eenet:schedule={schedule}")
            yield [schedule, rounds, f"{document['runs'][0]['seconds']:.3f}", f"{memory:.1f}"]


def main(program, table, plot=None):
    measuring.write_table(table, ["schedule", "rounds", "seconds", "mebibytes"], rows(program))
    if plot:
        measuring.draw(PLOT, table, plot, "720,300")


if __name__ == "__main__":
    main(*measuring.arguments(__doc__, 2, 3))
