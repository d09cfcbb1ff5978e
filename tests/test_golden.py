"""Recorded games replay to the ends they had when they were recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cardsolver.core.registry import all_games, game_names
from cardsolver.core.transcript import format_transcript, parse_transcript, replay

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("game", game_names())
def test_golden_games_replay(game: str) -> None:
    lines = (GOLDEN / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 4
    ends = set()
    for line in lines:
        transcript = parse_transcript(line)
        assert transcript.deal.game == game
        result = replay(transcript)
        assert result.is_sound, result.fault
        assert transcript.result is not None
        ends.add(transcript.result.end)
        assert format_transcript(transcript) == line
        assert json.loads(line)["rules"] == all_games()[game].format_rules(
            all_games()[game].parse_rules(transcript.deal.rules)
        )
    assert ends


def test_no_golden_file_without_its_game() -> None:
    assert {path.stem for path in GOLDEN.glob("*.jsonl")} == set(all_games())


# TG-17 to TG-25, FF-26 and FF-27, L8-25 and L8-26 are the rules by which games end.
ENDED_BY = {
    "stuck": "TG-17", "won": "TG-18", "fire": "TG-25", "row-taken": "FF-26", "one-card": "FF-27",
    "laid-out": "L8-25", "went-out": "L8-26",
}  # fmt: skip


@pytest.mark.parametrize("game", game_names())
def test_a_move_too_many_is_refused_by_the_rule_that_ended_the_game(game: str) -> None:
    for line in (GOLDEN / f"{game}.jsonl").read_text(encoding="utf-8").splitlines():
        transcript = parse_transcript(line)
        assert transcript.result is not None
        again = replay(replace(transcript, moves=(*transcript.moves, transcript.moves[-1])))
        assert again.fault is not None
        assert again.fault.rule == ENDED_BY[transcript.result.end]
        assert again.fault.message.startswith("the game is over; ")
