"""Kernels, spectra, Psi, regret and gradients of the Python module, against the program and against NumPy."""

import json
import subprocess
import sys
import unittest

from package import ROOT, Case, np, program
import eenet

RNG = np.random.default_rng(3)
POINTS = RNG.normal(size=(12, 4))
POINTS /= np.linalg.norm(POINTS, axis=1, keepdims=True)


def plain(measured):
    """A Measured as the JSON of the program has it."""
    document = {"value": measured.value, "lower": measured.lower, "upper": measured.upper, "basis": measured.basis}
    return {name: number if np.isfinite(number) else str(number) for name, number in document.items()
            if isinstance(number, float)} | {"basis": measured.basis}


class Kernels(Case):
    def setUp(self):
        super().setUp()
        self.contexts, self.out = self.folder / "X.npy", self.folder / "H.npy"
        np.save(self.contexts, POINTS)

    def test_matrices_are_those_of_the_program(self):
        for convention in ("corrected", "printed"):
            program("theory", "ntk", "--contexts", self.contexts, "--depth", 3, "--convention", convention, "--out",
                    self.out, "--quiet")
            self.assert_same_bits(eenet.ntk(POINTS, depth=3, convention=convention, threads=2), np.load(self.out))
        program("theory", "ntk", "--contexts", self.contexts, "--depth", 3, "--kernel", "empirical", "--width", 20,
                "--seed", 5, "--out", self.out, "--quiet")
        net = eenet.Mlp.initialised(4, 20, 3, seed=5)
        self.assert_same_bits(eenet.empirical_ntk(net, POINTS), np.load(self.out))

    def test_rounds_of_arms_are_points(self):
        self.assert_same_bits(eenet.ntk(POINTS.reshape(4, 3, 4)), eenet.ntk(POINTS))
        self.assert_same_bits(eenet.ntk(np.asfortranarray(POINTS)), eenet.ntk(POINTS))

    def test_what_is_no_kernel_is_refused(self):
        for contexts, words in (([[np.nan, 1.0]], ("point 0", "nan")), ([1.0, 2.0], ("1 dimensions",)),
                                (np.ones((0, 3)), ("empty",)), ([[1e200, 0.0]], ("1e+200",))):
            self.assert_refused(ValueError, words, eenet.ntk, contexts)
        self.assert_refused(ValueError, ("depth 1",), eenet.ntk, POINTS, depth=1)
        self.assert_refused(ValueError, ("convention 'odd'",), eenet.ntk, POINTS, convention="odd")
        self.assert_refused(ValueError, ("4 coordinates", "3"), eenet.empirical_ntk, eenet.Mlp(3, 2), POINTS)
        self.assert_refused(MemoryError, ("GiB",), eenet.ntk, np.ones((1_000_000, 1)))

    def test_spectra_are_those_of_the_program(self):
        rewards = self.folder / "h.npy"
        np.save(rewards, np.linspace(0, 1, 12))
        for method in ("dense", "iterative"):
            document = json.loads(program("theory", "spectrum", "--contexts", self.contexts, "--lambda", 0.5,
                                          "--rewards", rewards, "--method", method, "--json", "--quiet"))
            found = eenet.spectrum(POINTS, rewards=np.linspace(0, 1, 12), lam=0.5, method=method)
            for name in ("lambda_min", "lambda_max", "log_det", "effective_dimension", "S", "condition"):
                expected = {key: document[name][key] for key in ("value", "lower", "upper", "basis")}
                self.assertEqual(plain(getattr(found, name)), expected, name)
            self.assertEqual(found.method, method)

    def test_a_matrix_has_the_eigenvalues_that_numpy_finds(self):
        h = eenet.ntk(POINTS)
        found = eenet.spectrum(matrix=h)
        smallest, largest = np.linalg.eigvalsh(h)[[0, -1]]
        slack = 12 * 2.0**-50 * largest  # of eigvalsh
        self.assertLessEqual(found.lambda_min.lower, smallest + slack)
        self.assertGreaterEqual(found.lambda_min.upper, smallest - slack)
        self.assertAlmostEqual(found.log_det.value, np.linalg.slogdet(np.eye(12) + h)[1], delta=1e-10)
        self.assertIsNone(found.S)

    def test_repeated_points_have_an_infinite_s(self):
        found = eenet.spectrum([[1.0, 0.0], [1.0, 0.0]], rewards=[0.0, 1.0])
        self.assertEqual((found.lambda_min.value, found.distinct_points, found.S.upper), (0.0, 1, float("inf")))
        self.assertTrue(any("same" in sentence or "repeat" in sentence for sentence in found.diagnosis), found.diagnosis)

    def test_what_has_no_spectrum_is_refused(self):
        self.assert_refused(ValueError, ("either contexts or a matrix",), eenet.spectrum)
        self.assert_refused(ValueError, ("(2, 3)",), eenet.spectrum, matrix=np.ones((2, 3)))
        self.assert_refused(ValueError, ("not finite",), eenet.spectrum, matrix=[[np.inf]])
        self.assert_refused(ValueError, ("point 1", "zero"), eenet.spectrum, [[1.0], [0.0]])
        self.assert_refused(ValueError, ("3 numbers", "12"), eenet.spectrum, POINTS, rewards=[1.0, 2.0, 3.0])
        self.assert_refused(ValueError, ("lam 0",), eenet.spectrum, POINTS, lam=0.0)


