"""The chain model: which card covers which. There are no moments, only what waits for what."""

from cardsolver.solver.cpsat.chains.model import Model

__all__ = ["Model"]
