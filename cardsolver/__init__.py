"""Solve, referee and play The Game, Fifty Fifty and Level 8."""

from cardsolver._version import __version__

__all__ = ["__version__"]
