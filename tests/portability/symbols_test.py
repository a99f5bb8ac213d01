"""What the compiled reference library asks of others: nothing that computes, but sqrt.

usage: symbols_test.py SCRATCH [CMAKE ARGUMENTS...]

The source rules read names; this reads what a compiler made of them, in a build without
optimisation, where every function that is used has a symbol. It sees an Eigen product that
is written a * b, and a call that comes in through somebody else's header.
"""

import concurrent.futures
import pathlib
import re
import sys
import tempfile
import unittest

import builds

# IEEE 754 rounds sqrt correctly. Every other function of libm may have other bits elsewhere.
LIBM = re.compile(r"""(?:__)?(?:
    exp|exp2|exp10|expm1|log|log2|log10|log1p|logb|ilogb|pow|cbrt|hypot|
    cos|sin|tan|sincos|acos|asin|atan|atan2|cosh|sinh|tanh|acosh|asinh|atanh|
    fma|fmod|remainder|remquo|modf|ldexp|frexp|scalbn|scalbln|nextafter|nexttoward|fdim|fmax|fmin|
    floor|ceil|trunc|round|roundeven|lround|llround|nearbyint|rint|lrint|llrint|
    erf|erfc|tgamma|lgamma|j0|j1|jn|y0|y1|yn)[fl]?(?:_finite)?""", re.VERBOSE)

# Storage, blocks, copies and constants are all that Eigen may do.
EIGEN = re.compile(r"""Eigen::(?:internal::)?(?:
    Product\b|Solve\b|Inverse\b|\w*product_impl\w*|gemv_\w+|gebp_\w+|general_matrix_\w+|triangular_\w+|
    Cwise(?:Unary|Binary|Ternary)Op\b|scalar_(?!constant_op|identity_op)\w+_op\b|\w+_assign_op\b|
    redux_\w+|predux\w*|p(?:add|sub|mul|div|n?madd|n?msub|sqrt)\b|dot_nocheck|PartialReduxExpr\b|
    VectorwiseOp\b|LLT\b|LDLT\b|\w+LU\b|\w+QR\b|\w+SVD\b|\w*EigenSolver\b|ArrayWrapper\b)""", re.VERBOSE)


def computing_symbols(binary):
    """The names in the object file or archive that stand for arithmetic of others."""
    found = set()
    for line in builds.output_of(["nm", "-C", binary]).splitlines():
        entry = re.fullmatch(r"[0-9a-f]*\s+([A-Za-z])\s(.*)", line)
        if not entry:
            continue
        kind, name = entry.groups()
        if kind in "Uw" and LIBM.fullmatch(name.split("@")[0]):
            found.add(name)
        found.update(EIGEN.findall(name))
    return found


LIBM_SEEDS = ["std::exp(x)", "std::log(x)", "std::cos(x)", "std::acos(x)", "std::floor(x)", "std::round(x)",
              "std::nearbyint(x)", "std::cbrt(x)", "std::tgamma(x)", "std::log1p(x)", "std::pow(x, x)",
              "std::fma(x, x, x)", "std::ldexp(x, 3)", "std::frexp(x, &n)", "std::atan2(x, x)", "std::fmod(x, x)"]

