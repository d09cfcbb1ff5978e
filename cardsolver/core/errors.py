"""The one error for bad input. The command line prints it as one line and exits with 2."""

from __future__ import annotations


class InputError(ValueError):
    """Something the user gave is wrong: the message says what, where, and what would be right."""
