"""Level 8, rule by rule: each test is named after the rule in docs/rules/level-8.md it holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import BadMove, IllegalMove, Outcome
from cardsolver.core.registry import game_named
from cardsolver.core.shuffle import shuffle
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.combos import DECK
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.games.level_8.levels import levels_from_texts
from tests.support.level_8_states import moment, words

if TYPE_CHECKING:
    from cardsolver.games.level_8.rules import State

DRAW, PLAY, KEEP = l8.Phase
OUT = "15p"  # a card that fits nothing here


def dealt(rules: str = "", seed: str = "42") -> State:
    return l8.start(deal_seed("level-8", seed, rules=rules))


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = l8.apply(state, l8.parse_move(move))
    return state


def refused(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    return caught.value


def legal(state: State, verb: str = "") -> set[str]:
    seat = l8.to_move(state)
    if seat is None:
        return set()
    moves = map(l8.format_move, l8.legal_moves(l8.view(state, seat)))
    return {move for move in moves if move.startswith(verb)}


def laid(state: State, seat: int) -> list[str]:
    return list(map(str, state.table[seat]))


def levels(text: str) -> str:
    """A level list that asks for the same eight times."""
    return f"levels={'/'.join([text] * 8)}"


# The cards and the aim


def test_l8_1_101_cards_stay_in_the_game() -> None:
    numbers = Counter(card[:-1] for card in DECK if card not in "JS")
    assert numbers == {str(number): 6 for number in range(1, 16)}
    assert Counter(DECK)["J"] == 7
    assert Counter(DECK)["S"] == 4
    assert Counter(l8.all_cards(dealt("players=6"))) == Counter(DECK)


@pytest.mark.parametrize("players", range(2, 7))
def test_l8_2_two_to_six_players_begin_on_level_1(players: int) -> None:
    state = dealt(f"players={players}")
    assert state.rules.players == players
    assert state.levels == (1,) * players


@pytest.mark.parametrize("players", [1, 7])
def test_l8_2_no_other_number_of_players(players: int) -> None:
    with pytest.raises(InputError, match="from 2 to 6"):
        l8.parse_rules(f"players={players}")


def test_l8_2_a_seat_that_is_not_there() -> None:
    state = moment("S", "1r", phase=DRAW)
    assert refused(state, "take 3").rule == "L8-2"
    assert refused(replace(state, phase=PLAY), "skip 3").rule == "L8-2"
    laid_out = moment("4r 5r", "1r", table={0: ["set 4g 4b"]})
    assert refused(laid_out, "add 4r to 3.1").rule == "L8-2"


def test_l8_3_the_one_star_list() -> None:
    assert list(map(str, l8.LISTS["one-star"])) == [
        "run of 3 + run of 3",
        "pair + pair + pair + pair",
        "run of 3 + 4 of one colour",
        "run of 6 + pair",
        "run of 7",
        "pair + triple + triple",
        "triple + 5 of one colour",
        "pair + triple + quadruple",
    ]
    assert dealt().rules.levels == l8.LISTS["one-star"]
    assert not any(level.keeps for level in l8.LISTS["one-star"])


def test_l8_4_the_two_star_list_is_harder_level_by_level() -> None:
    """On the same random hands of eleven, two-star levels are laid out less often."""
    rng = Random(8)
    hands = [rng.sample(DECK, 11) for _ in range(400)]
    possible = {
        name: [sum(any(lay_outs(level, hand)) for hand in hands) for level in some]
        for name, some in l8.LISTS.items()
    }
    pairs = list(zip(possible["one-star"], possible["two-star"], strict=True))
    assert all(two <= one for one, two in pairs)
    assert all(two < one for one, two in pairs[:6])


def test_l8_4_whoever_lays_out_two_stars_could_lay_out_one_star() -> None:
    rng = Random(9)
    pairs = list(zip(l8.LISTS["one-star"], l8.LISTS["two-star"], strict=True))[1:]
    for _ in range(200):
        hand = [*rng.sample(DECK, 7), *["J"] * 4]
        for easy, hard in pairs:
            assert any(lay_outs(easy, hand)) or not any(lay_outs(hard, hand))


def test_l8_4_the_example_of_the_sheet_is_on_the_list() -> None:
    assert str(l8.LISTS["two-star"][0]) == "run of 4 + pair + pair"
    assert [level.keeps for level in l8.LISTS["two-star"]] == [False] * 4 + [True] * 4


def test_l8_4_any_list_can_be_played_and_its_text_parses_back() -> None:
    text = "run3/set2+set2/colour4/run4/run3+set2/set3+set2/run5:keep/set3+set3:keep"
    rules = l8.parse_rules(f"players=3 levels={text}")
    assert l8.format_rules(rules) == f"players=3 levels={text} first=1"
    assert l8.parse_rules(l8.format_rules(rules)) == rules
    assert l8.format_levels(levels_from_texts([" run 3 + run3 "] * 8)) == "/".join(
        ["run3+run3"] * 8
    )


def test_l8_4_a_spelled_out_list_that_has_a_name_gets_its_name() -> None:
    text = "/".join(
        "+".join(f"{combo.kind}{combo.size}" for combo in level.combos)
        for level in l8.LISTS["one-star"]
    )
    assert l8.format_rules(l8.parse_rules(f"levels={text}")).split()[1] == "levels=one-star"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("three-star", "expected one-star, two-star, or 8 levels"),
        ("run3/run3", "2 levels; expected 8"),
        ("/".join(["run3"] * 7 + ["ran3"]), "level 8 'ran3': 'ran3'; expected run, set or colour"),
        ("/".join(["set1", *["run3"] * 7]), "level 1 'set1': 'set1'; expected 2 to 10 cards"),
        ("/".join(["run11", *["run3"] * 7]), "expected 2 to 10 cards"),
        ("/".join(["run6+run5", *["run3"] * 7]), "11 cards; expected at most 10"),
        ("/".join(["run3+", *["run3"] * 7]), "level 1 'run3+'"),
        ("/".join(["", *["run3"] * 7]), "level 1 ''"),
    ],
)
def test_l8_4_a_wrong_level_list_is_refused(text: str, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        l8.parse_rules(f"levels={text}")
    assert fault in str(caught.value)


# The deal


def test_l8_5_ten_cards_each_one_by_one_left_of_the_dealer_first() -> None:
    deal = deal_seed("level-8", "42", rules="players=3 first=2")
    cards = tuple(map(str, deal.deck))
    state = l8.start(deal)
    assert state.dealer == 0
    for place, seat in enumerate((1, 2, 0)):
        assert Counter(state.hands[seat]) == Counter(cards[place:30:3])
    assert state.piles == ((cards[30],), (), ())
    assert state.draw == cards[31:]


@pytest.mark.parametrize("turned_up", ["S", "J"])
def test_l8_5_a_skip_or_joker_turned_up_has_no_effect_and_may_be_taken(turned_up: str) -> None:
    deck = list(game_named("level-8").deck.cards)
    place = deck.index(turned_up)
    deck[20], deck[place] = deck[place], deck[20]
    state = l8.start(Deal("level-8", "players=2", tuple(deck)))
    assert l8.to_move(state) == 0
    assert state.piles[1] == (turned_up,)
    assert turned_up in play(state, "take 2").hands[0]


# A turn


def test_l8_6_left_of_the_dealer_begins_and_play_goes_clockwise() -> None:
    state = dealt("players=3 first=2")
    for seat in (1, 2, 0, 1):
        assert l8.to_move(state) == seat
        state = play(state, "draw")
        state = play(state, f"discard {state.hands[seat][0]}")


def test_l8_6_draw_before_all_else_and_only_once() -> None:
    state = dealt()
    for move in ("lay 4r 5r 6r | 7r 8r 9r", "add 4r to 1.1", f"discard {state.hands[0][0]}"):
        assert refused(state, move).rule == "L8-7"
    assert refused(play(state, "draw"), "draw").rule == "L8-6"
    assert refused(play(state, "draw"), "take 2").rule == "L8-6"


@pytest.mark.parametrize("move", ["discard 5r", "lay 5r 6r 7r | 7r 8r 9r", "skip 2"])
def test_l8_6_only_cards_of_the_own_hand_are_played(move: str) -> None:
    error = refused(moment("4r 6r 7r 8r 9r", "1g"), move)
    assert error.rule == "L8-6"
    assert "is not in the hand; it holds" in str(error)


def test_l8_7_take_the_top_of_the_draw_pile_or_of_any_discard_pile() -> None:
    state = moment("4r", "5r", draw="6r 7r", piles=["1g 2g", "3g 4g"], phase=DRAW)
    assert legal(state) == {"draw", "take 1", "take 2"}
    assert play(state, "draw").hands[0] == ("4r", "6r")
    assert play(state, "draw").draw == ("7r",)
    assert play(state, "take 1").hands[0] == ("4r", "2g")
    assert play(state, "take 2").piles == (("1g", "2g"), ("3g",))


def test_l8_7_jokers_and_skips_may_be_taken() -> None:
    state = moment("4r", "5r", piles=["J", "S"], phase=DRAW)
    assert play(state, "take 1").hands[0] == ("4r", "J")
    assert play(state, "take 2").hands[0] == ("4r", "S")


def test_l8_7_nothing_is_taken_from_an_empty_pile() -> None:
    assert refused(moment("4r", "5r", piles=["", "3g"], phase=DRAW), "take 1").rule == "L8-7"


def test_l8_8_the_whole_level_is_laid_out_at_once() -> None:
    state = moment(f"4r 5b J 9g 10y 11o {OUT} 1p", "1g")
    after = play(state, "lay 4r 5b J=6 | 9g 10y 11o")
    assert laid(after, 0) == ["run 4r 5b J=6", "run 9g 10y 11o"]
    assert after.hands[0] == words(f"1p {OUT}")
    assert l8.to_move(after) == 0


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        ("lay 4r 5b 6g", "1 combination; expected the whole level 1: run of 3 + run of 3"),
        ("lay 4r 5b 6g | 9g 10y 11o | 13g 14g 15g", "3 combinations; expected"),
        ("lay 4r 5b 6g 7g | 9g 10y 11o", "combination 1 (run of 3) has 4 cards; expected 3"),
        ("lay 4r 5b 6g | 9g 10y", "combination 2 (run of 3) has 2 cards; expected 3"),
    ],
)
def test_l8_8_no_part_of_a_level_and_no_more_than_it(move: str, fault: str) -> None:
    error = refused(moment("4r 5b 6g 7g 9g 10y 11o 13g 14g 15g", "1g"), move)
    assert error.rule == "L8-8"
    assert fault in str(error)


def test_l8_8_no_second_lay_out_in_a_round() -> None:
    state = moment("4r 5b 6g 9g 10y 11o 1p", "1g", table={0: ["run 1r 2r 3r", "run 1b 2b 3b"]})
    assert refused(state, "lay 4r 5b 6g | 9g 10y 11o").rule == "L8-8"
    assert not legal(state, "lay")


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ("4r 5b 7g", "combination 2 (run of 3): 7g does not follow 5b; expected a 6"),
        ("4r 4b 5g", "4b does not follow 4r; expected a 5"),
        ("14r 15b 1g", "14r does not follow 1g; expected a 2"),
        ("4r J=5 J=5", "J=5 does not follow J=5; expected a 6"),
        ("15r 15b 14g", "15b does not follow 15r; expected nothing after 15"),
    ],
)
def test_l8_9_a_run_has_consecutive_numbers(cards: str, fault: str) -> None:
    hand = " ".join(card[0] if card.startswith("J") else card for card in cards.split())
    error = refused(moment(f"1p 2p 3p {hand} 1y", "1g"), f"lay 1p 2p 3p | {cards}")
    assert error.rule == "L8-9"
    assert fault in str(error)


@pytest.mark.parametrize("cards", ["4r 5r 6g", "6g 4r 5r", "13r 14r 15g", "1r 2r 3g"])
def test_l8_9_a_run_may_have_any_colours_and_be_written_in_any_order(cards: str) -> None:
    state = play(moment(f"8p 9p 10p {cards} 1y", "1g"), f"lay {cards} | 8p 9p 10p")
    run = sorted(cards.split(), key=lambda card: int(card[:-1]))
    assert laid(state, 0)[0] == "run " + " ".join(run)


def test_l8_9_example_of_the_sheet_runs() -> None:
    """4-5-6 and 8-9-10-11 are runs."""
    rules = levels("run3+run4")
    state = moment("4r 5b 6g 8r 9r 10y 11p 1y", "1g", rules=rules)
    assert laid(play(state, "lay 4r 5b 6g | 8r 9r 10y 11p"), 0)[1] == "run 8r 9r 10y 11p"


def test_l8_10_example_of_the_sheet_sets() -> None:
    """4-4 and 9-9-9 are sets."""
    state = moment("4r 4b 9r 9y 9p 1y", "1g", rules=levels("set2+set3"))
    assert laid(play(state, "lay 4r 4b | 9r 9y 9p"), 0) == ["set 4r 4b", "set 9r 9y 9p"]


def test_l8_10_a_set_has_one_number() -> None:
    state = moment("4r 5b 9r 9y 8p 1y", "1g", rules=levels("set2+set3"))
    error = refused(replace(state, hands=(words("4r 4b 8p 9r 9y"), ())), "lay 4r 4b | 9r 8p 9y")
    assert error.rule == "L8-10"
    assert str(error) == "combination 2 (triple): 8p is not a 9 like the others (L8-10)"


def test_l8_10_two_pairs_of_one_number_are_two_pairs() -> None:
    """The sheet's example: 2-2, 3-3, 6-6, 6-6."""
    state = moment("2r 2b 3r 3b 6r 6b 6g 6y 1y", "1g", levels=(2, 1))
    assert len(legal(state, "lay")) == 1
    assert laid(play(state, "lay 2r 2b | 3r 3b | 6r 6g | 6b 6y"), 0)[3] == "set 6b 6y"


