"""Networks, features, policies and runs of the Python module, against the program and against NumPy."""

import copy
import json
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest

from package import ENVIRONMENT, Case, np, program
import eenet

X = np.array([0.6, 0.0, 0.8])


class Networks(Case):
    def setUp(self):
        super().setUp()
        self.net = eenet.Mlp.initialised(3, 5, 3, seed=4)

    def test_value_and_gradient_are_those_of_plain_numpy(self):
        # Entries are small integers, so that nothing is rounded.
        net = eenet.Mlp(2, 2, 3)
        net.parameters = [1, -2, 3, 1, 2, -1, 1, 4, 3, -2]
        x = np.array([5.0, 1.0])
        w1, w2, w3 = (net.weights(layer) for layer in (1, 2, 3))
        z1 = w1 @ x
        z2 = w2 @ np.maximum(z1, 0)
        self.assertEqual(net(x), (w3 @ np.maximum(z2, 0))[0])
        signal2 = w3[0] * (z2 > 0)
        signal1 = (w2.T @ signal2) * (z1 > 0)
        expected = np.concatenate([np.outer(signal1, x).ravel(), np.outer(signal2, np.maximum(z1, 0)).ravel(),
                                   np.maximum(z2, 0)])
        self.assert_same_bits(net.gradient(x), expected + 0.0)

    def test_many_contexts_are_the_same_as_one_by_one(self):
        xs = np.random.default_rng(1).normal(size=(7, 3))
        self.assert_same_bits(self.net.values(xs), np.array([self.net(x) for x in xs]))
        self.assert_same_bits(self.net.gradients(xs), np.array([self.net.gradient(x) for x in xs]))

    def test_weights_are_a_view_that_outlives_its_network(self):
        w = self.net.weights(2)
        self.assertIs(w.base, self.net)
        w[1, 0] = 7.0
        self.assertEqual(self.net.parameters[5 * 3 + 5], 7.0)
        del self.net
        self.assertEqual(w[1, 0], 7.0)

    def test_parameters_are_copies(self):
        theta = self.net.parameters
        theta[0] = 9.0
        self.assertNotEqual(self.net.parameters[0], 9.0)
        self.net.parameters = theta
        self.assert_same_bits(self.net.parameters, theta)

    def test_a_step_is_minus_eta_times_the_gradient(self):
        before, error = self.net.parameters, self.net(X) - 0.25
        expected = before - 0.125 * error * self.net.gradient(X)
        self.net.sgd_step(X, target=0.25, eta=0.125)
        self.assert_same_bits(self.net.parameters, expected)

    def test_copies_and_pickles_are_the_same_network(self):
        for again in (copy.copy(self.net), copy.deepcopy(self.net), pickle.loads(pickle.dumps(self.net))):
            self.assert_same_bits(again.parameters, self.net.parameters)
            self.assertEqual((again.input_dim, again.width, again.depth), (3, 5, 3))

    def test_other_types_and_layouts_are_converted(self):
        for x in ([0, 1, 2], (0.0, 1.0, 2.0), np.arange(3), np.arange(3, dtype=np.float32), np.arange(6.0)[::2] / 2,
                  np.array([False, True, True]) * np.array([0, 1, 2])):
            self.assertEqual(self.net(x), self.net(np.array([0.0, 1.0, 2.0])))
        xs = np.asfortranarray(np.arange(12.0).reshape(4, 3))
        self.assert_same_bits(self.net.values(xs), self.net.values(np.ascontiguousarray(xs)))

    def test_what_is_no_context_is_refused(self):
        for x, words in (([1.0, 2.0], ("2 coordinates", "3")), (np.ones((1, 3)), ("2 dimensions", "1")),
                         (np.ones(3, complex), ("complex128",)), (["a", "b", "c"], ("<U1",)), (None, ("object",)),
                         (np.array([2**60 + 1, 0, 0]), ("integers that a double can hold",)),
                         (np.ones(3, np.longdouble), ("at most 64 bits",))):
            self.assert_refused(ValueError, words, self.net, x)
        self.assert_refused(ValueError, ("got 2", "45"), setattr, self.net, "parameters", [1.0, 2.0])
        self.assert_refused(ValueError, ("layer is 4",), self.net.weights, 4)

    def test_numbers_that_are_not_finite_show(self):
        self.assertTrue(np.isnan(self.net([np.nan, 0.0, 0.0])))

    def test_impossible_shapes_are_refused(self):
        self.assert_refused(ValueError, ("depth is 1",), eenet.Mlp, 2, 2, 1)
        self.assert_refused(ValueError, ("width is 0",), eenet.Mlp, 2, 0)
        self.assert_refused(MemoryError, ("GiB",), eenet.Mlp, 10_000_000, 10_000_000)


