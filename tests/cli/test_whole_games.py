"""A whole game of each of the three at a terminal, by players that see nothing but the screen."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tests.support.person import Person
from tests.support.running import cardsolver

if TYPE_CHECKING:
    from pathlib import Path


def row(text: str, title: str) -> list[str]:
    """The words of the last line on the screen that begins with a title."""
    found = [line.split() for line in text.splitlines() if line.split()[:1] == [title]]
    assert found, f"no {title}:\n{text}"
    return found[-1][1:]


def finished(record: Path) -> dict[str, object]:
    """The one game of a record, which the referee must find legal."""
    assert cardsolver("referee", record).returncode == 0
    (line,) = record.read_text(encoding="utf-8").splitlines()
    data: dict[str, object] = json.loads(line)
    return data


def test_the_game(tmp_path: Path) -> None:
    """Lays what goes back by ten, or else what leaves the smallest gap."""
    record = tmp_path / "games.jsonl"
    person = Person(
        "play", "the-game", "--seats", "human,greedy", "--seed", "4", "--record", record
    )
    while "Enter: leave" not in (question := person.prompt()):
        person.answers(the_game_entry(question, person.text))
    assert "greedy lays" in person.seen
    assert re.search(r"It could have been won: .* all of them can be laid", person.text)
    person.answers("")
    assert person.leaves() == 0
    assert finished(record)["seats"] == ["human", "greedy"]


def the_game_entry(question: str, text: str) -> str:
    if "bid 0 to 10" in question:
        return "5"
    if "anything to tell" in question or "(Enter: end)" in question:
        return ""
    if "lay, or end" in question:
        return "end"
    tops = {pile: int(top) for pile, top in re.findall(r"([A-D]) [▲▼] (\d+)", text)[-4:]}
    lays = []
    for card, piles in zip(row(text, "hand"), row(text, "fits"), strict=True):
        number = int(card.rstrip("+"))
        for pile, trick in re.findall(r"([A-D])(\*?)", piles):
            gap = -10 if trick else abs(number - tops[pile])
            lays.append((gap, f"{number}{pile.lower()}"))
    return min(lays)[1]


def test_fifty_fifty(tmp_path: Path) -> None:
    """Plays the card that the table says costs least, and jumps whenever it may."""
    record = tmp_path / "games.jsonl"
    person = Person(
        "play", "fifty-fifty", "--seats", "human,greedy,greedy", "--seed", "1", "--record", record
    )
    while "Enter: leave" not in (question := person.prompt()):
        if "jump or decline" in question:
            entry = "jump"
        elif "(Enter: " in question:
            entry = ""
        elif "pass or take" in question:
            entry = "pass"
        else:
            entry = fifty_fifty_entry(person.text)
        person.answers(entry)
    person.answers("")
    assert person.leaves() == 0
    assert "the game is over" in person.text
    assert re.search(r"(win|wins|share the win) with \d+ penalty cards?", person.text)
    assert re.search(r"greedy [23] (plays|spends|takes)", person.seen)
    assert finished(record)["seats"] == ["human", "greedy", "greedy"]


def fifty_fifty_entry(text: str) -> str:
    hand = [card.rstrip("+v") for card in row(text, "hand")]
    does = re.findall(r"on|takes \d+|swap -1|swap \+gift|swap", " ".join(row(text, "does")))
    ranks = {"swap +gift": -2, "swap": -1, "on": 0, "swap -1": 1}
    costs = [ranks.get(what, int(what.split()[-1]) if "takes" in what else 0) for what in does]
    card = min(zip(costs, hand, strict=True))[1]
    return "pass" if card == "PASS" else card


def test_level_8(tmp_path: Path) -> None:
    """Draws, lays out whatever it can, adds nothing, and discards from the top."""
    record = tmp_path / "games.jsonl"
    person = Person("play", "level-8", "--seats", "human,greedy", "--seed", "2", "--record", record)
    stuck = False
    while "Enter: leave" not in (question := person.prompt()):
        if "draw, or take" in question:
            entry = "draw" if "Enter" not in question else ""
            stuck = False
        elif "lay" in question and not stuck:
            found = re.findall(r"you could (lay [^,\n]*)", person.answers("lay"))
            stuck = not found
            if found:
                person.answers(re.sub(r"\s+", " ", found[-1]))
                stuck = True
            continue
        else:
            numbers = row(person.text, "by")  # `by number …`, `by colour …`: the colours come last
            cards = [word.rstrip("+") for word in numbers[1:]] or row(person.text, "others")
            entry = f"discard {cards[-1].rstrip('+')}"
        person.answers(entry)
    person.answers("")
    assert person.leaves() == 0
    assert re.search(r"(laid out level 8|went out on level 7) and won", person.text)
    flat = " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", person.seen).split())
    assert re.search(r"Round 1 is over\. .* (up 2 to level 3)", flat)
    assert "did not lay out: still level" in flat
    data = finished(record)
    assert data["seats"] == ["human", "greedy"]
