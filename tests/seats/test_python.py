"""Python classes and functions as bots: how they are found, what they see, their faults."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.seats import BotSpec
from cardsolver.games.the_game import GAME
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.bots import BOTS
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.pool import SeatPool
from cardsolver.seats.spec import check_spec
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.worker import play_game
from tests.support.running import cardsolver

if TYPE_CHECKING:
    from cardsolver.tournaments.played import Played

HERE = "tests.seats.test_python"


def first_move(view: Any) -> Any:
    return the_game.legal_moves(view)[0]


def first_move_as_text(view: Any) -> str:
    return the_game.format_move(the_game.legal_moves(view)[0])


class Seeded:
    """Asks for the game and a seed, and keeps what it saw."""

    last: Seeded | None = None

    def __init__(self, seed: str, game: Any) -> None:
        self.seed = seed
        self.game = game
        self.seen: list[tuple[int, str]] = []
        Seeded.last = self

    def choose(self, view: Any) -> Any:
        return self.game.legal_moves(view)[0]

    def saw(self, seat: int, move: str) -> None:
        self.seen.append((seat, move))


class Raises:
    def choose(self, _view: Any) -> Any:
        raise ZeroDivisionError("oops")


class RaisesLines:
    def choose(self, _view: Any) -> Any:
        raise ZeroDivisionError("oops\nand more")


class NeedsMore:
    def __init__(self, depth: int) -> None: ...

    def choose(self, _view: Any) -> Any: ...


class Exits:
    def choose(self, _view: Any) -> Any:
        raise SystemExit(3)


class Loops:
    def choose(self, _view: Any) -> Any:
        while True:
            with suppress(Exception):  # a bot that swallows everything
                time.sleep(0.01)


class NoMove:
    def choose(self, _view: Any) -> Any:
        return 42


class NoRepr:
    def choose(self, view: Any) -> Any:  # noqa: ARG002 - the caller's signature
        return self

    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Cancelled:
    def choose(self, _view: Any) -> Any:
        raise asyncio.CancelledError


class RaisesHalfACharacter:
    def choose(self, _view: Any) -> Any:
        raise ValueError(os.fsdecode(b"caf\xe9.txt"))


class _UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Unspeakable:
    def choose(self, _view: Any) -> Any:
        raise _UnspeakableError


class ExitsAtTheDoor(NoMove):
    def __init__(self) -> None:
        sys.exit(3)


def _forge(answer: dict[str, Any]) -> None:
    """Write into the pipes of the process that the bot shares with its host."""
    for pipe in range(3, 12):
        with suppress(OSError):
            os.write(pipe, json.dumps(answer).encode() + b"\n")
    time.sleep(1)


class ForgesAFault(NoMove):
    def choose(self, _view: Any) -> Any:
        _forge({"type": "fault", "kind": "crash", "message": "\ud800", "last": ["\ud800"]})


class ForgesItsLeave(NoMove):
    def __init__(self) -> None:
        _forge({"type": "left"})


class Illegal:
    def choose(self, _view: Any) -> Any:
        return "end"


class FailsWatching(Seeded):
    def saw(self, _seat: int, _move: str) -> None:
        raise KeyError("what was that")


class NeverThere:
    def __init__(self) -> None:
        raise OSError("no model file")

    def choose(self, view: Any) -> Any: ...


class NoChoose:
    """Cannot play."""


NOT_CALLABLE = 7


def play(name: str, *, move_s: float = 60.0) -> Played:
    limits = TimeLimits(move_s=move_s)
    config = make_config(
        game="the-game",
        rules="players=2 first=1 no-talk",
        bots=["bot+greedy"],
        names={"bot": f"{HERE}:{name}"},
        seeds="7",
        limits=limits,
    )
    with closing(SeatPool(limits)) as pool:
        return play_game(config, 0, pool)


def test_functions_and_classes_play() -> None:
    games = [play(name) for name in ("first_move", "first_move_as_text", "Seeded")]
    assert not any(played.faults for played in games)
    assert len({played.moves for played in games}) == 1


def test_a_class_is_given_game_and_seed_and_told_all_visible_moves() -> None:
    played = play("Seeded")
    bot = Seeded.last
    assert bot is not None
    assert re.fullmatch("[0-9a-f]{32}", bot.seed)  # it does not say which deal this is
    assert bot.game.name == "the-game"
    assert [move for _, move in bot.seen] == list(played.moves)


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("Raises", "crash", "raised ZeroDivisionError: oops"),
        ("RaisesLines", "crash", "raised ZeroDivisionError: oops and more (test_python.py, line"),
        ("Exits", "crash", "raised SystemExit: 3"),
        ("Cancelled", "crash", "raised CancelledError"),
        ("RaisesHalfACharacter", "crash", "raised ValueError: caf�.txt (test_python"),
        ("Unspeakable", "crash", "raised _UnspeakableError: <exception str() failed> (test_p"),
        ("ExitsAtTheDoor", "no-start", "raised SystemExit: 3"),
        ("NoMove", "bad-message", "'42' of type int is not a move; expected one"),
        ("NoRepr", "bad-message", "'an object' of type NoRepr is not a move; expected one"),
        ("Illegal", "illegal-move", "TG-"),
        ("FailsWatching", "crash", "raised KeyError"),
        ("NeverThere", "no-start", "raised OSError: no model file"),
    ],
)
def test_faults_of_python_bots(name: str, kind: str, message: str) -> None:
    (fault,) = play(name).faults
    assert fault.kind == kind
    assert message in fault.message


def test_a_fault_never_points_at_our_own_lines() -> None:
    (fault,) = play("NeedsMore").faults
    assert fault.kind == "no-start"
    assert fault.message.endswith("missing 1 required positional argument: 'depth'")


def test_a_bot_that_never_answers_is_broken_off() -> None:
    started = time.monotonic()
    (fault,) = play("Loops", move_s=0.3).faults
    assert fault.kind == "time"
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("no.such.module:Bot", "cannot import no.such.module"),
        (f"{HERE}:Nobody", "has no Nobody"),
        (f"{HERE}:NOT_CALLABLE", "neither a class nor a function"),
        (f"{HERE}:NoChoose", "has no method choose"),
        ("nobody", "no bot 'nobody' for the-game"),
        ("cmd:", "names no program"),
        ("cmd:./no-such-bot --fast", "no program './no-such-bot'"),
        ("cmd:'oops", "no closing quotation"),
    ],
)
def test_a_bot_that_cannot_be_is_refused_before_any_game(spec: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_spec(spec, GAME)


class _Broken:
    """A mistake in a bot of our own."""

    def choose(self, _view: Any) -> Any:
        raise RuntimeError("a mistake of ours")


class _BrokenWatcher(Seeded):
    def saw(self, _seat: int, _move: str) -> None:
        raise RuntimeError("a mistake of ours")


@pytest.mark.parametrize("bot", [_Broken(), _BrokenWatcher("", the_game)], ids=["bot", "watcher"])
def test_a_mistake_in_a_built_in_bot_costs_its_own_game_only(
    bot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "broken", BotSpec(lambda _seed: bot, "fails"))
    config = make_config(
        game="the-game", rules="players=2 first=1 no-talk", bots=["broken+greedy"], seeds="7"
    )
    with closing(SeatPool(config.limits)) as pool:
        played = play_game(config, 0, pool)
    (fault,) = played.faults
    assert fault.kind == "crash"
    assert fault.message.startswith("raised RuntimeError: a mistake of ours (test_python")
    assert any("a mistake of ours" in line for line in fault.last_lines)


def chatty(view: Any) -> Any:
    print("thinking")  # noqa: T201 - that is the point
    return first_move(view)


def test_what_a_bot_prints_does_not_reach_standard_output() -> None:
    done = cardsolver("play", "the-game", "--seats", f"{HERE}:chatty", "--seed", "1", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["seats"] == [f"{HERE}:chatty"]
    assert "thinking" in done.stderr
