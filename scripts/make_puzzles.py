"""Find the puzzles and write them: `scripts/make_puzzles.py [--list | --print] [SLUG…]`.

Every puzzle has a recipe below: which seeds are looked at, how a seed becomes a deal or position,
and which of them is best. Nothing depends on time or chance, so the same files come out again. An
answer is written only with its proof: the solver's verdict, and for one winning line the counter's.
All of them take about ten minutes. Which deal is hardest, and the stars, are the search's own view:
a different search may see it differently, so a changed engine may choose other deals.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cardsolver.core.deal import Deal, deal_seed, deal_to_json
from cardsolver.core.resources import puzzles_folder
from cardsolver.core.seeds import series
from cardsolver.core.shuffle import generator_state, number_below
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.bits import bits, dead_cards
from cardsolver.games.the_game.position import PILES, Position, format_position
from cardsolver.games.the_game.puzzles import GAME, KINDS, load_puzzle, prefix_of, puzzle_files
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.search import search
from cardsolver.solver.solve import solve_deal
from cardsolver.solver.uniqueness import TooManyPositionsError, solutions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.solver.result import EngineAnswer
    from cardsolver.solver.search import SearchProgress
    from cardsolver.solver.uniqueness import Solution

ROOT = Path(__file__).parent.parent
Tops = tuple[int, int, int, int]
UNLIMITED = SolveLimits(seconds=None)
BASES: Tops = (1, 1, 100, 100)
# A position that takes the counter longer than this is not looked at any further.
COUNTED_POSITIONS = 25_000
# A pile that runs on towards its end first makes steps of this size, then half of it …
FIRST_STEP = 12
# … and stops while there is still room for a few cards: a pile that takes none offers no choice.
HIGHEST_TOP, LOWEST_TOP = 85, 16
# The difficulty counts how many of these the search passes, in lays looked at for each card.
EFFORTS = (30, 650, 1_500, 5_000)
FIRES = 3  # fire cards in a position On Fire
PAGE = ROOT / "puzzles" / "README.md"
BEGIN = "<!-- written by scripts/make_puzzles.py -->"
END = "<!-- end -->"


# Recipes -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What all puzzles have: a file's name, a title, the rules and how many seeds to look at."""

    slug: str
    name: str
    rules: str = ""
    seeds: int

    @property
    def first_seed(self) -> str:
        return self.slug

    def seed_range(self) -> Iterator[str]:
        return series(self.first_seed, self.seeds)


@dataclass(frozen=True, kw_only=True)
class DealRecipe(Recipe):
    """A full deal: of the seeds, the one that takes the search most lays (or fewest)."""

    first: int = 0
    want: Literal["hardest", "easiest"] = "hardest"
    verdict: Literal["winnable", "unwinnable"] = "winnable"
    lays: int  # a seed that takes more is passed over: its proof must not take a minute

    @property
    def first_seed(self) -> str:
        return str(self.first)


@dataclass(frozen=True, kw_only=True)
class PositionRecipe(Recipe):
    """A position of a seed's cards.

    unique: exactly one winning line, of all seeds the one with most backwards tricks.
    lost: cannot be won although no card is dead, with as few cards left as possible.
    """

    want: Literal["unique", "lost"]
    cards: int
    hand: int
    window: tuple[int, int] = (2, 99)  # only cards from here to there
    tops: Literal["dealt", "run on"] = "run on"
    laid: int = 0
    piles: int = 4  # how many get a card in the one line
    forced_turns: bool = False  # the turns are to be the only ones, too
    fire_only: bool = False  # lost only because of the fire


def unique(slug: str, name: str, cards: int, hand: int, seeds: int, **more: Any) -> PositionRecipe:
    """A position with exactly one winning line."""
    return PositionRecipe(
        slug=slug, name=name, cards=cards, hand=hand, seeds=seeds, want="unique", **more
    )


