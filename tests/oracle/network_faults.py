"""Faults of the network, its gradient, its step, the features and the kernel."""

import math

from fault import fault, replace

ADAM = ("--optimiser", "adam")
BIASES = ("--biases", "interleaved")


# ---- forward ---------------------------------------------------------------------------------

@fault("the square hidden layers are read transposed", "forward", "value")
def transposed_hidden_layer(eenet, adapter):
    def read(old):
        def layers_of(theta, network, dialect):
            layers = old(theta, network, dialect)
            for layer in layers[1:-1]:
                layer.weights = [list(column) for column in zip(*layer.weights)]
            return layers
        return layers_of
    replace(eenet, "layers_of", read)


@fault("the parameters are read column by column, undeclared", "forward", "value", explanation="column-major")
def undeclared_columns(eenet, adapter):
    adapter.dialect.layout = "column-major"


@fault("the last layer comes first, undeclared", "forward", "value", explanation="backward")
def undeclared_order(eenet, adapter):
    adapter.dialect.order = "backward"


@fault("f has a factor sqrt(m), undeclared", "forward", "value", explanation="sqrt")
def undeclared_scale(eenet, adapter):
    adapter.dialect.scale = "sqrt-width"


@fault("every layer has biases, undeclared", "forward", explanation="biases interleaved", kind="|refused|exited")
def undeclared_biases(eenet, adapter):
    adapter.dialect.biases = "interleaved"


@fault("there are no biases where they are declared", "forward", explanation="no biases", arguments=BIASES)
def declared_biases_missing(eenet, adapter):
    adapter.dialect.biases = "none"


@fault("the parameters are by columns, and the loss lacks its 1/2, undeclared", "forward", "value",
       explanation="column-major, and if the loss is (f - y)^2")
def two_undeclared_differences(eenet, adapter):
    adapter.dialect.layout = "column-major"
    adapter.dialect.loss_factor = 1.0


@fault("sums are in float32, float64 is claimed", "forward", "value")
def single_accumulators(eenet, adapter):
    def dot(a, b):
        total = eenet.Single(0)
        for x, y in zip(a, b):
            total = eenet.Single(float(total) + x * y)
        return float(total)
    eenet.dot = dot


@fault("weights are kept in float32, float64 is claimed", "forward", "value")
def single_weights(eenet, adapter):
    replace(eenet, "layers_of", lambda old: lambda theta, *rest: old([float(eenet.Single(w)) for w in theta], *rest))


@fault("answers have six digits", "forward", "value")
def six_digits(eenet, adapter):
    replace(eenet, "forward", lambda old: lambda *all: float(f"{old(*all):.6g}"))


@fault("relu lets a hundredth of a negative sum through", "forward", "value")
def leaky_relu(eenet, adapter):
    def passed(layers, x, dialect):
        inputs, sums = [x], []
        for layer in layers:
            sums.append([eenet.dot(row, inputs[-1]) for row in layer.weights])
            inputs.append([s if s > 0 else 0.01 * s for s in sums[-1]])
        return inputs[:-1], sums, sums[-1][0]
    eenet.passed = passed


@fault("relu is applied to the output too", "forward", "value")
def relu_of_the_output(eenet, adapter):
    replace(eenet, "passed", lambda old: lambda *all: (*old(*all)[:2], max(0.0, old(*all)[2])))


@fault("a network of width 1 is squeezed, and its sign lost", "forward", "value")
def wrong_at_width_1(eenet, adapter):
    replace(eenet, "forward", lambda old: lambda theta, network, *rest:
            old(theta, network, *rest) if network["width"] > 1 else abs(old(theta, network, *rest)))


@fault("right only where the width is the dimension", "forward", "value")
def right_only_if_square(eenet, adapter):
    replace(eenet, "forward", lambda old: lambda theta, network, x, dialect: old(
        theta, network, x if network["width"] == network["input"] else x[::-1], dialect))


