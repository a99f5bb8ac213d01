"""An EE-Net as people write it in PyTorch: nn.Linear with biases, nn.MSELoss, optim.SGD.

    eenet oracle judge -- /usr/bin/python3 torch_typical_adapter.py [float32|float64]      (Debian: package python3-torch)

It differs from the paper's network, and its hello says how: biases, and no 1/2 in front of the loss.
"""

import sys

import torch
from torch import nn

from conversation import converse
from torch_answers import Answers


class TypicalNetwork:
    def __init__(self, network, dtype):
        layers, inputs = [], network["input"]
        for _ in range(network["depth"] - 1):
            layers += [nn.Linear(inputs, network["width"], dtype=dtype), nn.ReLU()]
            inputs = network["width"]
        self.model = nn.Sequential(*layers, nn.Linear(inputs, 1, dtype=dtype))

    def load(self, theta):
        nn.utils.vector_to_parameters(theta, self.model.parameters())

    def theta(self):
        return nn.utils.parameters_to_vector(self.model.parameters()).detach()

    def value(self, x):
        with torch.no_grad():
            return self.model(x)[0]

    def gradient(self, x):
        slopes = torch.autograd.grad(self.model(x)[0], list(self.model.parameters()))
        return nn.utils.parameters_to_vector(slopes)

    def step(self, x, target, eta):
        optimiser = torch.optim.SGD(self.model.parameters(), lr=eta)
        loss = nn.MSELoss()(self.model(x)[0], target)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


if __name__ == "__main__":
    torch.set_num_threads(1)
    converse(Answers(TypicalNetwork, {"float32": torch.float32, "float64": torch.float64}[(sys.argv + ["float32"])[1]], {
        "name": f"nn.Linear in PyTorch {torch.__version__}",
        "dialect": {"biases": "interleaved", "loss_factor": 1, "relu_at_zero": 0}}).table())
