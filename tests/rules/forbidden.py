"""What a source may not say, room by room; source_rules.py looks for it.

Every entry of FORBIDDEN has the name of its rule, the files it holds for, what to look for in
code without comments and literals, and the reason, which ends the message. ENGLISH is what
a comment may not say.
"""

import pathlib
import re
from typing import Callable, NamedTuple

LIBRARIES = ("reference", "theory", "verify")


class Forbidden(NamedTuple):
    rule: str
    applies: Callable[[pathlib.PurePosixPath], bool]
    pattern: "re.Pattern[str]"
    reason: str


def in_libraries(path):
    return path.parts[0] in LIBRARIES


def in_reference(path):
    return path.parts[0] == "reference"


def in_reference_but(*names):
    return lambda path: in_reference(path) and str(path) not in [f"reference/{name}" for name in names]


def library_header(path):
    return in_libraries(path) and path.suffix == ".h"


def header_without_questions(path):
    """The oracle's questions and answers are JSON, for everyone who asks or answers them."""
    return library_header(path) and path.parts[:2] != ("verify", "oracle")


def either(*patterns):
    return re.compile("|".join(patterns))


def included(names):
    return rf'#\s*include\s*[<"](?:{names})[>"]'


def standard(names):
    return rf"\bstd\s*::\s*(?:{names})\b"


def called(names):
    """A call of a function of the global namespace, not of a member or of one of ours."""
    return rf"(?<!->)(?<!::)(?<![\w.])(?:{names})\s*\("


def member(names):
    return rf"(?:\.|->)\s*(?:template\s+)?(?:{names})\b\s*(?:<[^<>()]*>)?\s*\("


def words(text):
    return "|".join(text.split())


ENGINES = words(r"random_device default_random_engine mt19937\w* minstd_rand0? ranlux\w+ knuth_b "
                r"\w+_engine generate_canonical")

# All of <cmath> that rounds, or that libraries do differently; `sqrt` is treated apart.
LIBM = "(?:" + words("""
    exp exp2 exp10 expm1 log log2 log10 log1p logb ilogb pow cbrt hypot
    cos sin tan sincos acos asin atan atan2 cosh sinh tanh acosh asinh atanh
    fma fmod remainder remquo modf ldexp frexp scalbn scalbln nextafter nexttoward fdim fmax fmin fabs
    floor ceil trunc round lround llround nearbyint rint lrint llrint
    erf erfc tgamma lgamma j0 j1 jn y0 y1 yn""") + ")[fl]?"

ONLY_IN_STD = words(r"""
    lerp beta expint hermite laguerre legendre riemann_zeta assoc_\w+ comp_ellint_\d ellint_\d
    cyl_\w+ sph_\w+ sqrt[fl]""")

REDUCTIONS = words("accumulate inner_product reduce transform_reduce partial_sum inclusive_scan "
                   "exclusive_scan transform_inclusive_scan transform_exclusive_scan")

EIGEN_ARITHMETIC = words(r"""
    dot sum norm squaredNorm stableNorm blueNorm hypotNorm lpNorm normalize normalized
    stableNormalize stableNormalized mean prod determinant maxCoeff minCoeff cwise\w+ array
    colwise rowwise unaryExpr binaryExpr redux noalias lazyProduct applyOnTheLeft applyOnTheRight
    llt ldlt lu partialPivLu fullPivLu inverse eigenvalues operatorNorm
    householderQr \w+HouseholderQr completeOrthogonalDecomposition jacobiSvd bdcSvd
    selfadjointView triangularView""")

THREADS = words("thread future mutex shared_mutex condition_variable atomic stop_token barrier latch "
                r"semaphore execution pthread\.h omp\.h")