def lost(slug: str, name: str, cards: int, hand: int, seeds: int, **more: Any) -> PositionRecipe:
    """A position that cannot be won and does not look it."""
    return PositionRecipe(
        slug=slug, name=name, cards=cards, hand=hand, seeds=seeds, want="lost", **more
    )


def deal(slug: str, name: str, rules: str, seeds: int, lays: int, **more: Any) -> DealRecipe:
    """A full deal."""
    return DealRecipe(slug=slug, name=name, rules=rules, seeds=seeds, lays=lays, **more)


def unwinnable(slug: str, name: str, rules: str, seeds: int, lays: int) -> DealRecipe:
    """A full deal that nobody can win."""
    return deal(slug, name, rules, seeds, lays, verdict="unwinnable")


MIDDLE = (20, 80)
# With nothing to draw one line uses one ascending and one descending pile at most: of two ascending
# piles, the higher last card could lie on the other pile as well, and that would be a second line.
IN_HAND: dict[str, Any] = {"tops": "dealt", "window": MIDDLE, "piles": 2}

RECIPES: tuple[Recipe, ...] = (
    # One turn: everything in hand, nothing to draw (or as good as nothing).
    unique("turn-01-half-a-dozen", "Half a dozen", 6, 6, 6000, **IN_HAND),
    unique("turn-02-mind-the-gap", "Mind the gap", 7, 7, 6000, **IN_HAND),
    unique("turn-03-pieces-of-eight", "Pieces of eight", 8, 8, 6000, **IN_HAND),
    unique("turn-04-leapfrog", "Leapfrog", 8, 8, 6000, **IN_HAND),
    unique("turn-05-ten-steps-back", "Ten steps back", 9, 9, 6000, **IN_HAND),
    unique("turn-06-full-house", "Full house", 10, 10, 6000, **IN_HAND),
    unique("turn-07-bakers-dozen", "Baker's dozen", 13, 13, 6000, **IN_HAND),
    unique("turn-08-last-two-out", "The last two out", 10, 8, 6000, **IN_HAND),
    unique("turn-09-in-mid-air", "In mid-air", 9, 7, 6000, **IN_HAND, laid=1),
    # End games: some cards still to draw.
    unique("end-01-home-straight", "Home straight", 12, 8, 300),
    unique("end-02-bottleneck", "Bottleneck", 14, 8, 300),
    unique("end-03-clockwork", "Clockwork", 15, 3, 200, rules="minimum=3", forced_turns=True),
    unique("end-04-tightrope", "Tightrope", 16, 4, 200, rules="minimum=3", forced_turns=True),
    unique("end-05-thimble", "Thimble", 18, 3, 150, forced_turns=True),
    unique("end-06-expert-descent", "Expert's descent", 16, 7, 200, rules="minimum=3"),
    unique("end-07-needles-eye", "The needle's eye", 20, 8, 150),
    unique("end-08-long-goodbye", "The long goodbye", 24, 8, 80),
    unique("end-09-thirty-and-out", "Thirty and out", 30, 8, 12),
    # Positions that cannot be won and do not look it.
    lost("lost-01-odd-one-out", "Odd one out", 8, 8, 8000, tops="dealt", window=MIDDLE),
    lost("lost-02-one-too-many", "One too many", 10, 8, 60),
    lost("lost-03-mirage", "Mirage", 16, 8, 30),
    lost("lost-04-false-dawn", "False dawn", 20, 7, 20, rules="minimum=3"),
    lost("lost-05-so-near", "So near", 24, 8, 12),
    lost("lost-06-a-hair-too-far", "A hair too far", 30, 8, 8),
    lost("lost-07-foot-in-the-air", "One foot in the air", 10, 6, 40, laid=1),
    # Full deals, from a stroll to a wall.
    deal("deal-01-sunday-stroll", "Sunday stroll", "", 30, 200_000, want="easiest"),
    deal("deal-02-hill", "Hill", "", 40, 400_000),
    deal("deal-03-seven-league-hand", "Seven-league hand", "short-hand", 20, 600_000),
    deal("deal-04-expert-climb", "The expert's climb", "expert", 20, 600_000),
    deal("deal-05-north-face", "North face", "expert short-hand", 25, 1_200_000),
    deal("deal-06-five-fingers", "Five fingers", "hand=5", 7, 700_000),
    unwinnable("deal-07-two-in-the-hand", "Two in the hand", "hand=2", 20, 300_000),
    unwinnable("deal-08-three-is-a-crowd", "Three is a crowd", "hand=3 minimum=3", 10, 300_000),
    unwinnable("deal-09-never-enough", "Never enough", "hand=3", 2, 1_200_000),
    # Several players.
    deal("team-01-hand-in-hand", "Hand in hand", "players=2", 20, 400_000),
    deal("team-02-three-musketeers", "Three musketeers", "players=3", 12, 500_000),
    deal("team-03-string-quartet", "String quartet", "players=4 expert", 8, 500_000),
    deal("team-04-five-alive", "Five alive", "players=5 expert short-hand", 6, 600_000),
    unique("team-05-pas-de-deux", "Pas de deux", 16, 6, 150, rules="players=2"),
    unique("team-06-after-you", "After you", 18, 4, 120, rules="players=3"),
    unique("team-07-relay", "Relay", 15, 3, 150, rules="players=4"),
    lost("team-08-crossed-wires", "Crossed wires", 14, 5, 40, rules="players=2"),
    unwinnable("team-09-two-by-two", "Two by two", "players=2 hand=2", 3, 900_000),
    # On Fire.
    deal("fire-01-slow-burn", "Slow burn", "on-fire", 20, 400_000),
    deal("fire-02-bucket-chain", "Bucket chain", "players=3 on-fire", 8, 600_000),
    unique("fire-03-stamp-it-out", "Stamp it out", 10, 6, 400, piles=2, rules="on-fire"),
    unique("fire-04-firewalk", "Firewalk", 14, 6, 200, rules="on-fire", piles=3),
    unique("fire-05-two-buckets", "Two buckets", 12, 4, 300, rules="players=2 on-fire"),
    lost("fire-06-no-smoke", "No smoke without", 12, 6, 200, rules="on-fire", fire_only=True),
    unwinnable("fire-07-ashes", "Ashes", "hand=3 minimum=3 on-fire", 10, 300_000),
)


