#!/usr/bin/env python3
"""The empirical kernel matrix by `eenet theory ntk` and by PyTorch's per-sample gradients, in turns.

usage: empirical_torch.py EENET [REPETITIONS]

2000 points, depth 2; d = 784, m = 512 and d = 20, m = 4096. PyTorch in single precision, one backward
pass per point into one row of the Jacobian, then its product with its transpose; one thread each. Medians,
with the smallest and the largest, and the mean of both diagonals: (L+1)/2 = 1.5 up to 1/sqrt(m), for
the networks are drawn by different generators.
"""

import os
import pathlib
import tempfile
import time

import numpy as np
import torch

import measuring

POINTS = 2000
SHAPES = ((784, 512), (20, 4096))


def torch_kernel(x, width):
    first = (torch.randn(width, x.shape[1]) * (2.0 / width) ** 0.5).requires_grad_()
    last = (torch.randn(width) * (1.0 / width) ** 0.5).requires_grad_()
    jacobian = torch.empty(len(x), first.numel() + last.numel())
    for row, point in zip(jacobian, x):
        parts = torch.autograd.grad(last @ torch.relu(first @ point), (first, last))
        row[: first.numel()] = parts[0].reshape(-1)
        row[first.numel():] = parts[1]
    return jacobian @ jacobian.T


def main(eenet, repetitions=3):
    torch.set_num_threads(1)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # children inherit it: one thread for eenet too
    with tempfile.TemporaryDirectory() as folder:
        contexts, out = pathlib.Path(folder) / "X.npy", pathlib.Path(folder) / "H.npy"
        for dim, width in SHAPES:
            x = np.random.default_rng(1).normal(size=(POINTS, dim))
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            np.save(contexts, x)
            ours, theirs = [], []
            for _ in range(int(repetitions)):
                ours.append(measuring.document_of(
                    eenet, "theory", "ntk", "--contexts", contexts, "--depth", 2, "--kernel", "empirical", "--width",
                    width, "--seed", 1, "--out", out, "--json")["seconds"])
                start = time.perf_counter()
                kernel = torch_kernel(torch.tensor(x, dtype=torch.float32), width)
                theirs.append(time.perf_counter() - start)
            print(f"d = {dim}, m = {width}: eenet {measuring.spread(ours, 3, ' s')}, "
                  f"PyTorch {measuring.spread(theirs, 3, ' s')}, "
                  f"ratio {measuring.ratio(theirs, ours):.1f}; mean diagonals "
                  f"{np.load(out).diagonal().mean():.3f} and {float(kernel.diagonal().mean()):.3f}", flush=True)


if __name__ == "__main__":
    main(*measuring.arguments(__doc__, 1, 2))
