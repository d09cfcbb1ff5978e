"""`cardsolver deal`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cardsolver.cli.console import say, say_error
from cardsolver.cli.flags import JsonLines, Seed, VariantFlags, file_name, variant_flags
from cardsolver.cli.game_names import GameName
from cardsolver.cli.numbers import whole
from cardsolver.core.deal import Deal, deal_from_json, deal_seed, deal_to_json, format_deal
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.seeds import new_seed, series
from cardsolver.core.text import is_code, parse_json


@variant_flags()
def deal(
    game: GameName,
    *,
    seed: Seed = None,
    count: Annotated[
        int,
        typer.Option(
            "--count",
            parser=whole(1, 1_000_000),
            metavar="K",
            help="Number of deals: seeds S, S+1, …",
        ),
    ] = 1,
    as_json: JsonLines = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", parser=file_name, metavar="FILE", help="Write to a file."),
    ] = None,
    variant: VariantFlags,
) -> None:
    """Print the deal of a seed: plain text, or JSON with one deal per line.

    Examples:
        cardsolver deal the-game --seed 42
        cardsolver deal the-game --seed 0 --count 100 --json -o deals.jsonl

    """
    chosen = game_named(game)
    rules = chosen.format_rules(chosen.parse_rules(variant.words(chosen)))
    if seed is None:
        seed = new_seed()
        say_error(f"no --seed given, using {seed}")
    deals = (deal_seed(chosen.name, each, rules=rules) for each in _seeds(seed, count))
    texts = (_text(each, as_json=as_json) for each in deals)
    if output is None:
        for text in texts:
            say(text)
        return
    _check_loss(output)
    try:
        with output.open("w", encoding="utf-8") as file:
            file.writelines(f"{text}\n" for text in texts)
    except OSError as error:
        raise InputError(f"{output}: cannot be written ({error.strerror})") from None


def _check_loss(output: Path) -> None:
    """Deals can be made again, so their file is written over; games and verdicts cannot."""
    try:
        if not output.is_file():
            return
        with output.open(encoding="utf-8", errors="replace") as file:
            line = next((text.strip() for text in file if text.strip()), "")
    except OSError:
        return  # whatever is wrong with it is said when it is written
    is_json = line.startswith("{") and line.endswith("}")
    if not (is_json or is_code(line) or output.suffix == ".xz"):
        return
    try:
        deal_from_json(parse_json(line, "line 1"), "line 1")
    except InputError:
        raise InputError(
            f"{output}: holds something else than deals; expected a file of deals, or a new one"
        ) from None


def _seeds(seed: str, count: int) -> list[str]:
    return [seed] if count == 1 else list(series(seed, count))


def _text(each: Deal, *, as_json: bool) -> str:
    return json.dumps(deal_to_json(each)) if as_json else format_deal(each)