def test_l8_11_example_of_the_sheet_colour_groups() -> None:
    """7-2-9 and 12-7-4-8 of one colour are colour groups."""
    state = moment("7r 2r 9r 12g 7g 4g 8g 1y", "1g", rules=levels("colour3+colour4"))
    after = play(state, "lay 7r 2r 9r | 12g 7g 4g 8g")
    assert laid(after, 0) == ["colour 7r 2r 9r", "colour 12g 7g 4g 8g"]


def test_l8_11_a_colour_group_has_one_colour() -> None:
    state = moment("1p 2p 3p 7r 2r 9r 4b 1y", "1g", levels=(3, 1))
    error = refused(state, "lay 1p 2p 3p | 7r 4b 2r 9r")
    assert error.rule == "L8-11"
    assert str(error) == ("combination 2 (4 of one colour): 4b is not red like the others (L8-11)")


def test_l8_12_a_joker_stands_for_a_number_or_a_colour() -> None:
    state = moment("1p J 3p 7r J J 2r 1y", "1g", levels=(3, 1))
    after = play(state, "lay 1p J=2 3p | 7r J=r J=r 2r")
    assert laid(after, 0) == ["run 1p J=2 3p", "colour 7r J=r J=r 2r"]
    pairs = moment("4r J J J 5r 5b 6r 6b 1y", "1g", levels=(2, 1))
    assert laid(play(pairs, "lay 4r J=4 | J=9 J=9 | 5r 5b | 6r 6b"), 0)[1] == "set J=9 J=9"


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        ("lay 1p J 3p | 7r J=r J=r 2r", "J must say what it stands for; expected a number"),
        ("lay 1p J=r 3p | 7r J=r J=r 2r", "J=r must say what it stands for; expected a number"),
        ("lay 1p J=2 3p | 7r J=r J=4 2r", "J=4 must say what it stands for; expected a colour"),
    ],
)
def test_l8_12_a_joker_is_declared(move: str, fault: str) -> None:
    error = refused(moment("1p J 3p 7r J J 2r 1y", "1g", levels=(3, 1)), move)
    assert error.rule == "L8-12"
    assert fault in str(error)