class Psi(Case):
    labels = np.linspace(0, 1, 12)

    def test_it_is_that_of_the_program_and_its_certificate_holds(self):
        np.save(self.folder / "P.npy", POINTS)
        np.save(self.folder / "y.npy", self.labels)
        document = json.loads(program("theory", "psi", "--inputs", self.folder / "P.npy", "--labels",
                                      self.folder / "y.npy", "--width", 16, "--radius", 0.5, "--seed", 2, "--json",
                                      "--quiet"))
        bracket = eenet.psi(eenet.Mlp.initialised(4, 16, seed=2), POINTS, self.labels, radius=0.5, seed=2, threads=2)
        for name in ("psi", "linearised", "at_initialisation"):
            self.assertEqual(plain(getattr(bracket, name)), document[name], name)
        self.assertEqual((bracket.lower_bound, bracket.ball_radius), (document["lower_bound"], document["ball_radius"]))
        bracket.write_certificate(self.folder / "c")
        check = subprocess.run([sys.executable, ROOT / "tests/certificate/check.py", self.folder / "c"], check=False)
        self.assertEqual(check.returncode, 0)
        self.assert_same_bits(np.load(self.folder / "c/theta.npy"), bracket.minimiser)

    def test_wrong_problems_are_refused(self):
        net = eenet.Mlp.initialised(4, 8)
        self.assert_refused(ValueError, ("2 labels for 12",), eenet.psi, net, POINTS, [1.0, 2.0], radius=1.0)
        self.assert_refused(ValueError, ("radius -1",), eenet.psi, net, POINTS, self.labels, radius=-1.0)
        self.assert_refused(ValueError, ("label 0", "nan"), eenet.psi, net, POINTS[:1], [np.nan], radius=1.0)
        self.assert_refused(ValueError, ("starts",), eenet.psi, net, POINTS, self.labels, radius=1.0, starts=0)


class Regret(Case):
    curves = np.cumsum(RNG.random((12, 64)) < 0.4, axis=1) * 0.5

    def test_the_report_is_that_of_the_program(self):
        path, bound = self.folder / "R.npy", self.folder / "b.npy"
        for curves in (self.curves, self.curves.astype(np.float32)):
            np.save(path, curves)
            np.save(bound, np.linspace(1, 20, 64))
            document = json.loads(program("regret", "check", "--curves", path, "--bound", "sqrt:C=3", "--bound", bound,
                                          "--json"))
            report = eenet.check_regret(curves, bounds={"sqrt:C=3": 3.0, "b.npy": np.linspace(1, 20, 64)})
            document["source"] = "curves"
            self.assertEqual(report.json, document)
            self.assertEqual(report.growth, document["growth"]["outcome"])
            self.assertEqual(list(report.kept), ["sqrt:C=3", "b.npy"])

    def test_a_line_and_a_root_are_told_apart(self):
        rounds, noise = np.arange(1, 513.0), np.linspace(0.95, 1.05, 12)[:, None]
        self.assertEqual(eenet.check_regret(noise * rounds).growth, "linear")
        self.assertEqual(eenet.check_regret(noise * np.sqrt(rounds)).growth, "sublinear")
        steps = np.diff(noise * rounds, axis=1, prepend=0.0)
        self.assertEqual(eenet.check_regret(steps, per_round=True).growth, "linear")

    def test_what_is_no_regret_is_refused(self):
        falling = self.curves.copy()
        falling[3, 9] = -1.0
        for curves, words in ((falling, ("3", "10")), (np.ones(9), ("1 dimensions",)), (np.ones((1, 9)), ("run",)),
                              (np.full((9, 9), np.nan), ("run 0",))):
            self.assert_refused(ValueError, words, eenet.check_regret, curves)
        self.assert_refused(ValueError, ("short", "10 rounds", "64"), eenet.check_regret, self.curves,
                            bounds={"short": np.ones(10)})
        self.assert_refused(ValueError, ("delta 2",), eenet.check_regret, self.curves, delta=2.0)


