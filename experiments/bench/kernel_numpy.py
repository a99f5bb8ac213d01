#!/usr/bin/env python3
"""The infinite-width kernel matrix by `eenet theory ntk` and by careful NumPy, in turns.

usage: kernel_numpy.py EENET [POINTS [REPETITIONS]]

Careful: blocks that fit the cache, each pair once, one arc cosine per level, results in place, BLAS for the
inner products. Points in 20 dimensions, depths 2 and 4; all threads that each side wants. The arithmetic is
in double precision, but NumPy's through cosines: the largest difference of the matrices is printed too.
Medians, with the smallest and the largest. Writes two matrices to a temporary folder.

The machine's limit is the larger of two times measured in the same run: writing as many numbers to fresh
memory, and as many operations at the speed of a matrix product.
"""

import pathlib
import tempfile
import time

import numpy as np

import measuring

DIM = 20
BLOCK = 512


def kernel_block(u, depth):
    """(H^(L-1) + Sigma^(L-1))/2 from cosines, which are overwritten."""
    sigma, h = u, u.copy()
    for _ in range(depth - 1):
        np.clip(sigma, -1.0, 1.0, out=sigma)
        rest = np.arccos(sigma)
        np.subtract(np.pi, rest, out=rest)
        square = sigma * sigma
        np.subtract(1.0, square, out=square)
        np.sqrt(square, out=square)
        sigma *= rest
        sigma += square
        sigma /= np.pi
        h *= rest
        h /= np.pi
        h += sigma
    h += sigma
    h *= 0.5
    return h


def kernel(x, depth):
    norms = np.linalg.norm(x, axis=1)
    unit = x / norms[:, None]
    matrix = np.empty((len(x), len(x)))
    for i in range(0, len(x), BLOCK):
        for j in range(0, i + BLOCK, BLOCK):
            block = kernel_block(unit[i:i + BLOCK] @ unit[j:j + BLOCK].T, depth)
            block *= norms[i:i + BLOCK, None]
            block *= norms[None, j:j + BLOCK]
            matrix[i:i + BLOCK, j:j + BLOCK] = block
            if i != j:
                matrix[j:j + BLOCK, i:i + BLOCK] = block.T
    return matrix


def machine_limit(points, depth):
    start = time.perf_counter()
    np.empty((points, points)).fill(1.0)
    writing = time.perf_counter() - start
    square = np.ones((1024, 1024))
    start = time.perf_counter()
    square @ square
    rate = 2 * 1024**3 / (time.perf_counter() - start)
    # An inner product, then two polynomials and what joins them a level: theory/kernel/ntk_tile.cc.
    operations = points * (points + 1) / 2 * (2 * DIM + 75 * (depth - 1))
    return max(writing, operations / rate)


def main(eenet, points=8192, repetitions=5):
    points, repetitions = int(points), int(repetitions)
    x = np.random.default_rng(1).normal(size=(points, DIM))
    with tempfile.TemporaryDirectory() as folder:
        contexts, out = pathlib.Path(folder) / "X.npy", pathlib.Path(folder) / "H.npy"
        np.save(contexts, x)
        for depth in (2, 4):
            ours, theirs, limits = [], [], []
            for _ in range(repetitions):
                limits.append(machine_limit(points, depth))
                ours.append(measuring.document_of(eenet, "theory", "ntk", "--contexts", contexts, "--depth", depth,
                                                  "--out", out, "--json")["seconds"])
                start = time.perf_counter()
                matrix = kernel(x, depth)
                theirs.append(time.perf_counter() - start)
            matrix -= np.load(out)
            print(f"N = {points}, depth {depth}: eenet {measuring.spread(ours, 3, ' s')}, "
                  f"NumPy {measuring.spread(theirs, 3, ' s')}, ratio {measuring.ratio(theirs, ours):.1f}, "
                  f"{min(ours) / min(limits):.1f} times the machine's limit of {min(limits):.2f} s, "
                  f"largest difference {np.abs(matrix).max():.1e}", flush=True)


if __name__ == "__main__":
    main(*measuring.arguments(__doc__, 1, 3))
