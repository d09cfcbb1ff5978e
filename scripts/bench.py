"""Measure speed on one core and print a table. Run it as `scripts/bench [PART …]`."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.referee import play_match
from cardsolver.core.registry import all_games, game_named
from cardsolver.core.shuffle import generator_state
from cardsolver.core.transcript import parse_transcript
from cardsolver.games.fifty_fifty import kernel as fifty_fifty_kernel
from cardsolver.games.fifty_fifty import rules as fifty_fifty
from cardsolver.games.fifty_fifty.bots import policy
from cardsolver.games.fifty_fifty.bots.fast import FastGame, fast_game, seen_game
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.games.fifty_fifty.bots.guesses import DOUBT, Guesses
from cardsolver.games.fifty_fifty.bots.memory import Event, Memory
from cardsolver.games.fifty_fifty.bots.weights import compiled_fit_for
from cardsolver.games.level_8 import combos
from cardsolver.games.level_8 import rules as level_8
from cardsolver.games.level_8.fast.play import play_fast
from cardsolver.games.level_8.fast.policy import POLICY
from cardsolver.games.level_8.kernel import CompiledPolicy
from cardsolver.games.level_8.kernel import play_game as play_level_8
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.bits import bits
from cardsolver.games.the_game.bots.planner import FAST
from cardsolver.games.the_game.bots.playout import PlayoutGame, play_on
from cardsolver.games.the_game.bots.weights import phases_for
from cardsolver.games.the_game.kernel.planner import Table, World
from cardsolver.runner.workers import default_jobs
from cardsolver.seats.pool import SeatPool
from cardsolver.seats.spec import bots_of, make_bot
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import EngineName, SolveLimits
from cardsolver.solver.solve import solve_deal
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.scoring import scoring_of
from cardsolver.tournaments.worker import play_game
from cardsolver.viewer.html import to_html
from cardsolver.viewer.story import tell_story

sys.path.insert(0, str(Path(__file__).parent.parent))
from scripts.bench_cpsat import (
    bench_bounds,
    bench_full_deals,
    bench_models,
    position_with,
    print_tables,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.core.seats import AnyBot
    from cardsolver.tournaments.config import Config

SECONDS = 2.0  # how long a rate is measured
LIMITS = SolveLimits(seconds=300.0)


def rate(action: Callable[[int], object], seconds: float = SECONDS) -> float:
    """How often per second the action runs; it is given 0, 1, 2 …"""
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
    """Whole games per second through the referee, for every game and built-in bot."""
    print(f"{'game':<12} {'bot':<10} {'players':>7} {'games/s':>9}")
    for game in all_games():
        fewest, most = all_games()[game].players
        for bot in sorted(bots_of(game_named(game))):
            for players in sorted({fewest, min(3, most)}):
                speed = rate(partial(play_one, game, bot, players))
                print(f"{game:<12} {bot:<10} {players:>7} {speed:>9.1f}", flush=True)


def bench_planner() -> None:
    """The planner of The Game: batched playouts, and games through the referee (processor time)."""
    print(f"{'players':>7} {'talk':>5} {'reference/s':>12} {'compiled/s':>11} {'referee/s':>10}")
    for players in range(1, 6):
        for talk in (False, True) if players > 1 else (False,):
            rules = f"players={players}{'' if talk else ' no-talk'}"
            states = [
                the_game.start(deal_seed("the-game", seed, rules=rules)) for seed in range(4000)
            ]
            worlds = [World([bits(hand) for hand in each.hands], each.draw) for each in states]
            table = Table((1, 1, 100, 100), 0, 2, talk=talk)
            phases = phases_for(players, 2)
            start = time.process_time()
            for world in worlds[:40]:
                play_on(PlayoutGame.of(table, world), phases, FAST, talk=talk)
            reference = 40 / (time.process_time() - start)
            compiled = 0.0
            if phases.compiled is not None:
                start = time.process_time()
                phases.compiled.play(FAST, table, worlds)
                compiled = len(worlds) / (time.process_time() - start)
            start = time.process_time()
            bot = "talker" if talk else "planner"
            for seed in range(400):
                deal = deal_seed("the-game", seed, rules=rules)
                bots = [make_bot(bot, "the-game", seed=str(seat)) for seat in range(players)]
                play_match(deal, bots, names=[bot] * players)
            referee = 400 / (time.process_time() - start)
            print(
                f"{players:>7} {'yes' if talk else 'no':>5} {reference:>12.0f}"
                f" {compiled:>11.0f} {referee:>10.0f}",
                flush=True,
            )


def bench_lay_outs() -> None:
    """Processor milliseconds per level for all Level 8 lay-outs of eleven cards."""
    rng = Random(8)
    numbers = [card for card in combos.DECK if card in combos.NUMBER]
    levels = [level for levels in level_8.LISTS.values() for level in levels]
    print(f"{'hands':<12} {'mean':>8} {'99 of 100':>10} {'worst':>8} {'most lay-outs':>14}")
    for jokers in (None, 0, 1, 2, 3, 4, 7):
        times = []
        most = 0
        for _ in range(200 if jokers is None or jokers < 4 else 20):
            hand = (
                rng.sample(combos.DECK, 11)
                if jokers is None
                else [*rng.sample(numbers, 11 - jokers), *["J"] * jokers]
            )
            for level in levels:
                start = time.process_time()
                count = sum(1 for _ in lay_outs(level, hand))
                times.append((time.process_time() - start) * 1000)
                most = max(most, count)
        times.sort()
        name = "as dealt" if jokers is None else f"{jokers} Jokers"
        print(
            f"{name:<12} {sum(times) / len(times):>8.2f} {times[len(times) * 99 // 100]:>10.2f}"
            f" {times[-1]:>8.1f} {most:>14}",
            flush=True,
        )


def bench_level_8() -> None:
    """Level 8 games of the quick policy, in C and in Python, without referee, records or views."""
    print(f"{'players':<8} {'C games/s':>10} {'Python games/s':>15}")
    for players in (2, 4, 6):
        rules = level_8.parse_rules(f"players={players}")
        compiled = POLICY.compiled(rules)
        in_c = "-" if compiled is None else f"{rate(partial(level_8_in_c, compiled, rules)):.1f}"
        in_python = rate(partial(level_8_game, rules))
        print(f"{players:<8} {in_c:>10} {in_python:>15.1f}", flush=True)


def level_8_in_c(compiled: CompiledPolicy, rules: level_8.Rules, seed: int) -> object:
    """The same game as `level_8_game`."""
    dealer = (rules.first - 1) % rules.players
    return play_level_8([compiled] * rules.players, dealer, generator_state(f"{seed}"))


def level_8_game(rules: level_8.Rules, seed: int) -> object:
    """One game of the quick policy at all seats."""
    return play_fast(rules, [POLICY] * rules.players, f"{seed}")


def bench_referee() -> None:
    """What the referee adds to a move of an in-process bot, in a match and in a tournament."""
    print(
        f"{'game':<12} {'bare µs':>9} {'match µs':>9} {'tournament µs':>14}   (a move, random bots)"
    )
    for name, game in all_games().items():
        rules = f"players={max(2, game.players[0])}"
        teams = ["random"] if scoring_of(name).is_team else ["random", "other"]
        config = make_config(
            game=name, rules=rules, bots=teams, names={"other": "random"}, seeds="0:100000"
        )
        stable = SeatPool(config.limits)
        rates = [
            move_rate(partial(bare_game, name, rules)),
            move_rate(partial(referee_game, name, rules)),
            move_rate(partial(tournament_game, config, stable)),
        ]
        print(f"{name:<12} {rates[0]:>9.1f} {rates[1]:>9.1f} {rates[2]:>14.1f}", flush=True)


def move_rate(game: Callable[[int], int]) -> float:
    """Microseconds per move; the action plays one game and says how many moves it had."""
    moves = games = 0

    def play(seed: int) -> None:
        nonlocal moves, games
        moves += game(seed)
        games += 1

    games_per_second = rate(play)
    return 1e6 / (games_per_second * moves / games)


def bare_game(name: str, rules: str, seed: int) -> int:
    """The rules and the bot alone."""
    game = all_games()[name]
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


def tournament_game(config: Config, stable: SeatPool, number: int) -> int:
    """A game of a tournament, without the record."""
    return len(play_game(config, number, stable).moves)


def bench_process() -> None:
    """Round trip to a bot in a child process: request, answer, judgement."""
    print(f"{'bot':<34} {'ms/move':>10}")
    folder = Path(__file__).parent.parent / "examples" / "bots"
    programs = {
        "simple.py": f"cmd:{sys.executable} {folder / 'simple.py'}",
        "first.sh": f"cmd:sh {folder / 'first.sh'}",
    }
    for name, spec in programs.items():
        config = make_config(
            game="the-game", rules="", bots=["bot"], names={"bot": spec}, seeds="0:100000"
        )
        stable = SeatPool(config.limits)
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


# Rule sets with what is asked of them: the name, the rules, how many seeds, and the aim.
SOLVER_SETS = [
    ("solo standard", "", 100, "median 0.005 s"),
    *(
        (f"{players} {name}".strip(), f"players={players} {words}", 50, "mean 0.03 s")
        for name, words in (("standard", ""), ("expert", "expert"))
        for players in range(1, 6)
    ),
    ("solo expert short", "expert short-hand", 100, "mean 0.3 s, none over 10 s"),
    ("3 expert short", "players=3 expert short-hand", 100, "mean 0.5 s"),
]
PROOF_SETS = [
    ("hand 3, minimum 2", "hand=3", 8, "0.05 s"),
    ("hand 4, minimum 3", "hand=4 minimum=3", 8, "0.1 s"),
    ("hand 4, minimum 2", "hand=4", 8, "1 s"),
    ("hand 5, minimum 3", "hand=5 minimum=3", 8, "3 s"),
    ("hand 5, minimum 2", "hand=5", 4, "30 s"),
    ("2 players, hand 3", "players=2 hand=3 first=1", 8, "0.6 s"),
]


def bench_solver() -> None:
    """Is it winnable? Processor seconds per deal inside the process, one thread."""
    _solver_table(SOLVER_SETS, win_only=True)


def bench_exact() -> None:
    """The kernel's exact search by itself: processor seconds for a proof, seeds from 9000 on."""
    print(f"{'rules':<20} {'wins?':>14} {'fewest left':>14} {'nodes':>12} {'MB':>6}  aim; verdicts")
    for name, rules, count, aim in PROOF_SETS:
        deals = [deal_seed("the-game", seed, rules=rules) for seed in range(9000, 9000 + count)]
        _proof_row(name, deals, aim, best=rules != "hand=5")
    print("whole searches, beams and all:")
    deals = [position_with(50, str(seed)) for seed in range(20)]
    _solver_row("50 cards left", deals, "1 s", win_only=True)


