#!/usr/bin/env python3
"""EE-Net as `eenet` runs it, in plain PyTorch: the other side of compare.py.

usage: torch_same_arithmetic.py SHAPE/SCHEDULE [lean]     e.g. yelp/online, mnist/replay lean

Prints the milliseconds of processor time of one round, on one thread, in double precision. Networks
without biases, the gradient of f1 for every arm by autograd, a sparse sign projection to ten numbers, one
SGD step per round or retraining with the same rounds, cap and stopping loss. Contexts are made beforehand
and not counted.

`lean` is the same in single precision, and spares PyTorch what a careful user would: a step is the loss
function, its backward pass and optim.SGD, no loss is read before a pass ends, and the arms go through f1
and f2 together.
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
    error = net(x) - y
    (0.5 * error * error).backward()
    optimiser.step()
    return error.item() ** 2


def lean_step(net, optimiser, x, y):
    """Returns the loss as a tensor: reading it would be one more call for every step."""
    optimiser.zero_grad(set_to_none=True)
    loss = torch.nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimiser.step()
    return loss.detach()


def retrain(net, optimiser, samples, stop, step):
    steps = 0
    order = torch.randperm(len(samples)).tolist()
    while True:
        loss = 0.0
        for i in order:
            loss += step(net, optimiser, *samples[i])
            steps += 1
            if steps == STEPS:
                return
        if loss / len(samples) <= stop:
            return


def features_of(f1, x, row, sign):
    """The value of f1 at an arm and phi."""
    value = f1(x).squeeze()
    gradient = torch.cat([g.flatten() for g in torch.autograd.grad(value, f1.parameters())])
    phi = torch.zeros(K).index_add_(0, row, sign * gradient)
    return value, phi / phi.norm()


def choose(f1, f2, arms, row, sign):
    """f1 of every arm, phi of every arm, and the arm."""
    values, features, sums = [], [], []
    for x in arms:
        value, phi = features_of(f1, x, row, sign)
        with torch.no_grad():
            values.append(value.item())
            sums.append(values[-1] + f2(phi).item())
        features.append(phi)
    return values, features, max(range(len(arms)), key=sums.__getitem__)


def lean_choose(f1, f2, arms, row, sign):
    values, features = zip(*(features_of(f1, x, row, sign) for x in arms))
    with torch.no_grad():
        values, features = torch.stack(values), torch.stack(features)
        arm = (values + f2(features).squeeze(1)).argmax().item()
    return values.tolist(), features, arm


def run(shape, schedule, lean):
    dim, arms, blocks, rounds = SHAPES[shape]
    contexts = make_contexts(dim, arms, blocks, rounds)
    a = torch.randn(dim)
    rewards = (1 + contexts @ (a / a.norm())) / 2
    f1, f2 = network(dim), network(K)
    size = sum(p.numel() for p in f1.parameters())
    row, sign = torch.randint(K, (size,)), torch.randint(2, (size,)) * 2.0 - 1.0
    eta = 0.1 if schedule == "online" else 0.01
    history = ([], [])

    decide, step = (lean_choose, lean_step) if lean else (choose, sgd_step)
    # The mean squared error has twice the gradient of half the square.
    rate = eta / 2 if lean else eta
    optimisers = [torch.optim.SGD(net.parameters(), lr=rate) for net in (f1, f2)]
    start = time.process_time()
    for t in range(rounds):
        values, features, arm = decide(f1, f2, contexts[t], row, sign)
        reward = rewards[t, arm].item()
        samples = ((contexts[t, arm], torch.tensor([reward])),
                   (features[arm], torch.tensor([reward - values[arm]])))
        for net, optimiser, past, sample, stop in zip((f1, f2), optimisers, history, samples, STOP):
            if schedule == "online":
                step(net, optimiser, *sample)
                continue
            past.append(sample)
            if t % EVERY == 0:
                retrain(net, optimiser, past, stop, step)
    return 1000 * (time.process_time() - start) / rounds


if __name__ == "__main__":
    if sys.argv[2:] not in ([], ["lean"]) or sys.argv[1:2] == [] or sys.argv[1].count("/") != 1:
        sys.exit(__doc__)
    only_lean = sys.argv[2:] == ["lean"]
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float32 if only_lean else torch.float64)
    torch.manual_seed(1)
    print(run(*sys.argv[1].split("/"), only_lean))
