"""One game of a tournament, from its number to its result. This is what a worker does."""

from __future__ import annotations

import atexit
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.core.registry import game_named
from cardsolver.core.seats import SeatFault
from cardsolver.core.transcript import Fault
from cardsolver.seats.pool import SeatPool
from cardsolver.seats.protocol import SeatContext
from cardsolver.seats.spec import make_stand_in
from cardsolver.tournaments.played import GameFault, Played
from cardsolver.tournaments.schedule import schedule_of
from cardsolver.tournaments.scoring import forfeit, too_long

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal
    from cardsolver.core.referee import Match
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.seats.confinement import Confinement
    from cardsolver.seats.limits import TimeLimits
    from cardsolver.tournaments.config import Config
    from cardsolver.tournaments.schedule import Pairing

_POOLS: dict[tuple[TimeLimits, Confinement, str | None], SeatPool] = {}


def play_number(config: Config, logs: str | None, number: int) -> Played:
    """Play a game with the bots that this process keeps between games."""
    key = config.limits, config.confinement, logs
    if key not in _POOLS:
        _POOLS[key] = SeatPool(
            config.limits,
            confinement=config.confinement,
            logs=None if logs is None else Path(logs),
        )
    return play_game(config, number, _POOLS[key])


@atexit.register
def close_pools() -> None:
    """End the programs of all bots."""
    while _POOLS:
        _POOLS.popitem()[1].close()


def play_game(config: Config, number: int, pool: SeatPool) -> Played:
    """Play one game; everything that can go wrong with its bots is part of the result."""
    pairing = schedule_of(config)[number]
    deal = deal_seed(config.game, pairing.seed, rules=config.rules)
    bots: list[AnyBot] = []
    replaced: list[Fault] = []
    fault: Fault | None = None
    for seat in range(len(pairing.seats)):
        try:
            bots.append(_sit_down(config, deal, pairing, seat, pool))
        except SeatFault as error:
            fault = Fault(str(error), None, seat, kind=error.kind, last_lines=error.last_lines)
            if config.on_fault != "replace":
                break
            replaced.append(fault)
            fault = None
            bots.append(_stand_in(deal, seat))
    match: Match | None = None
    if fault is None:
        match = play_match(
            deal,
            bots,
            names=[member.label for member in pairing.seats],
            stand_in=(lambda fault: _stand_in(deal, fault.seat or 0))
            if config.on_fault == "replace"
            else None,
            most_moves=config.most_moves,
        )
        if match.interrupted:
            raise KeyboardInterrupt
        replaced += match.replaced
        fault = _fault_of(match, config)
    played = _result(config, deal, pairing, match, fault, replaced)
    pool.release(bots, played.outcome, fault)
    return played


def _fault_of(match: Match, config: Config) -> Fault | None:
    moves = len(match.transcript.moves)
    if match.fault or match.transcript.result or moves == config.most_moves:
        return match.fault
    # Someone got up: a bot whose `choose` raised SeatLeft.
    seat = game_named(config.game).to_move(match.state)
    return Fault("left the game", moves + 1, seat, kind="crash")


def _sit_down(config: Config, deal: Deal, pairing: Pairing, seat: Seat, pool: SeatPool) -> AnyBot:
    member = pairing.seats[seat]
    context = SeatContext(
        game=game_named(config.game),
        rules=config.rules,
        seat=seat,
        seats=len(pairing.seats),
        seed=f"{deal.label}/{seat}",  # as in `cardsolver play`, so that games can be reproduced
    )
    who = f"game {pairing.number}, seat {seat + 1}"
    return pool.seat(member.spec, context, label=member.label, who=who)


def _stand_in(deal: Deal, seat: Seat) -> AnyBot:
    """The bot that takes over after a fault."""
    return make_stand_in(deal.game, seed=f"{deal.label}/{seat}")


def _result(
    config: Config,
    deal: Deal,
    pairing: Pairing,
    match: Match | None,
    fault: Fault | None,
    replaced: list[Fault],
) -> Played:
    seats = len(pairing.seats)
    outcome = None if match is None else match.transcript.result
    if fault is None and match is not None and outcome is None:
        outcome = too_long(deal.game, match.state)
    if fault is not None and config.on_fault == "forfeit":
        state = game_named(deal.game).start(deal) if match is None else match.state
        outcome = forfeit(deal.game, state, fault.seat or 0)
    faults = [_game_fault(each, is_replaced=True) for each in replaced]
    if fault is not None:
        faults.append(_game_fault(fault, is_replaced=False))
    return Played(
        number=pairing.number,
        seed=pairing.seed,
        team=pairing.team,
        seats=tuple(member.label for member in pairing.seats),
        outcome=outcome,
        faults=tuple(faults),
        turns=(0,) * seats if match is None else match.turns,
        seconds=(0.0,) * seats if match is None else match.seconds,
        moves=() if match is None else match.transcript.moves,
    )


def _game_fault(fault: Fault, *, is_replaced: bool) -> GameFault:
    return GameFault(
        seat=fault.seat or 0,
        kind=fault.kind or "crash",
        message=fault.message,
        move=fault.move,
        replaced=is_replaced,
        last_lines=fault.last_lines,
    )