def _proof_row(name: str, deals: list[Deal], aim: str, *, best: bool = True) -> None:
    times: dict[bool, list[float]] = {True: [], False: []}
    verdicts, nodes, size = [], 0, 0
    for deal in deals:
        roots = [Problem.of(the_game.start(deal))]
        for win_only in (True, False) if best else (True,):
            start = time.process_time()
            found = kernel.exact(roots, win_only=win_only)
            times[win_only].append(time.process_time() - start)
            nodes, size = max(nodes, found.nodes), max(size, found.peak_bytes)
            if win_only:
                verdicts.append("won" if found.left == 0 else "no" if found.complete else "open")
    cells = [
        f"{statistics.mean(each):.3f} {max(each):.3f}" if each else "" for each in times.values()
    ]
    counts = ", ".join(f"{count} {verdict}" for verdict, count in Counter(verdicts).items())
    work = f"{nodes:>12,} {size / 1e6:>6.1f}"
    print(f"{name:<20} {cells[0]:>14} {cells[1]:>14} {work}  {aim}; {counts}", flush=True)


def bench_threads() -> None:
    """One deal on several threads: hand 5, minimum 2, wall seconds of the exact search."""
    for seed in (9000, 9001):
        roots = [Problem.of(the_game.start(deal_seed("the-game", seed, rules="hand=5")))]
        taken = []
        for threads in sorted({1, default_jobs()}):
            start = time.perf_counter()
            kernel.exact(roots, win_only=True, limits=kernel.KernelLimits(threads=threads))
            taken.append(time.perf_counter() - start)
            print(f"seed {seed}: {threads} threads {taken[-1]:.2f} s", flush=True)
        print(f"seed {seed}: {taken[0] / taken[-1]:.2f} times as fast")


