"""EE-Net in NumPy, as somebody else would write it: what the judge of the Python module judges in its tests."""

import numpy as np


class PlainNetwork:
    """Every level but `features` with lle. Subclasses change one thing."""

    def layers(self, network, theta):
        m, d = network["width"], network["input"]
        sizes = [(m, d)] + [(m, m)] * (network["depth"] - 2) + [(1, m)]
        ends = np.cumsum([rows * columns for rows, columns in sizes])
        return [piece.reshape(size) for piece, size in zip(np.split(np.asarray(theta), ends[:-1]), sizes)]

    def outputs(self, network, theta, x):
        outputs = [np.asarray(x, dtype=float)]
        for w in self.layers(network, theta)[:-1]:
            outputs.append(np.maximum(w @ outputs[-1], 0.0))
        return outputs

    def forward(self, network, theta, x):
        return self.layers(network, theta)[-1][0] @ self.outputs(network, theta, x)[-1]

    def gradient(self, network, theta, x):
        weights, outputs = self.layers(network, theta), self.outputs(network, theta, x)
        pieces, signal = [outputs[-1]], weights[-1][0]
        for l in range(len(weights) - 2, -1, -1):
            signal = signal * (outputs[l + 1] > 0)
            pieces.insert(0, np.outer(signal, outputs[l]).ravel())
            signal = weights[l].T @ signal
        return np.concatenate(pieces)

    def update(self, network, theta, x, target, eta):
        error = self.forward(network, theta, x) - target
        return np.asarray(theta) - eta * error * self.gradient(network, theta, x)

    def features(self, features, gradient):
        gradient = np.asarray(gradient, dtype=float)
        if features["kind"] == "projection":
            phi = np.zeros(features["k"])
            np.add.at(phi, features["rows"], features["signs"] * gradient)
        elif features["kind"] == "block-mean":
            block = features["block"]
            phi = np.pad(gradient, (0, -len(gradient) % block)).reshape(-1, block).sum(axis=1) / block
        else:
            phi = gradient.copy()
        largest = np.abs(phi).max()
        if largest == 0.0:
            return np.eye(1, len(phi))[0]
        phi /= 2.0 ** np.floor(np.log2(largest))
        return phi / np.linalg.norm(phi)

    def scores(self, state, arms):
        f1 = np.array([self.forward(state["network1"], state["theta1"], x) for x in arms])
        phi = [self.features(state["features"], self.gradient(state["network1"], state["theta1"], x)) for x in arms]
        f2 = np.array([self.forward(state["network2"], state["theta2"], p) for p in phi])
        return f1, phi, f2

    def learned(self, state, scores, arms, play, reward):
        f1, phi, _ = scores
        label = reward - f1[play]
        theta1 = self.update(state["network1"], state["theta1"], arms[play], reward, state["eta1"])
        theta2 = self.update(state["network2"], state["theta2"], phi[play], label, state["eta2"])
        return {"label": label, "theta1": theta1, "theta2": theta2}

    def round(self, arms, play, reward, **state):
        f1, phi, f2 = scores = self.scores(state, arms)
        return {"f1": f1, "phi": phi, "f2": f2, "arm": int(np.argmax(f1 + f2)),
                **self.learned(state, scores, arms, play, reward)}

    def start(self, **state):
        self.state = state

    def choose(self, t, arms):
        self.arms, self.last = arms, self.scores(self.state, arms)
        f1, _, f2 = self.last
        return {"f1": f1, "f2": f2, "arm": int(np.argmax(f1 + f2))}

    def learn(self, t, play, reward):
        answer = self.learned(self.state, self.last, self.arms, play, reward)
        self.set(answer["theta1"], answer["theta2"])
        return answer

    def set(self, theta1, theta2):
        self.state = {**self.state, "theta1": theta1, "theta2": theta2}
