"""The environments: PettingZoo's and Gymnasium's own tests, and the referee's opinion."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

import cardsolver as cs
from cardsolver import rl
from cardsolver.core.registry import game_named
from tests.support.many import numbered

TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the-game", {"players": 1}),
    ("the-game", {"players": 3}),
    ("fifty-fifty", {"players": 3}),
    ("level-8", {"players": 2}),
)
# What PettingZoo remarks on in every environment with masks that is not one of its own.
REMARKS = {
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros (no legal actions).",  # when it is over, or not asked
}
SPACE = "Observation space for each agent probably should be gymnasium.spaces.box or "


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_pettingzoo_finds_nothing_wrong(game: str, variant: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(  # type: ignore[no-untyped-call]  # PettingZoo's tests are not typed
            rl.env(game, most_moves=150, **variant), num_cycles=60
        )
    said = {str(each.message) for each in found}
    assert {each for each in said if not each.startswith(SPACE)} <= REMARKS


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_a_seed_is_a_whole_episode(game: str, variant: dict[str, Any]) -> None:
    seed_test(  # type: ignore[no-untyped-call]  # as above
        lambda: rl.env(game, **variant), num_cycles=60
    )


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_gymnasium_finds_nothing_wrong(
    game: str, variant: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(gymnasium.logger, "warn", lambda message, *_args: said.append(message))
    check_env(rl.SeatEnv(game, others="random", **variant), skip_render_check=True)
    assert not said


def random_episode(env: rl.CardEnv, rng: random.Random) -> dict[str, float]:
    """Play legal actions at random to the end; what each seat was rewarded with in all."""
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert observation is not None
        returns[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert env.observation_space(agent).contains(observation)
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return returns


@pytest.mark.games(3)
@pytest.mark.parametrize("game", ["the-game", "fifty-fifty", "level-8"])
def test_random_episodes_are_games_that_the_referee_replays(game: str, games: range) -> None:
    low, high = game_named(game).players
    for number in games:
        with numbered(number):
            players = low + number % (high - low + 1)
            most = 3000 if game == "level-8" else None
            env = rl.env(game, players=players, most_moves=most)
            env.reset(seed=number)
            returns = random_episode(env, random.Random(number))
            transcript = env.table.transcript
            assert transcript.deal == cs.deal(game, seed=number, players=players)
            replay = cs.replay(transcript)
            assert replay.fault is None
            assert replay.outcome == transcript.result
            if game == "the-game":
                assert replay.outcome is not None
                laid = 98 - replay.outcome.scores[0]
                assert list(returns.values()) == pytest.approx([laid / 98] * players)
            elif replay.outcome is None:
                assert len(transcript.moves) == most
                assert set(returns.values()) == {0.0}
            else:
                winners = [seat for seat, each in enumerate(returns.values()) if each == 1]
                assert tuple(winners) == replay.outcome.winners
                assert set(returns.values()) <= {1.0, -1.0}


def test_deals_come_in_series() -> None:
    def labels() -> list[str]:
        env = rl.env("the-game")
        found = []
        for seed in (7, None, None, 8, None):
            env.reset(seed=seed)
            found.append(env.table.deal.label)
        return found

    assert labels() == labels() == ["seed 7", "seed 7/1", "seed 7/2", "seed 8", "seed 8/1"]


def test_a_deal_can_be_given() -> None:
    env = rl.env("the-game", players=2, talk=False)
    env.reset(options={"deal": cs.Deal("the-game", deck=cs.deal("the-game", seed=3).deck)})
    assert env.table.deal.deck == cs.deal("the-game", seed=3).deck
    assert env.table.deal.rules == env.rules == "players=2 hand=7 minimum=2 first=bid no-talk"
    env.reset(options={"deal": cs.deal("the-game", position="54 13 29 89 / 5 10 ; 33 34 / 60")})
    assert env.table.state.hands == ((5, 10), (33, 34))
    env.reset(options={"deal": cs.deal("the-game", seed=3, players=2, expert=True)})
    assert env.table.state.rules.minimum == 3
    env = rl.env("the-game", expert=True)
    env.reset(options={"deal": cs.Deal("the-game", position="54 13 29 89 / 5 10 61 / 60")})
    assert env.table.state.rules.minimum == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rl.env("chess"), "chess"),
        (lambda: rl.env("the-game", players=9), "players '9'"),
        (lambda: rl.env("the-game", cards=9), "no rule 'cards'"),
        (lambda: rl.env("the-game", render_mode="human"), "render mode 'human'"),
        (lambda: rl.env("the-game", most_moves=0), "most_moves 0"),
        (lambda: rl.env("the-game", most_moves=1.5), "most_moves of type float"),  # type: ignore[arg-type] # so the test
        (lambda: rl.env("the-game").reset(seed=1.5), "seed of type float"),  # type: ignore[arg-type] # so the test
        (lambda: rl.SeatEnv("the-game").reset(seed=1.5), "seed of type float"),  # type: ignore[arg-type] # so the test
        (lambda: rl.SeatEnv("the-game", seat=True), "seat of type bool"),
        (lambda: rl.SeatEnv("fifty-fifty", others=None), "others of type NoneType"),  # type: ignore[arg-type] # so the test
        (lambda: rl.SeatEnv("fifty-fifty", others=[7]), "bot of type int; expected a text"),  # type: ignore[list-item] # so the test
        (lambda: rl.coding_for("the-game", "2"), "players of type str"),  # type: ignore[arg-type] # so the test
        (lambda: rl.coding_for("the-game", 2.0), "players of type float"),  # type: ignore[arg-type] # so the test
        (lambda: rl.env("the-game").observe("seat_1"), "no game yet"),
        (lambda: rl.env("the-game").step(0), "no game yet"),
        (lambda: rl.SeatEnv("the-game").step(0), "no game yet"),
        (lambda: rl.env("the-game").reset(options={"deal": 1}), "expected a cardsolver.Deal"),
        (
            lambda: rl.env("the-game").reset(
                options={"deal": cs.deal("the-game", seed=1, players=2)}
            ),
            "for 2 players; expected 1",
        ),
        (
            lambda: rl.env("the-game").reset(
                options={"deal": cs.deal("the-game", position="99 98 2 3 / 50 / 51")}
            ),
            "over before its first move",
        ),
        (lambda: rl.SeatEnv("the-game", seat=1), "seat '1'; expected a whole number from 0 to 0"),
        (lambda: rl.SeatEnv("fifty-fifty", others=["greedy"] * 2), "2 other bots; expected 1"),
        (lambda: rl.SeatEnv("fifty-fifty", others="cmd:x"), "a program"),
        (lambda: rl.SeatEnv("fifty-fifty", others="none"), "no bot 'none'"),
    ],
)
def test_wrong_calls_say_what_is_wrong(call: Any, message: str) -> None:
    with pytest.raises(cs.InputError, match=message):
        call()


@pytest.mark.parametrize("action", [203, -1, 204, None])  # 203: a jump, and nobody has played
def test_an_illegal_action_ends_the_episode(action: int | None) -> None:
    env = rl.env("fifty-fifty", players=2)
    env.reset(seed=1)
    env.step(action)
    assert env.rewards == {"seat_1": -1.0, "seat_2": 0.0}
    assert all(env.terminations.values())
    assert env.infos["seat_1"]["fault"] == f"action {action} is not legal here"
    assert env.table.moves == ()
    for _agent in env.agent_iter():
        env.step(None)
    assert not env.agents
    assert not env.observe("seat_1")["action_mask"].any()


@pytest.mark.parametrize("action", [0.9, "0", np.float32(0), [0]])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = rl.SeatEnv("fifty-fifty", others="random")
    env.reset(seed=1)
    with pytest.raises(cs.InputError, match=r"action '.*'; expected a whole number"):
        env.step(action)


def test_numbers_of_numpy_are_seeds_and_actions() -> None:
    env = rl.SeatEnv("fifty-fifty", others="random")
    env.reset(seed=np.int64(3))  # type: ignore[arg-type] # NumPy's integers are no int to mypy
    assert env.aec.table.deal == cs.deal("fifty-fifty", seed=3)
    for action in (np.int64(0), np.array(0)):
        env.reset(seed=3)
        assert env.step(np.flatnonzero(env.action_masks())[action])[1] in (-1.0, 0.0, 1.0)


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_the_screen_is_the_one_people_see(game: str, variant: dict[str, Any]) -> None:
    env = rl.env(game, render_mode="ansi", **variant)
    env.reset(seed=1)
    screen = env.render()
    assert screen is not None
    hand = env.table.view().hand
    numbers = hand.numbers if game == "fifty-fifty" else hand
    assert all(str(card) in screen for card in numbers)
    assert rl.env(game, **variant).render() is None


def test_one_seat_of_a_team_is_rewarded_for_every_card() -> None:
    """Also for those that the others laid before its first decision."""
    env = rl.SeatEnv("the-game", seat=2, players=3, first=1, talk=False)
    for seed in range(5):
        env.reset(seed=seed)
        assert env.aec.table.moves
        total, over = 0.0, False
        while not over:
            _, reward, over, _, _ = env.step(np.flatnonzero(env.action_masks())[0])
            total += float(reward)
        outcome = env.aec.table.outcome
        assert outcome is not None
        assert total == pytest.approx((98 - outcome.scores[0]) / 98)


def test_a_deal_that_the_others_lose_is_passed_over() -> None:
    def second_seat(hand: int) -> rl.SeatEnv:
        rules: dict[str, Any] = {"players": 2, "first": 1, "hand": hand, "minimum": hand}
        return rl.SeatEnv("the-game", seat=1, others="random", talk=False, **rules)

    env = second_seat(hand=8)
    labels = []
    for seed in range(20):
        env.reset(seed=seed)
        assert env.aec.table.to_move == 1
        labels.append(env.aec.table.deal.label)
    assert {"/" in label for label in labels} == {True, False}
    stuck = cs.deal("the-game", position="97 96 3 2 / 50 98 ; 40 / 60 61", talk=False)
    with pytest.raises(cs.InputError, match="over before seat 1 is asked"):
        env.reset(options={"deal": stuck})
    with pytest.raises(cs.InputError, match="100 deals in a row"):
        second_seat(hand=40).reset(seed=1)


def test_one_seat_sees_its_own_screen_to_the_end() -> None:
    env = rl.SeatEnv("fifty-fifty", seat=1, others="random", render_mode="ansi")
    env.reset(seed=2)
    mine = env.aec.table.view(1).hand.numbers
    assert all(str(card) in env.render() for card in mine)
    over = False
    while not over:
        over = env.step(np.flatnonzero(env.action_masks())[0])[2]
    outcome = env.aec.table.outcome
    assert outcome is not None
    assert env.render().splitlines()[-1] == env.aec.game.describe(outcome)
    assert env.render() == env.aec.screen("seat_2")


class Spy:
    """Plays the first legal move, and remembers what it was told."""

    told: list[tuple[int, str]]

    def __init__(self, game: Any) -> None:
        self._game = game
        Spy.told = []

    def choose(self, view: Any) -> Any:
        return self._game.legal_moves(view)[0]

    def saw(self, seat: int, move: str) -> None:
        Spy.told.append((seat, move))


def test_one_seat_among_bots() -> None:
    env = rl.SeatEnv("fifty-fifty", seat=1, others=["greedy", f"{__name__}:Spy"], players=3)
    rng = random.Random(5)
    for episode in range(3):
        observation, info = env.reset(seed=5) if episode == 0 else env.reset()
        total, over = 0.0, False
        while not over:
            assert env.observation_space.contains(observation)
            mask = env.action_masks()
            assert mask.dtype == np.bool_
            assert np.array_equal(mask, info["action_mask"])
            assert env.aec.table.to_move == 1
            action = rng.choice(np.flatnonzero(mask))
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            total += float(reward)
        table = env.aec.table
        assert table.outcome is not None
        assert total == (1 if 1 in table.outcome.winners else -1)
        assert not env.action_masks().any()
        declined = [move for move in table.moves if move == "decline"]
        assert len(Spy.told) >= len(table.moves) - len(declined)
        assert cs.replay(table.transcript).is_sound
    with pytest.raises(cs.InputError, match="the episode is over"):
        env.step(0)


def test_nothing_else_loads_what_trains_agents() -> None:
    code = (
        "import sys, cardsolver.cli.app, cardsolver.api, cardsolver.rl, cardsolver.seats.spec;"
        "print([name for name in ('numpy', 'gymnasium', 'pettingzoo') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_without_the_extra_a_line_says_so() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; from cardsolver import rl; rl.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = done.stderr.splitlines()[-1]
    assert "InputError: cardsolver.rl.env needs numpy, gymnasium and pettingzoo; install" in said
    assert said.endswith("-m pip install 'gymnasium>=1.0' 'numpy>=1.26' 'pettingzoo>=1.25'")
