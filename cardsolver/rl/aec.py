"""All seats of a game as a PettingZoo environment, in which one seat acts at a time."""

from __future__ import annotations

import operator
from dataclasses import replace
from io import StringIO
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from cardsolver.api import deal as make_deal
from cardsolver.core.deal import Deal, complete_rules
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.seeds import new_seed, seed_text
from cardsolver.core.table import Table
from cardsolver.core.text import check_type, quote
from cardsolver.core.variant import merge_words
from cardsolver.rl.coding import HIGHEST, LOWEST, mask_of
from cardsolver.rl.codings import coding_for

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat

ILLEGAL_REWARD = -1.0
_WIDTH = 100  # columns of a screen
_NO_GAME = "no game yet; expected reset() first"


def env(
    game: str,
    *,
    players: int | None = None,
    render_mode: str | None = None,
    most_moves: int | None = None,
    **variant: Any,
) -> CardEnv:
    """A game as an environment; the variant is given by keywords as in `cardsolver.deal`.

    After `most_moves` the episode is truncated: the rules of Level 8 let bad players go on forever.
    """
    if players is not None:
        variant["players"] = players
    return CardEnv(game, render_mode=render_mode, most_moves=most_moves, **variant)


class CardEnv(AECEnv[str, Any, Any]):
    """A game between agents `seat_1`, `seat_2` …; `coding` says what vectors and actions mean."""

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        most_moves: int | None = None,
        **variant: Any,
    ) -> None:
        """See `env`."""
        self.metadata = {
            "name": f"cardsolver {game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        if render_mode not in (None, "ansi"):
            raise InputError(f"render mode {quote(str(render_mode))}; expected ansi or None")
        if most_moves is not None:
            check_type("most_moves", most_moves, Integral, "a whole number, at least 1")
            if most_moves < 1:
                raise InputError(f"most_moves {most_moves}; expected at least 1")
        self.game = game_named(game)
        self.rules = make_deal(game, seed=0, **variant).rules
        self.render_mode = render_mode
        players = self.game.parse_rules(self.rules).players
        self.coding = coding_for(game, players)
        self._most_moves = most_moves
        self._table: Table | None = None
        self._moves: dict[int, Any] = {}  # of the seat to move
        self._seed: str | None = None  # of the first of a series of deals
        self._dealt = 0  # how many of the series
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(players)]
        self.agents = []
        self.agent_selection = self.possible_agents[0]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LOWEST, HIGHEST, (self.coding.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.coding.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.coding.actions) for agent in self.possible_agents
        }

    @property
    def table(self) -> Table:
        """The game being played: its state, moves and transcript, hidden cards included."""
        if self._table is None:
            raise InputError(_NO_GAME)
        return self._table

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: a dictionary of vector and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same number of actions for every agent."""
        return self.action_spaces[agent]

    # Play ------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew: a seed's deal, the deal in `options`, or the next one of the series.

        A seed begins a series: without one, the deals after `seed=7` are those of the seeds `7/1`,
        `7/2` …. The first series of an environment begins anywhere.
        """
        if seed is not None or self._seed is None:
            self._seed = new_seed() if seed is None else seed_text(seed)
            self._dealt = 0
        given = (options or {}).get("deal")  # PettingZoo's wrappers pass options of their own
        table = Table(self._next_deal() if given is None else self._checked(given))
        if table.to_move is None:
            raise InputError(f"{table.deal.label} is over before its first move; expected another")
        self._table = table
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._whole = self._score()
        self._ask()

    def _next_deal(self) -> Deal:
        seed = self._seed if self._dealt == 0 else f"{self._seed}/{self._dealt}"
        self._dealt += 1
        return make_deal(self.game.name, seed=seed, rules=self.rules)

    def _checked(self, given: object) -> Deal:
        """A deal for this table; its own words about the variant win."""
        if not isinstance(given, Deal) or given.game != self.game.name:
            raise InputError(f"option deal: expected a cardsolver.Deal of {self.game.name}")
        words = merge_words(self.rules, given.rules, self.game.options)
        complete = complete_rules(replace(given, rules=words))
        players = self.game.parse_rules(complete.rules).players
        if players != len(self.possible_agents):
            raise InputError(
                f"option deal: for {players} players; expected {len(self.possible_agents)}"
            )
        return complete

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat's View tells, and which actions are legal as far as the View tells."""
        view = self.table.view(self._seat(agent))
        legal = self._moves if agent == self.agent_selection else self.coding.moves(view)
        return {
            "observation": self.coding.observe(view),
            "action_mask": mask_of(legal if self.is_on(agent) else (), self.coding.actions),
        }

    def step(self, action: Any) -> None:
        """Play the action of the seat to move. One that is not legal ends the episode."""
        agent = self.agent_selection
        if not self.is_on(agent):
            self._was_dead_step(action)
            return
        move = None if action is None else self._moves.get(_number(action))
        if move is not None:
            self.play(move)
            return
        self._clear(agent)
        self.rewards[agent] = ILLEGAL_REWARD
        self.infos[agent]["fault"] = f"action {action} is not legal here"
        self.terminations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()

    def play(self, move: Any) -> None:
        """Play a move of the seat to move, also one that has no action; IllegalMove as in Table."""
        before = self._score()
        self.table.push(move)
        self._clear(self.agent_selection)
        outcome = self.table.outcome
        if self.game.scoring.is_team:
            self.rewards = dict.fromkeys(self.agents, (before - self._score()) / self._whole)
        elif outcome is not None:
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = 1.0 if seat in outcome.winners else -1.0
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self.table.moves) == self._most_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()

    def _clear(self, agent: str) -> None:
        """Forget the last step; the agent that acts has had its rewards."""
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {each: {} for each in self.agents}

    def _score(self) -> int:
        """What the team's first seat has; in The Game the cards that are not laid."""
        return self.game.scoring.scores_now(self.table.state)[0]

    def _ask(self) -> None:
        """Turn to the seat that must decide, and tell it what it may do."""
        seat = self.table.to_move
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        agent = self.agent_selection
        is_on = self.is_on(agent)
        self._moves = self.coding.moves(self.table.view(self._seat(agent))) if is_on else {}
        for each in self.agents if not is_on else [agent]:
            self.infos[each]["action_mask"] = mask_of(self._moves, self.coding.actions)

    def is_on(self, agent: str) -> bool:
        """Is the game going on for this agent?"""
        if self._table is None:
            raise InputError(_NO_GAME)
        # An agent that has taken its leave is in neither.
        return not (self.terminations.get(agent, True) or self.truncations.get(agent, True))

    def _seat(self, agent: str) -> Seat:
        return self.possible_agents.index(agent)

    # Looks -----------------------------------------------------------------------------------

    def render(self) -> str | None:
        """With `render_mode="ansi"`, the screen of the seat to act as text; otherwise None."""
        return None if self.render_mode is None else self.screen(self.agent_selection)

    def screen(self, agent: str) -> str:
        """What a person in this seat would see."""
        from rich.console import Console  # noqa: PLC0415 - only where something is drawn

        console = Console(file=(text := StringIO()), width=_WIDTH, color_system=None)
        console.print(self.game.screen().show(self.table.view(self._seat(agent))))
        if (outcome := self.table.outcome) is not None:
            console.print(self.game.describe(outcome))
        return text.getvalue()

    def close(self) -> None:
        """Nothing is open."""


def _number(action: Any) -> int:
    """An action as a whole number; 0.9 is not action 0."""
    try:
        return operator.index(action)
    except TypeError:
        expected = "expected a whole number, or None"
        raise InputError(f"action {quote(action)}; {expected}") from None
