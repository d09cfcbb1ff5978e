"""The command line: parse, call, print. No rules and no arithmetic here."""

from cardsolver.cli.app import main

__all__ = ["main"]
