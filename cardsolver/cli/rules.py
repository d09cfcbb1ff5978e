"""`cardsolver games` and `cardsolver rules`."""

from __future__ import annotations

from typing import Annotated

import typer

from cardsolver.cli.console import rich_console, say, say_error, say_json
from cardsolver.cli.flags import Json
from cardsolver.cli.game_names import GameName
from cardsolver.core.registry import all_games, broken_games, game_named
from cardsolver.seats.spec import bots_of


def games(*, as_json: Json = False) -> None:
    """List the games with their players, bots and variant flags."""
    for fault in broken_games().values():
        say_error(fault)
    if as_json:
        say_json(
            [
                {
                    "game": game.name,
                    "title": game.title,
                    "players": list(game.players),
                    "bots": sorted(bots_of(game)),
                    "levels": dict(game.levels()),
                    "rules": [option.name for option in game.options],
                }
                for game in all_games().values()
            ]
        )
        return
    for game in all_games().values():
        say(f"{game.name:<12} {game.title}, {game.players[0]} to {game.players[1]} players")
        say(f"{'':<12} bots: {', '.join(sorted(bots_of(game)))}")
        for level, bot in game.levels().items():
            about = bots_of(game)[bot.partition(":")[0]].help
            say(f"{'':<12} {level}: {bot}, {about}")
        say(f"{'':<12} rules: {', '.join(option.name for option in game.options)}")


def rules(
    game: GameName,
    *,
    plain: Annotated[bool, typer.Option("--plain", help="Print the page as Markdown.")] = False,
) -> None:
    """Show the numbered rules of a game. The referee's messages cite these numbers."""
    page = game_named(game).rules_text()
    if plain:
        say(page.rstrip())
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - slow to load

    rich_console().print(Markdown(page))
