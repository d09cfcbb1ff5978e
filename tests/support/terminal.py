"""A person at a real (pseudo-)terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pexpect

from tests.support.running import ROOT, unmeasured

if TYPE_CHECKING:
    from pathlib import Path


def terminal(
    *arguments: str | Path,
    kind: str = "dumb",
    colour: bool = False,
    size: tuple[int, int] = (40, 100),
) -> pexpect.spawn[str]:
    """A command at a terminal of some kind, with so many lines and columns."""
    env = unmeasured(TERM="xterm-256color" if colour else kind)
    if colour:
        del env["NO_COLOR"]
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "cardsolver", *map(str, arguments)],
        cwd=str(ROOT),
        env=env,
        encoding="utf-8",
        dimensions=size,
        timeout=60,
    )
    child.delaybeforesend = None  # a pause that only programs need that ask for a password
    return child
