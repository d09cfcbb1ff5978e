"""Solve, referee and play The Game, Fifty Fifty and Level 8."""

__version__ = "0.1.0"
