"""The Game, rule by rule: each test is named after the rule in docs/rules/the-game.md it holds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import BadMove, IllegalMove
from cardsolver.games.the_game import rules as tg

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import State


def at(position: str, rules: str = "") -> State:
    return tg.start(Deal("the-game", rules=rules, position=position))


def dealt(rules: str = "", seed: str = "42") -> State:
    return tg.start(deal_seed("the-game", seed, rules=rules))


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = tg.apply(state, tg.parse_move(move))
    return state


def refused(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    return caught.value


def legal(state: State) -> set[str]:
    seat = tg.to_move(state)
    if seat is None:
        return set()
    return {tg.format_move(move) for move in tg.legal_moves(tg.view(state, seat))}


def result(state: State) -> tuple[str, int] | None:
    outcome = tg.outcome(state)
    return None if outcome is None else (outcome.end, outcome.scores[0])


# Cards and piles


def test_tg_1_ninety_eight_cards_from_2_to_99() -> None:
    state = dealt()
    assert sorted([*state.hands[0], *state.draw]) == list(range(2, 100))


def test_tg_2_two_piles_ascend_from_1_and_two_descend_from_100() -> None:
    assert dealt().tops == (1, 1, 100, 100)


@pytest.mark.parametrize(("players", "hand"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_tg_3_full_hands(players: int, hand: int) -> None:
    state = dealt(f"players={players}")
    assert [len(each) for each in state.hands] == [hand] * players
    assert len(state.draw) == 98 - players * hand


@pytest.mark.parametrize("players", ["0", "6", "-1", "two"])
def test_tg_3_one_to_five_players(players: str) -> None:
    with pytest.raises(InputError, match="from 1 to 5"):
        tg.parse_rules(f"players={players}")


def test_tg_4_cards_are_dealt_one_at_a_time_seat_1_first() -> None:
    deck = tuple(range(2, 100))
    state = tg.start(Deal("the-game", rules="players=3", deck=deck))
    assert state.hands[0] == (2, 5, 8, 11, 14, 17)
    assert state.hands[1] == (3, 6, 9, 12, 15, 18)
    assert state.hands[2] == (4, 7, 10, 13, 16, 19)
    assert state.draw == deck[18:]


# Who starts


@pytest.mark.parametrize(
    ("bids", "starter"), [((3, 7, 5), 1), ((0, 0, 0), 0), ((2, 9, 9), 1), ((10, 0, 10), 0)]
)
def test_tg_5_the_highest_bid_starts_and_ties_go_to_the_lower_seat(
    bids: tuple[int, ...], starter: int
) -> None:
    state = dealt("players=3 no-talk")
    for seat, bid in enumerate(bids):
        assert tg.to_move(state) == seat
        state = play(state, f"bid {bid}")
    assert tg.to_move(state) == state.mover == starter


def test_tg_5_only_bids_before_the_start_and_none_after() -> None:
    state = dealt("players=2 no-talk")
    assert legal(state) == {f"bid {number}" for number in range(11)}
    assert refused(state, "end").rule == "TG-5"
    assert refused(play(state, "bid 1", "bid 2"), "bid 3").rule == "TG-5"


def test_tg_5_alone_there_is_no_bidding() -> None:
    assert "bid 5" not in legal(dealt())


def test_tg_5_a_match_may_name_the_starter() -> None:
    assert tg.to_move(dealt("players=4 first=3 no-talk")) == 2
    with pytest.raises(InputError, match="a seat from 1 to 4, or bid"):
        tg.parse_rules("players=4 first=5")


def test_tg_5_play_goes_clockwise_from_the_starter() -> None:
    state = at("1 1 100 100 / 2 3 ; 4 5 ; 6 7 / 90 91 92 93 94 95", "no-talk")
    state = play(state, "A2", "A3", "A4", "A5", "A6", "A7")
    assert tg.to_move(state) == 0
    assert state.hands == ((90, 91), (92, 93), (94, 95))


# A turn


def test_tg_6_any_piles_in_any_order_as_the_sheets_example() -> None:
    """One card on the first ascending pile, two on the second, one on the last descending one."""
    state = at("1 1 100 100 / 3 8 11 20 95 96 97 98 / 30 31 32 33 34")
    state = play(state, "A3", "B8", "B11", "D98")
    assert state.tops == (3, 11, 100, 98)
    after = play(state, "end")
    assert after.hands[0] == (20, 30, 31, 32, 33, 95, 96, 97)  # four laid, four drawn
    assert after.draw == (34,)


def test_tg_6_a_card_must_be_in_the_own_hand() -> None:
    state = at("1 1 100 100 / 3 4 ; 50 51 / ", "no-talk")
    assert refused(state, "A50").rule == "TG-6"
    assert "it holds 3 4" in str(refused(state, "A50"))


@pytest.mark.parametrize(
    "cards", [(3, 11, 12, 13, 18, 20, 34, 35, 51), (2, 7, 19, 25, 28, 29, 49), (4, 8, 13)]
)
def test_tg_7_ascending_examples_of_the_sheets(cards: tuple[int, ...]) -> None:
    state = at(f"1 1 100 100 / {' '.join(map(str, cards))} 99 / ")
    assert play(state, *(f"A{card}" for card in cards)).tops[0] == cards[-1]


@pytest.mark.parametrize("cards", [(94, 90, 78, 61, 60, 57), (98, 97, 88, 83, 81)])
def test_tg_7_descending_examples_of_the_sheets(cards: tuple[int, ...]) -> None:
    state = at(f"1 1 100 100 / {' '.join(map(str, cards))} 2 / ")
    assert play(state, *(f"C{card}" for card in cards)).tops[2] == cards[-1]


def test_tg_7_a_lower_card_does_not_go_up_nor_a_higher_one_down() -> None:
    state = at("5 7 95 93 / 4 6 94 96 / ")
    assert {move[1:] for move in legal(state) if move[0] == "A"} == {"6", "94", "96"}
    assert {move[1:] for move in legal(state) if move[0] == "D"} == {"4", "6"}
    assert refused(state, "A4").rule == "TG-7"
    assert "expected a higher card" in str(refused(state, "A4"))
    assert "expected a lower card" in str(refused(state, "C96"))


def test_tg_8_37_goes_back_on_47_as_in_the_sheets() -> None:
    state = at("47 60 30 20 / 37 36 38 / ")
    assert {move for move in legal(state) if move[0] == "A"} == {"A37"}
    assert play(state, "A37").tops[0] == 37
    assert refused(state, "A38").rule == "TG-7"  # TG-8 is the exception that does not help
    assert "a higher card, or exactly 37" in str(refused(state, "A38"))


def test_tg_8_75_goes_back_on_65_as_in_the_sheets() -> None:
    state = at("80 81 65 30 / 75 74 76 / ")
    assert {move for move in legal(state) if move[0] == "C"} == {"C75"}
    assert play(state, "C75").tops[2] == 75
    assert "a lower card, or exactly 75" in str(refused(state, "C76"))


def test_tg_8_35_goes_back_on_45_as_in_the_sheets() -> None:
    state = at("45 60 30 20 / 35 46 99 / ")
    assert {move for move in legal(state) if move[0] == "A"} == {"A35", "A46", "A99"}


def test_tg_8_tricks_may_be_used_again_and_again_in_one_turn() -> None:
    """Ordinary, trick, two ordinary, trick, ordinary: the sheets' example of a long turn."""
    state = at("40 1 60 100 / 47 37 38 39 29 30 70 / 2 3 4 5 6 7 8")
    state = play(state, "A47", "A37", "A38", "A39", "A29", "A30", "C70")
    assert state.tops == (30, 1, 70, 100)


