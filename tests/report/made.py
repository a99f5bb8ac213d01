"""The report that the tests of its page read: made once per revision of the program, in the folder of the build.

By default it is a small one; with EENET_FULL=1 it is the report that `experiments/run` makes.
"""

import json
import os
import pathlib
import subprocess

from report_test import ONLY


def is_full():
    return bool(os.environ.get("EENET_FULL"))


def report_arguments(folder):
    only = [] if is_full() else [word for one in ONLY for word in ("--only", one)]
    return ["report", "--out", str(folder), "--quiet", *only]


class Report:
    """A finished report: its folder, its facts, its page."""

    def __init__(self, binary, scratch):
        self.folder = pathlib.Path(scratch) / ("report-full" if is_full() else "report-small")
        # Pieces of the same revision are kept, so a second test waits for no run.
        subprocess.run([binary, *report_arguments(self.folder)], check=True, stdout=subprocess.DEVNULL)
        self.facts = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        self.page = self.folder / "index.html"
