"""What happened in Fifty Fifty, in sentences: who took what, whose Pass is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.screen import Event, Scene
from cardsolver.core.sentences import counted, listed
from cardsolver.games.fifty_fifty.deck import PASS as PASS_CARD
from cardsolver.games.fifty_fifty.rules import (
    DECLINE,
    PASS,
    ROW_TAKEN,
    TAKE,
    Jump,
    PlayNumber,
    View,
    gift_goes_to,
    landing,
    parse_move,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.cards import Card
    from cardsolver.core.game import Outcome

_NO_SCENE = Scene()


def tell(events: Sequence[Event], scene: Scene = _NO_SCENE) -> list[str]:
    """A sentence for each move, with its consequences; own moves only if they have any."""
    lines: list[str] = []
    for event in events:
        lines += _told(event, scene)
        if event.before.draw_size and not event.after.draw_size:
            lines.append("The draw pile is empty: from now on the game can end (rules: r).")
    return lines


def drawn(event: Event) -> tuple[Card, ...] | None:
    """The card that replaced the one just played, if there was one to draw."""
    move = None if event.move is None else parse_move(event.move)
    before, after = event.before.hand, event.after.hand
    if move in (TAKE, DECLINE):
        return None
    if event.before.draw_size == event.after.draw_size:
        return ()
    fresh = [card for card in after.numbers if card not in before.numbers]
    played = 1 if move is PASS else 0
    return tuple(fresh) or ((PASS_CARD,) if after.passes > before.passes - played else ())


def ending(outcome: Outcome, scene: Scene = _NO_SCENE) -> str:
    """Who won, with how many penalty cards, and who has how many."""
    how = "the complete row was taken" if outcome.end == ROW_TAKEN else "all hands were shown"
    winners = outcome.winners
    fewest = counted(outcome.scores[winners[0]], "penalty card")
    if len(winners) == 1:
        wins = f"{scene.does(winners[0], 'win')} with {fewest}"
    else:
        wins = f"{listed([scene.name(seat) for seat in winners])} share the win with {fewest}"
    others = [
        f"{scene.does(seat, 'have')} {score}"
        for seat, score in enumerate(outcome.scores)
        if seat not in winners
    ]
    # Only a Pass keeps a seat with this few penalty cards from winning (FF-28).
    out = [
        scene.name(seat)
        for seat, score in enumerate(outcome.scores)
        if score <= outcome.scores[winners[0]] and seat not in winners
    ]
    lost = f"; a Pass in hand put {listed(out)} out" if out else ""
    return f"{wins}; {listed(others)}{lost} ({how})" if others else f"{wins} ({how})"


def _told(event: Event, scene: Scene) -> list[str]:
    if event.move is None:
        return []  # nobody sees that somebody did not jump (FF-19)
    move = parse_move(event.move)
    own = event.seat == event.before.seat
    match move:
        case PlayNumber(card, keep):
            return _number(event, card, scene, keep=keep, own=own)
        case Jump(card):
            return [_jump(event, card, scene)]
    if move is TAKE:
        return [_take(event, scene)]
    return [] if own else [f"{scene.does(event.seat, 'spend')} a Pass."]


def _number(event: Event, card: int, scene: Scene, *, keep: bool, own: bool) -> list[str]:
    before: View = event.before
    landed = landing(before.row, before.passes, card)
    plays = f"{scene.does(event.seat, 'play')} {_card(before, card)}"
    if landed.replaced is not None:
        return [f"{plays} in place of {_swap(event, landed.replaced, scene, keep=keep)}"]
    if landed.taken:
        cards = [_card(before, each) for each in before.row[landed.stay :]]
        if before.passes:
            cards.append(counted(before.passes, "Pass", "Passes"))
        all_of = "the whole row: " if landed.takes_all and len(before.row) > 1 else ""
        takes = scene.does(event.seat, "take").removeprefix(scene.name(event.seat))
        return [f"{plays} and{takes} {all_of}{listed(cards)} ({_cost(event)})."]
    if own:
        return []
    return [f"{plays}{'' if before.row or before.passes else ' to start a new row'}."]


def _swap(event: Event, replaced: int, scene: Scene, *, keep: bool) -> str:
    before: View = event.before
    mover = event.seat
    if replaced in before.rules.violet:
        return f"{_card(before, replaced)}, which is violet: a penalty for {scene.name(mover)}."
    layer = mover if before.layer is None else before.layer
    gift = gift_goes_to(before.rules, replaced, layer, mover, before.penalties)
    text = f"{_card(before, replaced)}: a penalty for {scene.name(layer)}"
    if gift is None:
        return f"{text}."
    if keep:
        return f"{text}, but no gift."
    giver = "your" if scene.name(mover) == "you" else f"{scene.name(mover)}'s"
    return f"{text}, who also gets one of {giver} penalty cards."


def _jump(event: Event, card: int, scene: Scene) -> str:
    before: View = event.before
    layer = before.layer if before.layer is not None else event.after.turn
    whose = "your" if layer is None or scene.name(layer) == "you" else f"{scene.name(layer)}'s"
    stake = counted(len(before.row) + before.passes + 1, "card")
    return (
        f"{scene.does(event.seat, 'jump')} with {_card(before, card)} on {whose}"
        f" {before.row[-1]}: {stake} at stake, only Passes now."
    )


def _take(event: Event, scene: Scene) -> str:
    before: View = event.before
    cards = [_card(before, each) for each in before.row]
    if before.passes:
        cards.append(counted(before.passes, "Pass", "Passes"))
    if before.jump is not None:
        cards.append(f"the jump's {_card(before, before.jump)}")
    return f"{scene.does(event.seat, 'take')} everything: {listed(cards)} ({_cost(event)})."


def _cost(event: Event) -> str:
    """How many penalty cards a move cost its seat, and how many that makes."""
    before, after = (view.penalties[event.seat] for view in (event.before, event.after))
    hands = " with all other hands" if event.after.shown else ""  # FF-29
    return f"{counted(after - before, 'penalty card')}{hands}, {after} in all"


def _card(view: View, card: Card) -> str:
    return f"{card}v" if card in view.rules.violet else f"{card}"
