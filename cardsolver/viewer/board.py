"""A story in the terminal: one frame as a picture, or all turns as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from cardsolver.core.seats import Seat
    from cardsolver.core.stage import ShownCard, ShownSeat, Zone
    from cardsolver.viewer.story import Frame, Remark, Story

_STYLES = {
    "up": "bold green",
    "down": "bold cyan",
    "red": "bold red",
    "orange": "bold color(208)",
    "yellow": "bold yellow",
    "green": "bold green",
    "blue": "bold blue",
    "violet": "bold magenta",
    "base": "dim",
}
_MOODS = {"good": "green", "bad": "red", "open": "yellow"}
_TO_MOVE = ">"


def board(
    story: Story, at: int, *, secrets: bool = True, all_cards: bool = False
) -> RenderableType:
    """The table after a move. Without secrets, only what the seat to move could see.

    `all_cards` opens what is too long to be shown always: draw piles.
    """
    frame = story.frames[at]
    tableau = frame.tableau
    caption = frame.told(secrets=secrets)
    draw = _Draw(frame.to_move, secrets=secrets, all_cards=all_cards)
    parts: list[RenderableType] = [
        Text(f"{story.title}: {story.rules}", "dim"),
        _where(story, at),
        Text(caption + ("." if at + 1 < len(story.frames) else f". {story.ending}"), "bold"),
        *_remark(story, frame),
        Text(),
        _side_by_side([draw.zone(zone) for zone in tableau.table]),
    ]
    for seat, shown in enumerate(tableau.seats):
        parts += draw.seat(story.names[seat], seat, shown)
    return Group(*parts)


def _where(story: Story, at: int) -> Text:
    frame = story.frames[at]
    if not frame.turn:
        return Text("before turn 1" + (f" of {story.last_turn}" if story.last_turn else ""))
    steps = sum(each.turn == frame.turn for each in story.frames)
    move = f", move {frame.step} of {steps}" if steps > 1 else ""
    return Text(f"turn {frame.turn} of {story.last_turn}{move}")


def _remark(story: Story, frame: Frame) -> Iterator[Text]:
    found = remark_on(story, frame.turn)
    if found is not None:
        yield Text(f"before this turn: {found.outlook}", _MOODS[found.mood])
        if found.blunder:
            yield Text(found.blunder, f"bold {_MOODS['bad']}")


def remark_on(story: Story, turn: int) -> Remark | None:
    """What an analysis says about a turn, if there was one."""
    return next((each for each in story.remarks if each.turn == turn), None)


class _Draw:
    """How zones look under the chosen secrecy."""

    def __init__(self, to_move: Seat | None, *, secrets: bool, all_cards: bool) -> None:
        self._to_move = to_move
        self._secrets = secrets
        self._all_cards = all_cards

    def seat(self, name: str, seat: Seat, shown: ShownSeat) -> Iterator[Text]:
        is_turn = seat == self._to_move
        line = Text.assemble((f"{_TO_MOVE if is_turn else ' '} {name}", "bold"))
        yield line.append("".join(f"   {fact}" for fact in shown.facts))
        hands = [zone for zone in shown.zones if zone.is_secret]
        others = [zone for zone in shown.zones if not zone.is_secret]
        for zones in (hands, others):
            if zones:
                yield Text("    ").append_text(_side_by_side(list(map(self.zone, zones))))

    def zone(self, zone: Zone) -> Text:
        line = Text.assemble((f"{zone.title}: ", "dim"))
        is_hidden = zone.is_secret and not (
            self._secrets or (zone.owner is not None and zone.owner == self._to_move)
        )
        if is_hidden or (zone.is_long and not self._all_cards):
            line.append(f"{len(zone.cards)} card{'s' * (len(zone.cards) != 1)}")
        else:
            line.append_text(Text(" ").join(map(_card, zone.cards)))
        return line.append(f" ({zone.note})" if zone.note else "", "dim")


def _card(card: ShownCard) -> Text:
    """A card; a new one is in brackets, so that it is seen without colour too."""
    shown = f"[{card.text}]" if card.is_new else card.text
    text = Text.assemble((shown, _STYLES.get(card.tone, "bold")))
    return text.append(f" {card.mark}", "bold red") if card.mark else text


def _side_by_side(parts: list[Text]) -> Text:
    return Text("   ").join(parts)


# All turns as lines --------------------------------------------------------------------------


def listing(story: Story) -> Iterator[str]:
    """The whole game as text, one line per turn: who, the chart's values after it, the moves."""
    yield f"{story.title} ({story.rules})"
    yield from (f"  {name}" for name in story.names)
    short = [str(seat + 1) for seat in range(len(story.names))]
    names = short if story.chart.names == story.names else list(story.chart.names)
    remarks = ["before it"] if story.remarks else []
    rows = [["turn", "seat", *names, *remarks, "moves"]]
    played = range(story.frames[1].turn, story.last_turn + 1) if len(story.frames) > 1 else ()
    rows += [_row(story, turn) for turn in played]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, row[-1]])
    yield story.ending


def _row(story: Story, turn: int) -> list[str]:
    frames = [frame for frame in story.frames if frame.turn == turn and frame.seat is not None]
    last = frames[-1]
    seat = "" if last.turn_of is None else str(last.turn_of + 1)
    values = map(str, last.tableau.values)
    moves = ", ".join(frame.move for frame in frames)
    if not story.remarks:
        return [str(turn), seat, *values, moves]
    found = remark_on(story, turn)
    outlook = "" if found is None else found.outlook
    blunder = f"  <- {found.blunder}" if found is not None and found.blunder else ""
    return [str(turn), seat, *values, outlook, moves + blunder]


def turn_rows(story: Story) -> Sequence[dict[str, object]]:
    """The turns as JSON values."""
    rows = []
    for turn in range(story.last_turn + 1):
        frames = [frame for frame in story.frames if frame.turn == turn and frame.seat is not None]
        if not frames:
            continue
        seats = [seat + 1 for seat in dict.fromkeys(f.seat for f in frames) if seat is not None]
        last = frames[-1]
        row: dict[str, object] = {
            "turn": turn,
            "seat": None if last.turn_of is None else last.turn_of + 1,
            "seats": seats,
            "moves": [frame.move for frame in frames],
            "told": [frame.caption for frame in frames],
            "after": dict(zip(story.chart.names, last.tableau.values, strict=True)),
        }
        found = remark_on(story, turn)
        if found is not None:
            row |= {"outlook": found.outlook, "blunder": found.blunder or None}
        rows.append(row)
    return rows
