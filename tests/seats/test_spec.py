"""Bots by text: names, levels for people, and what is refused."""

from __future__ import annotations

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games, game_named
from cardsolver.seats.spec import bots_of, check_spec, is_python, make_bot

GAMES = ("the-game", "fifty-fifty", "level-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_three_levels_for_people(game: str) -> None:
    levels = all_games()[game].levels()
    assert list(levels) == ["easy", "medium", "hard"]
    for level, bot in levels.items():
        assert bot.partition(":")[0] in bots_of(game_named(game))
        check_spec(level, game_named(game))
        assert type(make_bot(level, game, seed="1")) is type(make_bot(bot, game, seed="1"))


def test_a_level_takes_no_settings() -> None:
    for text in ("hard:samples=3", "hard:Name"):
        assert not is_python(text, game_named("the-game"))
        with pytest.raises(InputError, match="bot hard has no settings; expected just hard"):
            make_bot(text, "the-game", seed="")


def test_an_unknown_bot_is_told_all_names() -> None:
    with pytest.raises(InputError, match=r"no bot 'x' for level-8; .*greedy.*random, easy, medium"):
        make_bot("x", "level-8", seed="")


def test_a_program_is_never_taken_for_a_module_called_cmd() -> None:
    assert not is_python("cmd:true", game_named("the-game"))
    check_spec("cmd:true", game_named("the-game"))
