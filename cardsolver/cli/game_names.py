"""The argument that names a game."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from cardsolver.core.registry import game_names

GAMES = f"One of {', '.join(game_names())}."


def _complete_game(incomplete: str) -> list[str]:
    return [name for name in game_names() if name.startswith(incomplete)]


GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help=GAMES, autocompletion=_complete_game)
]
OptionalGameName: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help=GAMES, autocompletion=_complete_game)
]
