"""Faulty evaluators, one fault each. `caught` has the id of a vector that must notice it, and words of its `catches`."""

import math

from evaluator import Evaluator

FAULTS = []  # (evaluator, id, words)


def caught(vector, words):
    def add(fault):
        FAULTS.append((fault, vector, words))
        return fault
    return add


# ---- forward
@caught("forward/L2-m3-d2/ordinary", "column by column")
class FirstMatrixByColumns(Evaluator):
    def weights(self, network, theta):
        matrices = super().weights(network, theta)
        d, m = network["input"], network["width"]
        matrices[0] = [theta[row:m * d:m] for row in range(m)]
        return matrices


@caught("forward/L2-m3-d2/opposite-doubled", "normalised")
class NormalisedInput(Evaluator):
    def value(self, network, theta, x):
        return super().value(network, theta, self.normalised(x))


@caught("forward/L3-m4-d3/opposite-doubled", "sqrt(m)")
class FactorOfTheWidth(Evaluator):
    def value(self, network, theta, x):
        return math.sqrt(network["width"]) * super().value(network, theta, x)


@caught("forward/L3-m3-d2-dead/dead-layer", "leaky")
class LeakyUnits(Evaluator):
    def relu(self, z):
        return z if z > 0 else 0.01 * z


# ---- gradient
@caught("gradient/L3-m3-d3/ordinary", "transposed")
class TransposedGradient(Evaluator):
    def layer_gradient(self, signal, inputs):
        return super().layer_gradient(inputs, signal)


@caught("gradient/L3-m4-d3/ordinary", "D_l")
class PrintedGradient(Evaluator):
    def own_factor(self, slope, signal):
        return signal


@caught("gradient/L3-m3-d2-dead/dead-layer", "units that are off")
class EveryUnitPasses(Evaluator):
    def relu_slope(self, z):
        return 1.0


@caught("gradient/L3-m4-d3/exact-kink", "outside of [0, 1]")
class SlopeTwoAtZero(Evaluator):
    def relu_slope(self, z):
        return 2.0 if z == 0 else super().relu_slope(z)


@caught("gradient/L2-m3-d2/zero-input", "division by the norm")
class GradientDividedByItsNorm(Evaluator):
    def gradient(self, network, theta, x):
        gradient = super().gradient(network, theta, x)
        norm = self.norm(gradient)
        return [entry / norm if norm else math.nan for entry in gradient]


# ---- update
class WholeLoss(Evaluator):
    def loss_slope(self, value, target):
        return 2 * super().loss_slope(value, target)


caught("update/L3-m4-d3/ordinary", "factor 1/2")(WholeLoss)
caught("baseline/greedy-L2-m4-d3/ordinary", "factor 1/2")(type("WholeLossOfGreedy", (WholeLoss,), {}))


@caught("update/L2-m3-d2/ordinary", "upwards")
class StepUpwards(Evaluator):
    def loss_slope(self, value, target):
        return -super().loss_slope(value, target)


@caught("update/L2-m3-d2/zero-input", "weight decay")
class WeightDecay(Evaluator):
    def step(self, network, theta, x, target, eta):
        return [0.999 * weight for weight in super().step(network, theta, x, target, eta)]


# ---- features
@caught("features/gradient-p7/ordinary", "not divided by its norm")
class NotNormalised(Evaluator):
    def normalised(self, v):
        return v


@caught("features/block-mean-p11-block4/ordinary", "its own length")
class LastBlockByItsOwnLength(Evaluator):
    def blocks(self, g, length):
        parts = [g[start:start + length] for start in range(0, len(g), length)]
        return [sum(entries) / len(entries) for entries in parts]


@caught("features/projection-p23-k5/ordinary", "a sign left out")
class NoSigns(Evaluator):
    def projected(self, features, g):
        return super().projected(dict(features, signs=[1] * len(g)), g)


@caught("features/gradient-p7/tiny", "added to the norm")
class NormWithAnEpsilon(Evaluator):
    def normalised(self, v):
        norm = math.sqrt(sum(entry * entry for entry in v)) + 1e-8
        return [entry / norm for entry in v] if any(v) else super().normalised(v)


