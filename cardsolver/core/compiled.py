"""Compiled kernels: the C code in a game's folder `kernel`, loaded through ctypes.

A build of the package compiles each of them to a library beside its sources (hatch_build.py). Every
kernel exports `kernel_version`, which its binding compares with the version it was written for.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

NAME = "_kernel.dll" if os.name == "nt" else "_kernel.so"


class KernelMissingError(RuntimeError):
    """There is no kernel that works on this machine; the message says why."""


def load_kernel(binding: str, version: int) -> ctypes.CDLL:
    """The library beside a binding, which passes its `__file__`."""
    file = Path(binding).parent / NAME
    if not file.exists():
        raise KernelMissingError("the kernel is not built; a C compiler was not found at set-up")
    try:
        library = ctypes.CDLL(str(file))
    except OSError as error:  # built for another machine, or damaged
        raise KernelMissingError(f"the kernel cannot be loaded ({error})") from error
    if library.kernel_version() != version:
        raise KernelMissingError("the kernel is from another version; install cardsolver again")
    return library
