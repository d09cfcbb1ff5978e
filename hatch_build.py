"""Compiles the kernels of the games when the package is built or installed.

A game's kernel is the C code in its folder `kernel`; each becomes one library beside its sources.

With the system's C compiler if there is one, else with the one in the PyPI package `ziglang`, which
is then a build requirement. If neither works, the package is built without kernels: what must have
one says so, and what has a reference in Python uses that.

CARDSOLVER_NATIVE=1 compiles for this very processor. CARDSOLVER_TARGET=x86_64-windows-gnu (a target
of zig) with CARDSOLVER_WHEEL_TAG=win_amd64 compiles for another system; scripts/wheels does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = "cardsolver/games/*/kernel"
FLAGS = ["-std=c11", "-O3", "-shared", "-fPIC", "-fvisibility=default", "-Wall", "-Wextra"]
# A product is rounded before it is added to something, as in the references in Python: on ARM,
# clang would fuse the two, and the same seed would give another game.
FLAGS += ["-ffp-contract=off"]


def compiler() -> list[str] | None:
    """The system's compiler, unless another target is wanted."""
    if os.environ.get("CARDSOLVER_TARGET"):
        return None
    named = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    return named.split() if named else None


class KernelHook(BuildHookInterface):  # type: ignore[type-arg] # untyped before hatchling 1.28
    """Compiles, and marks the wheel as one for this system."""

    def dependencies(self) -> list[str]:
        """zig, where there is no compiler."""
        return [] if compiler() else ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatch's
        """Before the files are packed."""
        target = os.environ.get("CARDSOLVER_TARGET", "")
        windows = "windows" in target or (not target and os.name == "nt")
        root = Path(self.root)
        for folder in sorted(root.glob(FOLDERS)):
            for old in folder.glob("_kernel.*"):
                old.unlink()
            library = folder / ("_kernel.dll" if windows else "_kernel.so")
            fault = self._compile(library, target, windows=windows)
            if fault:
                game = folder.parent.name
                self.app.display_warning(f"the kernel of {game} is not built: {fault}")
                continue
            build_data["artifacts"].append(f"/{library.relative_to(root).as_posix()}")
            build_data["pure_python"] = False
            tag = os.environ.get("CARDSOLVER_WHEEL_TAG") or sysconfig.get_platform()
            build_data["tag"] = f"py3-none-{tag.replace('-', '_').replace('.', '_')}"

    def _compile(self, library: Path, target: str, *, windows: bool) -> str:
        """Compile; what went wrong, or nothing."""
        command = compiler() or [sys.executable, "-m", "ziglang", "cc"]
        flags = [*FLAGS]
        if target:
            flags += ["-target", target]
        elif os.environ.get("CARDSOLVER_NATIVE"):
            flags += ["-march=native"]
        elif "ziglang" in command:
            flags += ["-mcpu=baseline"]
        if not windows:
            flags += ["-pthread", "-lm"]
        sources = sorted(map(str, library.parent.glob("*.c")))
        try:
            done = subprocess.run(
                [*command, *sources, "-o", str(library), *flags],
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError as error:
            return str(error)
        return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["?"])[-1]
