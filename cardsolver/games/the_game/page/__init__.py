"""Scripts of The Game for the page of a replay."""
