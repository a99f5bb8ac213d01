"""The plain adapter of experiments/python with one fault.

usage: faulty_adapter.py NAME        faulty_adapter.py --list
"""

import importlib
import sys

from fault import FAULTS  # and makes the plain adapter importable

import plain_adapter
import plain_eenet
from conversation import converse

for table in ("network_faults", "bandit_faults", "conversation_faults"):
    importlib.import_module(table)

if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        for name, fault in FAULTS.items():
            print(f"{name}: {fault.what}")
        sys.exit()
    if len(sys.argv) != 2 or sys.argv[1] not in FAULTS:
        sys.exit(__doc__)
    chosen = FAULTS[sys.argv[1]]
    faulty = plain_adapter.parsed(chosen.arguments)
    chosen.change(plain_eenet, faulty)
    converse(faulty.answers())
