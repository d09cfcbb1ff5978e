"""One seat of a game as a Gymnasium environment; bots play the others."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from cardsolver.core.errors import InputError
from cardsolver.core.seats import AnyBot, tell, watchers_of
from cardsolver.core.text import check_index, check_type
from cardsolver.rl.aec import CardEnv
from cardsolver.rl.coding import HIGHEST, LOWEST
from cardsolver.seats import python
from cardsolver.seats.spec import check_spec, is_python, make_bot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cardsolver.core.seats import Seat

Step: TypeAlias = "tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]"

_MOST_PASSED_OVER = 100  # in some variants the others always lose first


class SeatEnv(gymnasium.Env[Any, Any]):
    """A seat that learns among bots: `others` is one bot's text for all of them, or one for each.

    Bots are named as in `--seats`: built-in bots, and Python classes as `package.module:Name`.
    `action_masks()` is what MaskablePPO of sb3-contrib asks for.
    """

    def __init__(
        self,
        game: str,
        *,
        seat: Seat = 0,
        others: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
        most_moves: int | None = None,
        **variant: Any,
    ) -> None:
        """`seat` counts from 0; the other arguments are those of `cardsolver.rl.env`."""
        self.metadata = {"render_modes": ["ansi"]}
        self.aec = CardEnv(game, render_mode=render_mode, most_moves=most_moves, **variant)
        self.render_mode = render_mode
        agents = self.aec.possible_agents
        check_index("seat", seat, len(agents))
        check_type("others", others, Iterable, "a bot's text, or a list of them")
        bots = [others] * (len(agents) - 1) if isinstance(others, str) else list(others)
        if len(bots) != len(agents) - 1:
            raise InputError(f"{len(bots)} other bots; expected {len(agents) - 1}, or one text")
        for bot in bots:
            check_type("bot", bot, str, "a text")
            if bot.startswith("cmd:"):
                raise InputError(f"bot {bot}: a program; expected a built-in or Python bot")
            check_spec(bot, self.aec.game)
        self.seat = seat
        self._specs = dict(zip([*range(seat), *range(seat + 1, len(agents))], bots, strict=True))
        self._bots: dict[Seat, AnyBot] = {}
        self._reward = 0.0  # for what the others did before the first decision
        size, actions = self.aec.coding.size, self.aec.coding.actions
        self.observation_space = spaces.Box(LOWEST, HIGHEST, (size,), np.float32)
        self.action_space = spaces.Discrete(actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal as `CardEnv.reset` does, and let the others play up to this seat's first decision.

        A deal that the others lose before that is passed over for the next one of the series.
        """
        if seed is not None:
            check_type("seed", seed, Integral, "a whole number")
            seed = int(seed)  # gymnasium takes no other kind, such as NumPy's
        super().reset(seed=seed)
        self.aec.reset(seed=seed, options=options)
        for _ in range(_MOST_PASSED_OVER):
            label = self.aec.table.deal.label
            self._bots = {
                seat: self._make(spec, f"{label}/{seat}") for seat, spec in self._specs.items()
            }
            self._reward = self._others_play()
            if self.aec.is_on(self._agent):
                return self.aec.observe(self._agent)["observation"], self.aec.infos[self._agent]
            if (options or {}).get("deal") is not None:
                raise InputError(f"{label} is over before seat {self.seat} is asked anything")
            self.aec.reset()
        raise InputError(
            f"{_MOST_PASSED_OVER} deals in a row are over before seat {self.seat} is asked"
            " anything; expected another variant, or other bots"
        )

    def step(self, action: Any) -> Step:
        """Play an action, then let the others play; an illegal one ends the episode with -1."""
        agent = self._agent
        if not self.aec.is_on(agent):
            raise InputError("the episode is over; expected reset()")
        played = len(self.aec.table.moves)
        self.aec.step(action)
        reward = self._reward + self.aec.rewards[agent]
        if len(self.aec.table.moves) > played:
            self._tell(self.seat)
        reward += self._others_play()
        self._reward = 0.0
        return (
            self.aec.observe(agent)["observation"],
            reward,
            self.aec.terminations[agent],
            self.aec.truncations[agent],
            self.aec.infos[agent],
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every action that is legal now."""
        mask: NDArray[np.bool_] = self.aec.observe(self._agent)["action_mask"].astype(bool)
        return mask

    def render(self) -> Any:
        """The seat's screen as text, with `render_mode="ansi"`."""
        return None if self.render_mode is None else self.aec.screen(self._agent)

    @property
    def _agent(self) -> str:
        return self.aec.possible_agents[self.seat]

    def _make(self, spec: str, seed: str) -> AnyBot:
        game = self.aec.game
        if is_python(spec, game):
            return python.adapt(python.make(spec, game, seed=seed), game, seed=seed)
        return make_bot(spec, game.name, seed=seed)

    def _others_play(self) -> float:
        """Play on to this seat's next decision or to the end; what this seat is rewarded with."""
        reward = 0.0
        while self.aec.is_on(self._agent) and self.aec.agent_selection != self._agent:
            seat = self.aec.possible_agents.index(self.aec.agent_selection)
            self.aec.play(self._bots[seat].choose(self.aec.table.view(seat)))
            reward += self.aec.rewards[self._agent]
            self._tell(seat)
        return reward

    def _tell(self, seat: Seat) -> None:
        """Tell the bots that follow the game what they see of the last move."""
        watchers = watchers_of(self._bots.items())
        if watchers:
            move = self.aec.table.moves[-1]
            tell(watchers, seat, move, self.aec.game.seen_move(self.aec.game.parse_move(move)))
