"""Build a wheel for every system that the kernel can be compiled for: `scripts/wheels [NAME …]`.

The compiler is zig, from the PyPI package `ziglang`, in an environment of its own (build/wheels).
The wheels hold no compiled Python, so one serves every version: `py3-none-<platform>`. Each is
opened and its kernel inspected; the one for this machine is also installed elsewhere and solves a
deal.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
KERNELS = "cardsolver/games/*/kernel"  # each of these folders becomes a library
# A name for people, zig's target, the platform of the wheel's name, and how its library begins.
ELF, MACH_O, PE = b"\x7fELF", b"\xcf\xfa\xed\xfe", b"MZ"
TARGETS = {
    "linux-x86_64": ("x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", ELF),
    "linux-arm64": ("aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", ELF),
    "musl-x86_64": ("x86_64-linux-musl", "musllinux_1_2_x86_64", ELF),
    "musl-arm64": ("aarch64-linux-musl", "musllinux_1_2_aarch64", ELF),
    "macos-x86_64": ("x86_64-macos.11.0", "macosx_11_0_x86_64", MACH_O),
    "macos-arm64": ("aarch64-macos.11.0", "macosx_11_0_arm64", MACH_O),
    "windows-x86_64": ("x86_64-windows-gnu", "win_amd64", PE),
}


def python_with_zig() -> Path:
    """An environment with the build backend and the compiler; made once."""
    python = BUILD / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(BUILD / "venv", with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "hatchling==1.33.0", "ziglang==0.15.1"], check=True)
    return python


def build(python: Path, name: str) -> Path:
    """One wheel."""
    target, tag, _ = TARGETS[name]
    environment = {**os.environ, "CARDSOLVER_TARGET": target, "CARDSOLVER_WHEEL_TAG": tag}
    command = [
        str(python),
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
    ]
    command += ["--no-build-isolation", "--wheel-dir", str(DIST), str(ROOT)]
    subprocess.run(command, check=True, env=environment)
    (wheel,) = DIST.glob(f"*-py3-none-{tag}.whl")
    return wheel


def inspect(wheel: Path, begins: bytes) -> str:
    """Look at the kernels inside; what they are."""
    sizes = []
    with zipfile.ZipFile(wheel) as file:
        kernels = sorted(name for name in file.namelist() if "/_kernel." in name)
        if len(kernels) != len(list(ROOT.glob(KERNELS))):
            raise SystemExit(f"{wheel.name}: only {len(kernels)} kernels")
        for kernel in kernels:
            data = file.read(kernel)
            if not data.startswith(begins):
                raise SystemExit(f"{wheel.name}: {kernel} is no library of its system")
            if b"kernel_version" not in data:
                raise SystemExit(f"{wheel.name}: {kernel} has no kernel_version")
            sizes.append(f"{kernel.removeprefix('cardsolver/games/')}, {len(data) // 1024} KiB")
    return "; ".join(sizes)


def try_out(wheel: Path) -> None:
    """Install it in a place of its own, with the packages of this environment, and solve a deal."""
    folder = BUILD / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--upgrade", "--target", str(folder), str(wheel)]
    subprocess.run(command, check=True)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    solve = [sys.executable, "-m", "cardsolver", "winnable", "--seed", "42", "--engine", "search"]
    done = subprocess.run(
        solve, check=True, env=environment, cwd=folder, capture_output=True, text=True
    )
    print(f"  tried: {done.stdout.strip()}")


def main() -> None:
    """Build what was asked for, or everything."""
    parser = argparse.ArgumentParser(prog="scripts/wheels", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TARGETS))
    names = parser.parse_args().names or list(TARGETS)
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        parser.error(f"no target {unknown[0]!r}; expected {', '.join(TARGETS)}")
    DIST.mkdir(exist_ok=True)
    kept = {kernel: kernel.read_bytes() for kernel in ROOT.glob(f"{KERNELS}/_kernel.*")}
    try:
        python = python_with_zig()
        here = {"x86_64": "linux-x86_64", "aarch64": "linux-arm64"}.get(platform.machine())
        for name in names:
            wheel = build(python, name)
            print(f"{name}: {wheel.name} ({inspect(wheel, TARGETS[name][2])})", flush=True)
            if name == here and sys.platform == "linux":
                try_out(wheel)
    finally:
        # The build compiled into the source tree: put back what was there.
        for left in ROOT.glob(f"{KERNELS}/_kernel.*"):
            left.unlink()
        for kernel, data in kept.items():
            kernel.write_bytes(data)
            kernel.chmod(0o755)


if __name__ == "__main__":
    main()
