"""The Game with everything known as CP-SAT models. Importing this loads ortools."""

from cardsolver.solver.cpsat.engine import ModelError, accepts, proves, solve

__all__ = ["ModelError", "accepts", "proves", "solve"]
