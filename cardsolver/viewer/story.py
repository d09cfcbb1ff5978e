"""A recorded game as a story: one frame for the deal and one for each move, grouped by turns."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsolver.core.registry import game_named
from cardsolver.core.transcript import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import Seat
    from cardsolver.core.stage import Chart, ShownCard, Tableau, Zone
    from cardsolver.core.transcript import Transcript


HIDDEN = "a move that the seat to move could not see"


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a move; the first frame is the deal."""

    turn: int  # from 1; 0: before the first turn
    turn_of: Seat | None  # whose turn it is, even where others move in it
    step: int  # the move's place within its turn, from 1
    seat: Seat | None  # who moved
    move: str
    caption: str  # the move in words
    is_secret: bool  # only the seat that moved knows of the move
    to_move: Seat | None
    marked: int | None  # the line of the chart on which the move is worth a mark
    state: Any
    tableau: Tableau

    def told(self, *, secrets: bool) -> str:
        """The caption; without secrets, only if the seat to move could know of the move."""
        is_hidden = self.is_secret and not secrets and self.seat != self.to_move
        return HIDDEN if is_hidden else self.caption


@dataclass(frozen=True, slots=True)
class Remark:
    """What an analysis says about a turn."""

    turn: int
    outlook: str  # what could still be reached before it
    mood: str  # good, bad or open
    blunder: str = ""  # what this turn spoiled, and what would have been better


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game. A record with a fault in it is told as far as it is legal."""

    game: AnyGame
    label: str
    rules: str
    names: tuple[str, ...]  # one per seat
    chart: Chart
    frames: tuple[Frame, ...]
    ending: str
    remarks: tuple[Remark, ...] = ()

    @property
    def title(self) -> str:
        """What this is."""
        return f"{self.game.title}, {self.label}"

    @property
    def last_turn(self) -> int:
        """How many turns there are."""
        return self.frames[-1].turn

    def after_turn(self, turn: int) -> int:
        """The number of the frame that shows the table after a turn; 0 is the deal."""
        return max(at for at, frame in enumerate(self.frames) if at == 0 or frame.turn <= turn)


def tell_story(transcript: Transcript) -> Story:
    """The story of a record."""
    game = game_named(transcript.deal.game)
    stage = game.stage()
    result = replay(transcript)
    names = seat_names(transcript.seats, game.seats(result.states[0]))
    frames = list(_frames(game, names, transcript.moves, result.states))
    if result.fault is not None:
        at = "" if result.fault.move is None else f" at move {result.fault.move}"
        ending = f"the record is wrong{at}: {result.fault.message}"
    elif result.outcome is None:
        ending = "the game is not finished"
    else:
        ending = game.describe(result.outcome)
    return Story(
        game=game,
        label=transcript.deal.label,
        rules=game.format_rules(result.states[0].rules),
        names=names,
        chart=stage.chart(result.states[0], names),
        frames=tuple(frames),
        ending=ending,
    )


def seat_names(seats: Sequence[str], count: int) -> tuple[str, ...]:
    """How a story names the seats."""
    given = [*seats, *[""] * count][:count]
    return tuple(
        f"seat {number} ({name})" if name else f"seat {number}"
        for number, name in enumerate(given, 1)
    )


def _frames(
    game: AnyGame, names: Sequence[str], moves: Sequence[str], states: Sequence[Any]
) -> Iterable[Frame]:
    stage = game.stage()
    shown = stage.tableau(states[0])
    to_move = game.to_move(states[0])
    turn_of = stage.turn_of(states[0], to_move)
    yield Frame(
        turn=0,
        turn_of=turn_of,
        step=0,
        seat=None,
        move="",
        caption="the deal",
        is_secret=False,
        to_move=to_move,
        marked=None,
        state=states[0],
        tableau=shown,
    )
    turn = step = 0
    last: Seat | None = None
    for text, before, after in zip(moves, states, states[1:], strict=False):
        move = game.parse_move(text)
        seat = game.to_move(before)
        if stage.begins_turn(before, move, last):
            turn, step = turn + 1, 0
            turn_of = stage.turn_of(before, seat)
        step += 1
        last = seat
        name = "" if seat is None else names[seat]
        caption = f"{name} {stage.tell(before, move, after)}"
        now = stage.tableau(after)
        yield Frame(
            turn=turn,
            turn_of=turn_of,
            step=step,
            seat=seat,
            move=text,
            caption=caption,
            is_secret=game.seen_move(move) is None,
            to_move=game.to_move(after),
            marked=stage.marked(before, move),
            state=after,
            tableau=_with_news(shown, now),
        )
        shown = now


# What is new ---------------------------------------------------------------------------------


def _with_news(before: Tableau, now: Tableau) -> Tableau:
    """The tableau with the cards marked that were not in their zone one move ago."""
    seats = tuple(
        replace(seat, zones=_marked(old.zones, seat.zones))
        for old, seat in zip(before.seats, now.seats, strict=True)
    )
    return replace(now, table=_marked(before.table, now.table), seats=seats)


def _marked(before: tuple[Zone, ...], now: tuple[Zone, ...]) -> tuple[Zone, ...]:
    old = {zone.title: zone.cards for zone in before}
    return tuple(replace(zone, cards=_news(old.get(zone.title, ()), zone.cards)) for zone in now)


def _news(before: tuple[ShownCard, ...], now: tuple[ShownCard, ...]) -> tuple[ShownCard, ...]:
    were = Counter(card.text for card in before)
    cards = []
    for card in now:
        is_new = were[card.text] == 0
        were[card.text] -= 1
        cards.append(replace(card, is_new=True) if is_new else card)
    return tuple(cards)
