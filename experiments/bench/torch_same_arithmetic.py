#!/usr/bin/env python3
"""EE-Net as `eenet` runs it, in plain PyTorch: the other side of compare.py.

usage: torch_same_arithmetic.py SHAPE/SCHEDULE     e.g. yelp/online, mnist/replay

Prints the milliseconds of one round, on one thread, in double precision. Networks without biases, the
gradient of f1 for every arm by autograd, a sparse sign projection to ten numbers, one SGD step per round or
retraining with the same rounds, cap and stopping loss. Contexts are made beforehand and not counted.
"""

import sys
import time

import torch

SHAPES = {"yelp": (20, 10, False, 500), "mnist": (7840, 10, True, 200)}  # as in whole_runs.cc
WIDTH, K = 100, 10
EVERY, STEPS, STOP = 10, 2000, (1e-3, 2e-3)


def make_contexts(dim, arms, blocks, rounds):
    if not blocks:
        x = torch.randn(rounds, arms, dim)
        return x / x.norm(dim=2, keepdim=True)
    size = dim // arms
    z = torch.randn(rounds, size)
    z = z / z.norm(dim=1, keepdim=True)
    x = torch.zeros(rounds, arms, dim)
    for i in range(arms):
        x[:, i, i * size:(i + 1) * size] = z
    return x


def network(inputs):
    net = torch.nn.Sequential(torch.nn.Linear(inputs, WIDTH, bias=False), torch.nn.ReLU(),
                              torch.nn.Linear(WIDTH, 1, bias=False))
    with torch.no_grad():
        net[0].weight.normal_(0, (2 / WIDTH) ** 0.5)
        net[2].weight.normal_(0, (1 / WIDTH) ** 0.5)
    return net


def sgd_step(net, optimiser, x, y):
    optimiser.zero_grad()
    error = net(x).squeeze() - y
    (0.5 * error * error).backward()
    optimiser.step()
    return error.item() ** 2


def retrain(net, optimiser, samples, stop):
    steps = 0
    order = torch.randperm(len(samples)).tolist()
    while True:
        loss = 0.0
        for i in order:
            loss += sgd_step(net, optimiser, *samples[i])
            steps += 1
            if steps == STEPS:
                return
        if loss / len(samples) <= stop:
            return


def run(shape, schedule):
    dim, arms, blocks, rounds = SHAPES[shape]
    contexts = make_contexts(dim, arms, blocks, rounds)
    a = torch.randn(dim)
    rewards = (1 + contexts @ (a / a.norm())) / 2
    f1, f2 = network(dim), network(K)
    size = sum(p.numel() for p in f1.parameters())
    row, sign = torch.randint(K, (size,)), torch.randint(2, (size,)) * 2.0 - 1.0
    eta = 0.1 if schedule == "online" else 0.01
    optimisers = [torch.optim.SGD(net.parameters(), lr=eta) for net in (f1, f2)]
    history = ([], [])

    start = time.perf_counter()
    for t in range(rounds):
        scores, features = [], []
        for x in contexts[t]:
            value = f1(x).squeeze()
            gradient = torch.cat([g.flatten() for g in torch.autograd.grad(value, f1.parameters())])
            phi = torch.zeros(K).index_add_(0, row, sign * gradient)
            phi = phi / phi.norm()
            with torch.no_grad():
                scores.append((value.item(), f2(phi).item()))
            features.append(phi)
        arm = max(range(arms), key=lambda i: scores[i][0] + scores[i][1])
        reward = rewards[t, arm].item()
        samples = ((contexts[t, arm], reward), (features[arm], reward - scores[arm][0]))
        for net, optimiser, past, sample, stop in zip((f1, f2), optimisers, history, samples, STOP):
            if schedule == "online":
                sgd_step(net, optimiser, *sample)
                continue
            past.append(sample)
            if t % EVERY == 0:
                retrain(net, optimiser, past, stop)
    return 1000 * (time.perf_counter() - start) / rounds


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].count("/") != 1:
        sys.exit(__doc__)
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(1)
    print(run(*sys.argv[1].split("/")))
