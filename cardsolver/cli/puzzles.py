"""`cardsolver puzzles`."""

from __future__ import annotations

from typing import Annotated

import typer

from cardsolver.cli.console import rich_console, say_json
from cardsolver.cli.flags import Json
from cardsolver.deals import deal_to_json
from cardsolver.games import the_game
from cardsolver.puzzles import load_puzzle, puzzle_files


def puzzles(
    *,
    answers: Annotated[
        bool, typer.Option("--answers", help="Show the proven answers, too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the puzzles of The Game. Play one with **cardsolver play --puzzle NAME**.

    **cardsolver solve puzzles/the-game/NAME.json** proves its answer again.
    """
    from rich.table import Table  # noqa: PLC0415 - slow to load

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for name in ("name", "cards", "rules", *(["answer"] if answers else []), "what"):
        table.add_column(name)
    for path in puzzle_files():
        deal = load_puzzle(path)
        if as_json:
            say_json({"puzzle": path.stem, **deal_to_json(deal)})
            continue
        expected = deal.expected or {}
        left = expected.get("left")
        answer = f"{expected.get('verdict')}, {left} left" if left else str(expected.get("verdict"))
        cards = the_game.left(the_game.start(deal))
        shown = [answer] if answers else []
        table.add_row(path.stem, str(cards), deal.rules, *shown, deal.name or "")
    if not as_json:
        rich_console().print(table)