def bench_beams() -> None:
    """Single beams: deals won and processor milliseconds, short hands, seeds 1000 to 1049."""
    print(f"{'rules':<16} {'width':>6} {'won of 50':>10} {'mean ms':>8}")
    for players in (1, 3):
        seats = range(1, players + 1)
        words = [f"players={players} expert short-hand"]
        starters = [f"{words[0]} first={seat}" for seat in seats] if players > 1 else words
        deals = [
            [Problem.of(the_game.start(deal_seed("the-game", seed, rules=r))) for r in starters]
            for seed in range(1000, 1050)
        ]
        for width in (5, 20, 80, 320):
            start = time.process_time()
            won = sum(kernel.beam(roots, width, win_only=True).left == 0 for roots in deals)
            mean = (time.process_time() - start) / len(deals) * 1000
            print(f"{players} short hands   {width:>6} {won:>10} {mean:>8.1f}", flush=True)


def bench_shell() -> None:
    """Commands from the shell, start of Python and all."""
    # As after an installation: modules are compiled once, not at every start.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for arguments in (["--help"], ["deal", "the-game", "--seed", "42"], ["solve", "--seed", "42"]):
        times = []
        for _ in range(5):
            start = time.perf_counter()
            command = [sys.executable, "-m", "cardsolver", *arguments]
            subprocess.run(command, capture_output=True, check=True, env=environment)
            times.append(time.perf_counter() - start)
        print(f"cardsolver {' '.join(arguments):<28} best of 5: {min(times):.2f} s", flush=True)


