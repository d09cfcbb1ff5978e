"""The layered search: The Game with everything known, one layer a lay."""

from cardsolver.solver.search.engine import SearchProgress, one_pass, search

__all__ = ["SearchProgress", "one_pass", "search"]
