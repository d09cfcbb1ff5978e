"""The step model: one lay after another, every moment with its own variables."""

from cardsolver.solver.cpsat.steps.model import Model

__all__ = ["Model"]