def _solver_table(sets: list[tuple[str, str, int, str]], *, win_only: bool) -> None:
    print(f"{'rules':<24} {'mean':>7} {'median':>7} {'most':>7}  aim, verdicts")
    for name, rules, count, aim in sets:
        deals = [deal_seed("the-game", str(seed), rules=rules) for seed in range(count)]
        _solver_row(name, deals, aim, win_only=win_only)


def _solver_row(
    name: str,
    deals: list[Deal],
    aim: str,
    *,
    win_only: bool,
    engine: EngineName = "search",
    limits: SolveLimits = LIMITS,
) -> None:
    times, verdicts = [], []
    for deal in deals:
        verdict = solve_deal(deal, engine=engine, limits=limits, win_only=win_only)
        times.append(verdict.seconds)
        proven = win_only or verdict.is_optimal
        verdicts.append(verdict.verdict if proven else "not proven best")
    _print_times(name, times, aim, verdicts)


def _print_times(name: str, times: list[float], aim: str, verdicts: Sequence[str]) -> None:
    mean, median = statistics.mean(times), statistics.median(times)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in Counter(verdicts).items())
    print(f"{name:<24} {mean:>7.2f} {median:>7.2f} {max(times):>7.2f}  {aim}; {counts}", flush=True)


def bench_fifty_fifty() -> None:
    """Fifty Fifty on one core: games to the end, guesses, and a lookahead's move (its middle)."""
    print(f"{'players':>7} {'way':<10} {'games/s':>9} {'guesses/s':>10} {'ms a move':>10}")
    for players in range(2, 6):
        deals = [deal_seed("fifty-fifty", seed, rules=f"players={players}") for seed in range(50)]
        starts = [fast_game(fifty_fifty.start(deal)) for deal in deals]
        view, events = _middle(deals[0])
        ways: list[tuple[str, Callable[[int], object], Callable[[int], object], int]] = [
            (
                "reference",
                partial(_play_reference, starts, view.rules),
                partial(_guess_reference, Guesses(view, events, 0)),
                1,
            )
        ]
        if fifty_fifty_kernel.is_built():
            moments = [fifty_fifty_kernel.Moment(start) for start in starts]
            packed = [fifty_fifty_kernel.packed_event(event) for event in events]
            moment = fifty_fifty_kernel.Moment(seen_game(view))
            ways.append(
                (
                    "compiled",
                    partial(_play_compiled, moments),
                    partial(_guess_compiled, moment, view.seat, packed),
                    50,
                )
            )
        bot = make_bot("lookahead", "fifty-fifty", seed="0")
        for name, play, guess, count in ways:
            games, guesses = count * rate(play), count * rate(guess)
            row = f"{players:>7} {name:<10} {games:>9.0f} {guesses:>10.0f}"
            if name == "compiled":
                row += f" {1000 / rate(partial(_choose, bot, view)):>10.1f}"
            print(row, flush=True)


def _middle(deal: Deal) -> tuple[fifty_fifty.View, list[Event]]:
    """What the first seat sees after sixteen moves of `greedy` ones, when it has to decide."""
    state, memory, bot = fifty_fifty.start(deal), Memory(), GreedyBot()
    for number in range(100):
        seat = fifty_fifty.to_move(state) or 0
        view = fifty_fifty.view(state, seat)
        if number >= 16 and seat == 0:
            return view, memory.events(view)
        move = bot.choose(view)
        text = fifty_fifty.seen_move(move)
        if text is not None:
            memory.saw(seat, text)
        state = fifty_fifty.apply(state, move)
    raise RuntimeError("the first seat never has to decide")


