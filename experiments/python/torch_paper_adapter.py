"""The paper's network in PyTorch: bias-free products in float64, differentiated by torch.autograd.

    eenet oracle judge -- /usr/bin/python3 torch_paper_adapter.py      (Debian: package python3-torch)
"""

import torch

from conversation import converse
from torch_answers import Answers


class PaperNetwork:
    def __init__(self, network, dtype):
        hidden = [network["width"]] * (network["depth"] - 1)
        self.shapes = list(zip([*hidden, 1], [network["input"], *hidden]))
        self.dtype = dtype
        self.parameters = None

    def load(self, theta):
        self.parameters = theta.clone().requires_grad_(True)

    def theta(self):
        return self.parameters.detach()

    def f(self, x):
        signal, start = x, 0
        for number, (units, inputs) in enumerate(self.shapes, start=1):
            matrix = self.parameters[start:start + units * inputs].reshape(units, inputs)
            start += units * inputs
            signal = matrix @ signal
            if number < len(self.shapes):
                signal = torch.relu(signal)
        return signal[0]

    def value(self, x):
        with torch.no_grad():
            return self.f(x)

    def gradient(self, x):
        return torch.autograd.grad(self.f(x), self.parameters)[0]

    def step(self, x, target, eta):
        loss = (self.f(x) - target) ** 2 / 2
        slope, = torch.autograd.grad(loss, self.parameters)
        self.load(self.theta() - eta * slope)


if __name__ == "__main__":
    torch.set_num_threads(1)
    converse(Answers(PaperNetwork, torch.float64, {
        "name": f"the paper's network in PyTorch {torch.__version__}", "dialect": {"relu_at_zero": 0}}).table())
