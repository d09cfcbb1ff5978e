"""Which games a tournament has: a pure function of its configuration, numbered from 0."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from cardsolver.core.seeds import parse_stored_seeds
from cardsolver.tournaments.scoring import scoring_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.tournaments.config import Config, Member

# A line-up is who plays, a seating is who sits where; both are numbers of entries.


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game: a deal and who sits where. `team` is the team's label where all play together."""

    number: int
    seed: str
    seats: tuple[Member, ...]
    team: str | None


class Schedule:
    """All games, deal by deal: each deal is played by every line-up in every seating."""

    def __init__(self, config: Config) -> None:
        """Work out the seatings; the games themselves are made when they are asked for."""
        self._config = config
        self.seeds = parse_stored_seeds(config.seeds)
        self.seatings = tuple(_seatings(config))

    def __len__(self) -> int:
        """The number of games."""
        return len(self.seeds) * len(self.seatings)

    def __getitem__(self, number: int) -> Pairing:
        """The game with a number."""
        deal, place = divmod(number, len(self.seatings))
        seating = self.seatings[place]
        entries = [self._config.entries[index] for index in seating]
        if not scoring_of(self._config.game).is_team:
            members = tuple(entry.members[0] for entry in entries)
            return Pairing(number, self.seeds[deal], members, None)
        team = entries[0]
        members = tuple(
            team.members[seat % len(team.members)] for seat in range(self._config.players)
        )
        return Pairing(number, self.seeds[deal], members, team.label)

    def deal_of(self, number: int) -> int:
        """Which deal, from 0, a game is played on."""
        return number // len(self.seatings)


@lru_cache(maxsize=8)
def schedule_of(config: Config) -> Schedule:
    """The schedule, worked out once per process."""
    return Schedule(config)


def _seatings(config: Config) -> Iterator[tuple[int, ...]]:
    entries = range(len(config.entries))
    if scoring_of(config.game).is_team:
        yield from ((entry,) for entry in entries)
        return
    for line_up in _line_ups(config):
        if config.seatings == "all":
            # Equal bots in one line-up make equal seatings; each is played once.
            yield from dict.fromkeys(permutations(line_up))
        else:
            turns = range(config.players)
            yield from dict.fromkeys(line_up[turn:] + line_up[:turn] for turn in turns)


def _line_ups(config: Config) -> list[tuple[int, ...]]:
    """All sets of `players` bots; with too few bots for the table, some sit more than once."""
    count, players = len(config.entries), config.players
    if config.mode == "gauntlet":
        others = range(1, count)
        choose = combinations if len(others) >= players - 1 else combinations_with_replacement
        return [(0, *rest) for rest in choose(others, players - 1)]
    if count >= players:
        return list(combinations(range(count), players))
    with_repeats = combinations_with_replacement(range(count), players)
    return [line_up for line_up in with_repeats if len(set(line_up)) > 1]
