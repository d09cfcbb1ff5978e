"""The variant of Level 8 being played: players, level list, who starts, the last card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.core.variant import Option, parse_words, whole_number
from cardsolver.games.level_8.levels import LISTS, Levels, format_levels, parse_levels
from cardsolver.games.level_8.levels_file import levels_text

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat

SEATS = (2, 6)
OPTIONS = (
    Option("players", "number of players, 2 to 6 (default 2)", value="N"),
    Option(
        "levels",
        "one-star (default), two-star, a file, or run3+run3/set2+…",
        value="LIST",
        from_file=levels_text,
    ),
    Option("first", "the seat that starts, left of the first dealer (default 1)", value="N"),
    Option("last-card-discarded", "the last card must be discarded, never laid out or added"),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The variant. `first` is the seat left of the first dealer."""

    players: int = 2
    levels: Levels = LISTS["one-star"]
    first: Seat = 0
    last_card_discarded: bool = False


def parse_rules(text: str) -> Rules:
    """The variant that a text such as `players=3 levels=two-star` describes."""
    values = parse_words(text, OPTIONS)
    players = whole_number(values, "players", SEATS[0], *SEATS)
    return Rules(
        players=players,
        levels=parse_levels(str(values.get("levels", "one-star"))),
        first=whole_number(values, "first", 1, 1, players) - 1,
        last_card_discarded="last-card-discarded" in values,
    )


def format_rules(rules: Rules) -> str:
    """The variant in full: `players=3 levels=one-star first=1`."""
    words = [
        f"players={rules.players}",
        f"levels={format_levels(rules.levels)}",
        f"first={rules.first + 1}",
    ]
    if rules.last_card_discarded:
        words.append("last-card-discarded")
    return " ".join(words)
