"""What `eenet theory psi --certificate` writes, checked with NumPy alone; and the check notices what is wrong.

usage: certificate_test.py EENET
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

CHECK = pathlib.Path(__file__).with_name("check.py")


class Certificate(unittest.TestCase):
    eenet = ""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, depth, radius):
        random = numpy.random.default_rng(1)
        inputs = random.normal(size=(30, 4))
        numpy.save(self.path / "P.npy", inputs)
        numpy.save(self.path / "y.npy", numpy.sin(inputs[:, 0]))
        run = subprocess.run([self.eenet, "theory", "psi", "--inputs", "P.npy", "--labels", "y.npy", "--width", "50",
                              "--depth", str(depth), "--radius", str(radius), "--certificate", "c", "--json"],
                             cwd=self.path, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    def check(self):
        return subprocess.run([sys.executable, CHECK, self.path / "c"], capture_output=True, text=True).returncode

    def test_numpy_finds_the_network_in_the_ball_with_the_value(self):
        for depth in (2, 3):
            for radius in (0, 0.5, 5):
                document = self.write(depth, radius)
                self.assertEqual(self.check(), 0, (depth, radius))
                claim = json.loads((self.path / "c" / "certificate.json").read_text())
                self.assertEqual(claim["psi"], document["psi"])
                self.assertEqual(claim["ball_radius"], document["ball_radius"])

    def test_a_network_outside_the_ball_or_of_another_value_is_noticed(self):
        self.write(2, 1)
        theta = numpy.load(self.path / "c" / "theta.npy")
        theta0 = numpy.load(self.path / "c" / "theta0.npy")
        for other in (theta0, theta0 + 1.01 * (theta - theta0), theta[::-1]):
            numpy.save(self.path / "c" / "theta.npy", other)
            self.assertEqual(self.check(), 1)


if __name__ == "__main__":
    Certificate.eenet = sys.argv.pop()
    unittest.main()