@fault("the bias of the last layer is left out of f", "forward", "value", arguments=BIASES)
def last_bias_missing(eenet, adapter):
    def passed(old):
        def without(layers, x, dialect):
            layers[-1].biases = [0.0]
            return old(layers, x, dialect)
        return without
    replace(eenet, "passed", passed)


# ---- gradient --------------------------------------------------------------------------------

@fault("D_l is missing from the gradient by W_l, as in the print", "gradient", "gradient", r"W_[1-9]\d*\[")
def missing_own_derivative(eenet, adapter):
    def gradient(theta, network, x, dialect):
        layers = eenet.layers_of(theta, network, dialect)
        inputs, sums, value = eenet.passed(layers, x, dialect)
        slopes, above = [], [1.0]  # of f by the signals, without the derivative of the units' own relu
        for number in reversed(range(len(layers))):
            slopes.insert(0, eenet.Layer([[a * signal for signal in inputs[number]] for a in above], []))
            if number < len(layers) - 1:
                above = [a if z > 0 else 0.0 for a, z in zip(above, sums[number])]
            above = [eenet.dot(column, above) for column in zip(*layers[number].weights)]
        return value, eenet.list_of(slopes, dialect)
    eenet.gradient = gradient


@fault("the derivative of relu is missing everywhere", "gradient", "gradient", r"W_1\[")
def missing_derivative(eenet, adapter):
    eenet.slope_of_relu = lambda z, dialect: 1.0


@fault("the derivative of relu at 0 is 1, 0 is declared", "gradient", "gradient", "W_",
       arguments=("--relu-at-zero", "0"))
def derivative_at_zero(eenet, adapter):
    adapter.dialect.relu_at_zero = 1.0


@fault("the bias is forgotten in the gradient", "gradient", "gradient", r"b_\d", arguments=BIASES)
def bias_gradient_missing(eenet, adapter):
    def parts_without(old):
        def list_of(layers, dialect):
            for layer in layers:
                layer.biases = [0.0] * len(layer.biases)
            return old(layers, dialect)
        return list_of
    replace(eenet, "list_of", parts_without)


@fault("it answers with the gradient of the loss (f - 0)^2 / 2", "gradient", "gradient", "W_")
def gradient_of_a_loss(eenet, adapter):
    def multiplied(old):
        def gradient(*all):
            value, slopes = old(*all)
            return value, [value * slope for slope in slopes]
        return gradient
    replace(eenet, "gradient", multiplied)


@fault("gradients add up from question to question", "gradient", "gradient", "W_", verdict="nondeterministic|disagrees")
def accumulated_gradient(eenet, adapter):
    before = {}

    def accumulated(old):
        def gradient(question):
            answer = old(question)["gradient"]
            kept = before.get(len(answer), [0.0] * len(answer))
            before[len(answer)] = [a + b for a, b in zip(answer, kept)]
            return {"gradient": before[len(answer)]}
        return gradient
    replace(adapter, "gradient", accumulated)


@fault("the first layer sees x scaled to norm 1", "gradient", "gradient", r"W_1\[")
def gradient_at_a_scaled_input(eenet, adapter):
    replace(adapter, "gradient", lambda old: lambda q: {"gradient": [
        slope / eenet.norm(q["x"]) if i < len(q["x"]) and any(q["x"]) else slope
        for i, slope in enumerate(old(q)["gradient"])]})


@fault("the gradient is a difference quotient", "gradient", "gradient", "W_")
def difference_quotient(eenet, adapter):
    def gradient(theta, network, x, dialect):
        def f(i, h):
            return eenet.forward([w + h * (i == j) for j, w in enumerate(theta)], network, x, dialect)
        return f(0, 0), [(f(i, 1e-6) - f(i, -1e-6)) / 2e-6 for i in range(len(theta))]
    eenet.gradient = gradient


# ---- update ----------------------------------------------------------------------------------