# A line of code, and a name that it must bring in.
EIGEN_SEEDS = [
    ("double f(const V& a) { return a.dot(a); }", "Eigen::internal::dot_nocheck"),
    ("double f(const V& a) { return a.sum(); }", "Eigen::internal::redux_impl"),
    ("double f(const V& a) { return a.maxCoeff(); }", "Eigen::internal::scalar_max_op"),
    ("double f(const V& a) { return a.squaredNorm(); }", "Eigen::internal::scalar_abs2_op"),
    ("V f(const M& m, const V& a) { return m * a; }", "Eigen::Product"),
    ("M f(const M& m) { return m.transpose() * m; }", "Eigen::Product"),
    ("V f(const V& a) { return a + a; }", "Eigen::internal::scalar_sum_op"),
    ("V f(const V& a) { return a - a; }", "Eigen::internal::scalar_difference_op"),
    ("V f(const V& a) { return 2.0 * a; }", "Eigen::internal::scalar_product_op"),
    ("V f(const V& a) { return a / 2.0; }", "Eigen::internal::scalar_quotient_op"),
    ("V f(const V& a) { return -a; }", "Eigen::internal::scalar_opposite_op"),
    ("V f(const V& a) { return a.cwiseProduct(a); }", "Eigen::CwiseBinaryOp"),
    ("void f(V& a, const V& b) { a += b; }", "Eigen::internal::add_assign_op"),
    ("void f(V& a) { a *= 2.0; }", "Eigen::internal::mul_assign_op"),
    ("V f(const V& a) { return a.array().exp(); }", "Eigen::internal::scalar_exp_op"),
    ("V f(const M& m) { return m.rowwise().sum(); }", "Eigen::PartialReduxExpr"),
    ("V f(const M& m, const V& a) { return m.llt().solve(a); }", "Eigen::LLT"),
    ("V f(const M& m, const V& a) { return m.ldlt().solve(a); }", "Eigen::LDLT"),
    ("V f(const M& m, const V& a) { return m.partialPivLu().solve(a); }", "Eigen::PartialPivLU"),
    ("V f(const M& m, const V& a) { return m.householderQr().solve(a); }", "Eigen::HouseholderQR"),
    ("M f(const M& m) { return m.inverse(); }", "Eigen::Inverse"),
]

# What the reference does with Eigen, and sqrt, are allowed.
ALLOWED = """
double f(double x) { return std::sqrt(x); }
M g(Eigen::Index n) { M m = M::Zero(n, n); m.setIdentity(); m.col(0) = m.col(1); m.resize(n, 2); return m; }
V h(const V& a) { V b(2); b << a[0], a[1] * a[0]; b.head(1) = a.segment(1, 1); return b; }
"""


class Symbols(unittest.TestCase):
    build = None
    folder = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def compile(self, *words):
        builds.output_of([self.build.compiler, *self.build.flags.split(), "-std=c++20",
                          *builds.package_folders(self.folder), *words])

    def precompile_headers(self):
        header = self.directory / "seeded.h"
        header.write_text("#include <cmath>\n#include <Eigen/Dense>\n"
                          "using V = Eigen::VectorXd;\nusing M = Eigen::MatrixXd;\n", encoding="utf-8")
        self.compile("-x", "c++-header", header, "-o", f"{header}.gch")

    def found_in(self, code, name="seeded"):
        source = self.directory / f"{name}.cc"
        source.write_text(code, encoding="utf-8")
        self.compile("-include", self.directory / "seeded.h", "-c", source, "-o", source.with_suffix(".o"))
        return computing_symbols(source.with_suffix(".o"))

    def test_the_library_computes_by_itself(self):
        self.assertEqual(computing_symbols(builds.library(self.folder)), set())

    def test_the_library_was_looked_at(self):
        names = builds.output_of(["nm", "-C", builds.library(self.folder)])
        for name in ["eenet::dot(", "eenet::logarithm(", "eenet::sgd_step(", "U sqrt", "scalar_constant_op"]:
            self.assertIn(name, names)

    def test_every_call_of_libm_is_found(self):
        self.precompile_headers()
        found = self.found_in(f"double f(double x, int n) {{ return {' + '.join(LIBM_SEEDS)}; }}")
        for call in LIBM_SEEDS:
            self.assertIn(re.search(r"::(\w+)", call).group(1), found)

    def test_every_computation_of_eigen_is_found(self):
        self.precompile_headers()
        self.assertEqual(self.found_in(ALLOWED), set())
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            found = list(pool.map(self.found_in, [line for line, _ in EIGEN_SEEDS], map(str, range(len(EIGEN_SEEDS)))))
        for (line, name), names in zip(EIGEN_SEEDS, found):
            with self.subTest(line):
                self.assertIn(name, names)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    scratch, settings = pathlib.Path(sys.argv[1]), sys.argv[2:]
    plain = [build for build in builds.PLAIN if build.flags == "-O0" and not builds.why_not(build)]
    if not plain:
        print("skipped: neither g++ nor clang++ is installed")
        return 77
    Symbols.build = plain[0]
    Symbols.folder = builds.make(Symbols.build, scratch, settings)
    return 0 if unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