@caught("features/projection-p9-k1/zero-gradient", "phi = 0")
class ZeroStaysZero(Evaluator):
    def normalised(self, v):
        return super().normalised(v) if any(v) else v


@caught("features/lle-p5-k2/ordinary", "not multiplied by the trace")
class RidgeWithoutTrace(Evaluator):
    def ridge(self, features, trace):
        return features["ridge"]


@caught("features/lle-p5-k2/far-away", "the farthest")
class FarthestLandmarks(Evaluator):
    def nearest(self, features, g):
        count = len(features["landmarks"])
        return super().nearest(dict(features, neighbours=count), g)[-features["neighbours"]:]


# ---- initialisation
@caught("initialisation/L3-m6-d5/statistics", "variance 1/m in the hidden layers")
class SmallHiddenWeights(Evaluator):
    def deviation(self, q, layer):
        return math.sqrt(1 / q["network"]["width"])


@caught("initialisation/L2-m3-d8/statistics", "sqrt(2/d)")
class DeviationOfTheInput(Evaluator):
    def deviation(self, q, layer):
        return math.sqrt(2 / q["network"]["input"]) if layer == 1 else super().deviation(q, layer)


@caught("initialisation/L3-m6-d5/f1-seed1", "another order")
class LastLayerDrawnFirst(Evaluator):
    def drawn(self, q, sizes):
        numbers = super().drawn(q, sizes)
        return numbers[sizes[-1]:] + numbers[:sizes[-1]]


@caught("initialisation/L2-m3-d8/f2-seed7", "another stream")
class OneStream(Evaluator):
    def drawn(self, q, sizes):
        return super().drawn(dict(q, stream="init/f1"), sizes)


# ---- round
@caught("round/projection-L2-m4-d3/ordinary", "after the step of f1")
class LabelAfterUpdate(Evaluator):
    def scores_for_label(self, q, answer):
        return [self.value(q["network1"], answer["theta1"], x) for x in q["arms"]]


@caught("round/projection-L2-m4-d3/another-arm-is-played", "not at the played one")
class LearnsFromItsOwnChoice(Evaluator):
    def played(self, q, arm):
        return arm


@caught("baseline/greedy-L3-m4-d3/another-arm-is-played", "not at the played one")
class GreedyLearnsFromItsOwnChoice(LearnsFromItsOwnChoice):
    pass


@caught("round/gradient-L3-m4-d3/negative-label", "|r - f1|")
class AbsoluteLabel(Evaluator):
    def label(self, q, f1):
        return abs(super().label(q, f1))


@caught("round/block-mean-L2-m4-d3/negative-label", "max(r - f1, 0)")
class PositiveLabel(Evaluator):
    def label(self, q, f1):
        return max(super().label(q, f1), 0.0)


@caught("round/projection-L2-m4-d3/exploration-decides", "by f1 alone")
class ChoiceByExploitation(Evaluator):
    def scores(self, f1, f2):
        return f1


@caught("round/projection-L2-m4-d3/exploitation-decides", "by f2 alone")
class ChoiceByExploration(Evaluator):
    def scores(self, f1, f2):
        return f2


# ---- selection
@caught("selection/eenet-L2-m4-d3/first-and-last", "broken by the lowest index")
class HighestIndex(Evaluator):
    def choice(self, scores):
        return max(range(len(scores)), key=lambda i: (scores[i], i))


@caught("selection/eenet-L2-m4-d3/one-bit-apart", "comparison with a tolerance")
class NearlyEqualScoresAreEqual(Evaluator):
    def choice(self, scores):
        return next(i for i, score in enumerate(scores) if score >= max(scores) - 1e-6)


@caught("selection/eenet-L2-m4-d3/single-arm", "counts from 1")
class CountsFromOne(Evaluator):
    def choice(self, scores):
        return super().choice(scores) + 1


@caught("selection/eenet-L2-m4-d3/all-negative", "starts from 0")
class LargestStartsFromZero(Evaluator):
    def choice(self, scores):
        best, arm = 0.0, 0
        for i, score in enumerate(scores):
            if score > best:
                best, arm = score, i
        return arm


# ---- trace: these keep what they should not
@caught("trace/three-rounds/round-002", "a stale phi")
class StalePhi(Evaluator):
    phi = None

    def features(self, features, g):
        phi, self.phi = self.phi, super().features(features, g)
        return phi or self.phi


