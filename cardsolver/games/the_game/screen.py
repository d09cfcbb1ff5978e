"""The Game on a terminal: four piles, the hand, and what fits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardsolver.core.screen import Scene
from cardsolver.core.screen import no_open_answer as open_answer
from cardsolver.core.screen import no_open_question as open_question
from cardsolver.core.sentences import counted, listed
from cardsolver.core.two_rows import TwoRows
from cardsolver.games.the_game.position import PILES
from cardsolver.games.the_game.rules import FIRE_CARDS, SILENT, Say, View, fits, is_trick
from cardsolver.games.the_game.story import drawn, ending, quoted, tell
from cardsolver.games.the_game.words import (
    entry,
    expected,
    help_text,
    offers,
    read,
    rules_now,
    split,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

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

_ARROWS = "▲▲▼▼"
_NO_SCENE = Scene()


def show(view: View, scene: Scene = _NO_SCENE) -> RenderableType:
    """The piles, what was said, and the hand with the piles each card fits on."""
    return Group(
        Text(),
        _piles(view),
        *_sayings(view, scene),
        _hand(view, scene),
        *_open_cards(view, scene),
        _counts(view, scene),
        _legend(view, scene),
    )


def question(view: View, scene: Scene = _NO_SCENE) -> str:
    """What the seat is asked now."""
    who = scene.ask(view.seat) if view.rules.players > 1 else ""
    if view.is_bidding:
        return f"{who}would you like to start? bid 0 to 10"
    if view.seat != view.mover:
        return f"{who}anything to tell {scene.name(view.mover)}? (Enter: nothing)"
    missing = view.minimum - view.laid
    if missing > 0:
        return f"{who}lay {missing} more"
    return f"{who}lay, or end{_burns(view)}"


def _burns(view: View) -> str:
    """What an end of the turn would mean now (TG-25)."""
    if not view.due:
        return ""
    piles = listed([PILES[pile] for pile in sorted(view.due)])
    loses = "fire on {} then loses" if len(view.due) == 1 else "fires on {} then lose"
    return f" (the {loses.format(piles)} the game)"


def _piles(view: View) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 3, 0, 1))
    cells = []
    for pile, top in enumerate(view.tops):
        style = "bold green" if pile < 2 else "bold cyan"
        cell = Text.assemble((f"{PILES[pile]} {_ARROWS[pile]} ", style), (f"{top}", "bold"))
        if _is_fire(view, top):
            cell.append(" fire!" if pile in view.due else "!", "bold red")
        cells.append(cell)
    table.add_row(*cells)
    return table


def _sayings(view: View, scene: Scene) -> list[Text]:
    return [
        Text(f" {scene.name(seat)}: {quoted(Say(signals))}", "yellow")
        for seat, signals in enumerate(view.said)
        if signals is not None and signals != SILENT
    ]


def _hand(view: View, scene: Scene) -> TwoRows:
    cells = []
    for card in view.hand:
        places = _places(view, card)
        upper = Text(f"{card}", "bold" if places else "dim")
        if _is_fire(view, card):
            upper.append("!", "bold red")
        if card in scene.new:
            upper.append("+", "bold green")
        cells.append((upper, _marked(places)))
    return TwoRows(("hand", "fits"), cells)


def _is_fire(view: View, card: int) -> bool:
    return view.rules.on_fire and card in FIRE_CARDS  # TG-24


def _places(view: View, card: int) -> list[str]:
    """The piles a card fits on; the backwards trick is marked with a star."""
    return [
        f"{PILES[pile]}*" if is_trick(pile, top, card) else PILES[pile]
        for pile, top in enumerate(view.tops)
        if fits(pile, top, card)
    ]


def _marked(places: list[str]) -> Text:
    text = Text()
    for place in places or ["-"]:
        text.append(place, "bold magenta" if "*" in place else "dim")
    return text


def _open_cards(view: View, scene: Scene) -> Iterator[Text]:
    """Other hands and the draw pile, where all cards lie open."""
    if scene.state is None:
        return
    for seat, hand in enumerate(scene.state.hands):
        if seat != view.seat:
            yield Text(f" {scene.name(seat)} holds ", "dim").append(_cards(hand))
    if scene.state.draw:
        yield Text(" draw  ", "dim").append(_cards(scene.state.draw))


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards)) or "nothing"


def _counts(view: View, scene: Scene) -> Text:
    left = sum(view.hand_sizes) + view.draw_size
    counts = f" {counted(left, 'card')} left, {view.draw_size} to draw"
    if not view.is_bidding:
        counts += f", laid {view.laid} of at least {view.minimum}"
    others = [
        f"{scene.does(seat, 'hold')} {size}"
        for seat, size in enumerate(view.hand_sizes)
        if seat != view.seat
    ]
    if others and scene.state is None:
        counts += f"\n {', '.join(others)}"
    return Text(counts, "dim")


def _legend(view: View, scene: Scene) -> Text:
    parts = ["▲ upwards", "▼ downwards", "* goes back by 10"]
    if any(card in scene.new for card in view.hand):
        parts.append("+ just drawn")
    fires = (
        ["! fire card"] if any(_is_fire(view, card) for card in (*view.hand, *view.tops)) else []
    )
    if view.due:
        fires.append("fire!: cover it this turn")
    lines = [f" {'   '.join(line)}" for line in (parts, fires) if line]
    return Text("\n".join(lines), "dim")
