"""Locally linear embedding as docs/numerics.md specifies it, for replica.py."""

import math

from numerics import divided_by_the_power_of_two_in, dot, in_order, lane_sum, normalise


def distance(a, b):
    return lane_sum([(x - y) * (x - y) for x, y in zip(a, b)])


def has_distances(g):
    return all(abs(entry) <= 2.0**400 for entry in g)


def nearest(g, landmarks, count, without=None):
    """The indices of the nearest landmarks, nearest first."""
    order = sorted((distance(g, landmark), i) for i, landmark in enumerate(landmarks) if i != without)
    return [i for _, i in order[:count]]


def solve(c, b):
    """c x = b by Cholesky; only the lower triangle of c is read, and both are overwritten."""
    n = len(b)
    for j in range(n):
        for k in range(j):
            for i in range(j, n):
                c[i][j] -= c[i][k] * c[j][k]
        root = math.sqrt(c[j][j])
        for i in range(j, n):
            c[i][j] /= root
    for j in range(n):
        b[j] /= c[j][j]
        for i in range(j + 1, n):
            b[i] -= c[i][j] * b[j]
    for j in range(n - 1, -1, -1):
        for i in range(n - 1, j, -1):
            b[j] -= c[i][j] * b[i]
        b[j] /= c[j][j]
    return b


def reconstruction_weights(g, neighbours, ridge):
    v = [[x - y for x, y in zip(g, neighbour)] for neighbour in neighbours]
    largest = max(abs(entry) for difference in v for entry in difference)
    if largest > 0:
        v = [divided_by_the_power_of_two_in(largest, difference) for difference in v]
    c = [[dot(v[i], v[j]) for j in range(i + 1)] for i in range(len(v))]
    trace = in_order(c[j][j] for j in range(len(v)))
    for j in range(len(v)):
        c[j][j] += ridge * trace if trace != 0 else ridge
    w = solve(c, [1.0] * len(v))
    total = in_order(w)
    return [weight / total for weight in w]


# ---- Eigenvectors of a symmetric matrix, by rotations
def turn(a, b, c, s):
    """The columns a and b after a rotation."""
    return [c * x - s * y for x, y in zip(a, b)], [s * x + c * y for x, y in zip(a, b)]


def rotate(m, vectors, p, q):
    """Makes m[p][q] zero; False if it is small enough already."""
    o, at_p, at_q = m[p][q], m[p][p], m[q][q]
    if abs(o) <= (abs(at_p) + abs(at_q)) * 2.0**-55:
        return False
    theta = (at_q - at_p) / (2 * o)
    r = abs(theta) + math.sqrt(theta * theta + 1)
    t = -1 / r if theta < 0 else 1 / r
    c = 1 / math.sqrt(t * t + 1)
    s = t * c
    m[p], m[q] = turn(m[p], m[q], c, s)
    for i, row in enumerate(m):
        row[p], row[q] = m[p][i], m[q][i]
    m[p][p], m[q][q] = at_p - t * o, at_q + t * o
    m[p][q] = m[q][p] = 0.0
    vectors[p], vectors[q] = turn(vectors[p], vectors[q], c, s)
    return True


def eigenvectors(m):
    """By ascending eigenvalue; m is overwritten."""
    n = len(m)
    vectors = [[float(i == j) for i in range(n)] for j in range(n)]
    for _ in range(40):
        turned = [rotate(m, vectors, p, q) for p in range(n - 1) for q in range(p + 1, n)]
        if not any(turned):
            break
    by_value = sorted(range(n), key=lambda j: m[j][j])
    return [with_sign(vectors[j]) for j in by_value]


def with_sign(vector):
    sizes = [abs(entry) for entry in vector]
    return [-entry for entry in vector] if vector[sizes.index(max(sizes))] < 0 else vector


# ---- The map
class Embedding:
    def __init__(self, k, neighbours, most_landmarks, ridge):
        self.k, self.neighbours, self.most_landmarks, self.ridge = k, neighbours, most_landmarks, ridge
        self.landmarks, self.fitted = [], []
        self.next_fit = 4 * max(k, neighbours)

    def add(self, g):
        """Takes the gradient of a played arm, and fits anew when it is time to."""
        if len(self.landmarks) == self.most_landmarks or not has_distances(g):
            return
        self.landmarks.append(g)
        if len(self.landmarks) in (self.next_fit, self.most_landmarks):
            self.fit()
            self.next_fit *= 2

    def weights(self, g, without=None):
        """Pairs of a landmark's index and its weight, nearest first."""
        near = nearest(g, self.fitted, self.neighbours, without)
        return list(zip(near, reconstruction_weights(g, [self.fitted[i] for i in near], self.ridge)))

    def fit(self):
        self.fitted = list(self.landmarks)
        n = len(self.fitted)
        columns = [[float(i == j) for i in range(n)] for j in range(n)]
        for i, landmark in enumerate(self.fitted):
            for j, weight in self.weights(landmark, without=i):
                columns[j][i] = -weight
        self.embedded = eigenvectors([[dot(a, b) for a in columns] for b in columns])[1:self.k + 1]

    def value(self, g):
        phi = [0.0] * self.k
        for i, weight in self.weights(g):
            phi = [p + weight * row[i] for p, row in zip(phi, self.embedded)]
        return normalise(phi)