def test_l8_12_a_combination_may_be_all_jokers() -> None:
    state = moment("J J J J J J S", "1g")
    after = play(state, "lay J=4 J=5 J=6 | J=4 J=5 J=6")
    assert laid(after, 0) == ["run J=4 J=5 J=6"] * 2
    # Two runs of 13 places each, in no order.
    assert len(legal(state, "lay")) == 13 * 14 // 2


def test_l8_12_a_joker_added_later_is_declared_too() -> None:
    state = moment("J 1y 2y", "1g", table={0: ["run 4r 5r 6r", "run 8r 9r 10r"]})
    assert legal(state, "add") == {
        "add J=3 to 1.1",
        "add J=7 to 1.1",
        "add J=7 to 1.2",
        "add J=11 to 1.2",
    }
    assert refused(state, "add J to 1.1").rule == "L8-12"
    assert refused(state, "add J=r to 1.1").rule == "L8-12"
    assert laid(play(state, "add J=3 to 1.1"), 0)[0] == "run J=3 4r 5r 6r"


def test_l8_12_a_joker_on_the_table_is_never_exchanged() -> None:
    state = moment("5b 1y", "1g", table={0: ["run 4r J=5 6r"]})
    assert refused(state, "add 5b to 1.1").rule == "L8-14"
    assert not legal(state, "add")