def test_tg_9_no_card_goes_back_behind_a_base() -> None:
    state = at("1 11 100 90 / 11 90 / ".replace("11 100 90", "12 100 89"))
    assert {"A11", "C90"} <= legal(state)
    assert "exactly" not in str(refused(at("1 5 100 95 / 2 3 / "), "D96"))


# The minimum and the end of a turn


def test_tg_10_a_turn_has_at_least_two_cards() -> None:
    state = at("1 1 100 100 / 5 6 7 / 50 51 52")
    assert "end" not in legal(state)
    assert "end" not in legal(play(state, "A5"))
    assert "end" in legal(play(state, "A5", "A6"))


def test_tg_11_one_card_is_enough_once_the_draw_pile_is_empty() -> None:
    for rules in ("", "expert"):
        state = at("1 1 100 100 / 5 6 7 / ", rules)
        assert "end" not in legal(state)
        assert "end" in legal(play(state, "A5"))


def test_tg_11_the_draw_pile_at_the_start_of_the_turn_decides() -> None:
    """The last card of the draw pile is drawn after laying, so this turn still needs two."""
    state = at("1 1 100 100 / 5 6 7 / 50")
    assert "end" not in legal(play(state, "A5"))
    after = play(state, "A5", "A6", "end")
    assert after.draw == ()
    assert "end" in legal(play(after, "A7"))