class Features(Case):
    def test_every_kind_has_norm_one_and_its_size(self):
        gradient = np.random.default_rng(2).normal(size=60)
        for kind, size in (("projection", 10), ("projection:k=3", 3), ("gradient", 60), ("block-mean:block=7", 9),
                           ("lle:k=4", 4)):
            phi = eenet.GradientFeatures(kind, gradient_dim=60)
            self.assertEqual(phi.output_dim, size)
            self.assertAlmostEqual(np.linalg.norm(phi(gradient)), 1.0, delta=size * 2.0**-52)
            self.assertEqual(phi.wants_played_gradients, kind.startswith("lle"))
        self.assert_same_bits(eenet.GradientFeatures("gradient", gradient_dim=2)([3.0, 4.0]), np.array([0.6, 0.8]))

    def test_wrong_settings_are_refused(self):
        self.assert_refused(ValueError, ("features", "other"), eenet.GradientFeatures, "other", gradient_dim=2)
        self.assert_refused(ValueError, ("block",), eenet.GradientFeatures, "projection:block=2", gradient_dim=2)
        phi = eenet.GradientFeatures(gradient_dim=4)
        self.assert_refused(ValueError, ("3 numbers", "4"), phi, [1.0, 2.0, 3.0])
        self.assert_refused(ValueError, ("2 numbers", "4"), phi.observe_played, [1.0, 2.0])


class Runs(Case):
    arguments = ("cosine:dim=6,arms=3,noise=bernoulli", "eenet:width=9,eta1=0.05", 64)

    def test_regret_digests_and_parameters_are_those_of_the_program(self):
        env, method, rounds = self.arguments
        document = json.loads(program("run", "--env", env, "--method", method, "--rounds", rounds, "--seeds", "3..5",
                                      "--json", "--quiet", "--out", self.folder))
        runs = eenet.run(env, method, rounds=rounds, seeds=range(3, 6), threads=2)
        self.assertEqual([one["digest"] for one in document["runs"]], list(runs.digests))
        self.assert_same_bits(runs.regret[:, -1], np.array([one["regret"] for one in document["runs"]]))
        self.assert_same_bits(runs.realized_regret[:, -1],
                              np.array([one["realized_regret"] for one in document["runs"]]))
        for seed, thetas in zip(runs.seeds, runs.parameters):
            for number, theta in enumerate(thetas, 1):
                self.assert_same_bits(theta, np.load(self.folder / f"theta{number}-{seed}.npy"))
        table = np.genfromtxt(self.folder / "regret.csv", delimiter=",", names=True)
        self.assert_same_bits(runs.regret.ravel(), table["regret"])

    def test_python_drives_a_policy_to_the_same_run(self):
        env, method, rounds = self.arguments
        trace = eenet.record(env, method, rounds=rounds, seed=2)
        world = eenet.Environment(env, seed=2)
        policy = eenet.Policy(method, dim=world.dim, arms=world.arms, seed=2)
        for t in range(rounds):
            contexts, expected, rewards = world.round(t + 1)
            self.assert_same_bits(contexts, trace.contexts[t])
            self.assert_same_bits(expected, trace.expected_rewards[t])
            arm = policy.choose(contexts)
            self.assertEqual((arm, policy.round), (trace.played[t], t + 1))
            self.assert_same_bits(policy.f1, trace.f1[t])
            self.assert_same_bits(policy.f2, trace.f2[t])
            self.assertEqual(policy.learn(rewards[arm]), trace.labels[t])
        for got, recorded in zip(policy.parameters, trace.parameters):
            self.assert_same_bits(got, recorded)

    def test_networks_and_features_are_those_of_the_first_round(self):
        trace = eenet.record("linear:dim=4,arms=3", "eenet:width=7", rounds=1, seed=6)
        f1 = eenet.Mlp.initialised(4, 7, seed=6)
        phi = eenet.GradientFeatures("projection:k=10", gradient_dim=f1.parameter_count, seed=6)
        f2 = eenet.Mlp.initialised(10, 7, seed=6, network=2)
        for arm, x in enumerate(trace.contexts[0]):
            self.assertEqual(f1(x), trace.f1[0, arm])
            self.assertEqual(f2(phi(f1.gradient(x))), trace.f2[0, arm])

    def test_initial_parameters_are_where_a_run_starts(self):
        thetas = [np.full(2 * 3 + 3, 0.25), np.full(10 * 3 + 3, -0.5)]
        trace = eenet.record("two-arms", "eenet:width=3", rounds=1, initial_parameters=thetas)
        net = eenet.Mlp(2, 3)
        net.parameters = thetas[0]
        self.assert_same_bits(trace.f1[0], net.values(trace.contexts[0]))
        self.assert_refused(ValueError, ("theta1 has 2", "9"), eenet.run, "two-arms", "eenet:width=3",
                            initial_parameters=[[1.0, 2.0], [3.0]])

    def test_a_run_that_diverges_has_no_numbers_behind_its_last_round(self):
        runs = eenet.run("linear", "eenet:width=8,eta1=1e3", rounds=200)
        self.assertTrue(runs.diverged[0])
        self.assertTrue(np.isnan(runs.regret[0, -1]))
        self.assertFalse(np.isnan(runs.regret[0, 0]))

    def test_wrong_plans_are_refused_with_the_sentence_of_the_program(self):
        for named, words in (({"env": "nowhere"}, ("unknown environment 'nowhere'",)), ({"rounds": 0}, ("rounds 0",)),
                             ({"method": "eenet:width=0"}, ("width",)), ({"seeds": []}, ("seeds",)),
                             ({"seeds": [-1]}, ("2^64",)), ({"threads": 0}, ("threads",))):
            self.assert_refused(ValueError, words, eenet.run, **named)
        policy = eenet.Policy("greedy:width=4", dim=2, arms=2)
        self.assert_refused(ValueError, ("no arm was chosen",), policy.learn, 1.0)
        self.assert_refused(ValueError, ("(1, 2)", "(2, 2)"), policy.choose, np.ones((1, 2)))
        self.assert_refused(ValueError, ("arm 1", "finite"), policy.choose, [[1.0, 0.0], [np.nan, 0.0]])
        policy.choose(np.eye(2))
        self.assert_refused(ValueError, ("nan",), policy.learn, float("nan"))
        self.assert_refused(ValueError, ("expected rewards",),
                            eenet.Policy("optimal", dim=2, arms=2).choose, np.eye(2))
        self.assert_refused(ValueError, ("t is 0",), eenet.Environment("linear").round, 0)