def test_l8_13_a_skip_is_no_part_of_a_combination() -> None:
    state = moment("1p S 3p 7r 8r 9r 1y", "1g")
    error = refused(state, "lay 1p S 3p | 7r 8r 9r")
    assert error.rule == "L8-13"
    assert "combination 1" in str(error)
    added = moment("S 1y", "1g", table={0: ["run 4r 5r 6r"]})
    assert refused(added, "add S to 1.1").rule == "L8-13"
    with pytest.raises(BadMove):
        l8.parse_move("lay J=S 1r")


def test_l8_14_nobody_adds_before_laying_out() -> None:
    state = moment("7r 1y", "1g", table={1: ["run 4r 5r 6r"]})
    assert refused(state, "add 7r to 2.1").rule == "L8-14"
    assert not legal(state, "add")


def test_l8_14_cards_are_added_in_the_turn_of_the_lay_out_and_later() -> None:
    state = moment(f"4r 5r 6r 7r 9g 10g 11g 12g {OUT}", "1g", table={1: ["set 12b 12y"]})
    state = play(state, "lay 4r 5r 6r | 9g 10g 11g", "add 7r to 1.1", "add 12g to 2.1")
    assert laid(state, 0)[0] == "run 4r 5r 6r 7r"
    assert laid(state, 1) == ["set 12b 12y 12g"]
    later = moment("7r 1y", "1g", table={0: ["run 4r 5r 6r"]}, phase=DRAW, draw="8p 1r")
    assert laid(play(later, "draw", "add 7r to 1.1", "add 8p to 1.1"), 0) == ["run 4r 5r 6r 7r 8p"]


def test_l8_14_example_of_the_sheet_a_run_of_3() -> None:
    """4, 5, 6: a 7 (then an 8 …) or a 3 (then a 2 …)."""
    state = moment("2b 3b 7b 8b 1y", "1g", table={0: ["run 4r 5r 6r"]})
    assert legal(state, "add") == {"add 3b to 1.1", "add 7b to 1.1"}
    moves = ["add 7b to 1.1", "add 8b to 1.1", "add 3b to 1.1", "add 2b to 1.1"]
    assert laid(play(state, *moves), 0) == ["run 2b 3b 4r 5r 6r 7b 8b"]


