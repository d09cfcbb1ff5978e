"""A bot of one's own for The Game, in a match and against a built-in bot."""

import cardsolver as cs

GAME = cs.game_named("the-game")


class NearestBot:
    """Lays the card that is nearest to a top, and ends its turn as soon as it may."""

    def choose(self, view):
        moves = GAME.legal_moves(view)
        texts = [GAME.format_move(move) for move in moves]
        if "end" in texts:
            return "end"
        lays = [move for move in moves if hasattr(move, "card")]
        if not lays:  # bidding or talk: the first is a bid of 0, or silence
            return moves[0]
        return min(lays, key=lambda lay: abs(lay.card - view.tops[lay.pile]))


if __name__ == "__main__":
    match = cs.play(cs.deal("the-game", seed=7, players=3), [NearestBot()])
    print(GAME.describe(match.transcript.result))
    result = cs.tournament("the-game", {"nearest": NearestBot, "greedy": "greedy"}, seeds=range(10))
    for row in result.standings:
        print(f"{row['bot']:<8} {row['left']:.1f} cards left on average")
