"""The layered search: The Game with everything known, one layer a lay."""

from cardsolver.solver.search.engine import Progress, one_pass, search

__all__ = ["Progress", "one_pass", "search"]