def test_l8_14_example_of_the_sheet_four_pairs() -> None:
    """2-2, 3-3, 6-6, 6-6: any 2, 3 or 6."""
    table = {0: ["set 2r 2b", "set 3r 3b", "set 6r 6b", "set 6g 6y"]}
    state = moment("2o 3o 6o 4o 1o", "1g", table=table)
    assert legal(state, "add") == {
        "add 2o to 1.1",
        "add 3o to 1.2",
        "add 6o to 1.3",
        "add 6o to 1.4",
    }


def test_l8_14_example_of_the_sheet_a_run_of_4_and_two_pairs() -> None:
    """8, 9, 10, 11 and 3-3, 9-9: a 7 (then a 6 …), a 12 (then a 13 …), any 3 or 9."""
    table = {0: ["run 8r 9b 10r 11r", "set 3r 3b", "set 9r 9g"]}
    state = moment("3o 6o 7o 9o 12o 13o 1o", "1g", table=table, levels=(1, 1))
    assert legal(state, "add") == {
        "add 7o to 1.1",
        "add 12o to 1.1",
        "add 3o to 1.2",
        "add 9o to 1.3",
    }
    after = play(state, "add 7o to 1.1", "add 6o to 1.1", "add 12o to 1.1", "add 13o to 1.1")
    assert laid(after, 0)[0] == "run 6o 7o 8r 9b 10r 11r 12o 13o"


def test_l8_14_a_colour_group_grows_by_its_colour() -> None:
    state = moment("3r 4b J 1y", "1g", table={0: ["colour 7r J=r 9r 2r"]})
    assert legal(state, "add") == {"add 3r to 1.1", "add J=r to 1.1"}
    assert refused(state, "add 4b to 1.1").rule == "L8-14"


def test_l8_14_fifteen_and_one_do_not_touch() -> None:
    whole = " ".join(f"{number}r" for number in range(1, 16))
    state = moment("1b 15b J 2y", "1g", table={0: ["run 13r 14r 15r", "run 1r 2r 3r"]})
    assert legal(state, "add") == {"add J=12 to 1.1", "add J=4 to 1.2"}
    error = refused(state, "add 1b to 1.1")
    assert str(error) == "1b does not fit 1.1 (run 13r 14r 15r); expected 12 (L8-14)"
    complete = moment("1b 2y", "1g", table={0: [f"run {whole}"]})
    assert "expected nothing, it is complete" in str(refused(complete, "add 1b to 1.1"))


def test_l8_14_only_to_combinations_that_are_there() -> None:
    state = moment("7r 1y", "1g", table={0: ["run 4r 5r 6r"]})
    assert "seat 2 has laid out nothing" in str(refused(state, "add 7r to 2.1"))
    assert "seat 1 has 1 combination" in str(refused(state, "add 7r to 1.2"))


def test_l8_15_the_turn_ends_with_a_card_on_the_own_pile() -> None:
    state = play(moment("4r 5r", "1g", piles=["2g", "3g"]), "discard 4r")
    assert state.piles == (("2g", "4r"), ("3g",))
    assert l8.to_move(state) == 1
    assert state.phase is DRAW


def test_l8_15_a_skip_may_be_discarded() -> None:
    state = play(moment("S 5r", "1g"), "discard S")
    assert state.piles[0] == ("S",)
    assert not state.skipped


# Skips and the draw pile


def test_l8_16_a_skip_goes_in_front_of_another_player_who_has_none() -> None:
    state = moment("S 5r", "1g", "2g", skipped=[1])
    assert legal(state, "skip") == {"skip 3"}
    assert play(state, "skip 3").hands[0] == ("5r",)
    assert refused(state, "skip 1").rule == "L8-16"
    assert refused(state, "skip 2").rule == "L8-16"


def test_l8_17_a_skipped_player_puts_the_skip_under_the_draw_pile_and_that_is_all() -> None:
    before = moment("S 5r", "1g", "2g")
    state = play(before, "skip 2")
    assert l8.to_move(state) == 2
    assert state.hands[1] == ("1g",)
    assert state.skips_under == 1
    assert not state.skipped
    assert state.draw == before.draw


def test_l8_17_several_skipped_players_one_after_the_other() -> None:
    state = play(moment("S 5r", "1g", "2g", "3g", skipped=[2]), "skip 2")
    assert l8.to_move(state) == 3
    assert state.skips_under == 2


def test_l8_17_of_two_players_the_same_one_moves_again() -> None:
    state = play(moment("S 5r", "1g"), "skip 2")
    assert l8.to_move(state) == 0
    assert state.phase is DRAW


