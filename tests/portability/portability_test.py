"""The digests of digests.txt with every compiler, optimisation level, library and machine at hand.

usage: portability_test.py [--record] [--toolchain NAME] SCRATCH [CMAKE ARGUMENTS...]

Builds below SCRATCH, where the next run finds them again. EENET_FULL=1 adds -O2, libc++
and AArch64. Then builds that must not have these digests show that the test can fail.
--toolchain takes only the builds of g++, clang++, libc++ or aarch64-linux-gnu-g++, and exits
with 77 if there is none to be had.
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


def outputs(candidates, scratch, settings):
    """Build by build, its name and what it prints; one that cannot be done is skipped by name."""
    def output(build):
        reason = builds.why_not(build)
        return reason, None if reason else builds.digests(build, builds.make(build, scratch, settings))

    # Two at a time, one process each: a program without optimisation runs while another compiles.
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for build, (reason, text) in zip(candidates, pool.map(output, candidates)):
            if reason:
                print(f"skipped    {build.name} ({reason})", flush=True)
            else:
                yield build.name, text


def by_run(text):
    return dict(line.rsplit(" ", 1) for line in text.splitlines())


def differing(text, recorded):
    ours, theirs = by_run(text), by_run(recorded)
    return sum(ours[run] != theirs[run] for run in ours.keys() & theirs.keys())


def check_builds(found, recorded):
    """The number of builds that print anything but what was recorded."""
    wrong = 0
    for name, text in found.items():
        same = text == recorded
        print(f"{'same bits' if same else 'OTHER BITS'}  {name}", flush=True)
        if not same:
            wrong += 1
            sys.stdout.writelines(list(difflib.unified_diff(
                recorded.splitlines(True), text.splitlines(True), "expected", name, n=0))[:20])
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
    sound, faulty = ([build for build in group if arguments.toolchain in (None, build.toolchain)]
                     for group in ((builds.FULL, builds.FULL_FAULTY) if full else (builds.PLAIN, builds.FAULTY)))
    for build in builds.FULL_FAULTY:
        builds.text_with(build.fault)  # ends here, not after all the builds, if it no longer fits

    found = dict(outputs(sound + faulty, arguments.scratch, settings))
    agreeing = {build.name: found[build.name] for build in sound if build.name in found}
    if not agreeing:
        if not sound:
            print("skipped    a long test, which EENET_FULL=1 asks for")
        return SKIPPED
    recorded = next(iter(agreeing.values())) if arguments.record else RECORDED.read_text(encoding="utf-8")
    failures = check_builds(agreeing, recorded)
    if arguments.record and failures == 0:
        RECORDED.write_text(recorded, encoding="utf-8")
    failures += check_faults({build.name: found[build.name] for build in faulty if build.name in found}, recorded)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
