"""The Game with everything known as one CP-SAT model. Importing this loads ortools."""

from cardsolver.solver.cpsat.solve import ModelError, solve
from cardsolver.solver.cpsat.steps.windows import improve

__all__ = ["ModelError", "improve", "solve"]
