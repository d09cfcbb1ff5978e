"""New puzzles of The Game: found from seeds, proven, and rated."""