def test_l8_18_a_skip_as_the_last_card_only_ends_the_round() -> None:
    state = play(moment("S", "1g", table={0: ["run 1r 2r 3r"]}, levels=(1, 1)), "skip 2")
    assert state.levels == (3, 1)
    assert not state.skipped
    assert state.round == 2


def test_l8_19_the_last_card_drawn_makes_a_new_draw_pile_at_once() -> None:
    state = moment("4r", "1g", draw="6r", piles=["1b 2b 3b", "4b 5b"], skips_under=2, phase=DRAW)
    after = play(state, "draw")
    assert after.hands[0] == ("4r", "6r")
    assert sorted(after.draw) == ["1b", "2b", "4b", "S", "S"]
    assert after.piles == (("3b",), ("5b",))
    assert after.skips_under == 0
    assert (after.draw, after.generator) == shuffle(words("1b 2b 4b S S"), state.generator)


def test_l8_19_a_face_up_skip_on_top_makes_a_new_draw_pile() -> None:
    """The pile is empty and nothing could be shuffled, until a Skip is put there."""
    state = moment("S 5r", "1g", "2g", draw="", piles=["", "", "7b"])
    after = play(state, "skip 2")
    assert after.draw == ("S",)
    assert after.skips_under == 0
    assert after.piles == ((), (), ("7b",))


def test_l8_19_not_before_the_last_face_down_card_is_gone() -> None:
    state = moment("4r", "1g", draw="6r 7r", piles=["1b 2b", "4b 5b"], skips_under=1, phase=DRAW)
    after = play(state, "draw")
    assert after.draw == ("7r",)
    assert after.piles == state.piles


def test_l8_20_nothing_to_shuffle_take_from_a_discard_pile() -> None:
    state = moment("4r 5r", "1g", draw="", piles=["2b", "3b"], phase=DRAW)
    assert legal(state) == {"take 1", "take 2"}
    assert refused(state, "draw").rule == "L8-20"


def test_l8_20_no_card_to_take_anywhere_the_draw_is_passed_over() -> None:
    state = moment("S 4r", "1g", "2g 3g", draw="", table={0: ["set 9r 9b"]})
    after = play(state, "skip 3")
    assert l8.to_move(after) == 1
    assert after.phase is PLAY
    assert legal(after) == {"discard 1g"}


def test_l8_20_the_new_pile_is_made_as_soon_as_there_is_something_to_shuffle() -> None:
    state = moment("4r 5r", "1g", draw="", piles=["2b", "3b"])
    after = play(state, "discard 4r")
    assert after.draw == ("2b",)
    assert after.piles == (("4r",), ("3b",))


# The end of a round


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("7r", "add 7r to 1.1"),
        (OUT, f"discard {OUT}"),
        ("S", "skip 2"),
        ("J", "add J=3 to 1.1"),
    ],
)
def test_l8_21_the_round_ends_when_a_hand_is_empty(hand: str, move: str) -> None:
    state = moment(hand, "1g 2g", table={0: ["run 4r 5r 6r"]}, levels=(3, 2))
    after = play(state, move)
    assert after.levels == (5, 2)
    assert after.round == 2
    assert set(map(len, after.table)) == {0}


def test_l8_21_laying_out_the_last_cards_ends_the_round() -> None:
    after = play(moment("4r 5r 6r 9r 10r 11r", "1g"), "lay 4r 5r 6r | 9r 10r 11r")
    assert after.levels == (3, 1)


def test_l8_22_two_levels_one_level_or_none() -> None:
    table = {0: ["run 4r 5r 6r"], 1: ["run 4b 5b 6b"]}
    state = moment("7r", "1g", "2g", table=table, levels=(6, 7, 5))
    assert play(state, "add 7r to 1.1").levels == (8, 8, 5)


def ended_round(rules: str = "") -> State:
    """Seat 1 is about to go out; nobody else has laid out."""
    return moment(
        "7r",
        "1g 2g J S",
        "3g 4g",
        piles=["8p", "9p 10p 11p", ""],
        table={0: ["run 4r 5r 6r"]},
        skipped=[1],
        dealer=1,
        levels=(1, 5, 5),
        rules=rules,
    )


def test_l8_23_the_left_neighbour_deals_all_cards_anew() -> None:
    state = ended_round()
    after = play(state, "discard 7r")
    assert after.dealer == 2
    assert l8.to_move(after) == 0
    assert list(map(len, after.hands)) == [10, 10, 10]
    assert list(map(len, after.piles)) == [0, 0, 1]
    assert not after.skipped
    assert Counter(l8.all_cards(after)) == Counter(DECK)
    deck, generator = shuffle(DECK, state.generator)
    assert after.generator == generator
    assert Counter(after.hands[0]) == Counter(deck[0:30:3])
    assert after.piles[2] == (deck[30],)


