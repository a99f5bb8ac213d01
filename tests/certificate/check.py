"""Checks the upper end of a Psi bracket: python3 check.py FOLDER, as `eenet theory psi --certificate` wrote it."""
import json, pathlib, sys
import numpy as np
folder = pathlib.Path(sys.argv[1])
claim = json.loads((folder / "certificate.json").read_text())
theta0, theta, x, y = (np.load(folder / f"{name}.npy") for name in ("theta0", "theta", "inputs", "labels"))
d, m = claim["dimension"], claim["width"]
sizes = [(m, d)] + [(m, m)] * (claim["depth"] - 2) + [(1, m)]
layers = np.split(theta, np.cumsum([rows * columns for rows, columns in sizes])[:-1])
outputs = x.T
for layer, size in zip(layers, sizes):
    outputs = layer.reshape(size) @ (outputs if layer is layers[0] else np.maximum(outputs, 0))
distance, value = np.linalg.norm(theta - theta0), np.sum((outputs[0] - y) ** 2)
print(f"distance {distance} of {claim['ball_radius']}, value {value} of {claim['psi']['upper']}")
sys.exit(not (distance <= claim["ball_radius"] and value <= claim["psi"]["upper"]))
