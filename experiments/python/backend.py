"""Setuptools as the builder of the wheel, with the script that is beside this file."""

import pathlib

from setuptools import build_meta


class Backend(build_meta._BuildMetaBackend):
    def run_setup(self, setup_script="setup.py"):
        super().run_setup(str(pathlib.Path(__file__).with_name(setup_script)))


_backend = Backend()
build_wheel = _backend.build_wheel
build_sdist = _backend.build_sdist
get_requires_for_build_wheel = _backend.get_requires_for_build_wheel
get_requires_for_build_sdist = _backend.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = _backend.prepare_metadata_for_build_wheel
