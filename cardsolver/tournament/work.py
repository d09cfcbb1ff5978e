"""One game of a tournament, from its number to its result. This is what a worker does."""

from __future__ import annotations

import atexit
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolver.bots import BOTS, make_bot
from cardsolver.bots.protocol import Table
from cardsolver.bots.seats import Limits, Stable
from cardsolver.deals import deal_seed
from cardsolver.game import SeatFault
from cardsolver.games import game_named
from cardsolver.referee import play_match
from cardsolver.tournament.record import GameFault, Played
from cardsolver.tournament.schedule import schedule_of
from cardsolver.tournament.scoring import forfeit, too_long
from cardsolver.transcript import Fault

if TYPE_CHECKING:
    from cardsolver.deals import Deal
    from cardsolver.game import AnyBot, Seat
    from cardsolver.referee import Match
    from cardsolver.tournament.config import Config
    from cardsolver.tournament.schedule import Pairing

_STABLES: dict[tuple[Limits, str | None], Stable] = {}


def play_number(config: Config, logs: str | None, number: int) -> Played:
    """Play a game with the bots that this process keeps between games."""
    key = config.limits, logs
    if key not in _STABLES:
        _STABLES[key] = Stable(config.limits, logs=None if logs is None else Path(logs))
    return play_game(config, number, _STABLES[key])


@atexit.register
def close_stables() -> None:
    """End the programs of all bots."""
    while _STABLES:
        _STABLES.popitem()[1].close()


def play_game(config: Config, number: int, stable: Stable) -> Played:
    """Play one game; everything that can go wrong with its bots is part of the result."""
    pairing = schedule_of(config)[number]
    deal = deal_seed(config.game, pairing.seed, rules=config.rules)
    bots: list[AnyBot] = []
    replaced: list[Fault] = []
    fault: Fault | None = None
    for seat in range(len(pairing.seats)):
        try:
            bots.append(_sit_down(config, deal, pairing, seat, stable))
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
    stable.release(bots, played.outcome, fault)
    return played


def _fault_of(match: Match, config: Config) -> Fault | None:
    moves = len(match.transcript.moves)
    if match.fault or match.transcript.result or moves == config.most_moves:
        return match.fault
    # Somebody got up: a bot whose `choose` raised SeatLeft.
    seat = game_named(config.game).to_move(match.state)
    return Fault("left the game", moves + 1, seat, kind="crash")


def _sit_down(config: Config, deal: Deal, pairing: Pairing, seat: Seat, stable: Stable) -> AnyBot:
    member = pairing.seats[seat]
    table = Table(
        game=game_named(config.game),
        rules=config.rules,
        seat=seat,
        seats=len(pairing.seats),
        seed=f"{deal.label}/{seat}",  # as in `cardsolver play`, so that the game can be had again
    )
    who = f"game {pairing.number}, seat {seat + 1}"
    return stable.seat(member.spec, table, label=member.label, who=who)


def _stand_in(deal: Deal, seat: Seat) -> AnyBot:
    """Who plays on for a bot at fault."""
    name = "greedy" if "greedy" in BOTS[deal.game] else "random"
    return make_bot(name, deal.game, seed=f"{deal.label}/{seat}")


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
