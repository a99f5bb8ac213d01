#!/usr/bin/env python3
"""Our gradient check and PyTorch's gradcheck on the same networks: milliseconds per check, and alarms.

usage: gradcheck.py EENET_GRADIENT_CHECKS [TURNS]      needs PyTorch (Debian: python3-torch)

f as a function of all weights, double precision, one thread each. Speed: time of the processor, the two
sides taking turns; medians of the turns (default 5), with the smallest and the largest. Alarms: gradients
that are right, and gradients with one entry off by a millionth part. gradcheck runs with its defaults, and once
more with fast_mode=True, which looks in a single random direction where the others look at every entry.
"""

import functools
import json
import os
import subprocess
import sys
import time

import measuring

try:
    import torch
except ImportError:  # Debian's PyTorch belongs to Debian's Python
    if sys.executable == "/usr/bin/python3":
        sys.exit("gradcheck.py: PyTorch is missing (package python3-torch)")
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

SPEED = ("p=12", "p=110", "p=1220, L=4", "p=2100", "p=20100", "as drawn")
ALARMS = ("ordinary", "1e-7 from a kink", "near-kink", "on-kink", "wrong by 1e-6")
SECONDS = 1.0  # of a turn of ours
WRONG_BY = 1e-6  # the same as in gradient_checks.cc


def value(x, *weights):
    out = x
    for w in weights[:-1]:
        out = torch.relu(w @ out)
    return weights[-1] @ out


class SlightlyWrong(torch.autograd.Function):
    """f, with the largest entry of its gradient off by the factor 1 + WRONG_BY."""

    @staticmethod
    def forward(ctx, x, *weights):
        ctx.save_for_backward(x, *weights)
        return value(x, *weights)

    @staticmethod
    def backward(ctx, upstream):
        x, *weights = ctx.saved_tensors
        weights = [w.detach().requires_grad_() for w in weights]
        with torch.enable_grad():
            gradients = torch.autograd.grad(value(x, *weights), weights)
        largest = max(gradients, key=lambda g: g.abs().max()).view(-1)
        largest[largest.abs().argmax()] *= 1 + WRONG_BY
        return (None, *(g * upstream for g in gradients))


def read_networks(program, group):
    """Pairs of a context and its weights W_1, ..., W_L."""
    lines = subprocess.run([program, "networks", group], check=True, capture_output=True, text=True).stdout
    networks = []
    for network in map(json.loads, lines.splitlines()):
        theta, m = torch.tensor(network["theta"]), network["width"]
        shapes = [(m, network["dimension"]), *[(m, m)] * (network["depth"] - 2), (1, m)]
        pieces = torch.split(theta, [rows * columns for rows, columns in shapes])
        weights = [piece.reshape(shape).requires_grad_() for piece, shape in zip(pieces, shapes)]
        networks.append((torch.tensor(network["x"]), weights))
    return networks


def ours(program, group, seconds):
    return measuring.document_of(program, "check", group, seconds)


def rejected(networks, function, fast):
    """How many gradcheck rejects, and the milliseconds that it takes for one."""
    start = time.process_time()
    rejects = sum(not torch.autograd.gradcheck(functools.partial(function, x), weights, raise_exception=False,
                                               fast_mode=fast) for x, weights in networks)
    return rejects, 1000 * (time.process_time() - start) / len(networks)


def compare_speed(program, turns):
    print("| networks | number | ours, ms | gradcheck, ms | ratio | fast_mode, ms | ratio |\n"
          "| --- | --- | --- | --- | --- | --- | --- |")
    for group in SPEED:
        networks = read_networks(program, group)
        rejected(networks[:1], value, False)  # PyTorch's first call is slower than all others
        mine, slow, fast = [], [], []
        for _ in range(turns):
            mine.append(ours(program, group, SECONDS)["milliseconds"])
            slow.append(rejected(networks, value, False)[1])
            fast.append(rejected(networks, value, True)[1])
        cells = [measuring.spread(mine, 3)]
        for theirs in (slow, fast):
            cells += [measuring.spread(theirs, 3), f"{measuring.ratio(theirs, mine):.3g}"]
        print("|", " | ".join([group, str(len(networks)), *cells]), "|", flush=True)


def compare_alarms(program):
    print("\n| networks | number | ours rejects | gradcheck rejects | fast_mode rejects |\n"
          "| --- | --- | --- | --- | --- |")
    for group in ALARMS:
        networks = read_networks(program, group)
        function = SlightlyWrong.apply if group.startswith("wrong") else value
        slow, fast = (rejected(networks, function, fast)[0] for fast in (False, True))
        mine = ours(program, group, 0)
        print(f"| {group} | {len(networks)} | {mine['disagree']} ({mine['kink']} at a kink) | {slow} | {fast} |",
              flush=True)


def main(program, turns=5):
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(1)  # of fast_mode's directions
    compare_speed(program, int(turns))
    compare_alarms(program)


if __name__ == "__main__":
    main(*measuring.arguments(__doc__, 1, 2))
