"""A sweep as a job array of a real SLURM: killed, put back into the queue, and gone on with another n, it leaves
the same bytes as a sweep without SLURM.

usage: slurm_test.py EENET_BINARY

Takes three to four minutes, most of which a requeued job waits; only with EENET_FULL=1. Exits with 77 where
there is nothing to test with, and says why.
"""

import os
import pathlib
import sys
import tempfile
import time

from cluster import CannotStart, Cluster
from small import Program, cells_of, compared, plan_text, results

SEEDS = 6
ROUNDS = 12000
PATIENCE = 420  # seconds; a requeued job waits two to three minutes


def skip(reason):
    print(f"skipped: sweep under SLURM ({reason})")
    sys.exit(77)


def wait_until(condition, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not after {seconds} seconds")
        time.sleep(0.2)


def submit(cluster, eenet, plan, tasks):
    script = eenet("sweep", plan, "--out", "slurm", "--export-slurm", "--tasks", tasks, "--at-a-time", 2, "--jobs", 1)
    (eenet.folder / f"array-{tasks}.sh").write_text(script.stdout, encoding="utf-8")
    return cluster.run("sbatch", "--parsable", f"array-{tasks}.sh", cwd=eenet.folder).strip()


def states(cluster, job):
    """Of the array's tasks: {"1": "RUNNING", ...}; those that are done disappear after a while."""
    listing = cluster.run("squeue", "-h", "-r", "-a", "-t", "all", "-j", job, "-o", "%K %T", check=False)
    return dict(line.split() for line in listing.splitlines())


def is_over(cluster, job):
    return not {"PENDING", "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED"} & set(states(cluster, job).values())


def check(cluster, eenet):
    plan = eenet.write_plan(text=plan_text(ROUNDS, SEEDS))
    out = eenet.folder / "slurm"
    eenet("sweep", plan, "--out", "plain", "--quiet")
    expected = compared(eenet.folder / "plain")

    job = submit(cluster, eenet, plan, 3)
    wait_until(lambda: out.exists() and len(results(out)) >= 2, "the first results", 120)
    running = [task for task, state in states(cluster, job).items() if state == "RUNNING"]
    assert running, "no task of the array runs: more rounds are needed for this machine"
    victim = f"{job}_{running[0]}"
    early = {name: os.stat(out / "results" / name).st_mtime_ns for name in results(out)}
    cluster.run("scancel", "--signal=KILL", "--full", victim)
    wait_until(lambda: states(cluster, job).get(running[0]) in (None, "FAILED", "CANCELLED", "COMPLETED"), "the kill", 60)
    killed_as = states(cluster, job).get(running[0])
    assert killed_as in ("FAILED", "CANCELLED"), f"the killed task is {killed_as}"
    cluster.run("scontrol", "requeue", victim)
    requeued = time.monotonic()
    # A third of the cells is left to another array with another n.
    left = ({"1", "2", "3"} - set(running)).pop()
    cluster.run("scancel", f"{job}_{left}")
    wait_until(lambda: states(cluster, job).get(running[0]) == "RUNNING", "the requeued task runs again")
    print(f"the requeued task waited {time.monotonic() - requeued:.0f} s")
    wait_until(lambda: is_over(cluster, job), "the end of the first array")
    some = len(results(out))
    assert len(early) < some < cells_of(SEEDS), f"{len(early)} cells early, {some} after the first array"
    second = submit(cluster, eenet, plan, 5)
    wait_until(lambda: is_over(cluster, second), "the end of the second array")

    assert len(results(out)) == cells_of(SEEDS), f"{len(results(out))} of {cells_of(SEEDS)} cells"
    again = [name for name in early if os.stat(out / "results" / name).st_mtime_ns != early[name]]
    assert not again, f"run again: {again}"
    assert compared(out) == expected, "the folder differs from that of a sweep without SLURM"
    print(f"{some} cells after the first array, {cells_of(SEEDS)} after the second, equal byte for byte")


def main():
    if os.environ.get("EENET_FULL") != "1":
        skip("it takes minutes: EENET_FULL=1 runs it")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder) / "work"
        work.mkdir()
        (pathlib.Path(folder) / "slurm").mkdir()
        try:
            cluster = Cluster(pathlib.Path(folder) / "slurm")
            cluster.__enter__()
        except CannotStart as reason:
            skip(reason)
        try:
            check(cluster, Program(sys.argv[1], work))
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
