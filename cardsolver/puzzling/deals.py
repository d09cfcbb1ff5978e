"""Full deals as puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game.puzzles import GAME
from cardsolver.puzzling.candidate import Candidate, complete, search_lays

if TYPE_CHECKING:
    from cardsolver.puzzling.recipe import DealRecipe


def full_deal(recipe: DealRecipe, seed: str) -> Candidate | None:
    """The deal of a seed, if its verdict is the one that is looked for."""
    made = complete(recipe.rules, deck=deal_seed(GAME, seed).deck, seed=seed)
    found = search_lays(made, recipe.lays)
    if found is None:
        return None
    verdict = "winnable" if found.left == 0 else "unwinnable"
    if recipe.verdict not in ("any", verdict):
        return None
    return Candidate(made, (found.nodes,), f"seed {seed}")
