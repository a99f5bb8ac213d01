"""What the tests of the Python module share: the package of this build, and the program beside it.

usage of each test: NAME_test.py EENET_BINARY BUILD_TREE/python [UNITTEST ARGUMENTS...]
exit 77: the module is not built, or NumPy is not installed (packages pybind11-dev, python3-dev, python3-numpy)
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY, FOLDER = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
del sys.argv[1:3]
ROOT = pathlib.Path(__file__).resolve().parents[2]

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)
if not list(FOLDER.glob("eenet/_core*.so")):
    print("skipped: the Python module is not built")
    sys.exit(77)
sys.path.insert(0, str(FOLDER))
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(FOLDER)}


def program(*arguments):
    """What the program eenet prints."""
    words = [str(word) for word in (BINARY, *arguments)]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assert_same_bits(self, got, expected):
        got, expected = np.asarray(got), np.asarray(expected)
        self.assertEqual((got.shape, got.dtype), (expected.shape, expected.dtype))
        self.assertEqual(np.ascontiguousarray(got).tobytes(), np.ascontiguousarray(expected).tobytes())

    def assert_refused(self, error, words, call, *arguments, **named):
        with self.assertRaises(error) as caught:
            call(*arguments, **named)
        for word in words:
            self.assertIn(word, str(caught.exception))