def _play_reference(starts: list[FastGame], rules: fifty_fifty.Rules, number: int) -> None:
    game = starts[number % len(starts)].copy()
    policy.play_on(game, [policy.GreedyMind(rules)] * game.players, policy.TO_THE_END)


def _play_compiled(moments: list[fifty_fifty_kernel.Moment], _number: int) -> None:
    players = moments[0].players
    fifty_fifty_kernel.play(
        moments[0],
        fifty_fifty_kernel.packed(moments),
        [[fifty_fifty_kernel.GREEDY] * players] * len(moments),
        0,
        [fifty_fifty_kernel.AS_IT_IS],
        compiled_fit_for(players),
        turns=policy.TO_THE_END,
    )


def _guess_reference(chain: Guesses, _number: int) -> None:
    chain.next()


def _choose(bot: AnyBot, view: fifty_fifty.View, _number: int) -> None:
    bot.choose(view)


def _guess_compiled(
    moment: fifty_fifty_kernel.Moment, seat: int, events: list[bytes], number: int
) -> None:
    fifty_fifty_kernel.guess(moment, seat, events, doubt=DOUBT, warm_up=0, seed=number, count=50)


def bench_replay() -> None:
    """A recorded game as a story and as a page: time and size."""
    golden = Path(__file__).parent.parent / "tests" / "golden"
    for name, file in ((name, golden / f"{name}.jsonl") for name in all_games()):
        lines = file.read_text(encoding="utf-8").splitlines()
        for line in (lines[0], max(lines, key=len)):
            transcript = parse_transcript(line)
            stories = rate(lambda _, transcript=transcript: tell_story(transcript), 1.0)  # type: ignore[misc] # mypy cannot infer a default's type
            story = tell_story(transcript)
            pages = rate(lambda _, story=story: to_html(story), 1.0)  # type: ignore[misc] # as above
            size = len(to_html(story).encode()) / 1000
            moves = len(transcript.moves)
            print(
                f"  {name}, {moves:>5} moves: story {1000 / stories:>6.1f} ms,"
                f" page {1000 / pages:>6.1f} ms, {size:>6.0f} kB"
            )


def bench_environments() -> None:
    """A step of the environments for training agents: vector, mask and move, at random."""
    print(f"{'game':<12} {'players':>7} {'µs':>7}   (a step)")
    for name, game in all_games().items():
        for players in sorted({game.players[0], 3}):
            each = move_rate(partial(environment_game, name, players))
            print(f"{name:<12} {players:>7} {each:>7.1f}", flush=True)


def environment_game(name: str, players: int, seed: int) -> int:
    """A random episode of at most 1,000 steps; how many it had."""
    from cardsolver import rl  # noqa: PLC0415 - an extra

    env = rl.env(name, players=players, most_moves=1000)
    env.reset(seed=seed)
    rng = Random(seed)
    while env.last(observe=False)[2:4] == (False, False):
        env.step(rng.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0]))
    return len(env.table.moves)


PARTS: dict[str, Callable[[], None]] = {
    "fifty-fifty": bench_fifty_fifty,
    "engine": bench_engine,
    "planner": bench_planner,
    "lay-outs": bench_lay_outs,
    "level-8": bench_level_8,
    "referee": bench_referee,
    "process": bench_process,
    "tournament": bench_tournament,
    "shell": bench_shell,
    "replay": bench_replay,
    "environments": bench_environments,
    "solver": bench_solver,
    "beams": bench_beams,
    "exact": bench_exact,
    "threads": bench_threads,
    "cpsat-deals": bench_full_deals,
    "cpsat-models": bench_models,
    "cpsat-bounds": bench_bounds,
    "cpsat-tables": print_tables,
}

GROUPS = {"cpsat": ["cpsat-deals", "cpsat-models", "cpsat-bounds"]}


def main() -> None:
    """Run the parts that were asked for, or all of them."""
    parts = "\n".join(f"  {name}: {part.__doc__}" for name, part in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description=__doc__,
        epilog=f"parts:\n{parts}\n  cpsat: the three of CP-SAT, hours unless in the record",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="default: all")
    asked = parser.parse_args().parts or list(PARTS)
    names = [name for each in asked for name in GROUPS.get(each, [each])]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    for name in names:
        print(f"\n{name}: {PARTS[name].__doc__}")
        PARTS[name]()


if __name__ == "__main__":
    main()