class Gradients(Case):
    def setUp(self):
        super().setUp()
        self.net = eenet.Mlp.initialised(3, 6, 3, seed=9)
        self.x = np.array([0.6, 0.0, 0.8])

    def check(self, value, gradient, **named):
        return eenet.check_gradient(value, gradient, self.net.parameters, self.x, width=6, depth=3, **named)

    def test_ours_agrees_as_numbers_and_as_functions(self):
        self.assertEqual(self.check(self.net(self.x), self.net.gradient(self.x)).outcome, "agree")

        def at(theta, x, call):
            net = eenet.Mlp(3, 6, 3)
            net.parameters = theta
            return call(net, x)

        report = self.check(lambda theta, x: at(theta, x, eenet.Mlp.__call__),
                            lambda theta, x: at(theta, x, eenet.Mlp.gradient))
        self.assertEqual((report.outcome, len(report.entries)), ("agree", self.net.parameter_count))
        report.raise_if_failed()

    def test_an_entry_that_is_off_is_named(self):
        gradient = self.net.gradient(self.x)
        largest = int(np.argmax(np.abs(gradient)))
        gradient[largest] *= 1 + 1e-9
        report = self.check(None, gradient)
        self.assertEqual((report.outcome, report.entries[largest]), ("disagree", "disagree"))
        self.assertEqual(report.worst["got"], gradient[largest])
        with self.assertRaises(AssertionError) as caught:
            report.raise_if_failed()
        self.assertIn("df/dW_", str(caught.exception))

    def test_a_value_that_is_off_is_named(self):
        report = self.check(self.net(self.x) + 1e-9, self.net.gradient(self.x))
        self.assertEqual(report.outcome, "disagree")
        self.assertIn("f is", report.text)

    def test_float32_has_its_own_bounds(self):
        theta = self.net.parameters.astype(np.float32).astype(np.float64)
        x = self.x.astype(np.float32).astype(np.float64)
        net = eenet.Mlp(3, 6, 3)
        net.parameters = theta
        rounded = net.gradient(x).astype(np.float32)
        for dtype, outcome in (("float32", "agree"), ("float64", "disagree")):
            report = eenet.check_gradient(None, rounded, theta, x, width=6, depth=3, dtype=dtype)
            self.assertEqual(report.outcome, outcome)
        self.assert_refused(ValueError, ("x", "float32"), self.check, None, rounded, dtype="float32")

    def test_at_a_kink_every_derivative_between_the_sides_is_right(self):
        theta, x = [1.0, -1.0, 2.0], [0.5, 0.5]  # one hidden unit, whose pre-activation is exactly 0
        for slope, outcome in ((0.0, "kink"), (0.5, "kink"), (1.0, "kink"), (1.5, "disagree")):
            gradient = [2.0 * slope * 0.5, 2.0 * slope * 0.5, 0.0]
            report = eenet.check_gradient(0.0, gradient, theta, x, width=1)
            self.assertEqual(report.outcome, outcome, slope)
        self.assertGreaterEqual(eenet.check_gradient(0.0, [0.0, 0.0, 0.0], theta, x, width=1).kinks, 2)

    def test_what_cannot_be_compared_is_refused(self):
        self.assert_refused(ValueError, ("gradient", "2 numbers", "60"), self.check, None, [1.0, 2.0])
        self.assert_refused(ValueError, ("dtype 'int'",), self.check, None, [1.0], dtype="int")


if __name__ == "__main__":
    unittest.main()
