"""eenet.judge: right implementations pass, wrong ones are located, and nothing that they do can break the judge."""

import json
import signal
import subprocess
import sys
import time
import unittest

from package import ENVIRONMENT, ROOT, Case, np
from plain_network import PlainNetwork
import eenet

CASES = 200


class RightOnes(Case):
    def test_every_level_agrees_and_is_counted(self):
        report = eenet.judge(PlainNetwork(), cases=CASES, features=["gradient", "projection", "block-mean"])
        report.raise_if_failed()
        self.assertEqual((report.verdict, report.agrees, report.first_divergence), ("agrees", True, None))
        run = {level["level"]: level["cases"] for level in report.levels if level["cases"]}
        self.assertEqual(set(run), {"forward", "gradient", "update", "features", "round", "run"})
        self.assertEqual(json.loads(report.to_json())["schema"], "eenet.judge/1")

    def test_our_own_network_agrees(self):
        def net(network, theta):
            made = eenet.Mlp(network["input"], network["width"], network["depth"])
            made.parameters = theta
            return made

        def ntk(contexts, depth, convention):
            return eenet.ntk(contexts, depth=depth, convention=convention)

        report = eenet.judge({"forward": lambda n, theta, x: net(n, theta)(x), "ntk": ntk,
                              "gradient": lambda n, theta, x: net(n, theta).gradient(x)}, cases=CASES)
        report.raise_if_failed()
        exact = eenet.judge({"forward": lambda n, theta, x: net(n, theta)(x)}, cases=CASES, profile="exact")
        self.assertEqual(exact.verdict, "agrees", exact)

    def test_a_dialect_that_is_declared_agrees_and_explains_itself_where_it_is_not(self):
        class WholeSquare(PlainNetwork):
            def update(self, network, theta, x, target, eta):
                return super().update(network, theta, x, target, 2 * eta)

        declared = eenet.judge(WholeSquare(), levels=["update"], cases=CASES, dialect={"loss_factor": 1.0})
        declared.raise_if_failed()
        report = eenet.judge(WholeSquare(), levels=["update"], cases=CASES, shrink_seconds=5)
        self.assertEqual(report.verdict, "disagrees")
        self.assertTrue(any("(f - y)^2" in sentence for sentence in report.explanations), report.explanations)


class WrongOnes(Case):
    def judged(self, target, **named):
        report = eenet.judge(target, cases=CASES, shrink_seconds=5, **named)
        self.assertFalse(report.agrees)
        return report

    def test_a_fault_is_located(self):
        class NoActivity(PlainNetwork):
            def gradient(self, network, theta, x):
                weights, outputs = self.layers(network, theta), self.outputs(network, theta, x)
                pieces, signal = [outputs[-1]], weights[-1][0]
                for l in range(len(weights) - 2, -1, -1):
                    pieces.insert(0, np.outer(signal, outputs[l]).ravel())
                    signal = weights[l].T @ (signal * (outputs[l + 1] > 0))
                return np.concatenate(pieces)

        report = self.judged(NoActivity(), levels=["forward", "gradient"])
        self.assertEqual([level["failures"] > 0 for level in report.levels if level["cases"]], [False, True])
        first = report.first_divergence
        self.assertEqual((first["level"], first["field"]), ("gradient", "gradient"))
        self.assertTrue(first["place"].startswith("W_"))
        with self.assertRaises(AssertionError) as caught:
            report.raise_if_failed()
        for word in ("gradient", first["place"], report.counterexample["divergence"]["id"]):
            self.assertIn(word, str(caught.exception))

    def test_a_counterexample_can_be_judged_again_by_its_id(self):
        target = {"forward": lambda network, theta, x: PlainNetwork().forward(network, theta, x) + 1e-3}
        found = self.judged(target).counterexample
        again = eenet.judge(target, id=found["divergence"]["id"])
        self.assertEqual(again.verdict, "disagrees")
        self.assertEqual(eenet.judge(PlainNetwork(), id=found["divergence"]["id"]).verdict, "agrees")

    def test_exceptions_are_failures_with_their_text(self):
        def forward(network, theta, x):
            raise ZeroDivisionError("no such network")

        report = self.judged({"forward": forward})
        self.assertIn("ZeroDivisionError: no such network", report.first_divergence["sentence"])
        self.assertIn("ZeroDivisionError", str(report))

    def test_answers_that_are_none_are_failures(self):
        for answer in (None, "x", [1.0, 2.0], float("nan"), object(), {"other": 1.0}, {1: 2}, 2**70, 1j):
            with self.subTest(answer=answer):
                report = self.judged({"forward": lambda network, theta, x: answer})
                self.assertEqual(report.first_divergence["level"], "forward")

    def test_a_changed_mind_is_nondeterministic(self):
        rng = np.random.default_rng(1)
        report = self.judged({"forward": lambda n, theta, x: PlainNetwork().forward(n, theta, x) + rng.normal()})
        self.assertEqual(report.verdict, "nondeterministic")

    def test_what_cannot_be_judged_is_refused(self):
        self.assert_refused(ValueError, ("level 'other'", "forward"), eenet.judge, PlainNetwork(), levels=["other"])
        self.assert_refused(ValueError, ("level 'ntk'", "no function ntk"), eenet.judge, PlainNetwork(), levels=["ntk"])
        self.assert_refused(ValueError, ("function 'forwards'",), eenet.judge, {"forwards": print})
        self.assert_refused(ValueError, ("no function of the target",), eenet.judge, object())
        self.assert_refused(ValueError, ("profile", "'odd'"), eenet.judge, PlainNetwork(), profile="odd")

    def test_ctrl_c_stops(self):
        script = ("import time, eenet\n"
                  "def forward(network, theta, x):\n"
                  "    print('on', flush=True)\n"
                  "    time.sleep(0.2)\n"
                  "    return 0.0\n"
                  "eenet.judge({'forward': forward})\n")
        child = subprocess.Popen([sys.executable, "-c", script], env=ENVIRONMENT, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        child.stdout.readline()
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=60)
        self.assertIn("KeyboardInterrupt", errors)


class Documents(Case):
    def test_reports_fit_the_schema(self):
        path = ROOT / "docs/schemas/judge.json"
        sys.path.insert(0, str(ROOT / "tests/docs"))
        import schema
        document = json.loads(path.read_text(encoding="utf-8"))
        good = eenet.judge(PlainNetwork(), cases=CASES)
        bad = eenet.judge({"forward": lambda network, theta, x: 0.0}, cases=CASES, shrink_seconds=2)
        for report in (good, bad):
            self.assertEqual(schema.errors(json.loads(report.to_json()), document, document), [])


if __name__ == "__main__":
    unittest.main()
