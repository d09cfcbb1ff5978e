"""The deal of the day: the same for everybody, without a network, and proven to be winnable.

A day's seed is its date. Where that shuffle could not be proven winnable, the next attempt counts;
`daily.json` lists those days. scripts/make_daily.py makes it.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal, complete_rules, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.sentences import counted
from cardsolver.core.text import quote
from cardsolver.core.transcript import NO_AIDS, replay
from cardsolver.games.the_game import rules as the_game

if TYPE_CHECKING:
    from cardsolver.core.transcript import Aids, Transcript

FIRST_DAY = date(2026, 1, 1)
DAYS = 15 * 365 + 4  # to the end of 2040; after that the deals begin again
RULES = {"normal": "", "hard": "expert short-hand"}  # solo
TABLE = Path(__file__).with_name("daily.json")


def daily_deal(day: date, level: str = "normal") -> Deal:
    """The deal of a day."""
    in_table = FIRST_DAY + timedelta(days=(day - FIRST_DAY).days % DAYS)
    attempt = _later_attempts()[level].get(in_table.isoformat(), 0)
    deal = attempted_deal(in_table, level, attempt)
    return replace(deal, name=_name(day, level))


def attempted_deal(day: date, level: str, attempt: int) -> Deal:
    """The shuffle that one attempt gives a day of the table."""
    words = ["daily", day.isoformat(), *([level] if level != "normal" else [])]
    seed = "/".join([*words, *([str(attempt)] if attempt else [])])
    return complete_rules(deal_seed(the_game.NAME, seed, rules=RULES[level]))


def parse_day(text: str) -> date:
    """A day as 2026-11-18."""
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise InputError(f"date {quote(text)}; expected a day as in 2026-11-18")


def result_line(transcript: Transcript) -> str | None:
    """A line about a finished daily game that gives no card away; None for any other game."""
    name = transcript.deal.name or ""
    result = transcript.result
    if result is None or not name.startswith("daily "):
        return None
    states = replay(transcript).states
    turns = tricks = 0
    for state, text in zip(states, transcript.moves, strict=False):
        move = the_game.parse_move(text)
        if isinstance(move, the_game.Lay):
            turns += state.laid == 0
            tricks += the_game.is_trick(move.pile, state.tops[move.pile], move.card)
    end = "won" if result.end == "won" else f"{counted(result.scores[0], 'card')} left"
    parts = [end, counted(turns, "turn"), counted(tricks, "trick"), _help(transcript.aids)]
    return f"cardsolver {name}: {', '.join(parts)}"


def _help(aids: Aids) -> str:
    if aids == NO_AIDS:
        return "no help"
    parts = []
    if aids.take_backs:
        parts.append(counted(aids.take_backs, "take-back"))
    if aids.hints:
        parts.append(counted(aids.hints, "hint"))
    if aids.live:
        parts.append("--live")
    return ", ".join(parts)


def _name(day: date, level: str) -> str:
    return f"daily {day.isoformat()}" + ("" if level == "normal" else f" {level}")


@cache
def _later_attempts() -> dict[str, dict[str, int]]:
    """The days whose first shuffle is not the one, by level."""
    data: dict[str, dict[str, int]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return data
