"""Seeds as people give them: one text, a series from it, or lists and ranges of integers.

A single seed (`--seed`) may be any printable text. Where one text gives many (`--seeds`) they are
integers, so that a mistyped range is never taken for a text seed.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from numbers import Integral
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.text import check_printable, check_type, quote, stays_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_SEEDS = 1_000_000
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_RANGE = re.compile(r"(-?[0-9]{1,18}):(-?[0-9]{1,18})")


def seed_text(seed: object) -> str:
    """A single seed, from a person or a program, as the text that a deal follows from."""
    expected = "an integer or printable text, without spaces around it"
    check_type("seed", seed, (str, Integral), expected)
    text = str(seed)
    if not stays_one_line(text):
        raise InputError(f"seed {quote(text)}; expected {expected}")
    return text


def parse_seeds(text: str) -> list[str]:
    """The seeds of a text: `0:1000` are 0 to 999, `1,5,9` three, `0:10,42` eleven."""
    seeds = _listed(text)
    for seed in seeds:
        if not _INTEGER.fullmatch(seed):
            raise InputError(
                f"seeds {quote(text)}: {quote(seed)} is not an integer;"
                " expected FIRST:END as in 0:100, or 1,5,9"
                " (for text seeds: --seed, or a list in Python)"
            )
    return seeds


def parse_stored_seeds(text: str) -> list[str]:
    """The same for the record of a run, where a seed may be any text without a comma or colon."""
    check_printable(text, "seeds")
    return _listed(text)


def join_seeds(seeds: list[str]) -> str:
    """Text seeds as a record stores them."""
    for seed in seeds:
        if not seed.strip() or not seed.isprintable() or set(seed) & {",", ":"}:
            raise InputError(f"seed {quote(seed)}; expected printable text without , or :")
    joined = ",".join(seed.strip() for seed in seeds)
    _listed(joined)
    return joined


def merge_seeds(texts: Iterable[str]) -> str:
    """The seeds of several stored texts as one, each seed once: `0:10` and `5:15` are `0:15`."""
    seeds = dict.fromkeys(seed for text in texts for seed in _listed(text))

    def run(place_and_seed: tuple[int, str]) -> int | str:
        """The same for integers that follow each other, and for nothing else."""
        place, seed = place_and_seed
        return int(seed) - place if _INTEGER.fullmatch(seed) else seed

    runs = [[seed for _, seed in group] for _, group in groupby(enumerate(seeds), run)]
    return ",".join(
        each[0] if len(each) == 1 else f"{each[0]}:{int(each[-1]) + 1}" for each in runs
    )


def _listed(text: str) -> list[str]:
    seeds: list[str] = []
    for part in (piece.strip() for piece in text.split(",")):
        match = _RANGE.fullmatch(part)
        if match:
            span = range(int(match[1]), int(match[2]))
            if not span:
                raise InputError(f"seed range {quote(part)} is empty; expected one such as 0:100")
            if len(seeds) + len(span) > MOST_SEEDS:
                raise InputError(f"seeds {quote(text)}; expected at most {MOST_SEEDS:,} deals")
            seeds.extend(map(str, span))
        elif part and ":" not in part:
            seeds.append(part)
        else:
            raise InputError(f"seeds {quote(text)}; expected FIRST:END as in 0:100, or 1,5,9")
    if len(set(seeds)) != len(seeds):
        twice = Counter(seeds).most_common(1)[0][0]
        raise InputError(f"seeds {quote(text)}: {quote(twice)} is given twice")
    return seeds


def series(seed: str, count: int) -> Iterator[str]:
    """`count` seeds from one: 7, 8, 9 … from an integer, and a/0, a/1, a/2 … from a text."""
    if re.fullmatch(r"0|-?[1-9][0-9]{0,999}", seed):
        yield from (str(int(seed) + index) for index in range(count))
    else:
        yield from (f"{seed}/{index}" for index in range(count))


def new_seed() -> str:
    """A seed for when none was given; it is printed, so that the deal can be reproduced."""
    import secrets  # noqa: PLC0415 - slow to load, and most deals have a seed

    return str(secrets.randbelow(1 << 32))