class Traces(Case):
    def test_a_trace_is_the_file_of_the_program(self):
        program("run", "--env", "linear:dim=3,arms=2", "--method", "eenet:width=4", "--rounds", 20, "--trace", "full",
                "--out", self.folder, "--quiet")
        eenet.record("linear:dim=3,arms=2", "eenet:width=4", rounds=20).write(str(self.folder / "ours.jsonl"))
        theirs = (self.folder / "trace-1.jsonl").read_bytes()
        self.assertEqual((self.folder / "ours.jsonl").read_bytes(), theirs)
        eenet.read_trace(str(self.folder / "trace-1.jsonl")).write(str(self.folder / "again.jsonl"))
        self.assertEqual((self.folder / "again.jsonl").read_bytes(), theirs)
        self.assertTrue(eenet.replay(self.folder / "ours.jsonl").matches)

    def test_a_changed_number_is_found(self):
        path = self.folder / "t.jsonl"
        eenet.record("linear:dim=3,arms=2", "eenet:width=4", rounds=9).write(str(path))
        lines = path.read_text().splitlines()
        record = json.loads(lines[4])
        record["f1"][1] += 2.0**-40
        lines[4] = json.dumps(record)
        path.write_text("\n".join(lines) + "\n")
        report = eenet.replay(path)
        self.assertFalse(report.matches)
        self.assertEqual(report.first_difference[:2], (4, "f1[1]"))

    def test_fields_that_are_not_recorded_are_none(self):
        program("run", "--env", "two-arms", "--rounds", 3, "--trace", "digest", "--out", self.folder, "--quiet")
        trace = eenet.read_trace(str(self.folder / "trace-1.jsonl"))
        self.assertEqual((trace.contexts, trace.f1, trace.labels, len(trace)), (None, None, None, 3))

    def test_trouble_with_files(self):
        self.assert_refused(OSError, ("nothing.jsonl", "No such file"), eenet.read_trace,
                            str(self.folder / "nothing.jsonl"))
        (self.folder / "no.jsonl").write_text("{}\n")
        self.assert_refused(RuntimeError, ("no.jsonl", "not the header of a trace"), eenet.read_trace,
                            str(self.folder / "no.jsonl"))
        self.assert_refused(OSError, ("cannot be written",), eenet.record("two-arms", rounds=1).write,
                            "/nowhere/t.jsonl")


class LongCalls(Case):
    def test_ctrl_c_ends_a_run(self):
        script = "import eenet; print('on', flush=True); eenet.run('linear', 'eenet:width=200', rounds=10**6)"
        child = subprocess.Popen([sys.executable, "-c", script], env=ENVIRONMENT, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        child.stdout.readline()
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=60)
        self.assertIn("KeyboardInterrupt", errors)

    def test_other_threads_go_on_meanwhile(self):
        worker = threading.Thread(target=eenet.run, args=("linear", "eenet:width=300"), kwargs={"rounds": 400})
        worker.start()
        turns = 0
        while worker.is_alive():
            turns += 1
            time.sleep(0.001)
        self.assertGreater(turns, 5)


if __name__ == "__main__":
    unittest.main()
