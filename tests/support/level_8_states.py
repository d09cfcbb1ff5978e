"""Moments of Level 8 made by hand, for tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.combos import DECK, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cardsolver.games.level_8.rules import State


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def moment(
    *hands: str,
    draw: str | None = None,
    piles: Sequence[str] = (),
    levels: Sequence[int] = (),
    table: Mapping[int, Sequence[str]] | None = None,
    skipped: Iterable[int] = (),
    skips_under: int = 0,
    mover: int = 0,
    dealer: int | None = None,
    phase: l8.Phase = l8.Phase.PLAY,
    rules: str = "",
) -> State:
    """A state from texts: hands, piles (top last), the table as `{seat: ["run 4r 5b J=6"]}`.

    Without a draw pile, all cards that are nowhere else lie there.
    """
    players = len(hands)
    laid = {
        seat: tuple(l8.Laid(l8.Kind(text.split()[0]), tuple(text.split()[1:])) for text in combos)
        for seat, combos in (table or {}).items()
    }
    state = l8.State(
        rules=l8.parse_rules(f"players={players} {rules}"),
        generator=1,
        round=1,
        dealer=players - 1 if dealer is None else dealer,
        mover=mover,
        phase=phase,
        levels=tuple(levels) or (1,) * players,
        hands=tuple(in_order(words(hand)) for hand in hands),
        draw=words(draw or ""),
        skips_under=skips_under,
        piles=tuple(map(words, piles)) or ((),) * players,
        skipped=frozenset(skipped),
        table=tuple(laid.get(seat, ()) for seat in range(players)),
    )
    if draw is None:
        rest = Counter(DECK) - Counter(l8.all_cards(state))
        return replace(state, draw=in_order(rest.elements()))
    return state
