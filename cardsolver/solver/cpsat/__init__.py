"""The Game with everything known as CP-SAT models. Importing this loads ortools."""

from cardsolver.core.ctrl_c import ctrl_c_held_back

with ctrl_c_held_back():  # ortools takes it for a failure, and cannot be loaded again
    from cardsolver.solver.cpsat.engine import ModelError, accepts, proves, solve

__all__ = ["ModelError", "accepts", "proves", "solve"]
