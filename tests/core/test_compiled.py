"""A kernel that is not there, or not for this machine, is missed in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cardsolver.core.compiled import NAME, KernelMissingError, load_kernel
from tests.support.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_a_kernel_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(KernelMissingError, match="is not built"):
        load_kernel(str(tmp_path / "__init__.py"), 1)


def test_a_kernel_for_another_machine_is_missing_too(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\x7fELF, but not really")
    with pytest.raises(KernelMissingError, match="cannot be loaded"):
        load_kernel(str(tmp_path / "__init__.py"), 1)


def test_every_compiler_is_told_to_round_products_before_sums() -> None:
    """Otherwise a kernel for ARM would play other games than its reference."""
    files = [ROOT / "hatch_build.py", *(ROOT / "scripts").iterdir()]
    compiling = [
        text for file in files if file.is_file() and "-std=c11" in (text := file.read_text())
    ]
    assert compiling
    assert all("-ffp-contract=off" in text for text in compiling)
