"""`report` as its users see it: tables, JSON, CSV, Markdown, pictures."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.registry import all_games
from tests.support.running import cardsolver, refusal

if TYPE_CHECKING:
    from pathlib import Path


GAME = ("tournament", "the-game")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reports") / "run.jsonl"
    done = cardsolver(*GAME, "--bots", "greedy,random", "--seeds", "0:10", "-o", path, "-j", "1")
    assert done.returncode == 0, done.stderr
    return path


def test_a_table_for_people(record: Path) -> None:
    lines = cardsolver("report", record).stdout.splitlines()
    assert lines[0] == "the-game (players=1 hand=8 minimum=2): 20 games on 10 deals"
    (greedy,) = [line for line in lines if line.startswith("greedy") and "random" not in line]
    assert greedy.split()[1:3] == ["10", "0"]  # games, won
    assert any(line.startswith("greedy") and " random " in line for line in lines)  # the pair


def test_json_has_every_table(record: Path) -> None:
    data = json.loads(cardsolver("report", record, "--json").stdout)
    assert (data["games"], data["games_expected"], data["deals"]) == (20, 20, 10)
    first, second = data["bots"]
    assert (first["bot"], second["bot"]) == ("greedy", "random")
    assert first["win_share_low"] <= first["win_share"] < first["win_share_high"]
    assert first["left"] < second["left"]
    assert first["seconds_per_move"] > 0
    (pair,) = data["pairs"]
    assert pair["left_difference"] == pytest.approx(first["left"] - second["left"])
    assert (pair["better"], pair["equal"], pair["worse"]) == (10, 0, 0)
    assert data["faults"] == data["fault-games"] == []


def test_csv_has_one_table(record: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(cardsolver("report", record, "--csv").stdout)))
    assert [row["bot"] for row in rows] == ["greedy", "random"]
    pairs = cardsolver("report", record, "--csv", "--table", "pairs").stdout
    assert pairs.splitlines()[0].startswith("bot,other,deals,left_difference")
    empty = cardsolver("report", record, "--csv", "--table", "faults").stdout
    assert empty == "bot,fault,count,replaced\n"


def test_markdown(record: Path) -> None:
    text = cardsolver("report", record, "--markdown", "--no-times").stdout
    assert "| team | games | won | won % | cards left | under 10 % | faults |\n| --- |" in text
    assert "seconds" not in text


def test_a_table_without_rows_says_so(record: Path) -> None:
    call = ("report", record, "--table", "faults")
    assert cardsolver(*call).stdout.splitlines()[1:] == ["Faults: none"]
    assert cardsolver(*call, "--markdown").stdout.splitlines()[1:] == ["", "Faults: none"]
    assert "none" not in cardsolver("report", record).stdout


def test_a_picture(record: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    for picture in (first, second, tmp_path / "c.png"):
        assert cardsolver("report", record, "--plot", picture).returncode == 0
    assert first.stat().st_size > 5000
    assert first.read_bytes() == second.read_bytes()
    text = first.read_text(encoding="utf-8")
    shown = ["The Game (players=1 ", "20 games on 10 deals", "games won, %", "cards left, mean"]
    assert [text.find(each) > 0 for each in (*shown, "cards left, at most", "games, %")] == [
        True
    ] * 6
    assert text.index("games won, %") < text.index("cards left, mean")  # the headline comes first


def test_the_picture_of_a_run_says_how_far_it_has_come(record: Path, tmp_path: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    part, picture = tmp_path / "part.jsonl", tmp_path / "part.svg"
    part.write_bytes(b"".join(lines[:8]))
    assert cardsolver("report", part, "--plot", picture).returncode == 0
    assert "7 of 20 games so far on " in picture.read_text(encoding="utf-8")
    part.write_bytes(lines[0])
    nothing = tmp_path / "nothing.svg"
    assert "a record without games; expected some to draw" in refusal(
        "report", part, "--plot", nothing
    )
    assert not nothing.exists()


def test_a_picture_of_a_competition(tmp_path: Path) -> None:
    for game in [name for name in all_games() if name != "the-game"]:
        path = tmp_path / f"{game}.jsonl"
        bots = ("--bots", "greedy,random", "--seeds", "0:2", "--players", "2", "-j", "1")
        assert cardsolver("tournament", game, *bots, "-o", path).returncode == 0
        done = cardsolver("report", path, "--plot", tmp_path / f"{game}.svg")
        assert done.returncode == 0, done.stderr
        text = (tmp_path / f"{game}.svg").read_text(encoding="utf-8")
        assert f"{all_games()[game].title} (players=2 " in text
        assert text.index("games won, %") < text.index("points, %") < text.index("rank 2")


def test_several_records_add_up(record: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    cardsolver(*GAME, "--bots", "random,greedy", "--seeds", "5:15", "-o", more, "-j", "1")
    done = cardsolver("report", record, more, "--json", "--no-times")
    data = json.loads(done.stdout)
    assert (data["games"], data["deals"], data["seeds"]) == (30, 15, "0:15")
    assert "10 games are in more than one file and count once" in done.stderr
    other = tmp_path / "other.jsonl"
    cardsolver(*GAME, "--bots", "random", "--seeds", "0:2", "-o", other, "--expert", "-j", "1")
    assert "other.jsonl: rules" in refusal("report", record, other)
    kind = tmp_path / "kind.jsonl"
    replaced = ("--bots", "random", "--seeds", "0:2", "--on-fault", "replace")
    cardsolver(*GAME, *replaced, "-o", kind, "-j", "1")
    expected = "kind.jsonl: on-fault 'replace'; expected 'forfeit'"
    assert expected in refusal("report", record, kind)
    for flag, there, here in (("--max-moves", "3", "5000"), ("--move-limit", "2.0", "10.0")):
        limited = tmp_path / f"limited{flag}.jsonl"
        run = ("--bots", "random", "--seeds", "0:2", flag, there, "-o", limited, "-j", "1")
        cardsolver(*GAME, *run)
        expected = f"{flag[2:]} '{there}'; expected '{here}'"
        assert expected in refusal("report", record, limited)
    alias = tmp_path / "alias.jsonl"
    named = ("--name", "greedy=random", "--bots", "greedy")
    cardsolver(*GAME, *named, "--seeds", "0:2", "-o", alias, "-j", "1")
    assert "'greedy' is another bot in another file" in refusal("report", record, alias)


def test_an_unfinished_record_can_be_looked_at(record: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:8]) + b'{"type":"ga')
    done = cardsolver("report", part)
    assert done.returncode == 0
    assert "7 of 20 games so far" in done.stdout
    assert "part.jsonl: the last line is torn and was left out" in done.stderr


def test_bad_wishes_for_a_report(record: Path, tmp_path: Path) -> None:
    assert "no table 'cars'; expected one of bots" in refusal("report", record, "--table", "cars")
    assert "expected only one of" in refusal("report", record, "--json", "--csv")
    assert "expected a name ending in" in refusal("report", record, "--plot", "x.gif")
    wrong = tmp_path / "no" / "x.svg"
    assert "cannot be written" in refusal("report", record, "--plot", wrong)


def test_a_finished_tournament_only_reports(record: Path) -> None:
    before = record.read_bytes()
    again = cardsolver(*GAME, "--bots", "greedy,random", "--seeds", "0:10", "-o", record)
    assert again.stdout == cardsolver("report", record).stdout
    assert "20 of 20 games already played" in again.stderr
    assert record.read_bytes() == before
