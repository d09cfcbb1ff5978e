"""Break everything on purpose, many times, and write down the figures: see scripts/torture."""
