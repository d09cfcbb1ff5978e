"""The Game with everything known: the best outcome a shuffle allows, with its proof."""
