"""A recorded game to look at: frame by frame, in the terminal or as a page."""
