"""Builds of the digest program with compilers and flags of all kinds, kept between runs."""

import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys
from typing import NamedTuple, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROJECT = pathlib.PurePath("tests/portability")
NATIVE = "-march=native" if platform.machine() == "x86_64" else "-mcpu=native"


class Fault(NamedTuple):
    """A change that has to be noticed: one place in one file of a copy of the sources."""
    name: str
    file: str
    old: str
    new: str


class Build(NamedTuple):
    compiler: str
    flags: str
    runner: Tuple[str, ...] = ()  # what runs the program, where the machine cannot
    settings: Tuple[str, ...] = ()
    fault: "Fault | None" = None

    @property
    def name(self):
        return f"{self.compiler} {self.flags}" + (f", {self.fault.name}" if self.fault else "")

    @property
    def toolchain(self):
        return "libc++" if "-stdlib=libc++" in self.flags else self.compiler


PLAIN = [Build(compiler, flags) for compiler in ("g++", "clang++") for flags in ("-O0", f"-O3 {NATIVE}")]

FULL = PLAIN + [
    Build("g++", "-O2"),
    Build("clang++", "-O2"),
    Build("clang++", "-O0 -stdlib=libc++"),
    Build("clang++", f"-O3 {NATIVE} -stdlib=libc++"),
    # Linked statically, so that the emulator needs no libraries of that machine.
    Build("aarch64-linux-gnu-g++", "-O3", runner=("qemu-aarch64",),
          settings=("-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64",
                    "-DCMAKE_EXE_LINKER_FLAGS=-static")),
]

FUSED = Fault("with fused multiply-adds", ".cmake/EenetRoom.cmake",
              "-ffp-contract=off", "-ffp-contract=fast")
OTHER_LOGARITHM = Fault("with the logarithm of libm", "reference/elementary.cc",
                        "double logarithm(double x) {\n", "double logarithm(double x) {\n  return std::log(x);\n")
OTHER_SUM = Fault("with Eigen's dot product", "reference/fixed_order.cc",
                  "double dot(const ConstVector& a, const ConstVector& b) {\n",
                  "double dot(const ConstVector& a, const ConstVector& b) {\n  return a.dot(b);\n")

FAULTY = [Build("g++", f"-O3 {NATIVE}", fault=FUSED)]
FULL_FAULTY = FAULTY + [Build("g++", "-O2", fault=OTHER_LOGARITHM), Build("g++", "-O2", fault=OTHER_SUM)]


def output_of(command):
    """What the command prints; it has to succeed."""
    words = [str(word) for word in command]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"failed: {' '.join(words)}\n{result.stdout}{result.stderr}")
    return result.stdout


def why_not(build):
    """Why this machine cannot do the build, or None."""
    for program in (build.compiler,) + build.runner:
        if not shutil.which(program):
            return f"{program} is not installed"
    macros = subprocess.run([build.compiler, *build.flags.split(), "-x", "c++", "-include", "version", "-dM", "-E",
                             os.devnull], capture_output=True, text=True, check=False)
    if macros.returncode != 0:
        return macros.stderr.strip().splitlines()[0]
    if build.fault is FUSED and not any(f"#define {name} " in macros.stdout for name in ("__FMA__", "__aarch64__")):
        return "this processor has no fused multiply-add"
    return None


def text_with(fault):
    """The file of the fault, with it."""
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    if text.count(fault.old) != 1:
        sys.exit(f"{fault.file} should have once, for the fault {fault.name}:\n{fault.old}")
    return text.replace(fault.old, fault.new)


def copy_with_fault(fault, target):
    """Writes only what differs, so that the next build starts from the last one."""
    folders = [ROOT / ".cmake", ROOT / "reference", ROOT / PROJECT]
    for path in [ROOT / "CMakeLists.txt", *(path for folder in folders for path in folder.rglob("*.*"))]:
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        text = text_with(fault) if path == ROOT / fault.file else path.read_text(encoding="utf-8")
        copy = target / path.relative_to(ROOT)
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")


def made_for(folder, source):
    """Whether the cache in the folder is of these places, and not of a tree that was copied."""
    cache = folder / "CMakeCache.txt"
    text = cache.read_text(encoding="utf-8") if cache.exists() else ""
    return f"CMAKE_CACHEFILE_DIR:INTERNAL={folder}\n" in text and f"CMAKE_HOME_DIRECTORY:INTERNAL={source}\n" in text


def make(build, scratch, settings):
    """Builds it below the scratch folder; the answer is the build's own folder."""
    name = build.name.replace("+", "p")
    folder = scratch.resolve() / re.sub(r"[^a-zA-Z0-9]+", "-", name)
    source = ROOT
    if build.fault:
        source = folder / "source"
        copy_with_fault(build.fault, source)
    fresh = [] if made_for(folder, source / PROJECT) else ["--fresh"]
    output_of(["cmake", *fresh, "-G", "Ninja", "-S", source / PROJECT, "-B", folder, *settings, *build.settings,
               f"-DCMAKE_CXX_COMPILER={build.compiler}", f"-DCMAKE_CXX_FLAGS={build.flags}",
               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
    output_of(["cmake", "--build", folder, "--target", "digest", "--parallel", "1"])
    return folder


def library(folder):
    return folder / "eenet/reference/libeenet_reference.a"


def package_folders(folder):
    """The options with which the library found the headers of others."""
    command = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))[0]["command"]
    words = shlex.split(command)
    return [word for at in range(len(words)) if words[at] == "-isystem" for word in words[at:at + 2]]


def digests(build, folder):
    return output_of([*build.runner, folder / "digest"])
