"""`cardsolver deal`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cardsolver.cli.console import say, say_error
from cardsolver.cli.flags import GameName, Json, Seed, Variant, variant_flags
from cardsolver.deals import Deal, deal_seed, deal_to_json, format_deal, new_seed, series
from cardsolver.errors import InputError
from cardsolver.games import game_named


@variant_flags()
def deal(
    game: GameName,
    *,
    seed: Seed = None,
    count: Annotated[
        int,
        typer.Option(
            "--count", min=1, max=1_000_000, metavar="K", help="So many deals: seeds S, S+1, …"
        ),
    ] = 1,
    as_json: Json = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.")
    ] = None,
    variant: Variant,
) -> None:
    """Print the deal of a seed: plain text, or JSON with one deal a line.

    Examples: **cardsolver deal the-game --seed 42**, or
    **cardsolver deal the-game --seed 0 --count 100 --json -o deals.jsonl**
    """
    the_game = game_named(game)
    rules = the_game.format_rules(the_game.parse_rules(variant.words(the_game)))
    if seed is None:
        seed = new_seed()
        say_error(f"no --seed given, using {seed}")
    deals = (deal_seed(the_game.NAME, each, rules=rules) for each in _seeds(seed, count))
    texts = (_text(each, as_json=as_json) for each in deals)
    if output is None:
        for text in texts:
            say(text)
        return
    try:
        with output.open("w", encoding="utf-8") as file:
            file.writelines(f"{text}\n" for text in texts)
    except OSError as error:
        raise InputError(f"{output}: cannot be written ({error.strerror})") from None


def _seeds(seed: str, count: int) -> list[str]:
    return [seed] if count == 1 else list(series(seed, count))


def _text(each: Deal, *, as_json: bool) -> str:
    return json.dumps(deal_to_json(replace(each))) if as_json else format_deal(each)