def test_tg_12_draw_as_many_as_were_laid() -> None:
    state = at("1 1 100 100 / 5 6 7 8 / 50 51 52 53 54")
    after = play(state, "A5", "A6", "A7", "end")
    assert after.hands[0] == (8, 50, 51, 52)
    assert after.draw == (53, 54)


def test_tg_12_draw_what_is_left() -> None:
    after = play(at("1 1 100 100 / 5 6 7 8 / 50"), "A5", "A6", "A7", "end")
    assert after.hands[0] == (8, 50)
    assert after.draw == ()


def test_tg_13_end_needs_the_minimum() -> None:
    state = at("1 1 100 100 / 5 6 7 / 50 51 52")
    error = refused(play(state, "A5"), "end")
    assert error.rule == "TG-13"
    assert "after 1 of at least 2 cards" in str(error)


def test_tg_13_who_has_the_minimum_and_cannot_lay_must_end() -> None:
    state = play(at("90 91 10 9 / 92 93 50 / 60 61 62"), "A92", "A93")
    assert legal(state) == {"end"}
    assert tg.outcome(state) is None


def test_tg_13_an_empty_hand_ends_the_turn_by_itself() -> None:
    state = play(at("1 1 100 100 / 5 6 / 50 51 52"), "A5", "A6")
    assert state.laid == 0
    assert state.hands[0] == (50, 51)


def test_tg_14_a_player_without_cards_is_passed_over() -> None:
    state = at("1 1 100 100 / 5 9 ; 6 ; 7 8 / ", "no-talk")
    state = play(state, "A5", "end", "A6")
    assert tg.to_move(state) == 2
    state = play(state, "A7", "end", "A9")
    assert tg.to_move(state) == 2


# Talk and sight


def test_tg_15_every_other_seat_speaks_before_each_turn_clockwise_from_the_mover() -> None:
    state = dealt("players=3 first=2")
    assert tg.to_move(state) == 2
    state = play(state, "say C:keep D:gentle")
    assert tg.to_move(state) == 0
    state = play(state, "say")
    assert tg.to_move(state) == 1
    heard = tg.view(state, 1).said
    assert heard[2] == (
        tg.PileSignal.FREE,
        tg.PileSignal.FREE,
        tg.PileSignal.KEEP,
        tg.PileSignal.GENTLE,
    )
    assert heard[0] == tg.SILENT


def test_tg_15_talk_is_asked_for_again_before_the_next_turn() -> None:
    state = at("1 1 100 100 / 5 6 7 ; 8 9 10 / 50 51 52 53")
    state = play(state, "say A:keep", "A5", "A6", "end")
    assert state.said == (None, None)
    assert tg.to_move(state) == 0


def test_tg_15_nothing_but_talk_before_a_turn_and_no_talk_within_it() -> None:
    state = at("1 1 100 100 / 5 6 7 ; 8 9 10 / 50 51 52 53")
    assert refused(state, "A8").rule == "TG-15"
    assert refused(play(state, "say"), "say A:keep").rule == "TG-15"


def test_tg_15_nobody_talks_where_talk_is_off() -> None:
    for state in (at("1 1 100 100 / 5 6 7 ; 8 9 10 / 50 51", "no-talk"), dealt()):
        error = refused(state, "say C:keep")
        assert error.rule == "TG-15"
        assert "in a game without talk" in str(error)