FORBIDDEN = [
    Forbidden("prefix", in_libraries, either(r"\busing\s+namespace\s+std\b"),
              "the rules below know standard names by it"),
    Forbidden("randomness", in_libraries, either(
        standard(r"\w+_distribution|(?:ranges\s*::\s*)?(?:shuffle|sample)|random_shuffle|s?rand"),
        called("s?rand|s?random|[delm]?rand48"),
        rf"\b(?:{ENGINES})\b", r"(?<!Random)(?<!\brc)::\s*Random\s*\(", member("setRandom")),
        "random numbers come from Rng alone, others differ between libraries"),
    Forbidden("output", in_libraries, either(
        standard("w?(?:cout|cerr|clog)|print|println"), r"\bfmt\s*::\s*v?print(?:ln)?\b",
        r"\b(?:std\s*::\s*)?(?:v?f?w?printf|v?dprintf|f?puts|f?putw?c|putw?char|perror)\s*\(",
        r"\bwrite\s*\(\s*(?:[12]|STD(?:OUT|ERR)_FILENO)\b", r"\bfwrite\s*\([^;]*\bstd(?:out|err)\b"),
        "a library returns values and throws, it does not print"),
    Forbidden("leaving", in_libraries, either(
        standard("abort|exit|_Exit|quick_exit|terminate"), called("abort|_?exit|_Exit|quick_exit|terminate")),
        "a library throws, it does not end the program"),

    Forbidden("libm", in_reference, either(
        standard(f"{LIBM}|{ONLY_IN_STD}"), rf"(?<![\w>])::\s*(?:{LIBM}|sqrt[fl]?)\s*\(",
        called(f"{LIBM}|sqrt[fl]?")),
        "libm gives other bits elsewhere; std::sqrt is the one exception, the others are in elementary.h"),
    Forbidden("randomness", in_reference, either(included("random")),
              "its distributions differ between standard libraries"),
    Forbidden("reduction", in_reference, either(standard(REDUCTIONS)),
              "sums have a fixed order: operations/operations.h"),
    Forbidden("eigen-arithmetic", in_reference, either(
        member(EIGEN_ARITHMETIC), r"\.\s*transpose\s*\(\s*\)\s*\*"),
        "Eigen stores and does not compute here: operations/operations.h"),
    Forbidden("eigen-header", in_reference, either(included(r"(?:unsupported/)?Eigen/(?!Core[>\"])[^>\"]+")),
              "Eigen stores and does not compute here: <Eigen/Core> alone"),
    Forbidden("threads", in_reference, either(
        included(THREADS), r"#\s*pragma\s+omp\b", standard("j?thread|async")),
        "the reference has one thread"),
    Forbidden("file-access", in_reference_but("trace_file.h", "trace_file.cc"), either(
        included(r"fstream|filesystem|cstdio|stdio\.h|fcntl\.h|unistd\.h"),
        standard("w?[io]?fstream|w?filebuf|filesystem|w?cin|FILE"), r"\b(?:fopen|freopen|fdopen|tmpfile)\s*\("),
        "files are read and written in trace_file alone"),

    Forbidden("private-package", library_header, either(included("(?:Random123|Spectra)/.*?")),
              "a consumer of the headers needs Eigen and nothing else"),
    Forbidden("private-package", header_without_questions, either(included("nlohmann/.*?")),
              "a consumer of the headers needs Eigen and nothing else; JSON is for verify/oracle/"),
    Forbidden("private-package", in_reference_but("trace_file.cc", "trace_file.h"),
              either(included("nlohmann/.*?")), "JSON is known to trace_file.cc alone"),
    Forbidden("private-package", in_reference_but("rng.cc", "rng.h"),
              either(included("Random123/.*?")), "the generator is known to rng.cc alone"),
]

THINGS = words("arm case column data entry file layer line node point property room round row seed suite test")

# Sentences that a reader whose third language is English has to decipher, and the usual words.
ENGLISH = [
    (re.compile(rf"\bone\s+(?:(?!is\b|has\b|of\b)\w+\s+)?an?\s+(?:{THINGS})\b", re.IGNORECASE), "one X per Y"),
    (re.compile(r"\b(an?\s+\w+),?\s+\1\b", re.IGNORECASE), "each X becomes a Y"),
    (re.compile(r"\banswers\s+with\b", re.IGNORECASE), "returns"),
    (re.compile(r"\b(?:is|are)\s+told\b", re.IGNORECASE), "is called with, is set to, reports"),
    (re.compile(r"\b(?:comes?|came|coming)\s+by\b", re.IGNORECASE), "executes, reaches"),
    (re.compile(r"\bwhoever\b", re.IGNORECASE), "the caller"),
]
