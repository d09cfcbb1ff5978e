"""A bot for The Game: it lays the card that skips the fewest numbers, and no more than it must."""

from cardsolver.games.the_game.rules import END, Lay


class LowestBot:
    """Looks one lay ahead; it bids and says whatever comes first."""

    def __init__(self, game):
        self._game = game

    def choose(self, view):
        """The move for a view in which this seat must decide: a move of the game, or its text."""
        legal = self._game.legal_moves(view)
        lays = [move for move in legal if isinstance(move, Lay)]
        if END in legal or not lays:
            return "end" if END in legal else legal[0]
        return min(lays, key=lambda lay: skipped(view.tops[lay.pile], lay))


def skipped(top, lay):
    """The numbers between the top and the card; the backwards trick gives ten back."""
    return lay.card - top if lay.pile < 2 else top - lay.card
