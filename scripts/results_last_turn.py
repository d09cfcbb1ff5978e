"""What the ruling on an unfinished last turn changes (TG-13): its section of docs/results.md.

    python scripts/results_last_turn.py

Every seat of The Game is played by the same bot, without talk, on the seeds 0, 1, 2 …. A game that
ends stuck may have cards in its last turn that the other reading of the printed rules would leave
in hand.
"""

from __future__ import annotations

from itertools import product

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.core.transcript import replay
from cardsolver.games.the_game import rules as the_game
from cardsolver.seats.spec import make_bot
from scripts.page import write_section

GAMES = 1_000
BOTS = ("planner", "greedy")
MINIMA = {"standard": "", "expert": "expert"}
HEAD = """\
| rules | bot | 1 player | 2 players | 3 players | 4 players | 5 players |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""


def laid_in_last_turns(bot: str, rules: str) -> int:
    """Cards laid in the last turns of all games that ended stuck."""
    cards = 0
    for seed in range(GAMES):
        deal = deal_seed(the_game.NAME, seed, rules=rules)
        seats = range(the_game.start(deal).rules.players)
        bots = [make_bot(bot, the_game.NAME, seed=f"{seed}/{seat}") for seat in seats]
        match = play_match(deal, bots, names=[bot] * len(bots))
        last = replay(match.transcript).states[-1]
        if last.end == "stuck":
            cards += last.laid
    return cards


def main() -> None:
    """Play all games and write the section."""
    rows = []
    for (name, minimum), bot in product(MINIMA.items(), BOTS):
        cells = [name, bot]
        for players in range(1, 6):
            talk = "no-talk" if players > 1 else ""
            rules = f"players={players} {minimum} {talk}".strip()
            cells.append(f"{laid_in_last_turns(bot, rules) / GAMES:.2f}")
        rows.append("| " + " | ".join(cells) + " |")
        print(rows[-1], flush=True)
    write_section("last-turn", HEAD + "\n".join(rows))


if __name__ == "__main__":
    main()
