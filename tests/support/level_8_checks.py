"""What every lay-out and every game of Level 8 must hold."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias
from unittest.mock import patch

from cardsolver.core.deal import deal_seed
from cardsolver.core.game import IllegalMove
from cardsolver.core.referee import play_match
from cardsolver.core.transcript import Transcript, format_transcript, parse_transcript, replay
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.combos import COLOUR, DECK, JOKER_AS, NUMBER, lay_combo, plain
from cardsolver.games.level_8.deck import COLOURS
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.seats.spec import make_bot
from tests.support.naive import level_8 as naive

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_WHOLE_DECK = sorted(DECK)
Need: TypeAlias = tuple[str, int]
Parts: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
Key: TypeAlias = tuple[tuple[tuple[str, int, str], ...], tuple[str, ...]]


def needs(level: l8.Level) -> tuple[Need, ...]:
    """The level in the naive form."""
    return tuple((str(combo.kind), combo.size) for combo in level.combos)


def key(parts: Parts) -> Key:
    """What makes two lay-outs the same: the combinations' places, and the cards they use."""
    places = []
    used: list[str] = []
    for kind, cards in parts:
        values = [COLOUR[card] if kind == "colour" else f"{NUMBER[card]:02}" for card in cards]
        places.append((kind, len(cards), min(values)))
        used += map(plain, cards)
    return tuple(sorted(places)), tuple(sorted(used))


def random_hand(rng: Random, jokers: int, size: int = 11) -> list[str]:
    """A hand with exactly so many Jokers, and Skips now and then."""
    others = [card for card in DECK if card != "J"]
    return [*rng.sample(others, size - jokers), *["J"] * jokers]


def compare(level: l8.Level, hand: list[str]) -> tuple[int, int]:
    """Check one hand; the numbers of lay-outs, up to interchangeable cards and in all."""
    need = needs(level)
    engine = [
        tuple((kind, cards) for (kind, _), cards in zip(need, option, strict=True))
        for option in lay_outs(level, hand)
    ]
    keys = [key(parts) for parts in engine]
    assert len(set(keys)) == len(keys), f"{level}: a lay-out of {hand} was made twice"
    for parts in engine:
        assert naive.check(need, [list(map(declared, cards)) for _, cards in parts]), parts
    oracle = naive_lay_outs(need, hand)
    assert {key(parts) for parts in oracle} == set(keys), f"{level}: lay-outs of {hand}"
    return len(keys), len(oracle)


def naive_lay_outs(level: tuple[Need, ...], hand: list[str]) -> set[naive.Layout]:
    """The naive enumerator as it is, but for a memory of what it has worked out before."""
    plain_layouts = naive.layouts

    @cache
    def remembered(level: tuple[Need, ...], hand: tuple[str, ...]) -> set[naive.Layout]:
        return plain_layouts(level, hand)

    with (
        patch.object(naive, "layouts", lambda need, rest: remembered(tuple(need), tuple(rest))),
        patch.object(naive, "declarations", _remembered_declarations),
    ):
        return naive.layouts(level, hand)


_remembered_declarations = lru_cache(maxsize=30_000)(naive.declarations)


def declared(card: str) -> tuple[str, naive.Meaning]:
    """A card on the table in the naive checker's form."""
    if not card.startswith("J"):
        return card, None
    value = card.partition("=")[2]
    return "J", int(value) if value.isdigit() else value or None


def compare_checkers(level: l8.Level, rng: Random) -> bool:
    """Both judges on cards that may or may not be the level; whether they are."""
    hand = random_hand(rng, rng.randint(0, 4))
    options = list(lay_outs(level, hand))
    if options and rng.random() < 0.7:
        combos = [list(cards) for cards in rng.choice(options)]
    else:
        cards = iter(hand + random_hand(rng, 2))
        combos = [[next(cards) for _ in range(combo.size)] for combo in level.combos]
    for _ in range(rng.randint(0, 2)):  # spoil it a little
        combo = rng.choice(combos)
        place = rng.randrange(len(combo))
        values = ["J", "S", *JOKER_AS.values(), *(f"{rng.randint(1, 15)}{c}" for c in COLOURS)]
        combo[place] = rng.choice(values)
    rng.shuffle(rng.choice(combos))
    verdict = naive.check(needs(level), [list(map(declared, combo)) for combo in combos])
    assert _engine_accepts(level, combos) == verdict, combos
    return verdict


def _engine_accepts(level: l8.Level, combos: list[list[str]]) -> bool:
    try:
        for combo, cards in zip(level.combos, combos, strict=True):
            lay_combo(combo, tuple(cards), "combination")
    except IllegalMove:
        return False
    return True


def check_game(transcript: Transcript) -> int:
    """A record of a whole game: it ended, replays, and keeps 101 cards. Returns its moves."""
    assert transcript.result is not None
    result = replay(parse_transcript(format_transcript(transcript)))
    assert result.is_sound, result.fault
    assert result.outcome == transcript.result
    for state in result.states:
        assert sorted(l8.all_cards(state)) == _WHOLE_DECK
    return len(transcript.moves)


def play(seed: str, bots: Sequence[str], rules: str = "") -> Transcript:
    """One game of Level 8 through the referee."""
    deal = deal_seed(l8.NAME, seed, rules=f"players={len(bots)} {rules}")
    seats = [make_bot(name, l8.NAME, seed=f"{seed}/{seat}") for seat, name in enumerate(bots)]
    return play_match(deal, seats, names=bots).transcript
