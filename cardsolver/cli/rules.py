"""`cardsolver games` and `cardsolver rules`."""

from __future__ import annotations

from typing import Annotated

import typer

from cardsolver.bots import BOTS
from cardsolver.cli.console import rich_console, say, say_json
from cardsolver.cli.flags import GameName, Json
from cardsolver.games import GAMES, game_named
from cardsolver.resources import rules_page
from cardsolver.textfile import read_text


def games(*, as_json: Json = False) -> None:
    """List the games with their players, bots and variant flags."""
    if as_json:
        say_json(
            [
                {
                    "game": game.NAME,
                    "title": game.TITLE,
                    "players": list(game.SEATS),
                    "bots": sorted(BOTS[game.NAME]),
                    "rules": [option.name for option in game.OPTIONS],
                }
                for game in GAMES.values()
            ]
        )
        return
    for game in GAMES.values():
        say(f"{game.NAME:<12} {game.TITLE}, {game.SEATS[0]} to {game.SEATS[1]} players")
        say(f"{'':<12} bots: {', '.join(sorted(BOTS[game.NAME]))}")
        say(f"{'':<12} rules: {', '.join(option.name for option in game.OPTIONS)}")


def rules(
    game: GameName,
    *,
    plain: Annotated[bool, typer.Option("--plain", help="Print the page as Markdown.")] = False,
) -> None:
    """Show the numbered rules of a game. Messages of the referee name these numbers."""
    page = read_text(str(rules_page(game_named(game).NAME)))
    if plain:
        say(page.rstrip())
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - slow to load

    rich_console().print(Markdown(page))
