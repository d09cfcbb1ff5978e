"""The games of this package: one folder each, and each exports one `GAME`."""

BUILT_IN = ("the-game", "fifty-fifty", "level-8")  # in the order in which people see them