def test_l8_24_the_last_card_is_discarded() -> None:
    rules = "last-card-discarded"
    state = moment("7r 8r", "1g", table={0: ["run 4r 5r 6r"]}, rules=rules)
    state = play(state, "add 7r to 1.1")
    assert refused(state, "add 8r to 1.1").rule == "L8-24"
    assert legal(state) == {"discard 8r"}
    assert play(state, "discard 8r").levels == (3, 1)
    skip = moment("S", "1g", table={0: ["run 4r 5r 6r"]}, rules=rules)
    assert play(skip, "skip 2").levels == (3, 1)


def test_l8_24_nor_is_it_laid_out() -> None:
    state = moment("4r 5r 6r 9r 10r 11r", "1g", rules="last-card-discarded")
    assert refused(state, "lay 4r 5r 6r | 9r 10r 11r").rule == "L8-24"
    assert not legal(state, "lay")
    assert legal(replace(state, rules=replace(state.rules, last_card_discarded=False)), "lay")


def test_l8_25_laying_out_level_8_wins_at_once() -> None:
    hand = "4r 4b 5r 5b 5g 6r 6b 6g 6y 1y 2y"
    table = {1: ["run 1r 2r 3r"]}
    state = play(
        moment(hand, "1g", levels=(8, 7), table=table), "lay 4r 4b | 5r 5b 5g | 6r 6b 6g 6y"
    )
    assert l8.outcome(state) == Outcome("laid-out", (9, 7), (0,))
    assert l8.to_move(state) is None
    assert l8.describe(Outcome("laid-out", (9, 7), (0,))) == (
        "seat 1 laid out level 8 and won; seat 2 on level 7"
    )


def test_l8_26_going_out_on_level_7_wins() -> None:
    table = {0: ["run 1r 2r 3r"], 1: ["set 4r 4b 4g", "colour 1p 2p 3p 4p 5p"]}
    state = moment("9r", "6p", "3g", levels=(3, 7, 5), table=table, mover=1)
    state = play(state, "add 6p to 2.2")
    assert l8.outcome(state) == Outcome("went-out", (4, 9, 5), (1,))
    assert l8.describe(Outcome("went-out", (4, 9, 5), (1,))) == (
        "seat 2 went out on level 7 and won; seat 1 on level 4, seat 3 on level 5"
    )


def test_l8_26_level_6_leads_to_level_8_first() -> None:
    table = {0: ["set 4r 4b"]}
    state = play(moment("9r", "6p", levels=(6, 1), table=table), "discard 9r")
    assert l8.outcome(state) is None
    assert state.levels == (8, 1)


def test_l8_27_who_did_not_lay_out_on_level_5_to_8_keeps_up_to_four_cards() -> None:
    state = play(ended_round("levels=two-star"), "discard 7r")
    assert state.phase is KEEP
    assert l8.to_move(state) == 1
    assert state.hands == ((), words("1g 2g J S"), words("3g 4g"))
    assert len(legal(state)) == 2**4
    state = play(state, "keep J 1g")
    assert l8.to_move(state) == 2
    assert state.hands == ((), words("1g J"), words("3g 4g"))
    assert Counter(l8.all_cards(state)) == Counter(DECK)
    after = play(state, "keep")
    assert list(map(len, after.hands)) == [10, 10, 10]
    assert not Counter(words("1g J")) - Counter(after.hands[1])
    assert after.round == 2
    assert Counter(l8.all_cards(after)) == Counter(DECK)


def test_l8_27_dealt_up_to_ten_one_by_one() -> None:
    state = play(ended_round("levels=two-star"), "discard 7r", "keep 1g 2g J S", "keep 3g")
    deck, _ = shuffle(
        [card for card in DECK if card not in words("1g 2g 3g J S")] + ["J"] * 6 + ["S"] * 3, 1
    )
    # Seats 1, 2, 3 are dealt to in turn until seat 2 has its six.
    assert not Counter(deck[1:18:3]) - Counter(state.hands[1])
    assert state.piles[2] == (deck[25],)


@pytest.mark.parametrize(
    "move",
    ["keep 1g 2g J S 3g", "keep 3g", "draw", "keep J J"],
)
def test_l8_27_no_more_than_four_and_only_own_cards(move: str) -> None:
    state = play(ended_round("levels=two-star"), "discard 7r")
    assert refused(state, move).rule == "L8-27"


@pytest.mark.parametrize("phase", [DRAW, PLAY])
def test_l8_27_only_between_rounds(phase: l8.Phase) -> None:
    assert refused(moment("4r 5r", "6r", phase=phase), "keep 4r").rule == "L8-27"


def test_l8_27_not_for_those_who_laid_out_nor_on_other_levels() -> None:
    state = ended_round("levels=two-star")
    laid_out = replace(state, table=(state.table[0], state.table[0], ()), levels=(1, 5, 4))
    assert play(laid_out, "discard 7r").phase is DRAW
    assert play(ended_round(), "discard 7r").phase is DRAW


