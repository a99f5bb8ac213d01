"""A trial of `eenet` as hostile users, broken files and full machines would make it.

usage: trial_test.py EENET_BINARY [UNITTEST ARGUMENTS...]

Every call is held to what is true of all calls: see calls.py. The tests add what is true of theirs.
"""

import os
import sys
import tempfile
import unittest

from calls import Caller
from material import Material
from trial import Trial

# pylint: disable=unused-import
from command_lines import CommandLines  # noqa: F401
from files import Arrays, Results, SpecialFiles, Traces  # noqa: F401
from machine import Limits, Output, Signals  # noqa: F401
from repeats import Repeats, SharedFolders  # noqa: F401

FEWEST = 500


if __name__ == "__main__":
    binary = os.path.abspath(sys.argv.pop(1))
    with tempfile.TemporaryDirectory() as folder:
        Trial.caller = Caller(binary, folder)
        Trial.material = Material(os.path.join(folder, "material"), Trial.caller)
        whole = len(sys.argv) == 1
        program = unittest.main(exit=False)
        Trial.caller.pool.shutdown()
    print(f"{Trial.caller.calls} calls", file=sys.stderr)
    if whole and Trial.caller.calls < FEWEST:
        sys.exit(f"{Trial.caller.calls} calls, expected at least {FEWEST}")
    sys.exit(not program.result.wasSuccessful())
