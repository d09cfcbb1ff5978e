"""Positions as puzzles: a seed's first cards, and piles that run on until one line is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.core.shuffle import generator_state, number_below
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.bits import bits, dead_cards
from cardsolver.games.the_game.position import PILES, Position, format_position
from cardsolver.games.the_game.puzzles import GAME
from cardsolver.puzzling.candidate import Candidate, complete, search_lays
from cardsolver.puzzling.recipe import ALL_CARDS
from cardsolver.solver.problem import Problem
from cardsolver.solver.uniqueness import TooManyPositionsError, solutions

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal
    from cardsolver.puzzling.recipe import PositionRecipe
    from cardsolver.solver.uniqueness import Solution

Tops = tuple[int, int, int, int]
BASES: Tops = (1, 1, 100, 100)
# A position that takes the counter longer than this is not looked at any further.
COUNTED_POSITIONS = 25_000
# A pile that runs on towards its end first makes steps of this size, then half of it …
FIRST_STEP = 12
# … and stops while there is still room for a few cards: a pile that takes none offers no choice.
HIGHEST_TOP, LOWEST_TOP = 85, 16
FIRES = 3  # fire cards in a position On Fire
MOST_LAYS = 1_000_000  # for the proof that a position is lost


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
    layout = Layout(recipe, cards)
    which = f"the first {recipe.cards} cards of seed {seed}"
    if "on-fire" in recipe.rules:
        ordinary = recipe.cards - FIRES
        which = f"the first {ordinary} ordinary and {FIRES} fire cards of seed {seed}"
    if recipe.window != ALL_CARDS:
        which += f" from {low} to {high}"
    if recipe.tops == "dealt":
        tops = [card for card in deck if card not in cards and LOWEST_TOP <= card <= HIGHEST_TOP]
        how = f"{which}, and its next four from {LOWEST_TOP} to {HIGHEST_TOP} as tops"
        return layout.judge((tops[0], tops[1], tops[2], tops[3]), how)
    return layout.run_on(generator_state(f"{seed} tops"), which)


class Layout:
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
        made = self.deal(tops)
        forced = self.recipe.forced_turns or self._turns_are_forced(made)
        return Candidate(made, (tricks, min(used)), how, lines=1, turns=1 if forced else None)

    def _turns_are_forced(self, made: Deal) -> bool:
        return len(solutions(Problem.of(the_game.start(made)), turns=True)) == 1

    def lost(self, tops: Tops, how: str) -> Candidate | None:
        """A lost position with no dead card and as few cards left as possible."""
        if dead_cards(tops, bits(self.cards)):
            return None
        made = self.deal(tops)
        if self.recipe.fire_only:
            if not self.wins_without_fire(tops):
                return None
            how += "; without the fire it could be won"
        found = search_lays(made, MOST_LAYS)
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
