"""Signs for terminals and files whose encoding lacks ours: an arrow that still points up."""

from __future__ import annotations

import codecs

NAME = "cardsolver.plain"
_PLAIN = {
    **dict.fromkeys("▲↑", "^"),
    **dict.fromkeys("▼↓", "v"),
    **dict.fromkeys("←◀", "<"),
    **dict.fromkeys("→▶", ">"),
    **dict.fromkeys("─━═–—−╌╺╸", "-"),
    **dict.fromkeys("│┃║▏", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╞╡╪╔╗╚╝┏┓┗┛┡┩╇", "+"),
    **dict.fromkeys("★●•✓", "*"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("’‘", "'"),
    "…": "...",
    "×": "x",
    "±": "+-",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "µ": "u",
}


def register() -> None:
    """Make the signs known to `errors=NAME` of any text stream."""
    codecs.register_error(NAME, _replace)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, "?") for sign in lost), error.end
