#!/usr/bin/env python3
"""Cases per second of eenet.judge on a NumPy network, beside the time of the network itself.

usage: python_judge.py BUILD_TREE/python [CASES [TURNS]]

Time of the processor, all in one process. The network is asked the same questions once more without the judge, so
that what is left is the judge's own. p <= 100 as most drawn cases have it.
"""

import pathlib
import sys
import time

import measuring


def main(folder, cases="2000", turns="5"):
    sys.path.insert(0, folder)
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/python"))
    import eenet
    from plain_network import PlainNetwork

    print("| level | cases per second | questions per second of the network alone | judge / network |\n"
          "| --- | --- | --- | --- |")
    for level in ("forward", "gradient", "update"):
        asked = []
        plain = PlainNetwork()

        def answer(*question, call=getattr(plain, level)):
            asked.append(question)
            return call(*question)

        judged, alone, ratios = [], [], []
        for _ in range(int(turns)):
            asked.clear()
            start = time.process_time()
            report = eenet.judge({level: answer}, cases=int(cases))
            middle = time.process_time()
            report.raise_if_failed()
            for question in asked:
                getattr(plain, level)(*question)
            end = time.process_time()
            judged.append(int(cases) / (middle - start))
            alone.append(len(asked) / (end - middle))
            ratios.append((middle - start) / (end - middle))
        small = sum(question[1].size <= 100 for question in asked)
        print("|", " | ".join([f"{level} ({small} of {len(asked)} with p <= 100)", measuring.spread(judged),
                               measuring.spread(alone), measuring.spread(ratios, 3)]), "|", flush=True)


if __name__ == "__main__":
    main(*measuring.arguments(__doc__, 1, 3))