def test_l8_27_others_see_how_many_are_kept_but_not_which() -> None:
    assert l8.seen_move(l8.parse_move("keep 4r J")) == "keep 2 cards"
    assert l8.seen_move(l8.parse_move("keep 4r")) == "keep 1 card"
    assert l8.seen_move(l8.parse_move("keep")) == "keep 0 cards"
    assert l8.seen_move(l8.parse_move("discard 4r")) == "discard 4r"


# Behind the game


def test_l8_28_a_seed_gives_the_whole_game() -> None:
    """Two games with the same seed and the same choices are the same through every shuffle."""
    games = []
    for _ in range(2):
        state = dealt("players=2")
        rng = Random(3)
        states = [state]
        while (seat := l8.to_move(state)) is not None and state.round < 4:
            state = l8.apply(state, rng.choice(l8.legal_moves(l8.view(state, seat))))
            states.append(state)
        games.append(states)
    assert games[0] == games[1]
    assert len({state.generator for state in games[0]}) >= 4
    assert all(before.round <= after.round for before, after in pairwise(games[0]))


def test_l8_28_a_deal_without_a_seed_is_its_own_seed() -> None:
    with_seed = deal_seed("level-8", "42")
    bare = Deal("level-8", deck=with_seed.deck)
    assert l8.start(bare).generator == l8.start(bare).generator
    assert l8.start(with_seed).generator == with_seed.shuffle_state()


def test_l8_29_a_view_hides_other_hands_the_draw_pile_and_the_generator() -> None:
    state = moment("4r", "1g 2g", draw="9b 8b", piles=["1b 2b", "3b"], skips_under=1)
    view = l8.view(state, 0)
    assert view.hand == ("4r",)
    assert view.hand_sizes == (1, 2)
    assert view.draw_size == 2
    assert view.piles == state.piles
    other = replace(state, hands=(("4r",), words("3g 9b")), draw=words("1g 2g"), generator=5)
    assert l8.view(other, 0) == view
    shown = str(l8.view_to_json(view))
    assert not any(card in shown for card in ("1g", "2g", "9b", "8b"))
    assert not {"generator", "draw"} & set(l8.view_to_json(view))


def test_l8_30_after_the_end_no_move_follows() -> None:
    state = moment("9r", "6p", levels=(7, 1), table={0: ["set 4r 4b 4g"]})
    state = play(state, "discard 9r")
    assert refused(state, "draw").rule == "L8-26"  # the rule that ended it
    assert legal(state) == set()
    state = moment("6r 6b 7r 7b 7g 8r 8b 8g 8y 1r", "6p", levels=(8, 1))
    state = play(state, "lay 6r 6b | 7r 7b 7g | 8r 8b 8g 8y")
    assert refused(state, "discard 1r").rule == "L8-25"


# Texts


@pytest.mark.parametrize(
    "text",
    [
        "draw",
        "take 3",
        "lay 4r 5b J=6 | 9g 9y J=9",
        "lay 4r J",
        "add 7r to 2.1",
        "add J=7 to 2.1",
        "add J=r to 6.2",
        "discard 12p",
        "discard J",
        "skip 3",
        "keep 4r 5r",
        "keep",
    ],
)
def test_moves_round_trip(text: str) -> None:
    move = l8.parse_move(text)
    assert l8.format_move(move) == text
    assert l8.parse_move(f"  {text.upper()} ".replace("TO", "to")) == move


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected draw, take 3"),
        ("hello", "expected draw, take 3"),
        ("draw 3", "expected draw, take 3"),
        ("take", "expected draw, take 3"),
        ("take 0", "expected a seat from 1"),
        ("take 7", "expected a seat from 1"),
        ("take x", "expected a seat from 1"),
        ("lay", "expected draw, take 3"),
        ("lay 4r |", "expected cards on both sides of every |"),
        ("lay 4r || 5r", "'||'"),
        ("lay 16r", "'16r'; expected a number from 1 to 15"),
        ("lay J=16", "'J=16'; expected a Joker with a number or a colour"),
        ("lay 4r=5", "'4r=5'; expected a Joker"),
        ("add 7r to 2", "as in add 7r to 2.1"),
        ("add 7r on 2.1", "expected draw, take 3"),
        ("add 7r to 9.1", "expected a seat from 1"),
        ("discard", "expected draw, take 3"),
        ("discard J=6", "'J=6'; expected a number from 1 to 15"),
        ("keep 4x", "'4x'; expected a number from 1 to 15"),
    ],
)
def test_a_text_that_is_no_move(text: str, expected: str) -> None:
    with pytest.raises(BadMove) as caught:
        l8.parse_move(text)
    assert expected in str(caught.value)


def test_rules_have_a_complete_text_form() -> None:
    assert l8.format_rules(l8.parse_rules("")) == "players=2 levels=one-star first=1"
    text = "players=4 levels=two-star first=3 last-card-discarded"
    assert l8.format_rules(l8.parse_rules(text)) == text
    with pytest.raises(InputError, match="from 1 to 2"):
        l8.parse_rules("first=3")
