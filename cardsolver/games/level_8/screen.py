"""Level 8 on a terminal: the players with their levels and lay-outs, and one's own hand twice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardsolver.core.screen import YOU, Scene
from cardsolver.core.screen import no_open_answer as open_answer
from cardsolver.core.screen import no_open_question as open_question
from cardsolver.core.sentences import counted
from cardsolver.games.level_8.combos import COLOUR, NUMBER
from cardsolver.games.level_8.deck import COLOURS, JOKER, SKIP
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.rules import Phase, View
from cardsolver.games.level_8.story import drawn, ending, tell
from cardsolver.games.level_8.words import (
    entry,
    expected,
    help_text,
    offers,
    read,
    rules_now,
    split,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

    from rich.console import Console, ConsoleOptions, RenderableType

__all__ = [
    "drawn",
    "ending",
    "entry",
    "expected",
    "help_text",
    "offers",
    "open_answer",
    "open_question",
    "question",
    "read",
    "rules_now",
    "show",
    "split",
    "tell",
]

_STYLES = {
    "r": "red",
    "o": "color(208)",
    "y": "yellow",
    "g": "green",
    "b": "blue",
    "p": "magenta",
}
_NO_SCENE = Scene()
_NARROW = 70  # columns; on fewer, the seats' names and piles are shortened
_NARROW_NAME = 14


def show(view: View, scene: Scene = _NO_SCENE) -> RenderableType:
    """The round, a line per seat, all laid combinations, and the hand by number and by colour."""
    return Group(
        Text(),
        _round(view, scene),
        _Seats(view, scene),
        *_combos(view),
        *_hand(view, scene),
        _legend(view, scene),
    )


def _round(view: View, scene: Scene) -> Text:
    deals = scene.does(view.dealer, "deal")
    if view.phase is Phase.KEEP:
        return Text(f" after round {view.round}; {deals} next", "dim")
    under = view.skips_under
    skips = f", {counted(under, 'Skip')} face up under it" if under else ""
    pile = f"{counted(view.draw_size, 'card')} in the draw pile{skips}"
    return Text(f" round {view.round}, {deals}, {pile}", "dim")


@dataclass(frozen=True, slots=True)
class _Seats:
    """A line per seat. On a narrow terminal names are cut, so that what can be taken is not."""

    view: View
    scene: Scene

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[Table]:
        yield _seats(self.view, self.scene, is_narrow=options.max_width < _NARROW)


def _seats(view: View, scene: Scene, *, is_narrow: bool) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("seat", no_wrap=True, max_width=_NARROW_NAME if is_narrow else None)
    table.add_column("level", no_wrap=True)
    table.add_column("to lay out")
    table.add_column("hand", no_wrap=True)
    table.add_column("discard\npile" if is_narrow else "discard pile", no_wrap=True)
    table.add_column("")
    for seat in range(view.rules.players):
        pile = view.piles[seat]
        number = view.levels[seat]
        won = number > LEVELS
        wanted = "won" if won else str(view.rules.levels[number - 1])
        marks = ["laid out"] if view.table[seat] else []
        marks += ["skipped"] if seat in view.skipped else []
        # The top card, and how many lie there: nothing that could be read as a seat's number.
        top = _card(pile[-1]) if pile else Text("empty", "dim")
        if pile and not is_narrow:
            top.append(f" ({counted(len(pile), 'card')})", "dim")
        table.add_row(
            Text(f"{seat + 1} {_name(view, scene, seat)}".rstrip(), "bold"),
            "★" if won else f"{number}",
            wanted,
            f"{view.hand_sizes[seat]}",
            top,
            Text(", ".join(marks), "bold"),
        )
    return table


def _name(view: View, scene: Scene, seat: int) -> str:
    if not scene.names:
        return YOU if seat == view.seat else ""
    name = scene.name(seat)
    return f"{name} (you)" if seat == view.seat and name != YOU else name


def _combos(view: View) -> list[Text]:
    lines = []
    for seat, combos in enumerate(view.table):
        for place, laid in enumerate(combos, 1):
            line = Text(f" {seat + 1}.{place} ", "bold").append(f"{laid.kind:<7}", "dim")
            lines.append(line.append_text(_cards(laid.cards)))
    return lines


def _hand(view: View, scene: Scene) -> list[Text]:
    """The hand twice: equal numbers together, equal colours together. A new card has a plus."""
    new = set(map(str, scene.new))
    others = [card for card in view.hand if card in (JOKER, SKIP)]
    by_number: dict[int, list[str]] = defaultdict(list)
    by_colour: dict[str, list[str]] = defaultdict(list)
    for card in view.hand:
        if card in NUMBER:
            by_number[NUMBER[card]].append(card)
            by_colour[COLOUR[card]].append(card)
    numbers = Text("   ").join(_cards(by_number[number], new) for number in sorted(by_number))
    colours = Text("   ").join(
        _cards(by_colour[colour], new) for colour in COLOURS if colour in by_colour
    )
    lines = [("by number", numbers), ("by colour", colours), ("others", _cards(others, new))]
    return [Text(f" {title:<11}", "dim").append_text(cards) for title, cards in lines if cards]


def _legend(view: View, scene: Scene) -> Text:
    parts = ["J Joker", "S Skip"]
    if any(view.table):
        parts.append("2.1 seat 2's first combination")
    if scene.new:
        parts.append("+ just drawn")
    return Text(f" {'   '.join(parts)}", "dim")


def _cards(cards: Iterable[str], new: Set[str] = frozenset()) -> Text:
    return Text(" ").join(
        _card(card).append("+", "bold green") if card in new else _card(card) for card in cards
    )


def _card(card: str) -> Text:
    """A card in its colour, with the letter that says the same."""
    return Text(card, f"bold {_STYLES.get(COLOUR.get(card, ''), '')}".strip())


def question(view: View, scene: Scene = _NO_SCENE) -> str:
    """What the seat is asked now."""
    who = scene.ask(view.seat)
    match view.phase:
        case Phase.DRAW:
            return f"{who}draw, or take from a pile"
        case Phase.KEEP:
            return f"{who}keep up to 4 cards for the next round"
    first = "add" if view.has_laid_out else "lay"
    skip = ", skip" if SKIP in view.hand else ""
    return f"{who}{first}{skip} or discard"
