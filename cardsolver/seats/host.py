"""The program that a Python bot of other people runs in: `python -m cardsolver.seats.host SPEC`.

It has one seat: its own views, its own moves, and nothing of the referee, the deck or the other
seats. cardsolver asks by lines of JSON; what the bot prints goes to its log. Only texts go back, so
nothing that the bot makes is unpacked on the other side.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.game import BadMove
from cardsolver.core.registry import game_named
from cardsolver.core.seats import SeatFault, SeatLeft, Watcher
from cardsolver.seats import python
from cardsolver.seats.protocol import LONGEST_NAME, PROTOCOL

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot

Answer = dict[str, Any]


class Host:
    """One bot at a time, made anew for every game."""

    def __init__(self, spec: str) -> None:
        """`spec` is the bot's `package.module:Name`."""
        self._spec = spec
        self._game: AnyGame | None = None
        self._bot: AnyBot | None = None

    def answer(self, message: Mapping[str, Any]) -> Answer:
        """What to say to a message; a bot's failure is an answer, too."""
        try:
            match message["type"]:
                case "hello":
                    python.load_bot(self._spec)
                    return {
                        "type": "hello",
                        "protocol": PROTOCOL,
                        "name": self._spec[-LONGEST_NAME:],
                    }
                case "sit":
                    return self._sit(message)
                case _:
                    return self._choose(message)
        except SeatLeft:
            return {"type": "left"}
        except SeatFault as fault:
            return _fault(fault)
        except InputError as error:
            return {"type": "fault", "kind": "bad-message", "message": str(error), "last": []}

    def _sit(self, message: Mapping[str, Any]) -> Answer:
        self._game = game_named(message["game"])
        self._bot = python.sit_down(self._spec, self._game, seed=message["seed"])
        return {"type": "seated"}

    def _choose(self, message: Mapping[str, Any]) -> Answer:
        game, bot = self._game, self._bot
        if game is None or bot is None:
            raise SeatFault("bad-message", "asked before it sat down")
        view = pickle.loads(base64.b64decode(message["view"]))  # noqa: S301 - from our own side
        try:
            if isinstance(bot, Watcher):
                for seat, seen in message["saw"]:
                    bot.saw(seat, seen)
            move = bot.choose(view)
        except (SeatFault, SeatLeft):
            raise
        except BaseException as error:  # noqa: BLE001 - its own doing: no Ctrl-C comes here
            raise python.crash(error) from None
        if isinstance(move, str):
            return {"type": "move", "move": move}
        try:
            return {"type": "move", "move": game.format_move(game.read_move(move))}
        except BadMove as error:
            raise SeatFault("bad-message", str(error)) from None


def _fault(fault: SeatFault) -> Answer:
    last = list(fault.last_lines)
    return {"type": "fault", "kind": fault.kind, "message": str(fault), "last": last}


def _own_pipes() -> tuple[TextIO, TextIO]:
    """The pipes to cardsolver, out of the way of a bot that reads and prints."""
    asked = os.fdopen(os.dup(0), encoding="utf-8")
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return asked, told


def main() -> None:
    """Answer until the input ends."""
    asked, told = _own_pipes()
    host = Host(sys.argv[1])
    for line in asked:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        told.write(json.dumps(host.answer(message)) + "\n")
        told.flush()


if __name__ == "__main__":
    main()
