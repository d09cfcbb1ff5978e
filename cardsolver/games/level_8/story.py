"""What happened in Level 8, in sentences: turns, skipped seats, new draw piles, ends of rounds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardsolver.core.screen import YOU, Event, Scene
from cardsolver.core.sentences import listed
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.rules import Phase, View
from cardsolver.games.level_8.state import LAID_OUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.game import Outcome
    from cardsolver.core.seats import Seat

_NO_SCENE = Scene()


def tell(events: Sequence[Event], scene: Scene = _NO_SCENE) -> list[str]:
    """A sentence for each turn of the others, and for whatever followed from any move."""
    lines: list[str] = []
    doing: list[str] = []
    followed: list[str] = []
    for event in events:
        if event.seat != event.after.seat:
            doing.append(_done(event, scene))
        is_new = _is_new_round(event)
        followed += _round_over(event, scene) if is_new else _followed(event, scene)
        if not doing or _ends_turn(event):
            if doing:
                lines.append(f"{scene.name(event.seat)} {listed(doing)}.")
            lines += followed
            doing, followed = [], []
    return lines


def drawn(event: Event) -> tuple[str, ...] | None:
    """The card that came into the hand; it is new until the turn ends."""
    if event.before.phase is not Phase.DRAW:
        return () if _ends_turn(event) else None
    fresh = Counter(event.after.hand) - Counter(event.before.hand)
    return tuple(fresh.elements())


def ending(outcome: Outcome, scene: Scene = _NO_SCENE) -> str:
    """Who won, how, and how far the others came."""
    winner = outcome.winners[0]
    how = (
        f"laid out level {LEVELS}" if outcome.end == LAID_OUT else f"went out on level {LEVELS - 1}"
    )
    others = [
        f"{scene.does(seat, 'are')} on level {level}"
        for seat, level in enumerate(outcome.scores)
        if seat != winner
    ]
    return f"{scene.name(winner)} {how} and won; {listed(others)}"


def _done(event: Event, scene: Scene) -> str:
    """What another seat did, to follow its name."""
    verb, _, rest = (event.move or "").partition(" ")
    before: View = event.before
    match verb:
        case "draw":
            return "draws"
        case "take":
            seat = int(rest) - 1
            return f"takes {before.piles[seat][-1]} from {_whose(scene, seat, event.seat)} pile"
        case "lay":
            return f"lays out level {before.levels[event.seat]} ({rest})"
        case "add":
            card, _, place = rest.partition(" to ")
            return f"adds {card} to {place}"
        case "discard":
            return f"discards {rest}"
        case "skip":
            return f"plays a Skip in front of {scene.name(int(rest) - 1)}"
    return f"keeps {rest}"


def _whose(scene: Scene, seat: Seat, mover: Seat) -> str:
    if seat == mover:
        return "its own"
    return "your" if scene.name(seat) == YOU else f"{scene.name(seat)}'s"


def _ends_turn(event: Event) -> bool:
    after: View = event.after
    return after.asked != event.seat or after.phase is not Phase.PLAY


def _is_new_round(event: Event) -> bool:
    """The levels go up when a round ends, before anybody is asked what to keep."""
    before, after = event.before, event.after
    return before.phase is not Phase.KEEP and (
        after.phase is Phase.KEEP or after.round != before.round
    )


def _followed(event: Event, scene: Scene) -> list[str]:
    """Skipped turns, a new draw pile, a new round; none is anybody's decision."""
    before, after = event.before, event.after
    if after.round != before.round:
        return [_new_round(after, scene)]
    lines = []
    passed = before.skipped | ({_skip(event)} if _skip(event) is not None else set())
    for step in range(1, after.rules.players + 1):
        seat = (event.seat + step) % after.rules.players
        if seat in passed and seat not in after.skipped:
            lines.append(f"{scene.does(seat, 'are')} skipped.")
    # While players keep cards, what the others gave back is gathered there (L8-27).
    if before.phase is not Phase.KEEP and after.draw_size > before.draw_size:
        lines.append("The draw pile was used up: the discard piles were shuffled into a new one.")
    return lines


def _skip(event: Event) -> Seat | None:
    """The seat that the move put a Skip in front of."""
    verb, _, rest = (event.move or "").partition(" ")
    return int(rest) - 1 if verb == "skip" else None


def _round_over(event: Event, scene: Scene) -> list[str]:
    """Who went up how far, and why (L8-22)."""
    before, after = event.before, event.after
    parts = []
    out = event.seat  # a round ends with the move that empties the mover's hand
    for seat in (out, *(each for each in range(after.rules.players) if each != out)):
        old, new = before.levels[seat], after.levels[seat]
        if seat == out:
            why = f"{scene.does(seat, 'have')} no cards left"
        elif before.table[seat]:
            why = f"{scene.name(seat)} laid out"
        else:
            why = f"{scene.name(seat)} did not lay out"
        parts.append(f"{why}: {_moved(old, new)}")
    lines = [f"Round {before.round} is over. {'; '.join(parts)}."]
    if after.round != before.round:
        lines.append(_new_round(after, scene))
    return lines


def _new_round(after: View, scene: Scene) -> str:
    return f"Round {after.round} begins; {scene.does(after.dealer, 'deal')}."


def _moved(old: int, new: int) -> str:
    if new == old:
        return f"still level {new}"
    steps = f"up {new - old} to level {new}"
    return f"{steps}, the last" if new == LEVELS else steps
