"""How often can a shuffle be won with a hand of three? A share with its 95 % interval.

The verdicts are kept in a file: run it again with more seeds, and only the new ones are solved.
"""

import sys

import cardsolver as cs
from cardsolver.core.stats import wilson

if __name__ == "__main__":
    seeds = range(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    file = sys.argv[2] if len(sys.argv) > 2 else None
    deals = [cs.deal("the-game", seed=seed, hand=3) for seed in seeds]
    verdicts = list(cs.solve_many(deals, win_only=True, time_limit=20, jobs=2, resume=file))
    won = sum(verdict.is_winnable is True for verdict in verdicts)
    open_ = sum(verdict.is_winnable is None for verdict in verdicts)
    low, high = wilson(won, len(verdicts))[0], wilson(won + open_, len(verdicts))[1]
    print(f"{won} winnable, {open_} undecided of {len(verdicts)}")
    print(f"between {low:.1%} and {high:.1%} of all shuffles can be won (95 %)")
