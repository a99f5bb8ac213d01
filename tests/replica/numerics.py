"""Sums, normal deviates and random words as docs/numerics.md specifies them, for replica.py."""

import math

MASK = 2**64 - 1
LN2_HIGH = float.fromhex("0x1.62e42feep-1")
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
LOGARITHM = [2 / n for n in range(21, 2, -2)]
EXPONENTIAL = [1 / math.factorial(n) for n in range(14, 1, -1)]
COSINE = [(-1) ** (n // 2) / math.factorial(n) for n in range(18, 3, -2)]
SINE = [(-1) ** (n // 2 + 1) / math.factorial(n) for n in range(17, 2, -2)]
HALF_PI = [float.fromhex(part) for part in ("0x1.921fb544p+0", "0x1.0b4611a6p-34", "0x1.3198a2e037073p-69")]
HALF_PI_HIGH, HALF_PI_LOW = float.fromhex("0x1.921fb54442d18p+0"), float.fromhex("0x1.1a62633145c07p-54")
# AS 241, PPND16: numerator and denominator in the centre, in the tails and far out.
CENTRE = (
    [2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
     13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608],
    [5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
     5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0])
TAIL = (
    [7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
     1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
     4.6303378461565452959, 1.42343711074968357734],
    [1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
     0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494,
     2.05319162663775882187, 1.0])
FAR = (
    [2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
     0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358,
     5.4637849111641143699, 6.6579046435011037772],
    [2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
     7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531,
     0.59983220655588793769, 1.0])


# ---- Sums and normal deviates
def lane_sum(terms):
    lanes = [0.0] * 8
    for i, term in enumerate(terms):
        lanes[i % 8] += term
    for half in (4, 2, 1):
        for j in range(half):
            lanes[j] += lanes[j + half]
    return lanes[0]


def in_order(numbers):
    """The sum from left to right; sum() compensates in newer versions of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def dot(a, b):
    return lane_sum([x * y for x, y in zip(a, b)])


def row_times(row, x):
    z = 0.0
    for weight, entry in zip(row, x):
        if entry != 0:
            z += entry * weight
    return z


def divided_by_the_power_of_two_in(largest, v):
    exponent = math.frexp(largest)[1] - 1
    half = int(-exponent / 2)
    return [entry * 2.0**half * 2.0 ** (-exponent - half) for entry in v]


def normalise(v):
    if not any(v):
        return [1.0] + [0.0] * (len(v) - 1)
    scaled = divided_by_the_power_of_two_in(max(abs(entry) for entry in v), v)
    norm = math.sqrt(dot(scaled, scaled))
    return [entry / norm for entry in scaled]


def polynomial(coefficients, x):
    s = coefficients[0]
    for c in coefficients[1:]:
        s = s * x + c
    return s


def logarithm(x):
    half_s, k = math.frexp(x)  # x = 2^(k-1) s
    s, k = 2 * half_s, k - 1
    if s >= math.sqrt(2):
        s, k = s / 2, k + 1
    f = s - 1
    t = f / (2 + f)
    q = t * t
    return k * LN2_HIGH + (f - (t * (f - q * polynomial(LOGARITHM, q)) - k * LN2_LOW))


def nearest(y):
    return int(y - 0.5 if y < 0 else y + 0.5)


def exponential(x):
    if x > 710:
        return math.inf
    if x < -746:
        return 0.0
    k = nearest(x * float.fromhex("0x1.71547652b82fep+0"))
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    y = 1 + (r + r * r * polynomial(EXPONENTIAL, r))
    half = int(k / 2)
    return y * 2.0**half * 2.0 ** (k - half)


def cosine(x):
    n = nearest(x * float.fromhex("0x1.45f306dc9c883p-1"))
    r = ((x - n * HALF_PI[0]) - n * HALF_PI[1]) - n * HALF_PI[2]
    q = r * r
    if n % 2 == 0:
        value = 1 - (0.5 * q - q * q * polynomial(COSINE, q))
    else:
        value = r - r * q * polynomial(SINE, q)
    return value if n % 4 in (0, 3) else -value


def arc_sine_coefficients():
    b, a = 1.0, []
    for n in range(1, 27):
        b = b * (2 * n - 1) / (2 * n)
        a.insert(0, b / (2 * n + 1))
    return a


def arc_cosine(x):
    def rest(z):
        q = z * z
        return z * q * polynomial(ARC_SINE, q)

    if x > 0.5:
        z = math.sqrt(0.5 * (1 - x))
        return 2 * (z + rest(z))
    if x < -0.5:
        z = math.sqrt(0.5 * (1 + x))
        return 2 * (HALF_PI_HIGH - (z + (rest(z) - HALF_PI_LOW)))
    return HALF_PI_HIGH - (x + (rest(x) - HALF_PI_LOW))


ARC_SINE = arc_sine_coefficients()


def normal_quantile(p):
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        return q * polynomial(CENTRE[0], r) / polynomial(CENTRE[1], r)
    r = math.sqrt(-logarithm(min(p, 1 - p)))
    (top, bottom), start = (TAIL, 1.6) if r <= 5 else (FAR, 5.0)
    return math.copysign(polynomial(top, r - start) / polynomial(bottom, r - start), q)


# ---- Random numbers
def philox4x64(key, counter):
    (k0, k1), (c0, c1, c2, c3) = key, counter
    for _ in range(10):
        a, b = 0xD2E7470EE14C6C93 * c0, 0xCA5A826395121157 * c2
        c0, c1, c2, c3 = (b >> 64) ^ c1 ^ k0, b & MASK, (a >> 64) ^ c3 ^ k1, a & MASK
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) & MASK, (k1 + 0xBB67AE8584CAA73B) & MASK
    return c0, c1, c2, c3


def fnv1a64(text):
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 & MASK
    return state


def words(seed, stream, index):
    key, block = (seed, fnv1a64(stream)), 0
    while True:
        yield from philox4x64(key, (block, index, 0, 0))
        block += 1


def uniform(source):
    return (next(source) >> 11) * 2.0**-53


def normal(source):
    return normal_quantile(((next(source) >> 12) + 0.5) * 2.0**-52)


def unit_vector(source, dim):
    return normalise([normal(source) for _ in range(dim)])


def below(source, n):
    return next(word for word in source if word < 2**64 - 2**64 % n) % n


def shuffled(samples, source):
    order = list(samples)
    for i in range(len(order) - 1, 0, -1):
        j = below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
