"""Solve a shuffle of The Game, and replay the line that the solver found."""

import cardsolver as cs

deal = cs.deal("the-game", seed=42, players=2)
verdict = cs.solve(deal, time_limit=30)
print(f"{verdict.deal}: {verdict.verdict}, {verdict.left} cards left, proof: {verdict.proof}")
print("the first moves:", " ".join(verdict.moves[:8]))

replay = cs.replay(verdict.transcript)
print("the referee says:", "sound" if replay.is_sound else replay.fault)
