"""Departures from docs/numerics.md, one place each, for replica_test.py, which must find all."""

import math

import embedding
import numerics
import replica

# Settings that show the departures, and that replica_test.py plays as well.
DEEP = ",depth=3"
BLOCKS = ",features=block-mean,block=7"
LLE = ",features=lle,k=3,neighbours=4,landmarks=40"  # fitted after rounds 16, 32 and 40
REPLAY = ",schedule=replay,every=5,steps=60"
LATE = REPLAY + ",late_from=20,late_every=7"
STOPPING = LATE + ",eta1=0.1,eta2=0.1,loss1=0.02,loss2=0.05"  # most retraining ends by the loss
RULES = []  # what is broken, settings that show it, the module and name, and what takes its place


def departs(settings, module, name):
    def add(replacement):
        RULES.append((replacement.__name__, settings, module, name, replacement))
        return replacement
    return add


# ---- Sums, numbers and steps
@departs(DEEP, replica, "dot")
def dot_from_left_to_right(a, b):
    return numerics.in_order(x * y for x, y in zip(a, b))


@departs(DEEP, replica, "row_times")
def matrix_product_with_the_sum_of_dot(row, x):
    return numerics.dot(row, x)


@departs(DEEP, replica, "normalise")
def normalising_without_scaling(v):
    factor = 1 / math.sqrt(numerics.dot(v, v))
    return [entry * factor for entry in v]


@departs(DEEP, numerics, "logarithm")
def library_logarithm(x):
    return math.log(x) * (1 + 2**-52)


@departs(DEEP, replica, "step")
def step_in_another_order(network, outputs, signals, c):
    for matrix, signal, output in zip(network, signals + [[1.0]], outputs):
        for row, s in zip(matrix, signal):
            row[:] = [weight - c * s * o for weight, o in zip(row, output)]


