"""A small plan, and what its sweep leaves behind, for the tests of `eenet sweep` and `eenet table`."""

import json
import pathlib
import subprocess

PLAN = """rounds = {rounds}
seeds = "1..{seeds}"
environments = ["linear:dim=4,arms=3", {{ env = "cosine:dim=4,noise=bernoulli", label = "noisy" }}]

[[methods]]
method = "eenet:width=6"
grid = {{ "eta1,eta2" = [0.01, 0.1] }}

[[methods]]
method = "greedy:width=6"
grid = {{ eta1 = [0.01, 0.1] }}

[[methods]]
method = "random"
environments = ["noisy"]
"""


def plan_text(rounds=40, seeds=4):
    return PLAN.format(rounds=rounds, seeds=seeds)


def cells_of(seeds=4):
    return seeds * (2 * (2 + 2) + 1)


class Program:
    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = pathlib.Path(folder)

    def __call__(self, *arguments, code=0, cwd=None):
        run = subprocess.run([self.binary, *map(str, arguments)], cwd=cwd or self.folder, capture_output=True,
                             text=True, check=False, timeout=900)
        if run.returncode != code:
            raise AssertionError(f"{arguments}: exit code {run.returncode}, expected {code}\n{run.stdout}{run.stderr}")
        return run

    def start(self, *arguments):
        return subprocess.Popen([self.binary, *map(str, arguments)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True)

    def write_plan(self, name="plan.toml", text=None):
        (self.folder / name).write_text(text or plan_text(), encoding="utf-8")
        return name


def compared(folder):
    """What must be the same however a sweep went: every file but those in times/."""
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.relative_to(folder).parts[0] != "times"}


def results(folder):
    return sorted(path.name for path in (pathlib.Path(folder) / "results").glob("*.json"))


def result(folder, name):
    return json.loads((pathlib.Path(folder) / "results" / name).read_text(encoding="utf-8"))
