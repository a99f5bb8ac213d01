"""Shows that every rule finds what it forbids, then holds the real tree to all of them."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import source_rules

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A tree without a violation, though full of words that would be one elsewhere.
CLEAN = {
    "reference/CMakeLists.txt": "eenet_room(reference SOURCES a.cc rng.cc trace_file.cc operations/sum.cc\n  HEADERS a.h)\n",
    "reference/a.h": "// Not std::exp(x).\n#pragma once\n#include <Eigen/Core>\ndouble a();\n",
    "reference/a.cc": r'''#include "reference/a.h"
#include <cmath>  // std::sqrt, not std::exp
/* a.sum() and std::cout
   and exit(1) */
constexpr int kMany = 10'000'000; constexpr char kQuote = '"'; // "
const char* kText = "std::cerr << exp(x) \" .norm() // no comment";
const char* kRaw = R"x(std::mt19937 " )" printf("") )x";
double a() { return std::sqrt(dot(x, y)) + logarithm(z) + own::exp(x) + round.rewards[0] + s.exp(1); }
Random::Random(int seed) : seed_(seed) {}
const auto word = rc::Random(random).next();
const auto path = require_valid_round(x); auto y = w.transpose(); std::min(1, 2); snprintf(b, 1, f);
void Writer::write(int round) { shuffle(order_, rng); fwrite(a, 1, 2, file); }
''',
    "reference/rng.cc": "#include <Random123/philox.h>\n",
    "reference/trace_file.cc": "#include <fstream>\n#include <nlohmann/json.hpp>\nstd::ifstream in;\n",
    "reference/operations/sum.cc": '#include "reference/require.h"\n#include "reference/operations/sum.h"\n',
    "theory/CMakeLists.txt": "eenet_room(theory SOURCES b.cc kernel/k.cc regret/r.cc HEADERS b.h)\n",
    "theory/kernel/k.cc": '#include "theory/measured/measured.h"\n#include "theory/kernel/k.h"\n',
    "theory/regret/r.cc": '#include "theory/psi/psi.h"\n#include "reference/a.h"\n',
    "theory/b.h": '#pragma once\n#include "reference/a.h"\n',
    "theory/b.cc": ('#include "theory/b.h"\n#include <Eigen/Cholesky>\n#include <thread>\n'
                    "double c() { return std::exp(a.llt().solve(b).norm()); }\n"
                    "boost::math::normal_distribution<> d; job.exit(); job->abort();\n"),
    "verify/CMakeLists.txt": "eenet_room(verify SOURCES c.cc HEADERS b.h oracle/b.h)\n",
    "verify/b.h": "#pragma once\n",
    "verify/oracle/b.h": "#pragma once\n#include <nlohmann/json.hpp>\n",
    "verify/c.cc": '#include <nlohmann/json.hpp>\n#include "theory/b.h"\n#include "reference/a.h"\n',
    "experiments/CMakeLists.txt": "add_executable(eenet main.cc runs/run.cc)\n",
    "experiments/runs/run.cc": '#include "experiments/data/d.h"\n#include "theory/b.h"\n',
    "experiments/own.h": "#pragma once\n",
    "experiments/main.cc": ('#include "verify/c.h"\n#include "experiments/own.h"\n'
                            '#include "experiments/commands/run.h"\n'
                            'int main() { std::cout << 1; std::exit(0); }  // the one a reader starts\n'),
    "tests/CMakeLists.txt": "eenet_room_tests(reference SOURCES\n  a_test.cc)\n",
    "tests/reference/a_test.cc": '#include "experiments/own.h"\n#include "tests/reference/a_test.h"\n',
    "tests/alone/CMakeLists.txt": "add_executable(alone main.cc)\n",
    "tests/alone/main.cc": "int main() {}\n",
    "tests/data/table.json": "1\n" * 1000,
}

# Rule, file that gets the line at its end, line, and what the message has to say.
SEEDS = [
    ("room-order", "reference/a.cc", '#include "theory/b.h"', "theory/b.h (theory is to its right)"),
    ("room-order", "reference/a.h", "#include <verify/c.h>", "verify/c.h"),
    ("room-order", "theory/b.cc", '#include "verify/c.h"', "verify/c.h"),
    ("room-order", "theory/b.cc", '#include "../verify/c.cc"', "verify/c.cc"),
    ("room-order", "verify/c.cc", '#  include "experiments/own.h"', "experiments/own.h"),
    ("room-order", "experiments/main.cc", '#include "tests/reference/a_test.h"', "tests/reference/a_test.h"),

    ("sub-room-order", "theory/kernel/k.cc", '#include "theory/spectrum/s.h"', "theory/spectrum/s.h"),
    ("sub-room-order", "theory/kernel/k.cc", '#include "../regret/r.cc"', "theory/regret/r.cc"),
    ("sub-room-order", "experiments/runs/run.cc", '#include "experiments/reports/r.h"', "formats, processes, data)"),
    ("sub-room-order", "experiments/runs/run.cc", "#include <experiments/commands/c.h>", "experiments/commands/c.h"),
    ("operations", "reference/operations/sum.cc", '#include "reference/mlp.h"', "reference/mlp.h"),
    ("operations", "reference/operations/sum.cc", '#include "../a.h"', "reference/a.h"),

    ("prefix", "verify/c.cc", "using namespace std;", "using namespace std"),
    *[("randomness", file, line, what) for file, line, what in [
        ("theory/b.cc", "std::normal_distribution<double> n;", "std::normal_distribution"),
        ("verify/c.cc", "using std::uniform_int_distribution;", "std::uniform_int_distribution"),
        ("reference/a.cc", "std::shuffle(a, b, c);", "std::shuffle"),
        ("verify/c.cc", "std::ranges::shuffle(a, b);", "std::ranges::shuffle"),
        ("verify/c.cc", "std::sample(a, b, c, 2, d);", "std::sample"),
        ("verify/c.cc", "std::generate_canonical<double, 53>(e);", "generate_canonical"),
        ("verify/c.cc", "std::mersenne_twister_engine<int, 1> e;", "mersenne_twister_engine"),
        ("theory/b.cc", "long i = random();", "random("),
        ("theory/b.cc", "double x = drand48();", "drand48("),
        ("theory/b.cc", "int i = std::rand();", "std::rand"),
        ("theory/b.cc", "int i = rand();", "rand("),
        ("verify/c.cc", "std::random_device d;", "random_device"),
        ("verify/c.cc", "std::default_random_engine e;", "default_random_engine"),
        ("verify/c.cc", "std::mt19937_64 e;", "mt19937_64"),
        ("theory/b.h", "const auto a = Eigen::MatrixXd::Random(2, 2);", "::Random("),
        ("theory/b.cc", "a.setRandom(2);", ".setRandom("),
        ("reference/a.cc", "#include <random>", "<random>"),
    ]],

    *[("output", file, line, what) for file, line, what in [
        ("reference/a.cc", "std::cout << 1;", "std::cout"),
        ("theory/b.cc", "std :: cerr << 1;", "std :: cerr"),
        ("verify/c.cc", "std::clog << 1;", "std::clog"),
        ("verify/c.cc", 'std::printf("");', "printf("),
        ("verify/c.cc", 'fprintf(stderr, "");', "fprintf("),
        ("verify/c.cc", 'vfprintf(stderr, "", a);', "vfprintf("),
        ("verify/c.cc", 'puts("");', "puts("),
        ("verify/c.cc", 'fmt::print("");', "fmt::print"),
        ("verify/c.cc", "fwrite(a, 1, 2, stdout);", "stdout"),
        ("verify/c.cc", "::write(1, a, 2);", "write(1"),
        ("verify/c.cc", "write(STDERR_FILENO, a, 2);", "STDERR_FILENO"),
    ]],
    *[("leaving", file, line, what) for file, line, what in [
        ("reference/a.cc", "std::abort();", "std::abort"),
        ("theory/b.cc", "if (x) abort();", "abort("),
        ("verify/c.cc", "std::exit(1);", "std::exit"),
        ("verify/c.cc", "exit(1);", "exit("),
        ("verify/c.cc", "std::terminate();", "std::terminate"),
    ]],

    *[("libm", "reference/a.cc", f"x = std::{name}(y);", f"std::{name}") for name in """
        exp exp2 expm1 log log2 log10 log1p cos sin tan acos asin atan atan2 cosh sinh tanh pow fma ldexp
        frexp floor ceil trunc round lround nearbyint rint cbrt hypot erf erfc tgamma lgamma fmod
        remainder fmin fmax expf powl lerp sqrtf""".split()],
    ("libm", "reference/a.cc", "x = exp(y);", "exp("),
    ("libm", "reference/a.cc", "x = -log (y);", "log ("),
    ("libm", "reference/a.cc", "x = y ? z :pow(y, 2);", "pow("),
    ("libm", "reference/a.cc", "x = ::cos(y);", "::cos("),
    ("libm", "reference/a.cc", "x = sqrt(y);", "sqrt("),
    ("libm", "reference/a.cc", "apply(&std::exp);", "std::exp"),
    ("libm", "reference/a.cc", "using std::floor;", "std::floor"),

    *[("reduction", "reference/a.cc", f"x = std::{name}(a, b, 0.0);", f"std::{name}")
      for name in ("accumulate", "inner_product", "reduce", "transform_reduce")],
    *[("eigen-arithmetic", "reference/a.cc", f"x = a{call};", call.split("(")[0]) for call in """
        .dot(b) .sum() .norm() .squaredNorm() .mean() .prod() .maxCoeff() .maxCoeff<0>(&i) .minCoeff(&i)
        .cwiseProduct(b) .cwiseAbs() .array() .colwise() .rowwise() .llt() .ldlt() .lu() .partialPivLu()
        .inverse() .eigenvalues() .normalized() .normalize() .stableNorm() .noalias() ->sum()
        .fullPivHouseholderQr()""".split()],
    ("eigen-arithmetic", "reference/a.cc", "x = a.col(0)\n  .dot(b);", ".dot("),
    ("eigen-arithmetic", "reference/a.cc", "x = a.transpose() * b;", ".transpose() *"),
    *[("eigen-header", "reference/a.h", f"#include <{name}>", name)
      for name in ("Eigen/Dense", "Eigen/CoreX", "Eigen/src/Core/Dot.h", "unsupported/Eigen/FFT")],
    *[("threads", "reference/a.cc", line, line) for line in (
        "#include <thread>", "#include <future>", "#include <mutex>", "#include <atomic>",
        "#include <omp.h>", "#pragma omp")],

    *[("file-access", "reference/a.cc", line, what) for line, what in [
        ("#include <fstream>", "<fstream>"), ("#include <filesystem>", "<filesystem>"),
        ("#include <cstdio>", "<cstdio>"), ("std::ofstream out;", "std::ofstream"),
        ("auto f = std::fopen(p, m);", "fopen("), ("std::cin >> x;", "std::cin")]],

    ("private-package", "theory/b.h", "#include <nlohmann/json.hpp>", "nlohmann/json.hpp"),
    ("private-package", "verify/b.h", "#include <nlohmann/json.hpp>", "nlohmann/json.hpp"),
    ("private-package", "verify/oracle/b.h", "#include <Spectra/SymEigsSolver.h>", "Spectra/SymEigsSolver.h"),
    ("private-package", "theory/b.h", "#include <Random123/philox.h>", "Random123/philox.h"),
    ("private-package", "theory/b.h", "#include <Spectra/SymEigsSolver.h>", "Spectra/SymEigsSolver.h"),
    ("private-package", "reference/rng.cc", "#include <nlohmann/json_fwd.hpp>", "nlohmann/json_fwd.hpp"),
    ("private-package", "reference/a.cc", '#include "Random123/philox.h"', "Random123/philox.h"),
]

# A comment that is too hard, and what the message has to say. The second line is where it begins.
HARD = [
    ("\n// Points, one a column.", "one a column"),
    ("\n// Features, one\n// an entry.", "one an entry"),
    ("\n// One function a file.", "One function a file"),
    ("\n/* A suite a suite. */", "A suite a suite"),
    ("\nint a;  // answers with its result", "answers with"),
    ("\n// `on_round` is told of it.", "is told"),
    ("\n// They are told.", "are told"),
    ("\n// A suite that comes by its place.", "comes by"),
    ("\n// It came\n// by.", "came by"),
    ("\n// Whoever asks gets it.", "Whoever"),
]

# Rule, file, all its new text, and the place that the message names.
REPLACED = [
    ("pragma-once", "reference/a.h", "// #pragma once\ndouble a();\n", "reference/a.h:1:"),
    ("pragma-once", "experiments/own.h", "int own();\n", "experiments/own.h:1:"),
    ("not-listed", "reference/deep/new.cc", "", "reference/deep/new.cc:1:"),
    ("not-listed", "theory/new.h", "#pragma once\n", "theory/new.h:1:"),
    ("not-listed", "experiments/new.cc", "", "experiments/new.cc:1:"),
    ("not-listed", "tests/reference/new_test.cc", "", "tests/reference/new_test.cc:1:"),
    ("not-listed", "verify/CMakeLists.txt", "eenet_room(verify SOURCES # c.cc\n)\n", "verify/c.cc:1:"),
    ("sub-room-order", "theory/attic/new.cc", "", "theory/attic/new.cc:1:"),
    ("suffix", "reference/deep/new.hpp", "", "reference/deep/new.hpp:1:"),
    ("suffix", "tests/reference/new_test.cpp", "", "tests/reference/new_test.cpp:1:"),
    ("too-long", "verify/c.cc", "\n" * 401, "verify/c.cc:401:"),
    ("too-long", "tests/alone/long.py", "\n" * 401, "tests/alone/long.py:401:"),
]


class FakeTree(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name)
        for name, text in CLEAN.items():
            self.write(name, text)

    def write(self, name, text):
        (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
        (self.tree / name).write_text(text, encoding="utf-8")

    def found(self):
        return [str(violation) for violation in source_rules.violations(self.tree)]

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.found(), [])

    def test_every_seeded_line_is_found_where_it_is(self):
        for rule, file, line, what in SEEDS:
            with self.subTest(rule=rule, line=line):
                self.write(file, CLEAN[file] + line + "\n")
                at = CLEAN[file].count("\n") + 1 + (1 if "\n" in line else 0)
                messages = [m for m in self.found() if m.startswith(f"{file}:{at}: {rule}: ") and what in m]
                self.assertEqual(len(messages), 1, self.found())
                self.write(file, CLEAN[file])

    def test_no_seeded_line_is_found_in_a_comment_or_a_string(self):
        for _, file, line, _ in SEEDS:
            with self.subTest(line=line):
                self.write(file, f"{CLEAN[file]}/* {line}\n*/ f(R\"({line})\");\n")
                self.assertEqual(self.found(), [])
                self.write(file, CLEAN[file])

    def test_every_seeded_file_is_found(self):
        for rule, file, text, where in REPLACED:
            with self.subTest(rule=rule, file=file):
                self.write(file, text)
                messages = [m for m in self.found() if m.startswith(f"{where} {rule}: ")]
                self.assertEqual(len(messages), 1, self.found())
                if file in CLEAN:
                    self.write(file, CLEAN[file])
                else:
                    (self.tree / file).unlink()

    def test_every_hard_comment_is_found_where_it_begins(self):
        for text, what in HARD:
            with self.subTest(text):
                self.write("verify/c.cc", text + "\n")
                messages = [m for m in self.found() if m.startswith("verify/c.cc:2: english: ") and what in m]
                self.assertEqual(len(messages), 1, self.found())

    def test_no_hard_words_are_found_outside_of_comments(self):
        for text, _ in HARD:
            with self.subTest(text):
                self.write("verify/c.cc", f'f(R"({text})");\n')
                self.assertEqual(self.found(), [])

    def test_a_folder_with_too_many_sources_is_found(self):
        def fill(folder, count):
            names = [f"{number}.h" for number in range(count)]
            for name in names:
                self.write(f"{folder}/{name}", "#pragma once\n")
            room, _, rest = folder.partition("/")
            self.write(f"{room}/CMakeLists.txt",
                       CLEAN[f"{room}/CMakeLists.txt"] + " ".join(f"{rest}/{name}" for name in names))

        fill("theory/psi", source_rules.LARGEST)
        self.assertEqual(self.found(), [])
        fill("theory/psi", source_rules.LARGEST + 1)
        self.assertEqual([m.split(",")[0] for m in self.found()],
                         [f"theory/psi:1: crowded: {source_rules.LARGEST + 1} sources and headers"])

    def test_every_folder_with_a_limit_of_its_own_is_there(self):
        for folder in source_rules.LARGEST_OF:
            self.assertTrue((ROOT / folder).is_dir(), folder)

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_the_top_level_is_that_of_git(self):
        for name in source_rules.TOP_LEVEL - set(source_rules.FOLDERS) - {"docs"}:
            self.write(name, "")
        self.write("docs/page.md", "")
        self.write(".gitignore", "/build/\n")
        self.write("build/anything", "")
        subprocess.run(["git", "init", "-q"], cwd=self.tree, check=True)
        self.assertEqual(self.found(), [])
        self.write("notes.txt", "")
        (self.tree / "LICENSE").unlink()
        self.assertEqual([message.split(":")[0] for message in self.found()], ["notes.txt", "LICENSE"])

    def test_the_program_prints_and_exits_with_1(self):
        def run():
            return subprocess.run([sys.executable, source_rules.__file__, self.tree], capture_output=True,
                                  text=True, check=False)
        self.assertEqual((run().returncode, run().stdout), (0, ""))
        self.write("verify/c.cc", "\n\nabort();\n")
        self.assertEqual((run().returncode, run().stdout),
                         (1, "verify/c.cc:3: leaving: abort( (a library throws, it does not end the program)\n"))


class RealTree(unittest.TestCase):
    def test_it_keeps_every_rule(self):
        found = [str(violation) for violation in source_rules.violations(ROOT)]
        if found:
            self.fail("\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main()
