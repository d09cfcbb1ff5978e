"""Measure speed on one core and print a table. Run it as `scripts/bench [PART …]`."""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import TYPE_CHECKING

from cardsolver.bots import BOTS, make_bot
from cardsolver.deals import deal_seed
from cardsolver.games import GAMES
from cardsolver.referee import play_match

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 2.0  # how long a rate is measured


def rate(action: Callable[[int], object], seconds: float = SECONDS) -> float:
    """How often a second the action runs; it is given 0, 1, 2 …"""
    count = 0
    start = time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        action(count)
        count += 1
    return count / (now - start)


def play_one(game: str, bot: str, players: int, seed: int) -> object:
    """One whole game through the referee."""
    deal = deal_seed(game, str(seed), rules=f"players={players}")
    bots = [make_bot(bot, game, seed=f"{seed}/{seat}") for seat in range(players)]
    return play_match(deal, bots, names=[bot] * players)


def bench_engine() -> None:
    """Whole games a second through the referee, for every game and built-in bot."""
    print(f"{'game':<12} {'bot':<10} {'players':>7} {'games/s':>9}")
    for game in GAMES:
        fewest, most = GAMES[game].SEATS
        for bot in sorted(BOTS[game]):
            for players in sorted({fewest, min(3, most)}):
                speed = rate(partial(play_one, game, bot, players))
                print(f"{game:<12} {bot:<10} {players:>7} {speed:>9.1f}", flush=True)


PARTS: dict[str, Callable[[], None]] = {"engine": bench_engine}


def main() -> None:
    """Run the parts that were asked for, or all of them."""
    parts = "\n".join(f"  {name}: {part.__doc__}" for name, part in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description=__doc__,
        epilog=f"parts:\n{parts}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="default: all")
    names = parser.parse_args().parts or list(PARTS)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    for name in names:
        print(f"\n{name}: {PARTS[name].__doc__}")
        PARTS[name]()


if __name__ == "__main__":
    main()