# From a seed to a puzzle ---------------------------------------------------------------------


@dataclass(frozen=True)
class Candidate:
    """A puzzle that a seed gives; the highest score of a recipe's seeds is taken."""

    deal: Deal
    score: tuple[int, ...]
    how: str  # the rest of the sentence that says where it comes from


def make(recipe: Recipe) -> Deal | None:
    """The best puzzle of a recipe, with its proven answer."""
    best: Candidate | None = None
    for seed in recipe.seed_range():
        if isinstance(recipe, DealRecipe):
            candidate = full_deal(recipe, seed)
        else:
            assert isinstance(recipe, PositionRecipe)  # noqa: S101 - there are two kinds
            candidate = position(recipe, seed)
        if candidate is not None and (best is None or candidate.score > best.score):
            best = candidate
    if best is None:
        return None
    source = f"{best.how}; found by scripts/make_puzzles.py"
    puzzle = replace(best.deal, name=recipe.name, source=source)
    return replace(puzzle, expected=answer(recipe, puzzle))


def answer(recipe: Recipe, puzzle: Deal) -> dict[str, Any]:
    """What is proven about a puzzle, and how far the search had to look for it."""
    verdict = solve_deal(puzzle, engine="search", limits=UNLIMITED)
    if not verdict.is_optimal:
        raise AssertionError(f"{recipe.slug}: not proven")
    expected: dict[str, Any] = {"verdict": verdict.verdict, "left": verdict.left}
    if isinstance(recipe, PositionRecipe) and recipe.want == "unique":
        problem = Problem.of(the_game.start(puzzle))
        expected["lines"] = len(solutions(problem))
        if len(solutions(problem, turns=True)) == 1:
            expected["turns"] = 1
    cards = the_game.left(the_game.start(puzzle))
    difficulty = 1 + sum(verdict.nodes > effort * cards for effort in EFFORTS)
    return {**expected, "difficulty": difficulty}


