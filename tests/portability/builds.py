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
    """A change that has to be noticed: in one source of the library, or in the flags of one."""
    name: str
    file: str
    old: str = ""
    new: str = ""
    flag: "tuple[str, str]" = ("", "")  # old and new


class Build(NamedTuple):
    compiler: str
    flags: str
    runner: Tuple[str, ...] = ()  # what runs the program, where the machine cannot
    settings: Tuple[str, ...] = ()

    @property
    def name(self):
        return f"{self.compiler} {self.flags}"

    @property
    def toolchain(self):
        return "libc++" if "-stdlib=libc++" in self.flags else self.compiler

    @property
    def slow(self):
        """Without optimisation a long run takes as long as several builds."""
        return "-O0" in self.flags.split()


class FaultyBuild(NamedTuple):
    """A build in which one object file was made again, with a fault."""
    build: Build
    fault: Fault

    @property
    def name(self):
        return f"{self.build.name}, {self.fault.name}"


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

FUSED = Fault("with fused multiply-adds in one file", "reference/operations/vectors.cc",
              flag=("-ffp-contract=off", "-ffp-contract=fast"))
OTHER_LOGARITHM = Fault("with the logarithm of libm", "reference/elementary.cc",
                        "double logarithm(double x) {\n", "double logarithm(double x) {\n  return std::log(x);\n")
OTHER_SUM = Fault("with Eigen's dot product", "reference/operations/vectors.cc",
                  "double dot(const ConstVector& a, const ConstVector& b) {\n",
                  "double dot(const ConstVector& a, const ConstVector& b) {\n  return a.dot(b);\n")

NATIVE_GCC = Build("g++", f"-O3 {NATIVE}")
FAULTY = [FaultyBuild(NATIVE_GCC, fault) for fault in (FUSED, OTHER_LOGARITHM, OTHER_SUM)]


def output_of(command):
    """What the command prints; it has to succeed."""
    words = [str(word) for word in command]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"failed: {' '.join(words)}\n{result.stdout}{result.stderr}")
    return result.stdout


def macros_of(build):
    return subprocess.run([build.compiler, *build.flags.split(), "-x", "c++", "-include", "version", "-dM", "-E",
                           os.devnull], capture_output=True, text=True, check=False)


def why_not(build):
    """Why this machine cannot do the build, or None."""
    for program in (build.compiler,) + build.runner:
        if not shutil.which(program):
            return f"{program} is not installed"
    macros = macros_of(build)
    return macros.stderr.strip().splitlines()[0] if macros.returncode != 0 else None


def why_not_faulty(faulty):
    """Why this machine cannot do the build with the fault, or None."""
    reason = why_not(faulty.build)
    if not reason and faulty.fault is FUSED and not any(
            f"#define {name} " in macros_of(faulty.build).stdout for name in ("__FMA__", "__aarch64__")):
        reason = "this processor has no fused multiply-add"
    return reason


def text_with(fault):
    """The file of the fault, with it."""
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    if fault.old and text.count(fault.old) != 1:
        sys.exit(f"{fault.file} should have once, for the fault {fault.name}:\n{fault.old}")
    return text.replace(fault.old, fault.new) if fault.old else text


def made_for(folder, source):
    """Whether the cache in the folder is of these places, and not of a tree that was copied."""
    cache = folder / "CMakeCache.txt"
    text = cache.read_text(encoding="utf-8") if cache.exists() else ""
    return f"CMAKE_CACHEFILE_DIR:INTERNAL={folder}\n" in text and f"CMAKE_HOME_DIRECTORY:INTERNAL={source}\n" in text


def folder_of(build, scratch):
    return scratch.resolve() / re.sub(r"[^a-zA-Z0-9]+", "-", build.name.replace("+", "p"))


def make(build, scratch, settings):
    """Builds it below the scratch folder; returns the build's own folder."""
    folder, source = folder_of(build, scratch), ROOT / PROJECT
    fresh = [] if made_for(folder, source) else ["--fresh"]
    output_of(["cmake", *fresh, "-G", "Ninja", "-S", source, "-B", folder, *settings, *build.settings,
               f"-DCMAKE_CXX_COMPILER={build.compiler}", f"-DCMAKE_CXX_FLAGS={build.flags}",
               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
    output_of(["cmake", "--build", folder, "--target", "digest", "--parallel", "1"])
    return folder


def library(folder):
    return folder / "eenet/reference/libeenet_reference.a"


def command_of_the_library(folder):
    """The words of the command that compiled the library, without its source and its object."""
    for entry in json.loads((folder / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        if "eenet_reference.dir" in words[words.index("-o") + 1]:
            return words[:words.index("-o")]
    raise RuntimeError(f"{folder} has no command that compiles the library")


def package_folders(folder):
    """The options with which the library found the headers of others."""
    words = command_of_the_library(folder)
    return [word for at in range(len(words)) if words[at] == "-isystem" for word in words[at:at + 2]]


def digests(build, folder, short=False):
    return output_of([*build.runner, folder / "digest", *(["--short"] if short else [])])


def faulty_digests(faulty, folder):
    """What the program of a finished build prints when one source of its library has a fault."""
    fault = faulty.fault
    command = command_of_the_library(folder)
    if fault.flag[0]:
        if fault.flag[0] not in command:
            sys.exit(f"{faulty.build.name}: expected {fault.flag[0]} among the options of {fault.file}")
        command = [fault.flag[1] if word == fault.flag[0] else word for word in command]
    scratch = folder / "faults" / re.sub(r"\W+", "-", fault.name)
    scratch.mkdir(parents=True, exist_ok=True)
    source = scratch / pathlib.PurePath(fault.file).name
    source.write_text(text_with(fault), encoding="utf-8")
    with_fault = source.with_suffix(".o")
    output_of([*command, "-o", with_fault, "-c", source])
    # The library is one object file, so its definitions of these functions have to give way.
    main = folder / "CMakeFiles/digest.dir/digest.cc.o"
    output_of([faulty.build.compiler, *faulty.build.flags.split(), "-Wl,--allow-multiple-definition", main, with_fault,
               library(folder), "-o", scratch / "digest"])
    return output_of([*faulty.build.runner, scratch / "digest"])
