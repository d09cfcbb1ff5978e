"""The page's copy of the lay rules judges every move as the rules do, to the last word."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import IllegalMove
from cardsolver.core.transcript import replay
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.stage import STAGE, state_to_json
from cardsolver.solver.solve import solve_deal
from tests.support.many import numbered
from tests.support.running import ROOT

RULES = ROOT / "cardsolver" / "games" / "the_game" / "page" / "rules.js"
VARIANTS = (
    "",
    "expert short-hand",
    "on-fire",
    "players=2 no-talk first=2",
    "players=3 on-fire no-talk first=1",
    "players=5 hand=2 minimum=1 no-talk first=1",
    "players=4 hand=3 minimum=2 on-fire no-talk first=3",
)


def random_game(number: int) -> list[the_game.State]:
    """The states of a game that plays low jumps most of the time, so that it lasts."""
    rng = Random(number)
    rules = VARIANTS[number % len(VARIANTS)]
    states = [the_game.start(deal_seed("the-game", number, rules=rules))]
    while states[-1].end is None:
        state = states[-1]
        moves = the_game.legal_moves(the_game.view(state, state.mover))
        move = min(moves, key=lambda each: _cost(state, each)) if rng.random() < 0.9 else None
        states.append(the_game.apply(state, move or rng.choice(moves)))
    return states


def _cost(state: the_game.State, move: the_game.Move) -> int:
    if not isinstance(move, the_game.Lay):
        return 5
    step = move.card - state.tops[move.pile]
    return step if move.pile < 2 else -step


def judged(state: the_game.State, text: str) -> dict[str, Any]:
    try:
        after = the_game.apply(state, the_game.parse_move(text))
    except IllegalMove as error:
        return {"rule": error.rule, "message": str(error)}
    except InputError as error:  # pragma: no cover - every text here is a move
        raise AssertionError(text) from error
    return {"state": state_to_json(after)}


def every_move(state: the_game.State, rng: Random) -> list[str]:
    cards = {*(card for hand in state.hands for card in hand), rng.randint(2, 99)}
    return ["end", *(f"{pile}{card}" for card in sorted(cards) for pile in "ABCD")]


def seen(state: the_game.State) -> Any:
    """What the page's tableau must be: the stage's, in JavaScript's spelling."""
    names = {"is_new": "isNew", "is_secret": "isSecret", "is_long": "isLong"}
    shown = asdict(STAGE.tableau(state), dict_factory=lambda pairs: _renamed(dict(pairs), names))
    del shown["values"]
    return json.loads(json.dumps(shown))


def _renamed(fields: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in fields.items()}


@pytest.mark.games(24)
def test_the_page_judges_as_the_rules_do(games: range) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here: the page's rules are not compared with ours")
    rng = Random(games.start)
    states = [(number, state) for number in games for state in random_game(number)]
    won = replay(solve_deal(deal_seed("the-game", 42)).transcript)
    states += [(-1, state) for state in won.states]
    cases = [(state, every_move(state, rng)) for _, state in states]
    lines = [json.dumps({"state": state_to_json(state), "moves": moves}) for state, moves in cases]
    program = RULES.parents[4] / "tests" / "games" / "the_game" / "page_rules.cjs"
    done = subprocess.run(
        [node, str(program), str(RULES)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    ends, rules = set(), set()
    answers = map(json.loads, done.stdout.splitlines())
    for (number, state), (_, moves), answer in zip(states, cases, answers, strict=True):
        with numbered(number):
            expected = [judged(state, move) for move in moves]
            assert answer["judged"] == expected
            assert answer["tableau"] == seen(state)
            outcome = the_game.outcome(state)
            assert answer["ending"] == (outcome and the_game.describe(outcome))
        ends.add(state.end)
        rules |= {each["rule"] for each in expected if "rule" in each}
    assert rules == {"TG-6", "TG-7", "TG-8", "TG-13", "TG-17", "TG-18", "TG-25"}
    assert ends == {None, "stuck", "fire", "won"}