# ---- Features
@departs(DEEP, replica, "below")
def projection_with_the_sign_in_the_highest_bit(source, n):
    w = numerics.below(source, n)
    return w % (n // 2) * 2 + w // (n // 2)


@departs(DEEP, replica, "below")
def projection_with_the_other_sign(source, n):
    return numerics.below(source, n) ^ 1


@departs(BLOCKS, replica, "block_means")
def last_block_by_its_own_length(g, length):
    blocks = [g[start:start + length] for start in range(0, len(g), length)]
    return [numerics.in_order(block) / len(block) for block in blocks]


@departs(BLOCKS, replica, "block_means")
def block_means_with_the_sum_of_dot(g, length):
    return [numerics.lane_sum(g[start:start + length]) / length for start in range(0, len(g), length)]


# ---- Locally linear embedding
nearest, reconstruction_weights = embedding.nearest, embedding.reconstruction_weights
with_sign, eigenvectors = embedding.with_sign, embedding.eigenvectors


@departs(LLE, embedding, "distance")
def another_distance(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


@departs(LLE, embedding, "nearest")
def a_landmark_is_its_own_neighbour(g, landmarks, count, without=None):
    del without
    return nearest(g, landmarks, count)


@departs(LLE, embedding, "nearest")
def neighbours_by_index(g, landmarks, count, without=None):
    return sorted(nearest(g, landmarks, count, without))


@departs(LLE, embedding, "reconstruction_weights")
def ridge_without_the_trace(g, neighbours, ridge):
    v = [[x - y for x, y in zip(g, neighbour)] for neighbour in neighbours]
    trace = numerics.in_order(numerics.dot(difference, difference) for difference in v)
    return reconstruction_weights(g, neighbours, ridge / trace)


@departs(LLE, embedding, "solve")
def solve_by_rows(c, b):
    for i, row in enumerate(c):
        for j in range(i + 1):
            rest = row[j] - numerics.dot(row[:j], c[j][:j])
            row[j] = math.sqrt(rest) if i == j else rest / c[j][j]
        b[i] = (b[i] - numerics.dot(row[:i], b[:i])) / row[i]
    for j in reversed(range(len(b))):
        below = range(j + 1, len(b))
        b[j] = (b[j] - numerics.dot([c[i][j] for i in below], [b[i] for i in below])) / c[j][j]
    return b


@departs(LLE, embedding, "with_sign")
def eigenvectors_as_they_come(vector):
    return vector


@departs(LLE, embedding, "with_sign")
def sign_by_the_first_entry(vector):
    return [-entry for entry in vector] if vector[0] < 0 else vector


@departs(LLE, embedding, "eigenvectors")
def the_constant_eigenvector_is_kept(m):
    vectors = eigenvectors(m)
    return vectors[:1] + vectors


@departs(LLE, embedding, "turn")
def columns_turned_in_another_order(a, b, c, s):
    t = s / c
    return [c * (x - t * y) for x, y in zip(a, b)], [c * (t * x + y) for x, y in zip(a, b)]


@departs(LLE, replica, "Embedding")
class FittedOnce(embedding.Embedding):
    def fit(self):
        if not self.fitted:
            super().fit()


@departs(LLE, replica, "Embedding")
class NotFittedToAllLandmarks(embedding.Embedding):
    def fit(self):
        if len(self.landmarks) < self.most_landmarks:
            super().fit()


@departs(LLE, replica, "Embedding")
class NewestLandmarkTakesThePlaceOfTheLast(embedding.Embedding):
    def add(self, g):
        super().add(g)
        self.fitted[-1:] = [g] * bool(self.fitted)


# ---- Retraining
retrain = replica.retrain


@departs(REPLAY, replica, "shuffled")
def samples_in_the_order_of_their_rounds(samples, source):
    del source
    return list(samples)


@departs(REPLAY, replica, "shuffled")
def shuffled_from_the_front(samples, source):
    order = list(samples)
    for i in range(len(order) - 1):
        j = i + numerics.below(source, len(order) - i)
        order[i], order[j] = order[j], order[i]
    return order


@departs(REPLAY + ",loss1=0,loss2=0", replica.Learner, "retrain")
def another_order_in_every_pass(learner, i):
    samples, left = learner.samples[i], int(learner.settings["steps"])
    source = numerics.words(learner.seed, "training", 2 * learner.t + i)
    while left > 0:
        order = numerics.shuffled(samples, source)
        retrain(learner.networks[i], order, learner.rates[i], min(left, len(order)), 0)
        left -= len(order)


@departs(STOPPING, replica, "retrain")
def no_end_at_a_small_loss(network, samples, rate, steps, loss):
    retrain(network, samples, rate, steps, min(loss, -1))


@departs(STOPPING, replica, "retrain")
def the_sum_for_the_mean(network, samples, rate, steps, loss):
    retrain(network, samples, rate, steps, loss / len(samples))


@departs(REPLAY, replica, "retrain")
def whole_passes_only(network, samples, rate, steps, loss):
    retrain(network, samples, rate, -(-steps // len(samples)) * len(samples), loss)


@departs(STOPPING, replica, "retrain")
def half_the_loss(network, samples, rate, steps, loss):
    retrain(network, samples, rate, steps, 2 * loss)


@departs(STOPPING, replica, "retrain")
def loss_after_the_steps(network, samples, rate, steps, loss):
    for start in range(0, steps, len(samples)):
        retrain(network, samples, rate, min(len(samples), steps - start), loss)
        errors = [replica.forward(network, x)[1] - y for x, y in samples]
        if numerics.in_order(error * error for error in errors) / len(samples) <= loss:
            return


@departs(REPLAY, replica, "is_training_round")
def trained_a_round_earlier(settings, t):
    return t % int(settings["every"]) == 0


@departs(LATE, replica, "is_training_round")
def never_late(settings, t):
    return (t - 1) % int(settings["every"]) == 0


@departs(LATE, replica, "is_training_round")
def late_a_round_later(settings, t):
    late = t - 1 > int(settings["late_from"])
    return (t - 1) % int(settings["late_every" if late else "every"]) == 0
