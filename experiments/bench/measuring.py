"""What the benchmarks share: programs that are measured, several times in a few words, tables and plots."""

import csv
import json
import os
import statistics
import subprocess
import sys


def arguments(usage, least, most):
    """The words of the command line; without at least so many, and with more than `most`, the usage and no more."""
    words = sys.argv[1:]
    if not least <= len(words) <= most:
        sys.exit(usage)
    return words


def document_of(*command):
    """The JSON document that a program prints."""
    words = [str(word) for word in command]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def document_and_memory(*command):
    """The same, and the largest resident memory of the program or one of its workers, in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return json.loads(output), usage.ru_maxrss / 1024


def spread(values, digits=4, unit=""):
    """The median, with the smallest and the largest."""
    middle, smallest, largest = (f"{number:.{digits}g}" for number in
                                 (statistics.median(values), min(values), max(values)))
    return f"{middle}{unit} ({smallest} to {largest})"


def ratio(theirs, ours):
    return statistics.median(theirs) / statistics.median(ours)


def write_table(path, columns, rows):
    """Writes the rows as CSV while they are measured."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow(row)
            file.flush()
            print(*row, flush=True)


def draw(commands, table, svg, size):
    """Has gnuplot draw a table; its name stands for {csv} in the commands."""
    settings = f"""set terminal svg size {size} font 'sans,11'
set output '{svg}'
set datafile separator ','
set key top left
"""
    subprocess.run(["gnuplot"], input=settings + commands.format(csv=table), text=True, check=True)
