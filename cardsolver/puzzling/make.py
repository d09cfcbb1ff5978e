"""Puzzles with their proven answers and ratings: from recipes, or as somebody wishes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardsolver.core.errors import InputError
from cardsolver.core.shuffle import generator_state, number_below
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.puzzling.candidate import UNLIMITED
from cardsolver.puzzling.deals import full_deal
from cardsolver.puzzling.positions import position
from cardsolver.puzzling.rating import DIFFICULTIES, rate
from cardsolver.puzzling.recipe import MIDDLE, DealRecipe, PositionRecipe
from cardsolver.solver.solve import solve_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolver.core.deal import Deal
    from cardsolver.puzzling.candidate import Candidate
    from cardsolver.puzzling.recipe import Recipe

NewKind: TypeAlias = Literal["turn", "end", "lost", "deal"]
NEW_KINDS: tuple[NewKind, ...] = ("turn", "end", "lost", "deal")
# Cards in hand of a one-turn puzzle; cards to draw of the others, and the largest hand if the rules
# do not name one, by difficulty: where a puzzle of that difficulty is most likely to be found. What
# it is really like is measured afterwards.
_IN_HAND = ((6, 8), (8, 10), (10, 13))
_TO_DRAW = ((2, 5), (3, 8), (5, 12), (8, 18), (14, 24))
_LARGEST_HANDS = (3, 5, 8, 8, 8)
_ALL_PILES_FROM = 3  # from this difficulty on the one line uses all four piles
_LAYS = 3_000_000  # a full deal that takes the search longer is passed over
# With everything in hand, or just one way to win, a narrow search sees through it.
MOST_DIFFICULT: dict[NewKind, int] = {"turn": 3, "end": 4, "lost": 5, "deal": 5}
# How many seeds are looked at for one puzzle: few of them give one of some kinds.
TRIES: dict[NewKind, int] = {"turn": 20_000, "end": 1_000, "lost": 300, "deal": 100}


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants. Without a difficulty, any will do."""

    kind: NewKind
    rules: str = ""
    difficulty: int | None = None

    def check(self) -> None:
        """Say what cannot be had."""
        if not kernel.is_built():
            raise InputError("the kernel is not built; a C compiler is needed to make puzzles")
        rules = the_game.parse_rules(self.rules)
        if self.kind == "turn" and rules.players > 1:
            raise InputError("a one-turn puzzle is for one player; expected another kind")
        if self.kind == "turn" and rules.on_fire:
            # All cards may be laid in one turn, so the fire never rules out a line.
            raise InputError("the fire changes no one-turn puzzle; expected another kind")
        if self.difficulty is not None and self.difficulty > MOST_DIFFICULT[self.kind]:
            there_are = ", ".join(DIFFICULTIES[: MOST_DIFFICULT[self.kind]])
            raise InputError(
                f"puzzles of kind {self.kind} are never {DIFFICULTIES[self.difficulty - 1]};"
                f" expected {there_are}, or another kind"
            )

    def recipe(self, state: int) -> Recipe:
        """One that may give such a puzzle; the generator's state chooses among them."""
        if self.kind == "deal":
            return DealRecipe(rules=self.rules, verdict="any", lays=_LAYS)
        ranges = _IN_HAND if self.kind == "turn" else _TO_DRAW
        level = self.difficulty
        if level is None:
            grade, state = number_below(len(ranges), state)
            level = grade + 1
        low, high = ranges[level - 1]
        more, state = number_below(high - low + 1, state)
        if self.kind == "turn":
            cards = low + more
            return PositionRecipe(
                want="unique",
                cards=cards,
                hand=cards,
                rules=self.rules,
                window=MIDDLE,
                tops="dealt",
                piles=2,
            )
        rules = the_game.parse_rules(self.rules)
        hand = rules.hand
        if "hand=" not in self.rules:
            fewer, state = number_below(2, state)
            hand = max(rules.minimum, min(hand, _LARGEST_HANDS[level - 1]) - fewer)
        return PositionRecipe(
            want="unique" if self.kind == "end" else "lost",
            cards=rules.players * hand + low + more,
            hand=hand,
            rules=self.rules,
            piles=4 if level >= _ALL_PILES_FROM else 2,
        )


def make_new(
    wish: Wish, seed: str, *, tries: int, on_try: Callable[[int], None] | None = None
) -> Iterator[Deal]:
    """Puzzles as wished, from the seeds SEED/0, SEED/1 …: the same ones each time.

    `on_try` is told how many seeds have been looked at.
    """
    wish.check()
    for number in range(tries):
        if on_try is not None:
            on_try(number)
        one = f"{seed}/{number}"
        found = candidate(wish.recipe(generator_state(f"{one} recipe")), one)
        if found is None:
            continue
        puzzle = finished(found, f"{found.how}; made by cardsolver puzzles new")
        difficulty = (puzzle.expected or {})["difficulty"]
        if wish.difficulty in (None, difficulty):
            yield replace(puzzle, name=f"{wish.kind}, {DIFFICULTIES[difficulty - 1]}, {one}")


def candidate(recipe: Recipe, seed: str) -> Candidate | None:
    """What a seed gives by a recipe, if anything."""
    if isinstance(recipe, DealRecipe):
        return full_deal(recipe, seed)
    return position(recipe, seed)


def finished(found: Candidate, source: str) -> Deal:
    """The puzzle with where it comes from, what is proven about it, and its rating."""
    puzzle = replace(found.deal, source=source)
    return replace(puzzle, expected=answer(puzzle, lines=found.lines, turns=found.turns))


def answer(puzzle: Deal, *, lines: int | None = None, turns: int | None = None) -> dict[str, Any]:
    """What is proven about a puzzle, and how hard it is."""
    verdict = solve_deal(puzzle, engine="search", limits=UNLIMITED).unless_interrupted()
    if not verdict.is_optimal:
        raise AssertionError(f"{puzzle.label}: not proven")
    rating = rate(puzzle, verdict)
    counted = {name: value for name, value in (("lines", lines), ("turns", turns)) if value}
    return {
        "verdict": verdict.verdict,
        "left": verdict.left,
        **counted,
        "difficulty": rating.difficulty,
        "rating": rating.to_json(),
    }
