"""Small files that calls read: arrays, and traces of runs that the program itself has made."""

import pathlib
import random
import struct

TYPES = {"<f8": "d", "<f4": "f", "<i8": "q", "<i4": "i", "<u1": "B"}


def npy(shape, numbers, descr="<f8", fortran_order=False, version=1, header=None):
    """The bytes of an .npy file; `header` replaces the one that describes the numbers."""
    text = header if header is not None else \
        f"{{'descr': '{descr}', 'fortran_order': {fortran_order}, 'shape': {shape}, }}"
    length = 2 if version == 1 else 4
    used = 8 + length + len(text) + 1
    text += " " * (-used % 64) + "\n"
    start = b"\x93NUMPY" + bytes([version, 0]) + len(text).to_bytes(length, "little")
    return start + text.encode("latin-1") + struct.pack(f"<{len(numbers)}{TYPES.get(descr, 'd')}", *numbers)


def header_end(content):
    """Where the numbers of an .npy file of version 1 begin."""
    return 10 + int.from_bytes(content[8:10], "little")


def in_fortran_order(shape, numbers):
    """A matrix of rows, as a file of Fortran order holds it."""
    rows, columns = shape
    return [numbers[i * columns + j] for j in range(columns) for i in range(rows)]


class Material:
    """Files in one folder, the same in every trial."""

    def __init__(self, folder, caller):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        draw = random.Random(20220425)
        self.points = [draw.gauss(0, 1) for _ in range(8 * 3)]
        self.labels = [draw.random() for _ in range(8)]
        self.contexts = [draw.gauss(0, 1) for _ in range(6 * 2 * 3)]
        self.rewards = [float(draw.random() < 0.5) for _ in range(6 * 2)]
        self.curves = [0.4 * t * run / (t + run) for run in (2, 3, 4, 5) for t in range(1, 13)]
        self.save("curves.npy", npy((4, 12), self.curves))
        self.save("points.npy", npy((8, 3), self.points))
        self.save("labels.npy", npy((8,), self.labels))
        self.save("contexts.npy", npy((6, 2, 3), self.contexts))
        self.save("rewards.npy", npy((6, 2), self.rewards))
        self.save("classes.csv", b"a,b,kind\n1,2,x\n3,1,y\n")
        self.save("plan.toml", b'rounds = 3\nseeds = "1..2"\nenvironments = ["linear:dim=2,arms=2"]\n'
                  b'[[methods]]\nmethod = "eenet:width=2"\n')
        adapter = caller.call("oracle", "adapter", "--language", "python", folder=folder)
        self.save("adapter.py", adapter.text.encode())
        made = [adapter, caller.call("theory", "ntk", "--contexts", "points.npy", "--out", "matrix.npy",
                                     folder=folder)]
        small = ["--env", "linear:dim=3,arms=2", "--method", "eenet:width=4", "--rounds", "5", "--quiet"]
        for detail in ("full", "digest"):
            made.append(caller.call("run", *small, "--trace", detail, "--out", detail, folder=folder))
            (self.folder / detail / "trace-1.jsonl").rename(self.folder / f"{detail}.jsonl")
        for layer in ("theta1", "theta2"):
            (self.folder / "full" / f"{layer}-1.npy").rename(self.folder / f"{layer}.npy")
        made.append(caller.call("sweep", "plan.toml", "--out", "sweep", "--quiet", folder=folder))
        made.append(caller.call("report", "--only", "claims/EQ-GRAD", "--quiet", "--out", "report", folder=folder))
        made.append(caller.call("run", "--env", f"arrays:contexts={folder}/contexts.npy,rewards={folder}/rewards.npy",
                                "--method", "eenet:width=4", "--normalise", "--trace", "digest", "--out", "arrays",
                                folder=folder))
        (self.folder / "arrays" / "trace-1.jsonl").rename(self.folder / "arrays.jsonl")
        assert all(result.code == 0 for result in made), made

    def save(self, name, content):
        (self.folder / name).write_bytes(content)
        return self.path(name)

    def path(self, name):
        return str(self.folder / name)

    def bytes(self, name):
        return (self.folder / name).read_bytes()
