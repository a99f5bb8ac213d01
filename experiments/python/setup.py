"""Builds the package eenet with CMake; pip runs it at the top of the tree.

The environment variable EENET_PYTHON_BUILD names a build tree to use in place of build/python; one that exists is
built as it is configured.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path.cwd()


class BuildWithCMake(build_ext):
    def build_extension(self, ext):
        tree = pathlib.Path(os.environ.get("EENET_PYTHON_BUILD", ROOT / "build/python"))
        if not (tree / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", ROOT, "-B", tree, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
                            "-DEENET_BUILD_TESTS=OFF", "-DEENET_PYTHON=ON", f"-DPython3_EXECUTABLE={sys.executable}"],
                           check=True)
        subprocess.run(["cmake", "--build", tree, "--target", "eenet_python"], check=True)
        built = tree / "python" / self.get_ext_filename(ext.name)
        if not built.exists():
            sys.exit(f"{built}: CMake built the module for another Python than {sys.executable}")
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built, target)


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(eenet VERSION ([0-9.]+)", text).group(1)


(ROOT / "build").mkdir(exist_ok=True)
setup(
    version=version(),
    packages=["eenet"],
    package_dir={"eenet": "experiments/python/eenet"},
    package_data={"eenet": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("eenet._core", sources=[])],
    cmdclass={"build_ext": BuildWithCMake},
    # Nothing of setuptools' own beside the sources.
    options={"egg_info": {"egg_base": "build"}, "build": {"build_base": "build/setuptools"}},
)
