"""Seeds as people give them: one grammar everywhere, and series from one seed."""

from __future__ import annotations

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.seeds import merge_seeds, parse_seeds, parse_stored_seeds, series


@pytest.mark.parametrize(
    ("seed", "seeds"),
    [
        ("7", ["7", "8", "9"]),
        ("-1", ["-1", "0", "1"]),
        ("fox", ["fox/0", "fox/1", "fox/2"]),
        ("1_0", ["1_0/0", "1_0/1", "1_0/2"]),
    ],
)
def test_a_series_counts_on_from_a_seed(seed: str, seeds: list[str]) -> None:
    assert list(series(seed, 3)) == seeds


def test_seeds() -> None:
    assert parse_seeds("3:6") == ["3", "4", "5"]
    assert parse_seeds("-1:1, 7,-12") == ["-1", "0", "7", "-12"]


@pytest.mark.parametrize(
    ("texts", "merged"),
    [
        (["0:10", "10:20"], "0:20"),
        (["0:10", "5:15", "0:3"], "0:15"),
        (["7:9", "-1:1"], "7:9,-1:1"),
        (["1,5,word", "6,fox", "007"], "1,5,word,6,fox,007"),
        (["5"], "5"),
    ],
)
def test_merged_seeds_are_each_there_once(texts: list[str], merged: str) -> None:
    assert merge_seeds(texts) == merged
    assert set(parse_stored_seeds(merged)) == {
        seed for text in texts for seed in parse_stored_seeds(text)
    }


def test_a_record_from_before_may_have_text_seeds() -> None:
    assert parse_stored_seeds("-1:1, 7,word") == ["-1", "0", "7", "word"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5:5", "seed range '5:5' is empty"),
        ("0-100", "'0-100' is not an integer"),
        ("1,word", "'word' is not an integer"),
        ("007", "'007' is not an integer"),
        ("", "expected FIRST:END"),
        ("1,,2", "expected FIRST:END"),
        ("0:x", "expected FIRST:END"),
        ("0:3,2", "'2' is given twice"),
        ("0:2000000", "at most 1,000,000 deals"),
    ],
)
def test_bad_seeds_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_seeds(text)
