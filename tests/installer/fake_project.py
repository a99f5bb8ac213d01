"""The scripts in a directory of their own, with fakes for every tool that they call.

Every fake writes down how it was called. The scripts see nothing but the fakes and
a few harmless system tools, so a case cannot touch the machine it runs on.
"""

import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = [".ci/prepare", ".ci/run", "tests/run", "experiments/run"]
READ_BY_SCRIPTS = ["tests/report/package.json", "tests/report/package-lock.json"]
SYSTEM_TOOLS = ["bash", "cat", "cmp", "date", "dirname", "env", "flock", "grep", "head", "mkdir", "nproc",
                "readlink", "rm", "sed", "tail"]

# The program that the fake build makes; its output is all that may reach stdout.
PROGRAM = r"""#!/bin/sh
echo "program in $PWD:$(printf ' <%s>' "$@")"
cat
"""

FAKES = {
    "id": 'echo "${FAKE_UID-0}"',
    # Answers in dpkg's words; a name it has never heard of is an error, as for dpkg.
    "dpkg-query": r"""
        shift 3
        for package; do
          case " ${FAKE_UNKNOWN-} " in *" $package "*) status=1; continue ;; esac
          case " ${FAKE_REMOVED-} " in
            *" $package "*) echo "$package config-files" ;;
            *) echo "$package installed" ;;
          esac
        done
        exit ${status-0}""",
    "apt-get": r"""
        echo 'noise from apt-get'
        for word; do
          case " ${FAKE_UNAVAILABLE-} " in
            *" $word "*) echo "E: Unable to locate package $word" >&2; exit 100 ;;
          esac
        done""",
    "sudo": 'exec "$@"',
    "npm": r"""
        [ -z "${FAKE_NPM_FAILS-}" ] || exit 1
        mkdir node_modules""",
    "cmake": r"""
        echo 'noise from cmake'
        case " $* " in
          *' --build '*' -n '*)
            [ ! -e build/release/eenet ] || echo 'ninja: no work to do.'
            exit ;;
          *' --build '*)
            [ -z "${FAKE_BUILD_FAILS-}" ] || exit 1
            cp "$FAKE_PROGRAM" build/release/eenet
            exit ;;
        esac
        while [ "$1" != --preset ]; do shift; done
        mkdir -p "build/$2"
        echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"build/$2/CMakeCache.txt"
        : >"build/$2/build.ninja" """,
    "ctest": r"""
        echo "ctest with EENET_FULL=${EENET_FULL-}"
        case " $* " in *" ${FAKE_TEST_FAILS-none} "*) exit 8 ;; esac""",
    "clang++": "",
    "clang-tidy": "",
}


def package_list(name):
    text = (ROOT / ".ci/prepare").read_text()
    return re.search(rf"^{name}='([^']*)'", text, re.MULTILINE).group(1).split()


REQUIRED = package_list("required")
PYTHON = package_list("python")
OPTIONAL = package_list("optional")


class Project:
    """A copy of the scripts in a directory of its own, and the fakes beside it."""

    def __init__(self, directory, broken=None):
        self.top = pathlib.Path(directory).resolve()
        self.tree = self.top / "tree"
        self.bin = self.top / "bin"
        self.elsewhere = self.top / "elsewhere"
        self.calls_file = self.top / "calls"
        for name in SCRIPTS + READ_BY_SCRIPTS:
            copy = self.tree / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy)
        if broken:
            name, old, new = broken
            text = (self.tree / name).read_text()
            assert old in text, f"{name} has no line with: {old}"
            (self.tree / name).write_text(text.replace(old, new))

        self.bin.mkdir()
        self.elsewhere.mkdir()
        for tool in SYSTEM_TOOLS + ["cp"]:
            (self.bin / tool).symlink_to(shutil.which(tool))
        for name, body in FAKES.items():
            self.write_program(self.bin / name, f'#!/bin/sh\necho "{name} $*" >>"$FAKE_CALLS"\n{body}\n')
        self.write_program(self.top / "program", PROGRAM)

    @staticmethod
    def write_program(path, text):
        path.write_text(text)
        path.chmod(0o755)

    def without(self, *tools):
        for tool in tools:
            (self.bin / tool).unlink()
        return self

    def run(self, script, *arguments, stdin="", **variables):
        """Runs a script; only the calls of this run are in self.calls afterwards."""
        self.calls_file.write_text("")
        environment = {"PATH": str(self.bin), "FAKE_CALLS": str(self.calls_file),
                       "FAKE_PROGRAM": str(self.top / "program"), **variables}
        result = subprocess.run([self.tree / script, *arguments], cwd=self.elsewhere, env=environment,
                                input=stdin, capture_output=True, text=True, timeout=60, check=False)
        self.calls = self.calls_file.read_text().splitlines()
        return result

    def calls_of(self, tool):
        return [call for call in self.calls if call.split()[0] == tool]

    def installed(self):
        """The packages of each `apt-get install`, in order."""
        requests = [call.split() for call in self.calls_of("apt-get") if " install " in call]
        return [[word for word in words if word in REQUIRED + PYTHON + OPTIONAL] for words in requests]
