"""Level 8 for bots: cards as small numbers, a round that changes in place, distances to levels.

The rules know nothing of this package; a test plays both side by side.
"""