def test_tg_15_a_signal_binds_nobody() -> None:
    state = play(at("1 1 100 100 / 5 6 7 ; 8 9 10 / 50 51 52 53"), "say A:keep")
    assert play(state, "A5").tops[0] == 5


@pytest.mark.parametrize(
    "text", ["say A:37", "say 37", "say A:back", "say A:keep A:free", "say E:keep"]
)
def test_tg_15_the_vocabulary_has_no_number(text: str) -> None:
    with pytest.raises(BadMove, match="never a number"):
        tg.parse_move(text)


def test_tg_15_a_match_can_switch_talk_off_and_alone_there_is_none() -> None:
    assert tg.to_move(dealt("players=2 first=1 no-talk")) == 0
    assert tg.to_move(dealt()) == 0


def test_tg_16_a_view_has_the_own_hand_and_counts_of_the_others() -> None:
    state = play(at("1 1 100 100 / 5 6 7 ; 8 9 10 / 50 51 52 53", "no-talk"), "A5")
    view = tg.view(state, 1)
    assert view.hand == (8, 9, 10)
    assert view.hand_sizes == (2, 3)
    assert view.draw_size == 4
    assert set(view.unseen) == {6, 7, 50, 51, 52, 53}


def test_tg_16_two_deals_that_differ_in_hidden_cards_only_look_alike() -> None:
    one = at("1 1 100 100 / 5 6 7 ; 8 9 10 / 50 51 52 53", "no-talk")
    other = at("1 1 100 100 / 5 6 7 ; 8 53 10 / 52 51 50 9", "no-talk")
    assert tg.view(one, 0) == tg.view(other, 0)
    assert tg.view(one, 1) != tg.view(other, 1)


# The end


def test_tg_17_stuck_at_the_start_of_a_turn() -> None:
    state = at("90 91 10 9 / 50 51 / 60 61")
    assert result(state) == ("stuck", 4)
    assert tg.to_move(state) is None


def test_tg_17_the_cards_of_an_unfinished_turn_stay_laid() -> None:
    state = at("90 91 10 9 / 50 92 / 60 61")
    assert tg.outcome(state) is None  # one card can be laid, so it must be
    assert result(play(state, "A92")) == ("stuck", 3)


def test_tg_17_below_the_minimum_a_player_who_can_lay_must_lay() -> None:
    assert legal(at("90 91 10 9 / 50 92 / 60 61")) == {"A92", "B92"}


def test_tg_17_at_once_even_if_another_player_could_go_on() -> None:
    state = at("90 91 10 9 / 92 93 50 ; 40 41 42 / 60 61 62 63", "no-talk")
    assert result(play(state, "A92", "A93", "end")) == ("stuck", 8)


def test_tg_17_talk_does_not_come_before_a_turn_that_cannot_be() -> None:
    assert result(at("90 91 10 9 / 50 51 ; 95 96 / 60 61")) == ("stuck", 6)


def test_tg_18_the_last_card_wins_whatever_the_count_of_the_turn() -> None:
    state = at("1 1 100 100 / 5 / ", "expert")
    state = play(state, "A5")
    outcome = tg.outcome(state)
    assert outcome is not None
    assert (outcome.end, outcome.scores, outcome.winners) == ("won", (0,), (0,))


def test_tg_18_the_whole_team_wins() -> None:
    outcome = tg.outcome(play(at("1 1 100 100 / 5 ; 6 / ", "no-talk"), "A5", "A6"))
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_tg_19_the_sheets_example_counts_25() -> None:
    """Three players with six cards each, and seven cards to draw."""
    state = at(
        "97 98 7 8 / 10 11 12 13 14 15 ; 20 21 22 23 24 25 ; 30 31 32 33 34 35"
        " / 40 41 42 43 44 45 46",
        "no-talk",
    )
    assert result(state) == ("stuck", 25)


def test_tg_19_under_ten_is_excellent() -> None:
    few = tg.outcome(at("90 91 10 9 / 50 51 / 60 61"))
    assert few is not None
    assert tg.describe(few) == "stuck: 4 cards left, an excellent result"
    assert "excellent" not in tg.describe(replace(few, scores=(10,)))


