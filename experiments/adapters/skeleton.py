"""An adapter for `eenet oracle`: answers the judge's questions, one JSON object per line.

    eenet oracle smoke -- python3 adapter.py       # does the conversation work?
    eenet oracle judge -- python3 adapter.py       # 1000 cases

It runs as it is, with a network in plain Python. Put calls of your implementation into forward() and
gradient(); then name further levels in hello() and answer their questions in ANSWERS. The page
docs/protocol.md has all questions, and the dialects: biases, other losses, other layouts.
"""

import json
import sys


def matrices(question):
    """W_1, ..., W_L as lists of rows, cut out of theta."""
    network, theta = question["network"], iter(question["theta"])
    d, m, depth = network["input"], network["width"], network["depth"]
    shapes = [(m, d)] + [(m, m)] * (depth - 2) + [(1, m)]
    return [[[next(theta) for _ in range(columns)] for _ in range(rows)] for rows, columns in shapes]


def outputs(weights, x):
    """The input of every layer, and f(x) as the last."""
    all_outputs = [x]
    for layer, matrix in enumerate(weights):
        sums = [sum(w * o for w, o in zip(row, all_outputs[-1])) for row in matrix]
        is_last = layer == len(weights) - 1
        all_outputs.append(sums if is_last else [max(s, 0.0) for s in sums])
    return all_outputs


def hello(question):
    return {"name": "my network 1.0", "levels": ["forward", "gradient"], "scalar": "float64", "dialect": {}}


def forward(question):
    return {"value": outputs(matrices(question), question["x"])[-1][0]}


def gradient(question):
    weights = matrices(question)
    inputs = outputs(weights, question["x"])
    signal, parts = [1.0], []  # the derivative of f by what the units of the layer above add up
    for layer in reversed(range(len(weights))):
        parts.insert(0, [s * o for s in signal for o in inputs[layer]])
        below = [sum(s * row[i] for s, row in zip(signal, weights[layer])) for i in range(len(inputs[layer]))]
        signal = [b if o > 0.0 else 0.0 for b, o in zip(below, inputs[layer])]
    return {"gradient": [entry for part in parts for entry in part]}  # laid out as theta


ANSWERS = {"hello": hello, "forward": forward, "gradient": gradient}

for line in sys.stdin:
    question = json.loads(line)
    answer = ANSWERS[question["op"]](question)  # an exception ends the adapter, and the judge shows it
    print(json.dumps({"id": question["id"], **answer}), flush=True)