def complete(words: str, **what: Any) -> Deal:
    """A deal with its rules in full."""
    made = Deal(GAME, words, **what)
    return replace(made, rules=the_game.format_rules(the_game.start(made).rules))


# Full deals ----------------------------------------------------------------------------------


def full_deal(recipe: DealRecipe, seed: str) -> Candidate | None:
    """The deal of a seed, if its verdict is the one that is looked for."""
    made = complete(recipe.rules, deck=deal_seed(GAME, seed).deck, seed=seed)
    found = search_lays(made, recipe.lays)
    if found is None or (found.left == 0) != (recipe.verdict == "winnable"):
        return None
    last = int(recipe.first_seed) + recipe.seeds - 1
    how = (
        f"seed {seed}; of the {recipe.verdict} deals among the seeds {recipe.first_seed} to {last}"
        f" that the search decides within about {recipe.lays:,} lays, the one that took it"
        f" {'most' if recipe.want == 'hardest' else 'fewest'}"
    )
    return Candidate(made, (found.nodes if recipe.want == "hardest" else -found.nodes,), how)


def search_lays(puzzle: Deal, lays: int) -> EngineAnswer | None:
    """The proven best outcome, unless more lays have to be looked at for it."""
    rules = the_game.start(puzzle).rules
    seats = range(rules.players) if puzzle.position is None else range(1)
    problems = [
        Problem.of(
            the_game.start(
                replace(puzzle, rules=the_game.format_rules(replace(rules, first=seat, talk=False)))
            )
        )
        for seat in seats
    ]

    def count(progress: SearchProgress) -> None:
        if progress.nodes > lays:
            raise TooManyLaysError

    try:
        found = search(problems, memory_bytes=UNLIMITED.memory_bytes, progress=count)
    except TooManyLaysError:
        return None
    return found if found.left == found.bound and found.nodes <= lays else None


class TooManyLaysError(Exception):
    """The search was given up."""


# Positions -----------------------------------------------------------------------------------


def position(recipe: PositionRecipe, seed: str) -> Candidate | None:
    """The best position of a seed's cards."""
    low, high = recipe.window
    deck = tuple(map(int, deal_seed(GAME, seed).deck))
    cards = tuple(card for card in deck if low <= card <= high)[: recipe.cards]
    if "on-fire" in recipe.rules:
        fire = [card for card in deck if card in the_game.FIRE_CARDS][:FIRES]
        others = [card for card in deck if card not in the_game.FIRE_CARDS]
        chosen = {*fire, *others[: recipe.cards - FIRES]}
        cards = tuple(card for card in deck if card in chosen)
    table = Table(recipe, cards)
    which = f"the first {recipe.cards} cards of seed {seed}"
    if "on-fire" in recipe.rules:
        ordinary = recipe.cards - FIRES
        which = f"the first {ordinary} ordinary and {FIRES} fire cards of seed {seed}"
    if recipe.window != (2, 99):
        which += f" from {low} to {high}"
    if recipe.tops == "dealt":
        tops = [card for card in deck if card not in cards and LOWEST_TOP <= card <= HIGHEST_TOP]
        how = f"{which}, and its next four from {LOWEST_TOP} to {HIGHEST_TOP} as tops"
        return table.judge((tops[0], tops[1], tops[2], tops[3]), how)
    return table.run_on(generator_state(f"{seed} tops"), which)


