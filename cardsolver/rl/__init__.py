"""For people who train agents (the extra `rl`): environments, and trained policies as bots.

Everything here is loaded when it is first used; a policy at the table needs NumPy alone.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardsolver.rl.aec import CardEnv, env
    from cardsolver.rl.coding import Coding
    from cardsolver.rl.codings import coding_for
    from cardsolver.rl.policy import PolicyBot, save_policy
    from cardsolver.rl.seat import SeatEnv

_HOME = {
    "CardEnv": "aec",
    "Coding": "coding",
    "PolicyBot": "policy",
    "SeatEnv": "seat",
    "coding_for": "codings",
    "env": "aec",
    "save_policy": "policy",
}
_EXTRA = ("gymnasium", "numpy", "pettingzoo")

__all__ = ["CardEnv", "Coding", "PolicyBot", "SeatEnv", "coding_for", "env", "save_policy"]


if not TYPE_CHECKING:  # a checker must not think that every name is there

    def __getattr__(name: str) -> Any:
        """Load a public name from its home (PEP 562)."""
        if name not in _HOME:
            raise AttributeError(f"module 'cardsolver.rl' has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - most imports of us never get here

        from cardsolver.core.errors import InputError  # noqa: PLC0415 - the same

        try:
            value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        except ModuleNotFoundError as error:
            if error.name not in _EXTRA:
                raise
            raise InputError(
                f"{__name__}.{name} needs numpy, gymnasium and pettingzoo; install them with:"
                f" {sys.executable} -m pip install"
                " 'gymnasium>=1.0' 'numpy>=1.26' 'pettingzoo>=1.25'"
            ) from None
        globals()[name] = value
        return value
