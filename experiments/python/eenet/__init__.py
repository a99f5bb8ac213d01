"""The reference EE-Net, the theory's quantities and the judge of other implementations, from Python.

>>> import eenet
>>> eenet.run("two-arms", "eenet:width=16", rounds=100, seeds=range(1, 4)).regret.shape
(3, 100)

Arrays go in without a copy if they are C-contiguous float64, and come out without one; where a copy is
made, the docstring says so. A wrong argument is a ValueError with the sentence that the program eenet prints, trouble
with a file an OSError or a RuntimeError, a lack of memory a MemoryError. Long calls let other threads run, and
end at Ctrl-C.
"""

from eenet._core import (Environment, GradientFeatures, Mlp, Policy, Trace, __version__, empirical_ntk, environments,
                         methods, ntk, read_trace, record)
from eenet._bandits import Replay, Runs, replay, run
from eenet._judge import LEVELS, Report, judge
from eenet._judgements import GradientReport, RegretReport, check_gradient, check_regret
from eenet._theory import Measured, PsiBracket, Spectrum, psi, spectrum

__all__ = [
    "Environment", "GradientFeatures", "GradientReport", "LEVELS", "Measured", "Mlp", "Policy", "PsiBracket",
    "RegretReport", "Replay", "Report", "Runs", "Spectrum", "Trace", "__version__", "check_gradient", "check_regret",
    "empirical_ntk", "environments", "judge", "methods", "ntk", "psi", "read_trace", "record", "replay", "run",
    "spectrum",
]
