"""The digests of digests.txt with every compiler, optimisation level, library and machine at hand.

usage: portability_test.py [--record] [--toolchain NAME] SCRATCH [CMAKE ARGUMENTS...]

Builds below SCRATCH, where the next run finds them again. Each line of digests.txt ends with the
digest of a short run and that of a long one; a build without optimisation makes the short runs
only. EENET_FULL=1 adds its long runs, and -O2, libc++ and AArch64. Then three faults, each of
which has to change a digest, show that the test can fail.
--toolchain takes only the builds of g++, clang++, libc++ or aarch64-linux-gnu-g++, and exits
with 77 if this machine can do none of them.
--record writes digests.txt anew if all builds agree: after a change that is meant.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import sys

import builds

SKIPPED = 77  # to ctest
RECORDED = pathlib.Path(__file__).with_name("digests.txt")


def outputs(candidates, why_not, output):
    """The output of each candidate by its name. One that this machine cannot do is skipped by name."""
    found = {}
    # Two at a time, one process each: a program without optimisation runs while another compiles.
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        reasons = [why_not(candidate) for candidate in candidates]
        possible = [candidate for candidate, reason in zip(candidates, reasons) if not reason]
        for candidate, reason in zip(candidates, reasons):
            if reason:
                print(f"skipped    {candidate.name} ({reason})", flush=True)
        for candidate, text in zip(possible, pool.map(output, possible)):
            found[candidate.name] = text
    return found


def by_run(text):
    return dict(line.rsplit(" ", 2)[::2] for line in text.splitlines())


def differing(text, recorded):
    ours, theirs = by_run(text), by_run(recorded)
    return sum(ours[run] != theirs[run] for run in ours.keys() & theirs.keys())


def short_runs(recorded):
    """What `digest --short` has to print."""
    return "".join(line.rpartition(" ")[0] + "\n" for line in recorded.splitlines())


def check_builds(found, short, recorded):
    """The number of builds that print anything but what was recorded; `short` made the short runs only."""
    wrong = 0
    for name, text in found.items():
        expected = short_runs(recorded) if name in short else recorded
        same = text == expected
        print(f"{'same bits' if same else 'OTHER BITS'}  {name}{', short runs' if name in short else ''}", flush=True)
        if not same:
            wrong += 1
            sys.stdout.writelines(list(difflib.unified_diff(
                expected.splitlines(True), text.splitlines(True), "expected", name, n=0))[:20])
    return wrong


def check_faults(found, recorded):
    """The number of faults that the digests do not show."""
    unnoticed = 0
    for name, text in found.items():
        count = differing(text, recorded)
        print(f"{'noticed  ' if count else 'UNNOTICED'}  {name} ({count} of {len(by_run(text))} digests differ)",
              flush=True)
        unnoticed += count == 0
    return unnoticed


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--toolchain", choices=sorted({build.toolchain for build in builds.FULL}))
    parser.add_argument("scratch", type=pathlib.Path)
    arguments, settings = parser.parse_known_args()
    full = os.environ.get("EENET_FULL") == "1"
    sound = [build for build in (builds.FULL if full else builds.PLAIN)
             if arguments.toolchain in (None, build.toolchain)]
    faulty = [faulty for faulty in builds.FAULTY if faulty.build in sound]
    for entry in builds.FAULTY:
        builds.text_with(entry.fault)  # ends here, not after all the builds, if it no longer fits

    short = {build.name for build in sound if build.slow and not full and not arguments.record}
    found = outputs(sound, builds.why_not, lambda build: builds.digests(
        build, builds.make(build, arguments.scratch, settings), build.name in short))
    if not found:
        if not sound:
            print("skipped    a long test, which EENET_FULL=1 asks for")
        return SKIPPED
    recorded = next(iter(found.values())) if arguments.record else RECORDED.read_text(encoding="utf-8")
    failures = check_builds(found, short, recorded)
    if arguments.record and failures == 0:
        RECORDED.write_text(recorded, encoding="utf-8")
    failures += check_faults(outputs(faulty, builds.why_not_faulty, lambda entry: builds.faulty_digests(
        entry, builds.folder_of(entry.build, arguments.scratch))), recorded)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
