"""Words of a variant, and how one text is laid over another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games, game_names
from cardsolver.core.variant import Option, format_words, merge_words, parse_words
from cardsolver.games.the_game import rules as the_game

# Each thing that a variant of The Game decides, and the words for it; a text may leave it open.
WORDS = {
    "players": ["players=2", "players=3"],
    "hand": ["hand=5", "hand=8", "short-hand"],
    "minimum": ["minimum=1", "minimum=2", "minimum=3", "expert"],
    "on-fire": ["on-fire"],
    "first": ["first=1", "first=2", "first=bid"],
    "talk": ["talk", "no-talk"],
}


def merged(under: str, over: str) -> str:
    return merge_words(under, over, the_game.OPTIONS)


@pytest.mark.parametrize(
    ("under", "over", "both"),
    [
        ("hand=7,minimum=3", "hand=8", "minimum=3 hand=8"),
        ("minimum=2", "expert", "expert"),
        ("expert", "minimum=2", "minimum=2"),
        ("hand=8", "short-hand", "short-hand"),
        ("short-hand expert", "hand=5", "expert hand=5"),
        ("talk", "no-talk", "no-talk"),
        ("no-talk", "talk", "talk"),
        ("players=2 on-fire", "", "players=2 on-fire"),
        ("", "players=2\ton-fire,expert", "players=2 on-fire expert"),
    ],
)
def test_the_upper_words_win_and_the_others_stay(under: str, over: str, both: str) -> None:
    assert merged(under, over) == both


@st.composite
def choices(draw: st.DrawFn) -> dict[str, str]:
    """Some of the things that can be decided, each with a word for it, in any order."""
    decided = draw(st.lists(st.sampled_from(list(WORDS)), unique=True))
    return {what: draw(st.sampled_from(WORDS[what])) for what in decided}


@given(under=choices(), over=choices(), separator=st.sampled_from([" ", ",", " , ", "\n"]))
def test_merged_words_mean_the_upper_text_wherever_it_says_something(
    under: dict[str, str], over: dict[str, str], separator: str
) -> None:
    under = {"players": "players=2", **under}  # seat 2 may be named to start
    text = merged(separator.join(under.values()), separator.join(over.values()))
    expected = the_game.parse_rules(" ".join({**under, **over}.values()))
    assert the_game.parse_rules(text) == expected


@pytest.mark.parametrize("game", game_names())
@given(data=st.data())
def test_words_of_every_game_survive_a_merge(game: str, data: st.DataObject) -> None:
    """Without what the values mean: each name of the upper text keeps its value."""
    options = all_games()[game].options
    under, over = (data.draw(values_of(options)) for _ in range(2))
    text = merge_words(format_words(under), format_words(over), options)
    found = parse_words(text, options)
    decides = {option.name: option.short_for or option.name for option in options}
    taken = {decides[name] for name in over}
    kept = {name: value for name, value in under.items() if decides[name] not in taken}
    assert found == {**kept, **over}


def values_of(options: tuple[Option, ...]) -> st.SearchStrategy[dict[str, str | bool]]:
    """Values for some of the options."""
    values: dict[str, st.SearchStrategy[str | bool]] = {
        option.name: st.sampled_from(["1", "2", "30"])
        if option.value is not None
        else st.sampled_from([True, False] if option.negatable else [True])
        for option in options
    }
    return st.fixed_dictionaries({}, optional=values)


@pytest.mark.parametrize(
    ("under", "over", "message"),
    [
        ("fly", "", "no rule 'fly'; expected players=N"),
        ("", "hand", "rule 'hand'; expected hand=N"),
        ("", "no-hand=3", "no rule 'no-hand=3'"),
        ("hand=3 hand=4", "", "rule hand is given twice"),
        ("", "talk no-talk", "rule talk is given twice"),
    ],
)
def test_a_wrong_word_is_named_on_either_side(under: str, over: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        merged(under, over)
