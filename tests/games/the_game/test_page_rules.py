"""The page's copy of the lay rules judges every move as the rules do, to the last word."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import IllegalMove
from cardsolver.core.transcript import replay
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.stage import STAGE, state_to_json
from cardsolver.solver.solve import solve_deal
from tests.support.browser import browser
from tests.support.many import numbered
from tests.support.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

RULES = ROOT / "cardsolver" / "games" / "the_game" / "page" / "rules.js"
# All that the page's script makes of a state and some moves.
JUDGE = """
const { PILES, lay, end, describe, tableau } = globalThis.cardsolver.theGame;
const play = (state, move) =>
  move === "end" ? end(state) : lay(state, PILES.indexOf(move[0]), Number(move.slice(1)));
const judge = ({ state, moves }) => ({
  judged: moves.map((move) => play(state, move)),
  ending: state.end && describe(state),
  tableau: tableau(state),
});
"""
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


def judged_by_the_page(cases: list[dict[str, Any]], profile: Path) -> list[dict[str, Any]]:
    """What the page's script says: in node if there is one, or else in the browser itself."""
    script = RULES.read_text(encoding="utf-8") + JUDGE
    node = shutil.which("node")
    if node is None:
        with browser(profile) as chrome:
            answers = chrome.execute_script(f"{script} return arguments[0].map(judge)", cases)
    else:
        script += f"console.log(JSON.stringify({json.dumps(cases)}.map(judge)))"
        command = [node, "-"]
        done = subprocess.run(command, input=script.encode(), capture_output=True, check=True)
        answers = json.loads(done.stdout)
    found: list[dict[str, Any]] = answers
    return found


@pytest.mark.games(24)
def test_the_page_judges_as_the_rules_do(games: range, tmp_path: Path) -> None:
    rng = Random(games.start)
    states = [(number, state) for number in games for state in random_game(number)]
    won = replay(solve_deal(deal_seed("the-game", 42)).transcript)
    states += [(-1, state) for state in won.states]
    moves = [every_move(state, rng) for _, state in states]
    cases = [
        {"state": state_to_json(state), "moves": tried}
        for (_, state), tried in zip(states, moves, strict=True)
    ]
    answers = judged_by_the_page(cases, tmp_path)
    ends, rules = set(), set()
    for (number, state), tried, answer in zip(states, moves, answers, strict=True):
        with numbered(number):
            expected = [judged(state, move) for move in tried]
            assert answer["judged"] == expected
            assert answer["tableau"] == seen(state)
            outcome = the_game.outcome(state)
            assert answer["ending"] == (outcome and the_game.describe(outcome))
        ends.add(state.end)
        rules |= {each["rule"] for each in expected if "rule" in each}
    assert rules == {"TG-6", "TG-7", "TG-13", "TG-17", "TG-18", "TG-25"}
    assert ends == {None, "stuck", "fire", "won"}
