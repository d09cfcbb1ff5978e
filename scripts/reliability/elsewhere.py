"""The command line as on a system that is not POSIX: without its modules, and without its locks.

    python scripts/reliability/elsewhere.py COMMAND…

What needs them must say so in one line. It is no Windows, but no import can go wrong unseen.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

MISSING: tuple[str, ...] = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
modules: dict[str, Any] = sys.modules  # None: it cannot be imported


def leave_posix() -> None:
    """Take away what other systems do not have."""
    modules.update(dict.fromkeys(MISSING))
    from cardsolver.runner import journal  # noqa: PLC0415 - without those modules
    from cardsolver.seats import confinement  # noqa: PLC0415 - the same

    confinement.POSIX = False
    setattr(journal, "_try_lock", lambda _file: None)  # noqa: B010 - Windows has its own


leave_posix()  # in the workers that it starts, too

if __name__ == "__main__":
    from cardsolver.cli import main

    main()
