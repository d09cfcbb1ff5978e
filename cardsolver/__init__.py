"""Solve, referee and play The Game, Fifty Fifty and Level 8.

    >>> import cardsolver as cs
    >>> cs.solve(cs.deal("the-game", seed=42)).verdict
    'winnable'

Everything here is loaded when it is first used, so `import cardsolver` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver._version import __version__

if TYPE_CHECKING:
    from cardsolver.api import (
        analyse,
        deal,
        page,
        play,
        read_transcripts,
        replay,
        solve,
        solve_many,
        tournament,
    )
    from cardsolver.core.deal import Deal, load_deals
    from cardsolver.core.errors import InputError
    from cardsolver.core.game import BadMove, Game, IllegalMove, Outcome
    from cardsolver.core.referee import Match
    from cardsolver.core.registry import game_named, game_names
    from cardsolver.core.table import Table
    from cardsolver.core.transcript import (
        Replay,
        Transcript,
        format_code,
        format_transcript,
        parse_transcript,
    )
    from cardsolver.solver.analysis import Analysis
    from cardsolver.solver.result import Verdict
    from cardsolver.tournaments.results import TournamentResult

_HOMES = {
    "cardsolver.api": (
        "analyse",
        "deal",
        "page",
        "play",
        "read_transcripts",
        "replay",
        "solve",
        "solve_many",
        "tournament",
    ),
    "cardsolver.core.deal": ("Deal", "load_deals"),
    "cardsolver.core.errors": ("InputError",),
    "cardsolver.core.game": ("BadMove", "Game", "IllegalMove", "Outcome"),
    "cardsolver.core.referee": ("Match",),
    "cardsolver.core.registry": ("game_named", "game_names"),
    "cardsolver.core.table": ("Table",),
    "cardsolver.core.transcript": (
        "Replay",
        "Transcript",
        "format_code",
        "format_transcript",
        "parse_transcript",
    ),
    "cardsolver.solver.analysis": ("Analysis",),
    "cardsolver.solver.result": ("Verdict",),
    "cardsolver.tournaments.results": ("TournamentResult",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Analysis",
    "BadMove",
    "Deal",
    "Game",
    "IllegalMove",
    "InputError",
    "Match",
    "Outcome",
    "Replay",
    "Table",
    "TournamentResult",
    "Transcript",
    "Verdict",
    "__version__",
    "analyse",
    "deal",
    "format_code",
    "format_transcript",
    "game_named",
    "game_names",
    "load_deals",
    "page",
    "parse_transcript",
    "play",
    "read_transcripts",
    "replay",
    "solve",
    "solve_many",
    "tournament",
]


if not TYPE_CHECKING:  # a checker must not think that every name is there

    def __getattr__(name: str) -> Any:
        """Load a public name from its home (PEP 562)."""
        if name not in _HOME:
            raise AttributeError(f"module 'cardsolver' has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - most imports of us never get here

        value = getattr(import_module(_HOME[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The public names, whether loaded or not."""
    return __all__
