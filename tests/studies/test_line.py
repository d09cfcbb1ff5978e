"""A line in few letters is the same line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolver.core.errors import InputError
from cardsolver.studies.line import LETTERS, pack_line, unpack_line

lays = st.tuples(st.sampled_from("ABCD"), st.integers(2, 99), st.booleans())


@given(st.lists(lays, max_size=98))
def test_two_letters_for_each_lay_and_back(line: list[tuple[str, int, bool]]) -> None:
    moves = tuple(
        move for pile, card, ends in line for move in (f"{pile}{card}", *(["end"] if ends else []))
    )
    packed = pack_line(moves)
    assert len(packed) == 2 * len(line)
    assert unpack_line(packed) == moves


@given(st.text(LETTERS + "!é", max_size=8))
def test_any_other_text_is_refused_or_reads_as_its_own_line(text: str) -> None:
    try:
        moves = unpack_line(text)
    except InputError:
        return
    assert pack_line(moves) == text


@pytest.mark.parametrize("line", ["A", "aé", "__"])
def test_letters_that_are_no_lay(line: str) -> None:
    with pytest.raises(InputError, match="is no lay"):
        unpack_line(line)
