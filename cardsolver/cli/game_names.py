"""The argument that names a game."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from cardsolver.cli.completion import complete_game
from cardsolver.core.registry import game_names

GAMES = f"One of {', '.join(game_names())}."

GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help=GAMES, autocompletion=complete_game)
]
OptionalGameName: TypeAlias = Annotated[
    str | None, typer.Argument(metavar="GAME", help=GAMES, autocompletion=complete_game)
]
