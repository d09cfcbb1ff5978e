"""Measure speed on one core and print a table. Run it as `scripts/bench [PART …]`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cardsolver.bots import BOTS, make_bot
from cardsolver.bots.seats import Stable
from cardsolver.deals import deal_seed
from cardsolver.games import GAMES, level_8
from cardsolver.referee import play_match
from cardsolver.tournament.config import make_config
from cardsolver.tournament.scoring import scoring_of
from cardsolver.tournament.work import play_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.tournament.config import Config

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


def bench_lay_outs() -> None:
    """Processor milliseconds for all Level 8 lay-outs of eleven cards, a level."""
    rng = Random(8)  # noqa: S311 - hands to measure
    numbers = [card for card in level_8.combos.DECK if card in level_8.combos.NUMBER]
    levels = [level for levels in level_8.LISTS.values() for level in levels]
    print(f"{'hands':<12} {'mean':>8} {'99 of 100':>10} {'worst':>8} {'most lay-outs':>14}")
    for jokers in (None, 0, 1, 2, 3, 4, 7):
        times = []
        most = 0
        for _ in range(200 if jokers is None or jokers < 4 else 20):
            hand = (
                rng.sample(level_8.combos.DECK, 11)
                if jokers is None
                else [*rng.sample(numbers, 11 - jokers), *["J"] * jokers]
            )
            for level in levels:
                start = time.process_time()
                count = sum(1 for _ in level_8.layouts.lay_outs(level, hand))
                times.append((time.process_time() - start) * 1000)
                most = max(most, count)
        times.sort()
        name = "as dealt" if jokers is None else f"{jokers} Jokers"
        print(
            f"{name:<12} {sum(times) / len(times):>8.2f} {times[len(times) * 99 // 100]:>10.2f}"
            f" {times[-1]:>8.1f} {most:>14}",
            flush=True,
        )


def bench_referee() -> None:
    """What the referee adds to a move of an in-process bot, in a match and in a tournament."""
    print(
        f"{'game':<12} {'bare µs':>9} {'match µs':>9} {'tournament µs':>14}   (a move, random bots)"
    )
    for name, game in GAMES.items():
        rules = f"players={max(2, game.SEATS[0])}"
        teams = ["random"] if scoring_of(name).is_team else ["random", "other"]
        config = make_config(
            game=name, rules=rules, bots=teams, names={"other": "random"}, seeds="0:100000"
        )
        stable = Stable(config.limits)
        rates = [
            move_rate(partial(bare_game, name, rules)),
            move_rate(partial(referee_game, name, rules)),
            move_rate(partial(tournament_game, config, stable)),
        ]
        print(f"{name:<12} {rates[0]:>9.1f} {rates[1]:>9.1f} {rates[2]:>14.1f}", flush=True)


def move_rate(game: Callable[[int], int]) -> float:
    """Microseconds a move; the action plays one game and says how many moves it had."""
    moves = 0

    def play(seed: int) -> None:
        nonlocal moves
        moves += game(seed)

    games_per_second = rate(play)
    games = max(1, round(games_per_second * SECONDS))
    return 1e6 / (games_per_second * moves / games)


def bare_game(name: str, rules: str, seed: int) -> int:
    """The rules and the bot alone."""
    game = GAMES[name]
    state = game.start(deal_seed(name, str(seed), rules=rules))
    bots = [make_bot("random", name, seed=f"seed {seed}/{seat}") for seat in (0, 1)]
    moves = 0
    while (seat := game.to_move(state)) is not None:
        state = game.apply(state, bots[seat].choose(game.view(state, seat)))
        moves += 1
    return moves


def referee_game(name: str, rules: str, seed: int) -> int:
    """The same game through the referee."""
    deal = deal_seed(name, str(seed), rules=rules)
    bots = [make_bot("random", name, seed=f"seed {seed}/{seat}") for seat in (0, 1)]
    return len(play_match(deal, bots, names=["random"] * 2).transcript.moves)


def tournament_game(config: Config, stable: Stable, number: int) -> int:
    """A game of a tournament, without the record."""
    return len(play_game(config, number, stable).moves)


def bench_process() -> None:
    """Round trip to a bot in a child process: request, answer, judgement."""
    print(f"{'bot':<34} {'ms a move':>10}")
    folder = Path(__file__).parent.parent / "examples" / "bots"
    programs = {
        "simple.py": f"cmd:{sys.executable} {folder / 'simple.py'}",
        "first.sh": f"cmd:sh {folder / 'first.sh'}",
    }
    for name, spec in programs.items():
        config = make_config(
            game="the-game", rules="", bots=["bot"], names={"bot": spec}, seeds="0:100000"
        )
        stable = Stable(config.limits)
        played = [play_game(config, number, stable) for number in range(20)]
        stable.close()
        moves = sum(game.turns[0] for game in played)
        print(f"{name:<34} {1e3 * sum(game.seconds[0] for game in played) / moves:>10.3f}")


def bench_tournament() -> None:
    """1,000 solo games of The Game with greedy and 2 jobs, from command to report."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardsolver", "tournament", "the-game", "--bots", "greedy"]
        command += ["--seeds", "0:1000", "--jobs", "2", "-o", f"{folder}/run.jsonl"]
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        print(f"{time.perf_counter() - start:.1f} s")


PARTS: dict[str, Callable[[], None]] = {
    "engine": bench_engine,
    "lay-outs": bench_lay_outs,
    "referee": bench_referee,
    "process": bench_process,
    "tournament": bench_tournament,
}


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