@caught("trace/hundred-rounds/round-057", "parameters of another round")
class StaleParametersFromRound57(Evaluator):
    rounds, before = 0, None

    def op_round(self, q):
        self.rounds += 1
        stale = dict(q, theta2=self.before) if self.rounds >= 57 else q
        self.before = q["theta2"]
        return super().op_round(stale)


@caught("trace/three-rounds/round-003", "one step too many")
class OneStepTooManyFromRoundThree(Evaluator):
    rounds = 0

    def op_round(self, q):
        self.rounds += 1
        return super().op_round(q)

    def step(self, network, theta, x, target, eta):
        theta = super().step(network, theta, x, target, eta)
        return super().step(network, theta, x, target, eta) if self.rounds == 3 else theta


# ---- ntk
@caught("ntk/L3-corrected/ordinary", "printed number of levels")
class PrintedLevels(Evaluator):
    def levels(self, q):
        return q["depth"]


@caught("ntk/L2-corrected/not-unit", "to have norm 1")
class NormsIgnored(Evaluator):
    def kernel(self, x, y, levels):
        return super().kernel(self.normalised(x), self.normalised(y), levels)


@caught("ntk/L2-corrected/zero", "division by the norm 0")
class NoZeroContext(Evaluator):
    def context_norm(self, x):
        return self.norm(x) or math.nan


@caught("ntk/L5-corrected/antipodal", "ReLU on the kernel")
class OnlyPositiveCosines(Evaluator):
    def kernel(self, x, y, levels):
        return super().kernel(x, y, levels) if self.dot(x, y) > 0 else 0.0


@caught("ntk/L2-corrected/near-duplicates", "a cosine above 1")
class CosineTooLarge(Evaluator):
    def within_one(self, c):
        return math.nan if c > 1 - 1e-11 else c


# ---- spectrum
@caught("spectrum/gram-of-five", "log det H in place")
class LogDetOfTheMatrix(Evaluator):
    def log_det(self, values, lam):
        return sum(math.log(abs(value) + 1e-300) for value in values)


@caught("spectrum/diagonal", "without its factor 2")
class RewardNormWithoutTwo(Evaluator):
    def reward_norm(self, matrix, rewards):
        return super().reward_norm(matrix, rewards) / math.sqrt(2)


@caught("spectrum/three-in-a-row", "S^2 in place of S")
class SquareOfTheRewardNorm(Evaluator):
    def reward_norm(self, matrix, rewards):
        return super().reward_norm(matrix, rewards) ** 2


@caught("spectrum/one-point", "without lambda")
class DimensionWithoutLambda(Evaluator):
    def dimension(self, log_det, points, lam, matrix):
        return log_det / math.log1p(points)


@caught("spectrum/repeated-point", "counted once")
class DistinctPointsAlone(Evaluator):
    def dimension(self, log_det, points, lam, matrix):
        return super().dimension(log_det, len({tuple(row) for row in matrix}), lam, matrix)


# ---- psi
@caught("psi/L2-m5-d3/in-the-ball", "half the sum, its mean")
class MeanLoss(Evaluator):
    def loss(self, q, theta):
        return super().loss(q, theta) / len(q["labels"])


@caught("psi/L3-m4-d2/in-the-ball", "at another theta")
class LossAtTheStart(Evaluator):
    def op_psi(self, q):
        return dict(super().op_psi(q), psi_upper=self.loss(q, q["theta0"]))


@caught("psi/L2-m5-d3/outside-the-ball", "too far from the start")
class EveryNetworkIsInTheBall(Evaluator):
    def op_psi(self, q):
        return dict(super().op_psi(q), in_ball=True)


@caught("psi/L3-m4-d2/outside-the-ball", "another norm")
class LargestDistance(Evaluator):
    def op_psi(self, q):
        return dict(super().op_psi(q), distance=max(abs(a - b) for a, b in zip(q["theta"], q["theta0"])))


@caught("psi/L2-m5-d3/radius-zero", "its own centre")
class OpenBall(Evaluator):
    def op_psi(self, q):
        answer = super().op_psi(q)
        return dict(answer, in_ball=answer["distance"] < q["radius"])
