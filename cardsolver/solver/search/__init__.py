"""The layered search: The Game with everything known, one layer a lay."""

from cardsolver.solver.search.engine import Found, Progress, search

__all__ = ["Found", "Progress", "search"]
