"""What happened in The Game, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.screen import Event, Scene
from cardsolver.core.sentences import listed
from cardsolver.games.the_game.position import PILES
from cardsolver.games.the_game.rules import Bid, Lay, Say, View, describe, is_trick, parse_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.game import Outcome

_SAYINGS = {1: "no big jump on", 2: "please keep off"}
_NO_SCENE = Scene()


def tell(events: Sequence[Event], scene: Scene = _NO_SCENE) -> list[str]:
    """A sentence for each turn of the others, with what it did to the piles."""
    lines: list[str] = []
    lays: list[tuple[str, bool]] = []
    for event in events:
        view: View = event.after
        move = parse_move(event.move or "end")
        if event.seat == view.seat:
            lines += _started(event, scene)
            continue
        match move:
            case Bid(eagerness):
                lines.append(f"{scene.does(event.seat, 'bid')} {eagerness}.")
                lines += _started(event, scene)
                continue
            case Say():
                continue  # the table shows what is said before a turn
            case Lay(pile, card):
                trick = is_trick(pile, event.before.tops[pile], card)
                lays.append((f"{card} on {PILES[pile]}", trick))
        if not view.laid or event.seat != view.mover or view.asked is None:
            lines.append(_turn(event, lays, scene))
            lays = []
            lines += _fire(event)
    return lines


def drawn(event: Event) -> tuple[int, ...] | None:
    """The cards that came into the hand at the end of the seat's own turn."""
    if event.before.draw_size == event.after.draw_size:
        return None
    return tuple(card for card in event.after.hand if card not in event.before.hand)


def ending(outcome: Outcome, scene: Scene = _NO_SCENE) -> str:  # noqa: ARG001 - one team
    """How the game ended."""
    return describe(outcome)


def quoted(say: Say) -> str:
    """What a player asks for."""
    wishes = [f"{_SAYINGS[level]} {PILES[pile]}" for pile, level in enumerate(say.signals) if level]
    return f"“{', '.join(wishes)}”"


def _turn(event: Event, lays: list[tuple[str, bool]], scene: Scene) -> str:
    told = listed([f"{lay} (back by 10)" if trick else lay for lay, trick in lays])
    count = event.before.draw_size - event.after.draw_size
    draws = f" and {_verb(scene, event.seat, 'draw')} {count}" if count else ""
    return f"{scene.does(event.seat, 'lay')} {told}{draws}."


def _verb(scene: Scene, seat: int, verb: str) -> str:
    return scene.does(seat, verb).removeprefix(f"{scene.name(seat)} ")


def _started(event: Event, scene: Scene) -> list[str]:
    """The last bid decides who starts (TG-5)."""
    if not event.before.is_bidding or event.after.is_bidding:
        return []
    return [f"{scene.does(event.after.mover, 'start')}."]


def _fire(event: Event) -> list[str]:
    after: View = event.after
    fresh = sorted(after.due) if after.asked is not None else []
    return [f"{after.tops[pile]} burns on {PILES[pile]}: cover it this turn." for pile in fresh]