class Table:
    """The cards of a position; the tops vary."""

    def __init__(self, recipe: PositionRecipe, cards: tuple[int, ...]) -> None:
        self.recipe = recipe
        self.cards = cards
        players = the_game.parse_rules(recipe.rules).players
        dealt = players * recipe.hand
        self.hands = tuple(tuple(sorted(cards[seat:dealt:players])) for seat in range(players))
        self.draw = cards[dealt:]

    def deal(self, tops: Tops, rules: str | None = None) -> Deal:
        """The position with these tops."""
        text = format_position(Position(tops, self.hands, self.draw, self.recipe.laid))
        words = self.recipe.rules if rules is None else rules
        usual = "" if "hand=" in words else f"hand={max(self.recipe.hand, 1)}"
        return complete(f"{words} {usual}".strip(), position=text)

    def wins(self, tops: Tops) -> frozenset[Solution] | None:
        """At most two winning lines; None if counting takes too long."""
        problem = Problem.of(the_game.start(self.deal(tops)))
        try:
            return solutions(problem, turns=self.recipe.forced_turns, positions=COUNTED_POSITIONS)
        except TooManyPositionsError:
            return None

    def wins_without_fire(self, tops: Tops) -> frozenset[Solution]:
        """At most two winning lines of the same position if fire cards were ordinary ones."""
        words = self.recipe.rules.replace("on-fire", "").strip()
        return solutions(Problem.of(the_game.start(self.deal(tops, words))))

    def judge(self, tops: Tops, how: str) -> Candidate | None:
        """The position as a puzzle, if it is what the recipe wants."""
        wins = self.wins(tops)
        if wins is None:
            return None
        if self.recipe.want == "lost":
            return self.lost(tops, how) if not wins else None
        if len(wins) != 1:
            return None
        (solution,) = wins
        tricks, sizes = shape(tops, solution)
        used = [size for size in sizes if size]
        if len(used) < self.recipe.piles or not tricks:
            return None  # a line without a trick is a sorting task
        if "on-fire" in self.recipe.rules:
            if len(self.wins_without_fire(tops)) == 1:
                return None
            how += "; without the fire there would be more"
        how = f"{how}; of what {self.recipe.seeds} seeds gave, most backwards tricks in its line"
        return Candidate(self.deal(tops), (tricks, min(used)), how)

    def lost(self, tops: Tops, how: str) -> Candidate | None:
        """A lost position with no dead card and as few cards left as possible."""
        if dead_cards(tops, bits(self.cards)):
            return None
        made = self.deal(tops)
        if self.recipe.fire_only:
            if not self.wins_without_fire(tops):
                return None
            how += "; without the fire it could be won"
        found = search_lays(made, 1_000_000)
        if found is None:
            return None
        return Candidate(made, (-found.left, found.nodes), how)

    def run_on(self, state: int, which: str) -> Candidate | None:
        """Let the piles run on from their bases, for as long as the position can be won.

        A unique puzzle is where one winning line is left. A lost one has one pile a step too far.
        """
        tops = BASES
        steps = [FIRST_STEP] * 4
        too_far: list[Candidate] = []
        while any(steps):
            open_piles = [pile for pile in range(4) if steps[pile]]
            choice, state = number_below(len(open_piles), state)
            pile = open_piles[choice]
            ahead = self.further(tops, pile, steps[pile])
            wins = None if ahead is None else self.wins(ahead)
            if ahead is not None and wins:
                tops = ahead
                if len(wins) == 1 and self.recipe.want == "unique":
                    return self.judge(tops, f"{which}, the piles run on until one line was left")
                continue
            if ahead is not None and wins is not None and self.recipe.want == "lost":
                instead = f"{tops[pile]} instead of {ahead[pile]} on pile {PILES[pile]}"
                candidate = self.lost(ahead, f"{which}; with {instead} it could be won")
                too_far += [] if candidate is None else [candidate]
            steps[pile] //= 2
        return max(too_far, key=lambda candidate: candidate.score, default=None)

    def further(self, tops: Tops, pile: int, step: int) -> Tops | None:
        """The tops with one pile further on, by this step or to the next card that is not used."""
        forward = 1 if pile < 2 else -1
        top = tops[pile] + forward * step
        while top in self.cards or top in tops:
            top += forward
        if (pile < 2 and top > HIGHEST_TOP) or (pile >= 2 and top < LOWEST_TOP):
            return None
        a, b, c, d = (top if index == pile else old for index, old in enumerate(tops))
        return a, b, c, d