def test_tg_19_a_game_lost_to_the_fire_is_never_excellent() -> None:
    lost = tg.outcome(play(at("22 1 100 100 / 5 6 / 50 51 52", "on-fire"), "B5", "B6"))
    assert lost is not None
    assert tg.describe(lost) == "lost to the fire: 3 cards left"


@pytest.mark.parametrize(
    ("position", "moves", "rule"),
    [
        ("90 91 10 9 / 50 51 / 60 61", "", "TG-17"),
        ("1 1 100 100 / 5 / ", "A5", "TG-18"),
        ("22 1 100 100 / 5 6 / 50 51 52", "B5 B6", "TG-25"),
    ],
)
def test_a_move_after_the_end_is_refused_by_the_rule_that_ended_the_game(
    position: str, moves: str, rule: str
) -> None:
    state = play(at(position, "on-fire"), *moves.split())
    assert refused(state, "end").rule == rule


# Harder games


def test_tg_20_experts_lay_three() -> None:
    state = play(at("1 1 100 100 / 5 6 7 8 / 50 51 52", "expert"), "A5", "A6")
    assert "end" not in legal(state)
    assert "end" in legal(play(state, "A7"))
    assert tg.parse_rules("expert") == tg.parse_rules("minimum=3")


@pytest.mark.parametrize(("players", "hand"), [(1, 7), (2, 6), (3, 5), (4, 5), (5, 5)])
def test_tg_21_short_hands(players: int, hand: int) -> None:
    assert tg.parse_rules(f"players={players} short-hand").hand == hand


def test_tg_22_hand_and_minimum_are_free() -> None:
    rules = tg.parse_rules("hand=3 minimum=4")
    assert (rules.hand, rules.minimum) == (3, 4)
    state = at("1 1 100 100 / 5 6 7 / 50 51 52 53", "hand=3 minimum=4")
    after = play(state, "A5", "A6", "A7")
    assert after.hands[0] == (50, 51, 52)


@pytest.mark.parametrize("rules", ["hand=0", "hand=99", "players=5 hand=20", "minimum=0", "hand=x"])
def test_tg_22_within_what_the_deck_can_give(rules: str) -> None:
    with pytest.raises(InputError, match="expected a whole number"):
        tg.parse_rules(rules)


@pytest.mark.parametrize("rules", ["expert minimum=2", "short-hand hand=8"])
def test_tg_22_two_words_for_the_same_are_refused(rules: str) -> None:
    with pytest.raises(InputError, match="expected one"):
        tg.parse_rules(rules)


def test_tg_23_missing_cards_lie_on_the_piles() -> None:
    state = at("54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34", "no-talk")
    assert state.laid_cards.bit_count() == 98 - 8
    assert tg.to_move(state) == 0
    assert tg.left(state) == 8


def test_tg_23_the_first_hand_is_that_of_the_seat_to_move() -> None:
    position = "54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34"
    assert tg.to_move(at(position, "first=1 no-talk")) == 0
    with pytest.raises(InputError, match=r"first=2; expected no other than 1.*TG-23"):
        at(position, "first=2 no-talk")


def test_tg_23_a_turn_may_have_begun() -> None:
    state = at("54 13 29 89 / 60 61 62 / 33 34 / laid 1")
    assert "end" in legal(play(state, "A60"))
    assert play(state, "A60", "end").draw == ()


# On Fire


@pytest.mark.parametrize("card", [22, 33, 44, 55, 66, 77])
def test_tg_24_fire_cards(card: int) -> None:
    assert at(f"{card} 1 100 100 / 98 99 / ", "on-fire").due == {0}
    assert at(f"{card} 1 100 100 / 98 99 / ").due == frozenset()


def test_tg_25_a_fire_card_on_top_is_due_in_the_next_turn_only() -> None:
    state = at("1 1 100 100 / 21 22 23 24 25 / 50 51 52 53 54", "on-fire")
    state = play(state, "A21", "A22")
    assert state.due == frozenset()
    assert play(state, "A23", "end").due == frozenset()  # covered in its own turn
    assert play(state, "end").due == {0}


