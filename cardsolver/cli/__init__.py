"""The command line: parse, call, print. No rules and no arithmetic here."""

from __future__ import annotations

import sys


def main() -> None:
    """Run a command line. Ctrl-C is one line even while the program is still being loaded."""
    try:
        from cardsolver.cli.app import main as run  # noqa: PLC0415 - see above

        run()
    except KeyboardInterrupt:
        sys.stderr.write("cardsolver: stopped\n")
        sys.exit(130)
