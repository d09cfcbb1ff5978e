"""What a bot says about the piles, and that nobody can read a card out of it (TG-15)."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.shuffle import generator_state
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bits import CARD, FITS, TRICKS, bits, cards_of
from cardsolver.games.the_game.bots.guesses import guess, knowledge
from cardsolver.games.the_game.bots.signals import speak
from cardsolver.games.the_game.rules import PileSignal
from cardsolver.seats.spec import make_bot

FREE, GENTLE, KEEP = PileSignal
OFTEN = 0.05  # a reason that occurs at least so often leaves the other ones in doubt


def test_what_is_said_follows_from_what_a_lay_of_others_would_cost() -> None:
    hand = CARD[30] | CARD[62] | CARD[95]
    unseen = bits((*range(31, 40), *range(50, 60), *range(80, 90)))
    assert speak((40, 45, 70, 96), hand, unseen) == (
        KEEP,  # 30 regains nine cards
        FREE,  # 62 skips them all anyway
        GENTLE,  # 62 skips nothing, and is lost below it
        GENTLE,  # 95 is next
    )


def test_cards_that_come_next_are_worth_the_same_word_as_one_that_goes_back() -> None:
    unseen = bits((*range(31, 40), *range(43, 60)))
    back = speak((40, 1, 100, 100), CARD[30] | CARD[80], unseen)
    follow = speak((40, 1, 100, 100), CARD[41] | CARD[42], unseen)
    assert back[0] is follow[0] is KEEP


def test_a_trick_that_regains_nothing_is_not_worth_the_strongest_word() -> None:
    unseen = bits(tuple(range(43, 60)))
    assert speak((40, 1, 100, 100), CARD[30] | CARD[80], unseen)[0] is GENTLE


def reason(pile: int, top: int, hand: int, unseen: int) -> str:
    """Why a seat may need a pile: a card that goes back, a card that comes soon, or both."""
    trick = hand & TRICKS[pile][top]
    ordinary = hand & FITS[pile][top] & ~TRICKS[pile][top]
    words = ["trick"] if trick else []
    if ordinary:
        card = min(cards_of(ordinary), key=lambda each: abs(each - top))
        low, high = sorted((card, top))
        if sum(low < each < high for each in cards_of(unseen)) <= 4:
            words.append("near")
    return " and ".join(words)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_word_stands_for_one_reason(players: int) -> None:
    reasons: defaultdict[PileSignal, Counter[str]] = defaultdict(Counter)
    for seed in range(30):
        state = game.start(deal_seed("the-game", f"honest/{seed}", rules=f"players={players}"))
        bots = [make_bot("talker", "the-game", seed="s") for _ in range(players)]
        while (seat := game.to_move(state)) is not None:
            move = bots[seat].choose(game.view(state, seat))
            if isinstance(move, game.Say):
                hand = bits(state.hands[seat])
                unseen = bits(tuple(game.view(state, seat).unseen))
                for pile, level in enumerate(move.signals):
                    reasons[level][reason(pile, state.tops[pile], hand, unseen)] += 1
            state = game.apply(state, move)
    for level in (GENTLE, KEEP):
        counts = reasons[level]
        trick = counts["trick"] + counts["trick and near"]
        assert counts.total() > 100
        # The same word with the card ten away in hand and without it.
        assert trick >= OFTEN * counts.total(), counts
        assert counts["near"] >= OFTEN * counts.total(), counts


@pytest.mark.parametrize("level", [GENTLE, KEEP])
@pytest.mark.parametrize("tops", [(40, 1, 100, 100), (23, 35, 60, 77), (80, 66, 31, 12)])
def test_no_listener_gives_a_speaker_a_card_for_certain(level: PileSignal, tops: game.Tops) -> None:
    start = game.start(deal_seed("the-game", "listen", rules="players=3"))
    seen = game.view(start, 0)
    for pile in range(4):
        signals = tuple(level if each == pile else FREE for each in range(4))
        view = game.View(
            *(seen.rules, 0, 0, 0, tops, seen.hand, seen.hand_sizes, seen.draw_size),
            *(bits(tuple({*tops} - {1, 100} - {*seen.hand})), 0, seen.due, (5, 5, 5)),
            (None, signals, game.SILENT),  # type: ignore[arg-type] # four of them
        )
        held: Counter[int] = Counter()
        generator = generator_state(f"listen/{level}/{pile}")
        for _ in range(300):
            (hands, draw), generator = guess(view.tops, knowledge(view), generator)
            held.update(cards_of(hands[1]))
            places = [card for hand in hands for card in cards_of(hand)] + [*draw]
            assert sorted(places) == sorted((*view.hand, *view.unseen))
        card, times = held.most_common(1)[0]
        assert times < 0.75 * 300, card