def test_tg_25_an_uncovered_fire_loses_at_the_end_of_the_turn() -> None:
    state = at("22 1 100 100 / 23 5 6 7 / 50 51 52 53", "on-fire")
    state = play(state, "B5", "B6")
    assert "end" in legal(state)
    lost = play(state, "end")
    assert result(lost) == ("fire", 6)
    assert "lost to the fire" in tg.describe(tg.outcome(lost) or pytest.fail("not over"))


def test_tg_25_a_covered_fire_is_out() -> None:
    state = at("22 1 100 100 / 23 5 6 7 / 50 51 52 53", "on-fire")
    assert play(state, "B5", "A23", "end").end is None


def test_tg_25_two_fires_must_both_be_covered() -> None:
    state = at("22 33 100 100 / 23 34 95 96 / 50 51 52 53", "on-fire")
    assert play(state, "A23", "C96").due == {1}
    assert result(play(state, "A23", "C96", "end")) == ("fire", 6)
    assert play(state, "A23", "B34", "end").end is None


def test_tg_25_the_next_turn_is_that_of_the_next_player_with_cards() -> None:
    state = at("1 1 100 100 / 22 9 ; ; 30 31 / ", "on-fire no-talk")
    state = play(state, "A22", "end")
    assert tg.to_move(state) == 2
    assert state.due == {0}
    assert result(play(state, "B30", "end")) == ("fire", 2)


def test_tg_25_a_hand_that_runs_empty_checks_the_fire_too() -> None:
    state = at("22 1 100 100 / 5 6 / 50 51 52", "on-fire")
    assert result(play(state, "B5", "B6")) == ("fire", 3)


def test_tg_25_within_a_turn_the_mark_says_which_fire_is_due() -> None:
    marked = at("22! 33 100 100 / 34 35 / 50 51 / laid 2", "on-fire")
    assert marked.due == {0}
    for text, rules in (("23! 33", "on-fire"), ("22! 33", "")):
        with pytest.raises(InputError, match="marks a fire card"):
            at(f"{text} 100 100 / 34 35 / 50 51 / laid 2", rules)


def test_tg_26_fire_on_fire_starts_its_own_duty() -> None:
    state = at("22 1 100 100 / 33 5 6 7 / 50 51 52 53", "on-fire")
    state = play(state, "A33", "B5", "end")
    assert state.end is None
    assert state.due == {0}


def test_tg_27_the_last_card_wins_even_with_an_open_fire() -> None:
    assert result(play(at("22 1 100 100 / 5 / ", "on-fire"), "B5")) == ("won", 0)
    assert result(play(at("21 1 100 100 / 22 / ", "on-fire"), "A22")) == ("won", 0)


# Texts


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a37", "A37"),
        ("37 a", "A37"),
        ("D 99", "D99"),
        ("END", "end"),
        ("Bid 10", "bid 10"),
        ("say c:KEEP", "say C:keep"),
        ("say A:free", "say"),
    ],
)
def test_moves_have_one_canonical_text(text: str, canonical: str) -> None:
    assert tg.format_move(tg.parse_move(text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", "E37", "A1", "A100", "A", "37", "bid", "bid 11", "bid -1", "end now", "A37 B38", "A٣"],
)
def test_what_is_no_move_is_a_bad_move_not_an_illegal_one(text: str) -> None:
    with pytest.raises(BadMove, match="is not a move"):
        tg.parse_move(text)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("", "players=1 hand=8 minimum=2"),
        ("players=2 expert short-hand", "players=2 hand=6 minimum=3 first=bid talk"),
        ("on-fire players=5 first=2 no-talk", "players=5 hand=6 minimum=2 on-fire first=2 no-talk"),
    ],
)
def test_the_variant_has_a_complete_text(text: str, complete: str) -> None:
    assert tg.format_rules(tg.parse_rules(text)) == complete


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plyers=2", "no rule 'plyers=2'; expected players=N"),
        ("players", "expected players=N"),
        ("expert=3", "expected expert"),
        ("no-expert", "no rule 'no-expert'"),
        ("hand=7 hand=8", "hand is given twice"),
        ("talk=yes", "expected talk or no-talk"),
    ],
)
def test_a_wrong_variant_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tg.parse_rules(text)
