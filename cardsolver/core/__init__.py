"""What every game shares: cards, deals, the verbs of a game, the referee and its records."""
