"""An adapter for `eenet oracle`: answers the judge's questions with a network of PyTorch.

    eenet oracle smoke -- python3 adapter.py       # does the conversation work?
    eenet oracle judge -- python3 adapter.py       # 1000 cases

It runs as it is. Put your own module in the place of make_network(), and say in hello() how it differs
from the paper's: with biases "dialect": {"biases": "interleaved"}, in single precision "scalar":
"float32", trained on (f - y)^2 "loss_factor": 1. The page docs/protocol.md has all questions and dialects.
"""

import json
import sys

import torch

SCALAR = torch.float64
torch.set_num_threads(1)  # the networks are small


def make_network(input, width, depth):
    sizes = [input] + [width] * (depth - 1) + [1]
    layers = []
    for inputs, units in zip(sizes, sizes[1:]):
        layers += [torch.nn.Linear(inputs, units, bias=False, dtype=SCALAR), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers[:-1])  # no ReLU behind the last layer


def network_of(question):
    network = make_network(**question["network"])
    theta = torch.tensor(question["theta"], dtype=SCALAR)
    torch.nn.utils.vector_to_parameters(theta, network.parameters())
    return network


def value(network, question):
    return network(torch.tensor(question["x"], dtype=SCALAR)).squeeze()


def hello(question):
    scalar = str(SCALAR).removeprefix("torch.")
    return {"name": f"my network 1.0 (PyTorch {torch.__version__})", "levels": ["forward", "gradient"],
            "scalar": scalar, "dialect": {}}


def forward(question):
    with torch.no_grad():
        return {"value": value(network_of(question), question).item()}


def gradient(question):
    network = network_of(question)
    parts = torch.autograd.grad(value(network, question), list(network.parameters()))
    return {"gradient": torch.nn.utils.parameters_to_vector(parts).tolist()}  # laid out as theta


ANSWERS = {"hello": hello, "forward": forward, "gradient": gradient}

for line in sys.stdin:
    question = json.loads(line)
    answer = ANSWERS[question["op"]](question)  # an exception ends the adapter, and the judge shows it
    print(json.dumps({"id": question["id"], **answer}), flush=True)
