"""Promises of the bots for The Game: they see their View only, and never break a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.referee import play_match
from cardsolver.core.shuffle import generator_state, number_below, shuffle
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bits import CARD
from cardsolver.games.the_game.bots import lookahead
from cardsolver.games.the_game.bots.endgame import known_moment, solve
from cardsolver.games.the_game.bots.hint import explain
from cardsolver.games.the_game.bots.lookahead import guess
from cardsolver.games.the_game.bots.signals import speak
from cardsolver.games.the_game.bots.turns import longest
from cardsolver.games.the_game.bots.weights import phases_for
from cardsolver.games.the_game.rules import PileSignal, State
from cardsolver.seats.spec import make_bot

BOTS = ("greedy", "planner", "talker:kept=9", "lookahead:samples=2:turns=0:width=3")
FAST = BOTS[:3]
VARIANTS = (
    "players=1",
    "players=1 expert short-hand",
    "players=2",
    "players=2 expert no-talk",
    "players=3 on-fire",
    "players=4 first=2",
    "players=5 expert",
    "players=2 hand=1 minimum=1",
    "players=1 minimum=9",
    "players=5 hand=19",
)


def played(rules: str, seed: str, bot: str, moves: int) -> State:
    """A state some moves into a game."""
    state = game.start(deal_seed("the-game", seed, rules=rules))
    bots = [make_bot(bot, "the-game", seed=f"{seed}/{seat}") for seat in range(state.rules.players)]
    for _ in range(moves):
        seat = game.to_move(state)
        if seat is None:
            break
        state = game.apply(state, bots[seat].choose(game.view(state, seat)))
    return state


def with_hidden_cards_moved(state: State, seat: int, seed: str) -> State:
    """The same to this seat: the cards that it cannot see change places."""
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = [card for other in others for card in state.hands[other]] + list(state.draw)
    cards = list(shuffle(hidden, generator_state(seed))[0])
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], cards = tuple(sorted(cards[:size])), cards[size:]
    return replace(state, hands=tuple(hands), draw=tuple(cards))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("rules", ["players=1", "players=3", "players=2 expert on-fire"])
def test_a_decision_does_not_change_with_what_is_hidden(bot: str, rules: str) -> None:
    for moves in (0, 2, 3, 9, 30, 61, 90):
        state = played(rules, f"hidden/{moves}", "talker", moves)
        seat = game.to_move(state)
        if seat is None:
            continue
        chosen = make_bot(bot, "the-game", seed="same").choose(game.view(state, seat))
        for shift in range(3):
            other = with_hidden_cards_moved(state, seat, f"{moves}/{shift}")
            view = game.view(other, seat)
            assert make_bot(bot, "the-game", seed="same").choose(view) == chosen


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("bot", FAST)
def test_fast_bots_never_break_a_rule(bot: str, rules: str) -> None:
    for seed in range(12):
        deal = deal_seed("the-game", f"legal/{seed}", rules=rules)
        players = game.parse_rules(rules).players
        bots = [make_bot(bot, "the-game", seed=f"{seed}/{seat}") for seat in range(players)]
        match = play_match(deal, bots, names=[bot] * players)
        assert match.fault is None
        assert match.transcript.result is not None


@pytest.mark.parametrize("rules", VARIANTS)
def test_lookahead_never_breaks_a_rule(rules: str) -> None:
    players = game.parse_rules(rules).players
    bots = [make_bot(BOTS[3], "the-game", seed=str(seat)) for seat in range(players)]
    match = play_match(deal_seed("the-game", "legal", rules=rules), bots, names=["x"] * players)
    assert match.fault is None
    assert match.transcript.result is not None


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_did_not_see_the_turn_begin_plays_on(bot: str) -> None:
    state = game.start(deal_seed("the-game", "stateless", rules="players=2 on-fire"))
    random = generator_state("stateless")
    while (seat := game.to_move(state)) is not None:
        view = game.view(state, seat)
        moves = game.legal_moves(view)
        assert make_bot(bot, "the-game", seed="s").choose(view) in moves
        index, random = number_below(len(moves), random)
        state = game.apply(state, moves[index])


@pytest.mark.parametrize("bot", BOTS[1:])
def test_a_plan_is_dropped_when_the_view_is_another(bot: str) -> None:
    kept = make_bot(bot, "the-game", seed="s")
    for seed in ("one", "two"):
        view = game.view(game.start(deal_seed("the-game", seed)), 0)
        assert kept.choose(view) == make_bot(bot, "the-game", seed="s").choose(view)


# The end game --------------------------------------------------------------------------------


def most_by_rules(state: State, memo: dict[tuple[object, ...], int]) -> int:
    """The most cards that can still be laid, by the rules alone."""
    seat = game.to_move(state)
    if seat is None:
        return 0
    key = (state.tops, state.hands, state.draw, state.mover, min(state.laid, 3))
    if key not in memo:
        best = 0
        for move in game.legal_moves(game.view(state, seat)):
            laid = isinstance(move, game.Lay)
            best = max(best, laid + most_by_rules(game.apply(state, move), memo))
        memo[key] = best
    return memo[key]


@pytest.mark.parametrize("shape", [(5,), (4, 1), (6,), (3, 3), (4, 2), (1, 4)])
@pytest.mark.parametrize("seed", range(12))
def test_the_end_game_is_exact(shape: tuple[int, ...], seed: int) -> None:
    # A second number is the draw pile when it is 1, and else the other player's hand.
    cards, _ = shuffle(range(20, 60), generator_state(f"end/{shape}/{seed}"))
    tops, rest = cards[:4], cards[4:]
    parts = [sorted(rest[: shape[0]]), *([rest[shape[0] : sum(shape)]] if len(shape) > 1 else [])]
    texts = [" ".join(map(str, part)) for part in parts]
    alone = len(shape) == 1 or shape[1] == 1
    hands = texts[0] if alone else " ; ".join(texts)
    draw = texts[1] if alone and len(shape) > 1 else ""
    line = f"{' '.join(map(str, tops))} / {hands} / {draw}"
    rules = "players=1" if alone else "players=2 no-talk"
    state = game.start(Deal("the-game", rules, position=line))
    seat = game.to_move(state)
    if seat is None:
        return
    moment = known_moment(game.view(state, seat))
    assert moment is not None
    solved = solve(moment, limit=200_000)
    assert solved is not None
    assert solved[0] == most_by_rules(state, {})
    if alone:
        match = play_match(
            Deal("the-game", rules, position=line),
            [make_bot("planner", "the-game", seed="s")],
            names=["planner"],
        )
        result = match.transcript.result
        assert result is not None
        assert result.scores[0] == game.left(state) - solved[0]


def test_the_end_game_is_not_solved_while_a_card_may_be_in_two_places() -> None:
    rules = "players=2 no-talk"
    line = "30 31 60 61 / 40 41 ; 42 43 / 44"
    state = game.start(Deal("the-game", rules, position=line))
    assert known_moment(game.view(state, 0)) is None


def test_an_end_game_that_is_too_large_is_given_up() -> None:
    state = game.start(Deal("the-game", position="30 31 60 61 / 40 41 42 43 44 /"))
    moment = known_moment(game.view(state, 0))
    assert moment is not None
    assert solve(moment, limit=3) is None


def test_a_lost_turn_still_lays_what_it_can() -> None:
    # 51 fits nowhere: the minimum is out of reach, but 70 is laid.
    hand = CARD[70] | CARD[51]
    assert longest((60, 60, 40, 40, hand), 2) == [(0, 70)]


# Bids and talk -------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS)
def test_a_good_hand_bids_more_than_a_bad_one(bot: str) -> None:
    state = game.start(deal_seed("the-game", "bids", rules="players=2"))
    view = game.view(state, 0)
    bids = [
        make_bot(bot, "the-game", seed="s").choose(replace(view, hand=hand))
        for hand in ((2, 3, 40, 50, 97, 98, 99), (38, 41, 45, 49, 53, 57, 61))
    ]
    assert all(isinstance(bid, game.Bid) and 0 <= bid.eagerness <= 10 for bid in bids)
    assert bids[0].eagerness > bids[1].eagerness


def test_what_is_said_follows_from_the_hand() -> None:
    hand = CARD[30] | CARD[62] | CARD[95]
    unseen = CARD[50] | CARD[51] | CARD[52] | CARD[53] | CARD[80]
    assert speak((40, 45, 70, 96), hand, unseen) == (
        PileSignal.KEEP,  # 30 goes back there
        PileSignal.FREE,  # 62 would skip too much
        PileSignal.GENTLE,  # 62 skips nothing still to come
        PileSignal.GENTLE,  # 95 is next
    )


def test_the_talker_heeds_what_it_hears_and_the_planner_does_not() -> None:
    state = played("players=2", "heard", "talker", 2)
    seat = state.mover
    view = replace(game.view(state, seat), asked=seat, said=(game.SILENT, game.SILENT))
    view = replace(view, tops=(30, 30, 70, 70), hand=(31, 32, 60, 67, 68, 50, 51)[:7])
    view = replace(view, hand=tuple(sorted(view.hand)), laid_cards=0)
    quiet = make_bot("talker", "the-game", seed="s").choose(view)
    assert isinstance(quiet, game.Lay)
    up, down = (
        (PileSignal.KEEP, PileSignal.FREE) if quiet.pile < 2 else (PileSignal.FREE, PileSignal.KEEP)
    )
    signals = (up, up, down, down)
    asked = replace(view, said=tuple(None if other == seat else signals for other in range(2)))
    heeding = make_bot("talker", "the-game", seed="s").choose(asked)
    assert isinstance(heeding, game.Lay)
    assert signals[heeding.pile] is PileSignal.FREE
    deaf = make_bot("planner", "the-game", seed="s")
    assert deaf.choose(asked) == make_bot("planner", "the-game", seed="s").choose(view)


def test_a_guess_gives_the_trick_card_to_who_spoke_of_it() -> None:
    state = played("players=3", "guess", "talker", 3)
    mover = state.mover
    view = replace(game.view(state, mover), tops=(40, 1, 100, 100), laid_cards=CARD[40])
    view = replace(view, hand=tuple(card for card in view.hand if card not in (30, 40)))
    speaker, silent = ((mover + 1) % 3, (mover + 2) % 3)
    said: list[game.Signals | None] = [None, None, None]
    said[speaker] = (PileSignal.KEEP, PileSignal.FREE, PileSignal.FREE, PileSignal.FREE)
    said[silent] = (PileSignal.FREE, PileSignal.GENTLE, PileSignal.FREE, PileSignal.FREE)
    view = replace(view, said=tuple(said))
    generator = generator_state("guess")
    for _ in range(20):
        hands, draw, generator = guess(view, generator)
        assert hands[speaker] & CARD[30]
        assert not hands[silent] & CARD[30]
        places = [card for hand in hands for card in range(2, 100) if hand & CARD[card]] + draw
        assert sorted(places) == sorted((*view.hand, *view.unseen))


def test_more_time_means_more_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses = 0

    def counted(view: game.View, state: int) -> tuple[list[int], list[int], int]:
        nonlocal guesses
        guesses += 1
        return guess(view, state)

    monkeypatch.setattr(lookahead, "guess", counted)
    view = game.view(played("players=1", "time", "planner", 40), 0)
    counts = []
    for spec in ("lookahead:samples=1", "lookahead:ms=1", "lookahead:ms=300"):
        guesses = 0
        make_bot(spec, "the-game", seed="s").choose(view)
        counts.append(guesses)
    assert counts[0] == 3  # one a round
    assert counts[0] <= counts[1] < counts[2]


# Strength, settings, hints -------------------------------------------------------------------


def cards_left(bot: str, rules: str, games: int) -> float:
    """The mean over some deals that nothing was fitted on or is reported on."""
    players = game.parse_rules(rules).players
    total = 0
    for number in range(games):
        deal = deal_seed("the-game", f"strength/{number}", rules=rules)
        bots = [make_bot(bot, "the-game", seed=f"{number}/{seat}") for seat in range(players)]
        result = play_match(deal, bots, names=[bot] * players).transcript.result
        assert result is not None
        total += result.scores[0]
    return total / games


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", ["players=1", "players=2 no-talk", "players=4 expert no-talk"])
def test_the_planner_is_far_stronger_than_greedy(rules: str) -> None:
    assert cards_left("planner", rules, 25) < 0.7 * cards_left("greedy", rules, 25)


@pytest.mark.no_cover
def test_talk_helps() -> None:
    assert cards_left("talker", "players=3", 60) < cards_left("planner", "players=3", 60)


def test_every_standard_rule_set_has_its_weights() -> None:
    for players in range(1, 6):
        for minimum in (1, 2, 3, 4):
            phases = phases_for(players, minimum)
            assert phases.chance(50, 1_000.0) > phases.chance(50, -1_000.0)


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("plotter", "no bot"),
        ("greedy:samples=3", "no settings"),
        ("planner:samples=3", "no setting 'samples=3'; expected near=N, extra=N, kept=N"),
        ("lookahead:depth=3", "no setting 'depth=3'; expected samples=N, turns=N, width=N"),
        ("lookahead:samples=3:samples=4", "each once"),
        ("lookahead:", "no setting ''"),
        ("lookahead:samples=0", "from 1"),
        ("lookahead:samples", "expected a whole number"),
    ],
)
def test_a_wrong_bot_is_named_in_the_error(spec: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        make_bot(spec, "the-game", seed="s")


@pytest.mark.parametrize("rules", ["players=1", "players=2", "players=2 on-fire"])
def test_a_hint_is_a_legal_move_with_a_reason(rules: str) -> None:
    for moves in (0, 1, 2, 5, 20, 41):
        state = played(rules, f"hint/{moves}", "talker", moves)
        seat = game.to_move(state)
        if seat is None:
            continue
        view = game.view(state, seat)
        move, reason = explain(view)
        assert move in game.legal_moves(view)
        assert reason
        assert "\n" not in reason


def test_a_hint_names_a_trick_and_what_it_regains() -> None:
    state = game.start(Deal("the-game", position="45 90 20 10 / 35 / 36 37 52"))
    move, reason = explain(game.view(state, 0))
    assert game.format_move(move) == "A35"
    assert reason == "35 goes back by ten on A: room again for 2 cards to come"
