"""A game being played, for Python programs."""
