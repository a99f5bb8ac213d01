"""Makes formulas.json of formulas.txt: every formula as TeX and as MathML, which browsers draw.

usage: typeset.py [--check]

Needs blahtexml. --check writes nothing, and exits with 1 if formulas.json is not what would be written, or with 77
where there is no blahtexml.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
SOURCE = HERE / "formulas.txt"
MADE = HERE / "formulas.json"
SKIPPED = 77  # to ctest


def mathml(tex):
    """The content of <math>, on one line."""
    run = subprocess.run(["blahtexml", "--mathml", "--mathml-encoding", "raw", "--other-encoding", "raw"], input=tex,
                         capture_output=True, text=True, check=True)
    found = re.search(r"<markup>\s*(.*?)\s*</markup>", run.stdout, re.DOTALL)
    if not found:
        sys.exit(f"no formula: {tex}\n{run.stdout}")
    return re.sub(r">\s+<", "><", found.group(1))


def formulas():
    made = {}
    for line in SOURCE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        key, tex = line.split(": ", 1)
        claim, _, reading = key.partition(" ")
        made.setdefault(claim, {})[reading or "print"] = {"tex": tex, "mathml": mathml(tex)}
    lines = (f"{json.dumps(claim)}: {json.dumps(made[claim], ensure_ascii=False, sort_keys=True)}"
             for claim in sorted(made))
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    if not shutil.which("blahtexml"):
        print("blahtexml is not installed", file=sys.stderr)
        sys.exit(SKIPPED)
    text = formulas()
    if "--check" in sys.argv[1:]:
        sys.exit(text != MADE.read_text(encoding="utf-8") and f"{MADE} is not what {SOURCE} gives")
    MADE.write_text(text, encoding="utf-8")
