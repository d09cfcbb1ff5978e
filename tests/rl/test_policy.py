"""Trained policies at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import cardsolver as cs
from cardsolver import rl
from tests.support.running import cardsolver

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolver.rl.coding import Vector

CODING = rl.coding_for("fifty-fifty", 2)
GAME = cs.game_named("fifty-fifty")
BOT = """
from pathlib import Path
from cardsolver.rl import PolicyBot

class Trained(PolicyBot):
    path = Path(__file__).with_name("trained.npz")
"""


def bot_with(path: Path) -> rl.PolicyBot:
    class Bot(rl.PolicyBot):
        pass

    Bot.path = path
    return Bot(GAME)


def lowest_first() -> tuple[Vector, Vector]:
    """A layer that likes low actions: it plays the lowest number."""
    weights = np.zeros((CODING.actions, CODING.size), np.float32)
    return weights, -np.arange(CODING.actions, dtype=np.float32)


def test_a_policy_plays_the_legal_action_with_the_highest_score(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    rl.save_policy(path, [lowest_first()])
    match = cs.play(cs.deal("fifty-fifty", seed=1), [bot_with(path)])
    table = cs.Table(match.transcript.deal)
    for move in match.transcript.moves:
        moves = CODING.moves(table.view())
        assert GAME.parse_move(move) == moves[min(moves)]
        table.push(move)
    assert table.outcome == match.transcript.result is not None


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_layers_are_computed_as_written(activation: str, tmp_path: Path) -> None:
    """Two layers by hand: from the first number of the observation to the first action."""
    first = np.zeros((2, CODING.size), np.float32)
    first[0, 0], first[1, 0] = 2, -3
    second = np.zeros((CODING.actions, 2), np.float32)
    second[0] = (1, 10)
    path = tmp_path / "policy.npz"
    layers = [(first, np.array([0.5, 0.25])), (second, np.full(CODING.actions, 0.125))]
    rl.save_policy(path, layers, activation=activation)
    scores = bot_with(path).load().scores(np.eye(1, CODING.size, dtype=np.float32)[0])
    hidden = np.maximum([2.5, -2.75], 0) if activation == "relu" else np.tanh([2.5, -2.75])
    assert scores[0] == pytest.approx(hidden[0] + 10 * hidden[1] + 0.125)
    assert set(scores[1:]) == {0.125}


def test_a_policy_plays_in_a_tournament_and_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDSOLVER_POLICY", str(tmp_path / "trained.npz"))
    rl.save_policy(tmp_path / "trained.npz", [lowest_first()])
    (tmp_path / "mine.py").write_text(BOT)
    done = cardsolver(
        *("tournament", "fifty-fifty", "--bots", "random,mine:Trained,cardsolver.rl:PolicyBot"),
        *("--bot-env", "CARDSOLVER_POLICY", "--seeds", "0:1", "--players", "2", "--json"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert '"faults": []' in done.stdout
    done = cardsolver(
        *("play", "fifty-fifty", "--seats", "mine:Trained,greedy", "--seed", "1"), cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr


def test_a_wrong_policy_is_named_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no policy")
    np.savez(tmp_path / "other.npz", numbers=np.arange(3))
    rl.save_policy(tmp_path / "good.npz", [lowest_first()])
    np.save(tmp_path / "array.npy", np.arange(3))
    whole = (tmp_path / "good.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    for name, message in (
        ("array.npy", "expected a file of cardsolver.rl.save_policy"),
        ("cut.npz", "expected a file of cardsolver.rl.save_policy"),
        ("none", "No such file"),
        ("text", "expected a file of cardsolver.rl.save_policy"),
        ("other.npz", "expected a file of cardsolver.rl.save_policy"),
    ):
        with pytest.raises(cs.InputError, match=message):
            bot_with(tmp_path / name)
    match = cs.play(cs.deal("fifty-fifty", seed=1, players=3), [bot_with(tmp_path / "good.npz")])
    assert match.fault is not None
    sizes = f"{CODING.size} numbers; expected {rl.coding_for('fifty-fifty', 3).size}"
    assert f"is for observations of {sizes}" in match.fault.message


def test_a_file_with_a_number_that_is_none_is_refused(tmp_path: Path) -> None:
    weights, biases = lowest_first()
    for name, bad in (("nan", biases * np.nan), ("text", np.full(biases.shape, "x"))):
        np.savez(tmp_path / f"{name}.npz", weights_0=weights, biases_0=bad, activation="tanh")
    with pytest.raises(cs.InputError, match="layer 0 has NaN or infinity"):
        bot_with(tmp_path / "nan.npz")
    with pytest.raises(cs.InputError, match="that are not numbers"):
        bot_with(tmp_path / "text.npz")


def test_a_score_that_is_no_number_is_no_move() -> None:
    class Lost:
        def scores(self, _observation: Vector) -> Vector:
            return np.full(CODING.actions, np.nan, np.float32)

    class Bot(rl.PolicyBot):
        def load(self) -> Lost:
            return Lost()

    match = cs.play(cs.deal("fifty-fifty", seed=1), [Bot(GAME)])
    assert match.fault is not None
    assert "a score is NaN or infinity" in match.fault.message


def test_without_a_path_the_bot_says_how_to_give_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDSOLVER_POLICY", raising=False)
    with pytest.raises(cs.InputError, match="a file's whole path in CARDSOLVER_POLICY"):
        rl.PolicyBot(GAME)


def test_layers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(cs.InputError, match=r"weights_1 is \(2, 5\); expected \(2, 4\)"):
        rl.save_policy(
            tmp_path / "p", [(np.zeros((4, 9)), np.zeros(4)), (np.zeros((2, 5)), np.zeros(2))]
        )
    for weights, biases in ((np.zeros((3, 2)), np.zeros((3, 1))), (np.zeros(()), np.zeros(1))):
        with pytest.raises(cs.InputError, match="expected a table and a list"):
            rl.save_policy(tmp_path / "p", [(weights, biases)])
    for number in (np.nan, np.inf):
        with pytest.raises(cs.InputError, match="layers: layer 0 has NaN or infinity"):
            rl.save_policy(tmp_path / "p", [(np.full((3, 2), number), np.zeros(3))])
    with pytest.raises(cs.InputError, match="activation 'gelu'"):
        rl.save_policy(tmp_path / "p", [lowest_first()], activation="gelu")
    with pytest.raises(cs.InputError, match="without layers"):
        rl.save_policy(tmp_path / "p", [])