def shape(tops: Tops, solution: Solution) -> tuple[int, list[int]]:
    """The backwards tricks of a solution, and how many cards each pile gets."""
    tricks = 0
    sizes = []
    for pile, top in enumerate(tops):
        row = [card for part in solution for card in part[pile]]
        before = [top, *row]
        tricks += sum(the_game.is_trick(pile, *pair) for pair in zip(before, row, strict=False))
        sizes.append(len(row))
    return tricks, sizes


def text_of(puzzle: Deal) -> str:
    """The file of a puzzle: one field per line."""
    fields = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in deal_to_json(puzzle).items()
    ]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def tables() -> str:
    """The puzzles as tables, one per kind."""
    lines = [BEGIN]
    kind = ""
    for path in puzzle_files():
        puzzle = load_puzzle(path)
        state = the_game.start(puzzle)
        expected = puzzle.expected or {}
        if prefix_of(path) != kind:
            kind = prefix_of(path)
            lines += [
                "",
                f"### {KINDS[kind][0].upper()}{KINDS[kind][1:]}",
                "",
                "| puzzle | name | cards | players | hand | minimum | difficulty |",
                "| --- | --- | --- | --- | --- | --- | --- |",
            ]
        lines.append(
            f"| `{path.stem}` | {puzzle.name} | {the_game.left(state)} | {state.rules.players}"
            f" | {state.rules.hand} | {state.rules.minimum} | {'★' * expected['difficulty']} |"
        )
    return "\n".join([*lines, "", END])


def write_page() -> None:
    """Put the tables into the page, in place of the old ones."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + tables() + after, encoding="utf-8")


def main() -> None:
    """Make the puzzles that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="how a puzzle's name starts")
    parser.add_argument("--list", action="store_true", help="only list the recipes")
    parser.add_argument("--print", action="store_true", help="print the puzzles, write no files")
    arguments = parser.parse_args()
    wanted = tuple(arguments.slugs)
    recipes = [recipe for recipe in RECIPES if not wanted or recipe.slug.startswith(wanted)]
    if arguments.list:
        print("\n".join(recipe.slug for recipe in recipes))
    elif arguments.print:
        for recipe in recipes:
            print(text_of(found(recipe)), end="")
    else:
        write(recipes, remove_others=not wanted)


def found(recipe: Recipe) -> Deal:
    """The puzzle of a recipe, which must have one."""
    puzzle = make(recipe)
    if puzzle is None:
        sys.exit(f"{recipe.slug}: none of {recipe.seeds} seeds gives such a puzzle")
    return puzzle


def write(recipes: list[Recipe], *, remove_others: bool) -> None:
    """Write the files and the page."""
    folder = puzzles_folder() / GAME
    folder.mkdir(parents=True, exist_ok=True)
    if remove_others:
        for path in puzzle_files():
            if path.stem not in {recipe.slug for recipe in RECIPES}:
                path.unlink()
    for recipe in recipes:
        started = time.perf_counter()
        puzzle = found(recipe)
        (folder / f"{recipe.slug}.json").write_text(text_of(puzzle), encoding="utf-8")
        print(
            f"{recipe.slug}: {puzzle.expected}, {time.perf_counter() - started:.1f} s", flush=True
        )
    write_page()


if __name__ == "__main__":
    main()
