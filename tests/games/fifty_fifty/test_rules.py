"""Fifty Fifty, rule by rule: each test is named after the rule in docs/rules/fifty-fifty.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import BadMove, IllegalMove, Outcome
from cardsolver.core.registry import game_named
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.deck import PASS
from cardsolver.games.fifty_fifty.rules import Hand, State

DECK = game_named("fifty-fifty").deck


def dealt(rules: str = "", seed: str = "42") -> State:
    return ff.start(deal_seed("fifty-fifty", seed, rules=rules))


def table(
    hands: str,
    row: str = "",
    draw: str = "1 2 4 5",
    *,
    turn: int = 1,
    layer: int | None = None,
    penalties: str = "",
    violet: str = "3-99/3",
) -> State:
    """A moment at the start of a turn, told as people tell it: seats count from 1.

    The last number was laid by the seat before, unless `layer` names another.
    """
    each = [hand.split() for hand in hands.split("/")]
    players = len(each)
    laid = [DECK.parse(word) for word in row.split()]
    numbers = tuple(card for card in laid if isinstance(card, int))
    return State(
        rules=ff.parse_rules(f"players={players} violet={violet}"),
        hands=tuple(ff.hand_of(map(DECK.parse, hand)) for hand in each),
        draw=tuple(map(DECK.parse, draw.split())),
        aside=(),
        penalties=tuple(map(int, penalties.split())) or (0,) * players,
        turn=turn - 1,
        row=numbers,
        passes=len(laid) - len(numbers),
        layer=(turn - 2) % players if layer is None else layer - 1,
        played=sum(1 << card for card in numbers),
    )


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = ff.apply(state, ff.parse_move(move))
    return state


def refused(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    return caught.value


def legal(state: State) -> list[str]:
    seat = ff.to_move(state)
    if seat is None:
        return []
    return [ff.format_move(move) for move in ff.legal_moves(ff.view(state, seat))]


def row(state: State) -> str:
    return " ".join(map(str, (*state.row, *[PASS] * state.passes)))


def asked(state: State) -> int | None:
    """The seat that must decide, counted from 1."""
    seat = ff.to_move(state)
    return None if seat is None else seat + 1


def hand(state: State, seat: int) -> str:
    return " ".join(map(str, state.hands[seat - 1].cards))


# Cards and players


def test_ff_1_a_hundred_numbers_and_twenty_passes() -> None:
    state = dealt("players=3")
    everywhere = [*state.aside, *state.draw, *(card for each in state.hands for card in each.cards)]
    assert Counter(everywhere) == Counter([*range(1, 101), *[PASS] * 20])


def test_ff_2_violet_are_the_multiples_of_three() -> None:
    assert sorted(ff.parse_rules("").violet) == list(range(3, 100, 3))
    assert len(ff.EVERY_THIRD) == 33


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3-99/3", set(range(3, 100, 3))),
        ("none", set()),
        ("1-100", set(range(1, 101))),
        ("7", {7}),
        ("1+2+5", {1, 2, 5}),
        ("1-33+50", {*range(1, 34), 50}),
        ("2-100/2", set(range(2, 101, 2))),
    ],
)
def test_ff_2_violet_numbers_are_data(text: str, numbers: set[int]) -> None:
    rules = ff.parse_rules(f"violet={text}")
    assert rules.violet == numbers
    assert f"violet={text} " in ff.format_rules(rules)
    assert ff.parse_rules(ff.format_rules(rules)) == rules


@pytest.mark.parametrize("text", ["0", "101", "3-", "9-3", "5-0", "1-5/0", "1-101", "red", "1++2"])
def test_ff_2_a_text_that_names_no_numbers_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected numbers from 1 to 100"):
        ff.parse_rules(f"violet={text}")


def test_ff_3_two_to_five_play_and_seat_1_starts() -> None:
    for players in range(2, 6):
        state = dealt(f"players={players}")
        assert state.rules.players == players
        assert asked(state) == 1
    for wrong in ("players=1", "players=6", "players=3 first=4", "first=0"):
        with pytest.raises(InputError, match="expected a whole number"):
            ff.parse_rules(wrong)


def test_ff_3_the_named_player_starts_and_play_goes_clockwise() -> None:
    state = dealt("players=3 first=3")
    assert asked(state) == 3
    assert state.turn == 2
    state = replace(play(state, legal(state)[0]), asked=None)
    assert asked(state) == 1


def test_ff_4_twenty_aside_five_each_round_the_table_the_rest_to_draw() -> None:
    deal = deal_seed("fifty-fifty", "42", rules="players=4 first=2")
    state = ff.start(deal)
    assert state.aside == deal.deck[:20]
    for seat in range(4):
        assert state.hands[seat] == ff.hand_of(deal.deck[20 + seat : 40 : 4])
    assert state.draw == deal.deck[40:]
    assert state.penalties == (0, 0, 0, 0)
    assert row(state) == ""


def test_ff_4_hand_and_aside_can_be_set_as_long_as_a_card_is_left_to_draw() -> None:
    state = dealt("players=2 hand=2 aside=115")
    assert [each.size for each in state.hands] == [2, 2]
    assert len(state.draw) == 1
    for wrong in ("players=2 hand=2 aside=116", "players=2 hand=60", "hand=0"):
        with pytest.raises(InputError, match="expected a whole number"):
            ff.parse_rules(wrong)


def test_ff_4_the_game_starts_from_a_whole_deck_only() -> None:
    with pytest.raises(InputError, match="expected the 120 of Fifty Fifty"):
        ff.start(Deal("fifty-fifty", deck=DECK.cards[1:]))
    with pytest.raises(InputError, match="expected a deck"):
        ff.start(Deal("fifty-fifty", position="1 2 3"))


def test_ff_5_penalty_cards_do_not_come_into_the_hand() -> None:
    state = play(table("5 50 70 80 90 / 8 9 10 11 12", "60", draw="99 pass"), "50")
    assert state.penalties == (1, 0)
    assert hand(state, 1) == "5 70 80 90 99"


# A turn


def test_ff_6_one_card_then_draw_one_then_the_left_neighbour() -> None:
    state = play(table("10 20 / 30 40 / 50 51", draw="99 98"), "20")
    assert row(state) == "20"
    assert hand(state, 1) == "10 99"
    assert state.draw == (98,)
    assert asked(state) == 2
    assert refused(state, "10").rule == "FF-6"
    assert "it holds 30 40" in str(refused(state, "10"))


def test_ff_7_any_card_starts_a_row() -> None:
    state = table("10 20 pass / 30 40 41")
    assert legal(state) == ["10", "20", "pass"]
    for card in ("10", "20", "pass"):
        after = play(state, card)
        assert row(after) == card
        assert after.penalties == (0, 0)


def test_ff_8_a_higher_number_is_laid_behind() -> None:
    state = play(table("61 20 / 30 40", "5 60"), "61")
    assert row(state) == "5 60 61"
    assert state.penalties == (0, 0)


def test_ff_9_the_sheets_example_73_replaces_77_on_70() -> None:
    state = play(table("73 1 2 / 9 8 7 / 10 11 12", "70 77", turn=1, layer=3), "73")
    assert row(state) == "70 73"
    assert state.penalties == (0, 0, 1)  # 77 is orange and seat 3 had laid it


def test_ff_10_a_violet_card_replaced_goes_to_the_mover() -> None:
    state = play(table("73 1 / 8 7", "70 78"), "73")
    assert row(state) == "70 73"
    assert state.penalties == (1, 0)
    assert legal(table("73 1 / 8 7", "70 78", penalties="4 4")) == ["1", "73"]


def test_ff_11_an_orange_card_replaced_goes_to_its_layer() -> None:
    state = play(table("8 7 / 73 1 / 9 10", "70 77", turn=2), "73")
    assert state.penalties == (1, 0, 0)
    assert state.layer == 1  # the replacing card is seat 2's now
    state = play(replace(state, asked=None, turn=2), "9")
    assert state.penalties == (1, 0, 2)


def test_ff_12_the_gift_goes_with_the_replaced_card() -> None:
    state = table("73 1 / 8 7", "70 77", penalties="4 0")
    assert legal(state) == ["1", "73", "73 keep"]
    assert play(state, "73").penalties == (3, 2)
    assert play(state, "73 keep").penalties == (4, 1)


def test_ff_12_no_own_penalty_card_no_gift() -> None:
    state = table("73 1 / 8 7", "70 77", penalties="0 9")
    assert legal(state) == ["1", "73"]
    assert play(state, "73").penalties == (0, 10)
    assert refused(state, "73 keep").rule == "FF-12"


@pytest.mark.parametrize(
    ("name", "lying"),
    [("higher", "60 70"), ("violet", "70 78"), ("taking", "74 77"), ("Passes", "70 77 pass")],
)
def test_ff_12_keep_goes_with_a_gift_only(name: str, lying: str) -> None:
    state = table("73 1 / 8 7", lying, penalties="4 4")
    assert legal(state) == ["1", "73"], name
    assert refused(state, "73 keep").rule == "FF-12"
    assert "expected just 73" in str(refused(state, "73 keep"))


def test_ff_12_nobody_gives_to_themselves() -> None:
    state = table("73 1 / 8 7", "70 77", layer=1, penalties="4 4")
    assert legal(state) == ["1", "73"]
    assert play(state, "73").penalties == (5, 4)


def test_ff_13_the_sheets_example_62_behind_59() -> None:
    state = play(table("62 1 / 8 7 / 9 10", "41 59 70 73 88"), "62")
    assert row(state) == "41 59 62"
    assert state.penalties == (3, 0, 0)


def test_ff_13_cards_are_taken_where_one_more_could_have_been_replaced() -> None:
    """15 on 10 20 30: it takes 30 and 20, it does not replace 20."""
    state = play(table("15 1 / 8 7", "10 20 30"), "15")
    assert row(state) == "10 15"
    assert state.penalties == (2, 0)


def test_ff_13_lower_than_all_takes_the_row_and_starts_a_new_one() -> None:
    state = play(table("15 1 / 8 7", "20 30 40"), "15")
    assert row(state) == "15"
    assert state.penalties == (3, 0)
    assert asked(state) == 2


@pytest.mark.parametrize("single", ["60", "61"])
def test_ff_14_a_single_card_is_taken_whatever_its_colour(single: str) -> None:
    state = play(table("50 2 / 8 7", single, penalties="4 4"), "50")
    assert row(state) == "50"
    assert state.penalties == (5, 4)
    assert refused(table("50 2 / 8 7", single, penalties="4 4"), "50 keep").rule == "FF-12"


# Passes


@pytest.mark.parametrize("lying", ["", "99", "1 100", "5 pass pass", "pass"])
def test_ff_15_a_pass_can_always_be_played(lying: str) -> None:
    state = table("pass 3 / 8 7", lying, draw="44")
    assert "pass" in legal(state)
    after = play(state, "pass")
    assert row(after) == f"{lying} pass".strip()
    assert hand(after, 1) == "3 44"
    assert after.penalties == (0, 0)
    assert asked(after) == 2


def test_ff_15_only_with_a_pass_in_hand() -> None:
    state = table("3 4 / 8 pass", "20")
    assert "pass" not in legal(state)
    assert refused(state, "pass").rule == "FF-6"


@pytest.mark.parametrize(
    ("card", "left", "taken"), [("90", "60 70 90", 2), ("65", "60 65", 3), ("50", "50", 4)]
)
def test_ff_16_a_number_takes_all_passes_and_what_is_higher(
    card: str, left: str, taken: int
) -> None:
    state = play(table("50 65 90 / 8 7", "60 70 pass pass", penalties="1 1"), card)
    assert row(state) == left
    assert state.penalties == (1 + taken, 1)  # 70 is orange: on Passes that does not matter


def test_ff_16_a_number_on_passes_only_takes_them_and_starts_the_row() -> None:
    state = play(table("50 65 / 8 7", "pass pass pass"), "50")
    assert row(state) == "50"
    assert state.penalties == (3, 0)


def test_ff_17_the_last_number_without_passes_was_laid_in_the_turn_before() -> None:
    for seed in range(20):
        state = dealt("players=4", f"ff-17 {seed}")
        while (seat := ff.to_move(state)) is not None:
            if state.asked is None and state.row and not state.passes and state.jump is None:
                assert state.layer == (state.turn - 1) % 4
            moves = ff.legal_moves(ff.view(state, seat))
            state = ff.apply(state, moves[len(state.draw) % len(moves)])


# The jump of 50


@pytest.mark.parametrize(("card", "other"), [(1, 51), (23, 73), (86, 36), (100, 50)])
def test_ff_18_the_sheets_examples_of_jumps(card: int, other: int) -> None:
    assert ff.partner(card) == other
    assert ff.partner(other) == card
    state = play(table(f"{card} 10 / {other} 11"), str(card))
    assert asked(state) == 2
    assert legal(state) == [f"jump {other}", "decline"]


def test_ff_18_every_number_has_one_partner() -> None:
    assert all(ff.partner(ff.partner(card)) == card for card in range(1, 101))
    assert sorted(map(ff.partner, range(1, 101))) == list(range(1, 101))


def test_ff_18_not_on_the_own_card() -> None:
    state = play(table("73 23 9 / 8 7"), "73")
    assert asked(state) == 2
    assert legal(state) == ["7", "8"]
    assert refused(state, "jump 23").rule == "FF-18"


def test_ff_18_not_even_with_the_card_just_drawn() -> None:
    state = play(table("73 9 / 8 7", draw="23"), "73")
    assert asked(state) == 2
    assert legal(state) == ["7", "8"]


def test_ff_18_only_when_asked_and_with_the_partner_only() -> None:
    state = table("73 23 / 8 7")
    assert refused(state, "jump 23").rule == "FF-18"
    assert refused(state, "decline").rule == "FF-19"
    state = play(table("73 9 / 8 7 / 23 24"), "73")
    assert asked(state) == 3
    for wrong, rule in (
        ("jump 24", "FF-18"),
        ("24", "FF-19"),
        ("pass", "FF-19"),
        ("take", "FF-19"),
    ):
        assert refused(state, wrong).rule == rule
        assert "expected jump 23 or decline" in str(refused(state, wrong))


def test_ff_19_declining_changes_nothing_that_others_see() -> None:
    before = play(table("73 9 / 8 7 / 23 24"), "73")
    without = play(table("73 9 / 8 7 / 22 24"), "73")  # the same table, and nobody can jump
    after = play(before, "decline")
    for seat in (0, 1):
        assert ff.view(before, seat) == ff.view(after, seat) == ff.view(without, seat)
        assert ff.legal_moves(ff.view(before, seat)) == ff.legal_moves(ff.view(after, seat))
    assert ff.view(before, 2).offer == 23
    assert ff.view(before, 2).turn == 1  # also for the asked seat it is seat 2's turn
    assert asked(after) == 2


def test_ff_19_a_declined_jump_is_not_told_to_anybody() -> None:
    assert ff.seen_move(ff.DECLINE) is None
    for text in ("73", "73 keep", "pass", "jump 23", "take"):
        assert ff.seen_move(ff.parse_move(text)) == text


def test_ff_19_the_one_card_check_waits_for_the_answer() -> None:
    state = play(table("73 9 / 50 / 23 24", "40", draw=""), "73")
    assert asked(state) == 3
    assert ff.outcome(state) is None
    over = ff.outcome(play(state, "decline"))
    assert over is not None
    assert over.end == "one-card"
    assert legal(play(state, "jump 23")) == ["take"]


@pytest.mark.parametrize(
    ("name", "lying"),
    [
        ("a new row", ""),
        ("higher", "20 30"),
        ("replacing", "70 77"),
        ("taking some", "20 75 80"),
        ("taking all", "80 90"),
        ("on Passes", "20 pass"),
    ],
)
def test_ff_20_every_number_can_be_jumped_on(name: str, lying: str) -> None:
    state = play(table("73 9 / 23 7", lying), "73")
    assert (asked(state), legal(state)[0]) == (2, "jump 23"), name


def test_ff_20_a_pass_cannot_and_closes_the_chance() -> None:
    state = play(table("73 9 / pass 7 / 23 24", draw=""), "73", "decline", "pass")
    assert asked(state) == 3
    assert legal(state) == ["23", "24"]


def test_ff_20_the_number_drawn_after_the_question_comes_too_late() -> None:
    state = play(table("73 9 / pass 7 / 8 24", draw="1 23"), "73", "pass")
    assert hand(state, 2) == "7 23"
    assert asked(state) == 3
    assert "jump 23" not in legal(state)


def test_ff_20_the_next_player_may_be_the_jumper() -> None:
    state = play(table("73 9 / 23 7", draw="1 99"), "73", "decline")
    assert asked(state) == 2
    assert legal(state) == ["7", "23"]  # declined, it is an ordinary card again


def test_ff_20_a_jump_is_not_jumped_on() -> None:
    state = play(table("73 9 8 / 23 7 6", draw="99 98"), "73", "jump 23")
    assert asked(state) == 1
    assert legal(state) == ["take"]


def test_ff_21_the_jump_lies_beside_the_row_and_the_jumper_draws() -> None:
    state = play(table("73 9 / 8 7 / 23 24", "60", draw="1 99 98"), "73", "jump 23")
    assert row(state) == "60 73"
    assert state.jump == 23
    assert hand(state, 3) == "24 99"
    assert state.draw == (98,)
    assert asked(state) == 1  # whose card was jumped on


def test_ff_22_the_sheets_example_a_jump_of_23_on_73() -> None:
    """Barbara is seat 1, Simon seat 2, Florian seat 3."""
    state = table("73 pass 9 / 13 30 40 / 23 5 6", "60 70", draw="1 2 3 4 10")
    state = play(state, "73")
    assert asked(state) == 3
    state = play(state, "jump 23")
    assert hand(state, 3) == "2 5 6"
    assert asked(state) == 1
    assert legal(state) == ["pass", "take"]
    state = play(state, "pass")
    assert hand(state, 1) == "1 3 9"
    assert asked(state) == 2
    assert legal(state) == ["take"]
    state = play(state, "take")
    assert state.penalties == (0, 5, 0)  # 60 70 73, a Pass and 23
    assert asked(state) == 2
    state = play(state, "13")
    assert row(state) == "13"
    assert hand(state, 2) == "4 30 40"
    assert asked(state) == 3


def test_ff_22_only_passes_are_played_on_a_jump() -> None:
    state = play(table("73 pass 99 / 23 7", draw="1 2 4"), "73", "jump 23")
    for wrong in ("99", "99 keep", "jump 23", "decline"):
        assert refused(state, wrong).rule == "FF-22"
        assert "expected pass" in str(refused(state, wrong))
    assert refused(play(state, "take"), "take").rule == "FF-22"


def test_ff_22_the_jumper_takes_part_and_passes_go_round() -> None:
    state = table("73 pass pass / 23 pass pass", "60", draw="1 2 4 5 7 8 10")
    state = play(state, "73", "jump 23", "pass", "pass", "pass", "pass")
    assert row(state) == "60 73 pass pass pass pass"
    assert legal(state) == ["take"]
    assert play(state, "take").penalties == (7, 0)


def test_ff_22_who_has_a_pass_may_take_all_the_same() -> None:
    state = play(table("73 pass / 23 7", draw="1 2 4"), "73", "jump 23", "take")
    assert state.penalties == (2, 0)
    assert asked(state) == 1


def test_ff_22_on_a_jump_the_one_card_check_waits() -> None:
    state = play(table("73 pass / 23 7", draw=""), "73", "jump 23")
    assert asked(state) == 1
    assert state.hands[0].size == 1
    assert legal(state) == ["pass", "take"]
    state = play(state, "pass")
    assert asked(state) == 2  # one card in hand, too
    assert legal(state) == ["take"]


def test_ff_22_a_player_without_cards_must_take() -> None:
    state = play(table("73 pass / 23", "60", draw="", penalties="8 0"), "73", "jump 23", "pass")
    assert state.hands[1] == Hand()
    assert asked(state) == 2
    assert legal(state) == ["take"]
    assert refused(state, "pass").rule == "FF-22"
    assert ff.outcome(play(state, "take")) == Outcome("row-taken", (8, 4), (1,))


@pytest.mark.parametrize("card", ["9", "99", "pass"])
def test_ff_23_the_taker_starts_a_new_row_with_any_card(card: str) -> None:
    state = play(table("73 9 99 pass / 23 7", "20 30", draw="1 2 4"), "73", "jump 23", "take")
    assert state.penalties == (4, 0)
    assert row(state) == ""
    assert state.jump is None
    assert asked(state) == 1
    assert legal(state) == ["1", "9", "99", "pass"]
    state = play(state, card)
    assert row(state) == card
    assert asked(state) == 2


# The end


def test_ff_24_with_one_card_left_to_draw_the_game_goes_on() -> None:
    state = play(table("15 1 / 8 7", "20 30", draw="44"), "15")
    assert ff.outcome(state) is None
    assert state.draw == ()
    assert hand(state, 1) == "1 44"
    state = play(table("73 9 / 23 7", "20 30", draw="1 2 4"), "73", "jump 23", "take")
    assert ff.outcome(state) is None


def test_ff_25_the_draw_pile_is_empty_and_nobody_draws() -> None:
    state = play(table("50 51 52 / 8 70 71", "20", draw="99"), "50", "70")
    assert hand(state, 1) == "51 52 99"
    assert hand(state, 2) == "8 71"
    assert ff.outcome(state) is None


def test_ff_25_no_move_when_the_game_is_over() -> None:
    state = play(table("15 1 / 8 7", "20 30", draw=""), "15")
    assert legal(state) == []
    for move in ("1", "pass", "take", "decline", "jump 65"):
        assert refused(state, move).rule == "FF-26"  # the rule that ended it
    state = play(table("50 60 9 / 70", "20", draw="", penalties="0 0"), "50")
    assert refused(state, "70").rule == "FF-27"


def test_ff_26_the_complete_row_taken_by_a_number() -> None:
    state = play(table("15 1 2 / 8 7 6 pass / 9", "20 30", draw="", penalties="1 5 9"), "15")
    assert row(state) == "15"  # on the table, nobody's penalty
    assert hand(state, 1) == "1 2"  # not counted
    assert hand(state, 2) == hand(state, 3) == ""
    assert ff.outcome(state) == Outcome("row-taken", (1 + 2 + 5, 5, 9), (1,))
    assert state.shown[1] == Hand((6, 7, 8), 1)  # FF-28: a Pass in hand does no harm here


@pytest.mark.parametrize("lying", ["20", "21", "pass", "pass pass", "20 30 pass"])
def test_ff_26_one_card_or_passes_only_are_a_complete_row(lying: str) -> None:
    state = play(table("15 1 2 / 8 7", lying, draw=""), "15")
    assert ff.outcome(state) == Outcome("row-taken", (len(lying.split()) + 2, 0), (1,))


@pytest.mark.parametrize("card", ["15", "pass"])
def test_ff_26_an_empty_row_cannot_be_taken(card: str) -> None:
    state = play(table("15 1 2 pass / 8 7", "", draw=""), card)
    assert ff.outcome(state) is None
    assert state.penalties == (0, 0)


def test_ff_26_a_part_of_the_row_does_not_end_the_game() -> None:
    state = play(table("25 1 2 / 8 7", "20 30 40 pass", draw=""), "25")
    assert ff.outcome(state) is None
    assert state.penalties == (3, 0)
    assert ff.outcome(play(table("25 1 2 / 8 7", "20 30", draw=""), "25")) is None  # replaced


def test_ff_26_the_complete_row_taken_after_a_jump() -> None:
    state = table("73 9 4 / 23 7 6", "60 pass", draw="", penalties="0 5")
    state = play(state, "73", "jump 23", "take")
    # Pass taken before, then 60 73 23, and the other hand 7 6.
    assert ff.outcome(state) == Outcome("row-taken", (1 + 3 + 2, 5), (1,))
    assert hand(state, 1) == "4 9"
    assert row(state) == ""


def test_ff_26_the_last_card_is_not_jumped_on() -> None:
    state = play(table("73 9 4 / 23 7 6", "80", draw=""), "73")
    assert ff.outcome(state) is not None
    assert ff.view(state, 1).offer is None
    assert ff.legal_moves(ff.view(state, 1)) == ()


def test_ff_27_all_show_when_a_turn_starts_with_one_card() -> None:
    state = play(table("50 60 9 / 70", "20", draw="", penalties="0 0"), "50")
    assert state.end == "one-card"
    assert state.shown == (Hand((9, 60)), Hand((70,)))
    assert legal(state) == []


def test_ff_27_not_while_a_card_can_be_drawn() -> None:
    state = play(table("50 / 70", "20", draw="99 98"), "50")
    assert ff.outcome(state) is None
    state = play(state, "70")
    assert ff.outcome(state) == Outcome("one-card", (0, 4), (0,)), "the last card was drawn"


def test_ff_27_not_with_two_cards_nor_in_somebody_elses_turn() -> None:
    state = play(table("50 60 / 70 80 / 90 91", "20", draw=""), "50")
    assert state.hands[0].size == 1
    assert ff.outcome(state) is None
    assert asked(state) == 2
    state = play(state, "70")
    assert asked(state) == 3
    assert play(state, "90").end == "one-card"


def test_ff_28_a_pass_in_hand_cannot_win() -> None:
    state = play(table("50 pass 9 / 70 / 60 61", "20", draw="", penalties="0 7 8"), "50")
    # Seat 1 is out with no penalty card; 60 is the lowest of the others.
    outcome = ff.outcome(state)
    assert outcome == Outcome("one-card", (0, 7, 8 + 2 + 3), (1,))
    assert ff.describe(outcome) == (
        "hands shown: seat 2 wins; penalty cards 0, 7, 13; seat 1 is out because of a Pass"
    )


def test_ff_28_out_although_the_lowest_number() -> None:
    state = play(table("50 pass 9 / 70 / 60 61", "20", draw=""), "50")
    assert state.taker == 2


def test_ff_28_all_out_and_nobody_is() -> None:
    state = play(table("50 pass 9 / pass", "20", draw="", penalties="3 2"), "50")
    assert ff.outcome(state) == Outcome("one-card", (3, 2), (1,))
    assert row(state) == "20 50"  # nobody takes it


def test_ff_29_the_lowest_number_takes_the_row_and_all_other_hands() -> None:
    state = play(table("50 12 99 / 70 / 60 pass 8", "20 30 pass", draw=""), "50")
    # Seat 1 took the Pass with 50; now 20 30 50 and the cards 70, 60, pass, 8.
    assert state.taker == 0
    assert ff.outcome(state) == Outcome("one-card", (1 + 3 + 4, 0, 0), (1,))
    assert hand(state, 1) == "12 99"
    assert row(state) == ""


def test_ff_29_passes_in_the_row_are_taken_too() -> None:
    state = play(table("pass 12 / 70", "20", draw=""), "pass")
    assert ff.outcome(state) == Outcome("one-card", (2 + 1, 0), (1,))


def test_ff_29_a_player_without_a_number_is_not_the_lowest() -> None:
    state = play(table("50 12 / 70 / ", "20", draw=""), "50")
    assert state.taker == 0
    state = play(table("50 pass / pass / ", "20", draw="", penalties="1 2 3"), "50")
    assert state.taker is None
    assert hand(state, 1) == "pass"
    assert ff.outcome(state) == Outcome("one-card", (1, 2, 3), (2,))


def test_ff_30_a_player_without_cards_is_passed_over() -> None:
    state = play(table("50 60 / / 70 80", "20", draw=""), "50")
    assert asked(state) == 3


def test_ff_31_the_fewest_win_and_equals_share() -> None:
    state = play(table("15 1 / 8 7 / 9 6", "20", draw="", penalties="0 4 4"), "15")
    outcome = ff.outcome(state)
    assert outcome == Outcome("row-taken", (5, 4, 4), (1, 2))
    assert ff.describe(outcome) == (
        "complete row taken: seats 2 and 3 share the win; penalty cards 5, 4, 4"
    )
    state = play(table("50 60 9 / 70", "20", draw="", penalties="0 1"), "50")
    outcome = ff.outcome(state)
    assert outcome is not None
    assert ff.describe(outcome) == "hands shown: seat 2 wins; penalty cards 3, 1"
    assert ff.outcome(dealt()) is None


# What is seen


def test_ff_32_a_view_holds_the_own_hand_and_what_is_open() -> None:
    state = play(table("50 60 9 / 70 80 / 5 pass", "20 30", draw="99 98"), "50", "70")
    view = ff.view(state, 2)
    assert view.hand == Hand((5,), 1)
    assert view.hand_sizes == (3, 2, 2)
    assert view.draw_size == 0
    assert view.row == (20, 30, 50, 70)
    assert view.turn == 2
    assert view.layer == 1
    assert 99 in view.unseen
    assert not {5, 20, 50, 70} & set(view.unseen)


def test_ff_32_the_view_as_json() -> None:
    state = play(table("73 pass / 8 7 / 23 24", "20"), "73", "jump 23", "pass")
    assert ff.view_to_json(ff.view(state, 1)) == {
        "rules": "players=3 hand=5 aside=20 violet=3-99/3 first=1",
        "seat": 2,
        "turn": 2,
        "offer": None,
        "row": [20, 73, "pass"],
        "layer": 1,
        "jump": 23,
        "hand": [7, 8],
        "hand_sizes": [2, 2, 2],
        "draw_size": 1,
        "penalties": [0, 0, 0],
        "played": [20, 23, 73],
        "passes_played": 1,
        "shown": [],
        "taker": None,
        "end": None,
    }


# Moves as text


@pytest.mark.parametrize("text", ["73", "73 keep", "pass", "jump 23", "decline", "take"])
def test_moves_have_one_text_form(text: str) -> None:
    assert ff.format_move(ff.parse_move(text)) == text
    assert ff.parse_move(f"  {text.upper().replace(' ', '   ')} ") == ff.parse_move(text)


@pytest.mark.parametrize(
    "text",
    ["", "0", "101", "-5", "73 give", "jump", "jump 23 keep", "keep", "pass 3", "fox", "7.5"],
)
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(BadMove, match="is not a move; expected"):
        ff.parse_move(text)


def test_ff_19_a_count_of_moves_tells_of_no_question() -> None:
    game = game_named("fifty-fifty")
    assert game.count_seen(["7", "decline", "8"]) == game.count_seen(["7", "8"]) == 2
    assert game.count_seen(["7", "jump 57", "pass"]) == 3