def only(eenet, keep):
    """Steps change only the layers that keep(number, depth) names."""
    def step(old):
        def loss_gradient(theta, network, x, target, dialect):
            slopes = eenet.layers_of(old(theta, network, x, target, dialect), network, dialect)
            for number, layer in enumerate(slopes):
                if not keep(number, len(slopes)):
                    layer.weights = [[0.0] * len(row) for row in layer.weights]
            return eenet.list_of(slopes, dialect)
        return loss_gradient
    replace(eenet, "loss_gradient", step)


@fault("the last layer is not updated", "update", "theta", r"W_\d+\[0\]")
def last_layer_frozen(eenet, adapter):
    only(eenet, lambda number, depth: number < depth - 1)


@fault("only the last layer is updated", "update", "theta", "W_1")
def only_last_layer_trained(eenet, adapter):
    only(eenet, lambda number, depth: number == depth - 1)


@fault("the loss lacks its 1/2, undeclared", "update", "theta", "W_", explanation="(f - y)^2")
def loss_without_half(eenet, adapter):
    adapter.dialect.loss_factor = 1.0


@fault("the steps are those of Adam, undeclared", "update", "theta", "W_", explanation="optimiser adam")
def adam_undeclared(eenet, adapter):
    def first_step(theta, slopes, eta):
        zeros = [0.0] * len(theta)
        fresh = {"t": 0, "m": zeros, "v": zeros, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
        return eenet.adam_step(theta, slopes, eta, fresh)[0]
    eenet.sgd_step = first_step


@fault("the step climbs", "update", "theta", "W_")
def ascent(eenet, adapter):
    replace(eenet, "sgd_step", lambda old: lambda theta, slopes, eta: old(theta, slopes, -eta))


@fault("weights decay by a thousandth", "update", "theta", "W_")
def weight_decay(eenet, adapter):
    replace(eenet, "sgd_step", lambda old: lambda theta, slopes, eta: old(
        theta, [slope + 1e-3 * weight for slope, weight in zip(slopes, theta)], eta))


@fault("the gradient is clipped to norm 1", "update", "theta", "W_")
def clipped_gradient(eenet, adapter):
    replace(eenet, "loss_gradient", lambda old: lambda *all: [
        slope / max(1.0, eenet.norm(old(*all))) for slope in old(*all)])


@fault("the second moment is not corrected for its start", "update", "theta", "W_", arguments=ADAM)
def adam_without_correction(eenet, adapter):
    def late(old):
        def adam_step(theta, slopes, eta, adam):
            _, m, v = old(theta, slopes, eta, adam)
            first = 1.0 - adam["beta1"] ** (adam["t"] + 1)
            return [w - eta * (a / first) / (math.sqrt(b) + adam["epsilon"]) for w, a, b in zip(theta, m, v)], m, v
        return adam_step
    replace(eenet, "adam_step", late)


@fault("epsilon is inside the root", "update", "theta", "W_", arguments=ADAM)
def epsilon_inside_the_root(eenet, adapter):
    def inside(old):
        def adam_step(theta, slopes, eta, adam):
            _, m, v = old(theta, slopes, eta, adam)
            first, second = 1.0 - adam["beta1"] ** (adam["t"] + 1), 1.0 - adam["beta2"] ** (adam["t"] + 1)
            return [w - eta * (a / first) / math.sqrt(b / second + adam["epsilon"])
                    for w, a, b in zip(theta, m, v)], m, v
        return adam_step
    replace(eenet, "adam_step", inside)


@fault("Adam counts its steps from 1 too many", "update", "theta", "W_", arguments=ADAM)
def adam_one_step_late(eenet, adapter):
    replace(eenet, "adam_step", lambda old: lambda theta, slopes, eta, adam: old(
        theta, slopes, eta, {**adam, "t": adam["t"] + 1}))


@fault("the second moment is that of the first moment", "update", "v", "W_", arguments=ADAM)
def adam_squares_the_mean(eenet, adapter):
    def mixed(old):
        def adam_step(theta, slopes, eta, adam):
            after, m, _ = old(theta, slopes, eta, adam)
            return after, m, old(theta, m, eta, adam)[2]
        return adam_step
    replace(eenet, "adam_step", mixed)


# ---- features --------------------------------------------------------------------------------

@fault("phi is not scaled", "features", "features")
def phi_not_normalised(eenet, adapter):
    eenet.scaled_to_norm_one = lambda phi: phi


@fault("phi is scaled by its largest entry", "features", "features")
def phi_of_largest_entry_one(eenet, adapter):
    eenet.scaled_to_norm_one = lambda phi: [entry / (max(map(abs, phi)) or 1.0) for entry in phi]


@fault("phi of a gradient of zeros is zero", "features", "features", r"\[0\]")
def phi_of_zero(eenet, adapter):
    replace(eenet, "scaled_to_norm_one", lambda old: lambda phi: old(phi) if any(phi) else phi)


@fault("the signs of the projection are dropped", "features", "features")
def projection_without_signs(eenet, adapter):
    replace(eenet, "projection", lambda old: lambda g, k, rows, signs: old(g, k, rows, [1] * len(signs)))


@fault("the projection overwrites instead of adding", "features", "features")
def projection_overwrites(eenet, adapter):
    def projection(g, k, rows, signs):
        phi = [0.0] * k
        for entry, row, sign in zip(g, rows, signs):
            phi[row] = sign * entry
        return phi
    eenet.projection = projection


@fault("a short last block is divided by its own size", "features", "features")
def short_block_by_its_size(eenet, adapter):
    eenet.block_means = lambda g, block: [
        sum(g[start:start + block]) / len(g[start:start + block]) for start in range(0, len(g), block)]


@fault("the ridge is not scaled by the trace", "features", "features")
def ridge_without_trace(eenet, adapter):
    replace(eenet, "embedded", lambda old: lambda g, k, neighbours, ridge, landmarks, embedding: old(
        g, k, neighbours, 2 * ridge, landmarks, embedding))


@fault("the weights of the neighbours do not sum to 1: the largest counts twice", "features", "features")
def neighbours_weighted_twice(eenet, adapter):
    replace(eenet, "solved", lambda old: lambda matrix, right: [w if i else 2 * w
                                                                for i, w in enumerate(old(matrix, right))])


# ---- ntk -------------------------------------------------------------------------------------

@fault("the kernel is the printed one where the corrected one is asked for", "ntk", "ntk")
def printed_kernel(eenet, adapter):
    replace(eenet, "ntk", lambda old: lambda contexts, depth, convention: old(contexts, depth, "printed"))


@fault("the kernel lacks its 1/2", "ntk", "ntk")
def kernel_without_half(eenet, adapter):
    replace(eenet, "ntk_entry", lambda old: lambda *all: 2 * old(*all))


@fault("contexts are taken to have norm 1", "ntk", "ntk")
def kernel_of_directions(eenet, adapter):
    replace(eenet, "ntk_entry", lambda old: lambda a, b, steps: old(
        eenet.scaled_to_norm_one(a), eenet.scaled_to_norm_one(b), steps) if any(a) and any(b) else 0.0)


@fault("cosines are cut at 1 - 1e-10 before the arc cosine", "ntk", "ntk")
def clipped_arc_cosine(eenet, adapter):
    class Clipped:
        sqrt, pi = math.sqrt, math.pi

        @staticmethod
        def acos(c):
            return math.acos(max(-1 + 1e-10, min(1 - 1e-10, c)))
    eenet.math = Clipped


@fault("a context of zeros has ones in its row", "ntk", "ntk")
def kernel_of_zero(eenet, adapter):
    replace(eenet, "ntk_entry", lambda old: lambda a, b, steps: old(a, b, steps) if any(a) and any(b) else 1.0)


@fault("the kernel has nine digits", "ntk", "ntk")
def kernel_of_nine_digits(eenet, adapter):
    replace(eenet, "ntk", lambda old: lambda contexts, depth, convention: [
        [float(f"{entry:.9g}") for entry in row] for row in old(contexts, depth, convention)])
