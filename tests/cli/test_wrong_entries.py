"""Entries that cannot be right: one line that says what is possible now, and the game goes on.

What is expected in a phase is stated here once for each phase; every entry must be answered with
one line, never with a traceback, and must change nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.support.running import cardsolver


class Phase(NamedTuple):
    """A moment of a game: how to come there, the question, and entries with words of the answer."""

    arguments: tuple[str, ...]
    before: tuple[str, ...]
    question: str
    entries: str


LAYING = "expected a card and a pile as in 37 a"
PHASES = {
    "the first lay": Phase(
        ("the-game", "--position", "40 1 70 100 / 30 45 84 82 / 50 51 52"),
        (),
        "lay 2 more: ",
        f"""
fly                 | 'fly'; {LAYING}
                    | {LAYING}
37                  | 37 is not in the hand
37 a                | 37 is not in the hand; it holds 30 45 82 84 (TG-6)
0 a                 | {LAYING}
1 a                 | {LAYING}
100 a               | {LAYING}
999 a               | {LAYING}
30 e                | 30 fits on A, B, C and D
e 30                | end after 0 of at least 2 cards
30                  | 30 fits on A, B, C and D; say which
84 c                | 84 does not fit on pile C (top 70)
end                 | end after 0 of at least 2 cards
e                   | end after 0 of at least 2 cards
done                | end after 0 of at least 2 cards
bid 7               | {LAYING}
say c:keep          | {LAYING}
keep c              | {LAYING}
say                 | {LAYING}
30a 30a             | 30 is not in the hand
-30 a               | {LAYING}
30.0 a              | {LAYING}
3O a                | {LAYING}
٣٠ a                | {LAYING}
a                   | {LAYING}
a b                 | {LAYING}
pass                | {LAYING}
draw                | {LAYING}
help me             | {LAYING}
hint now            | {LAYING}
quit now            | {LAYING}
show all            | {LAYING}
undo                | nothing to take back
undo 0              | expected undo, or a number as in undo 3
undo -1             | expected undo, or a number
undo all            | expected undo, or a number
undo 1000           | expected undo, or a number
save /no/such/folder/x | cannot be written
save /              | exists; expected the name of a new file
save ~nobody-of-this-name/x | cannot be a file (
save {"a" * 300}    | cannot be a file (
30a; 45a            | {LAYING}
\x1b[A              | {LAYING}
30 a 45 a 84 x      | {LAYING}
""",
    ),
    "bidding": Phase(
        ("the-game", "--seats", "human,talker", "--seed", "1"),
        (),
        "would you like to start? bid 0 to 10: ",
        """
11                  | '11'; expected a number from 0 to 10
-1                  | expected a number from 0 to 10
bid                 | expected a number from 0 to 10
bid 11              | expected a number from 0 to 10
bid x               | expected a number from 0 to 10
7.5                 | expected a number from 0 to 10
a37                 | expected a bid
end                 | expected a bid
seven               | expected a number from 0 to 10
                    | expected a number from 0 to 10
keep c              | expected a number from 0 to 10
""",
    ),
    "talk": Phase(
        ("the-game", "--seats", "human,talker", "--first", "2", "--seed", "1"),
        (),
        "anything to tell talker? (Enter: nothing): ",
        """
a37                 | expected keep c, gentle d, or Enter to say nothing
end                 | expected keep c, gentle d
keep e              | expected keep c, gentle d
keep                | expected keep c, gentle d
please              | expected keep c, gentle d
37                  | expected keep c, gentle d
say a:loud          | expected keep c, gentle d
keep a gentle a     | expected keep c, gentle d
bid 3               | expected keep c, gentle d
""",
    ),
    "a card of fifty fifty": Phase(
        ("fifty-fifty", "--seats", "human,greedy,greedy", "--seed", "3"),
        (),
        "play a card: ",
        """
0                   | '0'; expected one of 19 20 37 57, or pass
101                 | '101'; expected one of 19 20 37 57, or pass
99                  | 99 is not in the hand
fox                 | 'fox'; expected one of 19 20 37 57, or pass
                    | expected one of 19 20 37 57, or pass
take                | there is no jump to answer; expected one of
jump                | expected one of 19 20 37 57, or pass
jump 69             | there is no jump open to you
decline             | there is no jump open to you
19 keep             | 19 gives no penalty card away
19 give             | expected one of
19 20               | expected one of
pass pass           | expected one of
19v                 | expected one of
-19                 | expected one of
1e1                 | expected one of
end                 | expected one of
a19                 | expected one of
""",
    ),
    "drawing in level 8": Phase(
        ("level-8", "--seats", "human,greedy", "--seed", "3"),
        (),
        "draw, or take from a pile: ",
        """
fly                 | 'fly'; expected draw or take 2
                    | expected draw or take 2
discard 2g          | expected draw, or take and a seat, first
lay 2g 3o           | expected draw, or take and a seat, first
lay                 | you cannot lay out your level yet
skip 2              | expected draw, or take and a seat, first
add 2g to 1.1       | expected draw, or take and a seat, first
keep                | expected draw, or take and a seat, first
take                | expected draw or take 2
take 1              | the discard pile of seat 1 is empty
take 3              | '3'; expected a seat from 1 to 2
take 0              | '0'; expected a seat from 1 to 2
take 7              | '7'; expected a seat from 1 to 2
take x              | expected a seat from 1 to 2
3                   | expected a seat from 1 to 2
0                   | expected a seat from 1 to 2
add 2g              | 'add 2g'; expected draw or take 2
draw 2              | 'draw 2'; expected draw or take 2
draw draw           | expected draw or take 2
9b                  | expected draw or take 2
""",
    ),
    "playing in level 8": Phase(
        ("level-8", "--seats", "human,greedy", "--seed", "3"),
        ("draw",),
        "lay, skip or discard: ",
        """
fly                 | 'fly'; expected lay, skip and a seat, or discard and a card
                    | expected lay, skip and a seat, or discard and a card
draw                | expected lay, add, discard or skip
take 2              | expected lay, add, discard or skip
lay                 | you cannot lay out your level yet: run of 3 + run of 3
lay 2g 3o           | 1 combination; expected the whole level 1
lay 2g 3o 5g \\| 8r 8y 8b | combination 1
lay 1r 2r 3r \\| 4r 5r 6r | 1r is not in the hand
lay \\|              | expected cards on both sides
lay 2g \\|           | expected cards on both sides
discard             | expected lay, skip and a seat, or discard and a card
discard 16r         | '16r'; expected
discard 1r          | 1r is not in the hand
1r                  | 1r is not in the hand
discard 2g 3o       | expected lay, skip and a seat
discard J           | J is not in the hand
add 2g              | before seat 1 has laid out its own level
add 1r              | 1r is not in the hand; it holds
add J               | J is not in the hand
add 2x              | 2x is not in the hand
add                 | expected lay, skip and a seat
add 2g to 1.1       | before seat 1 has laid out its own level
add 2g to here      | expected a seat and combination as in add 7r to 2.1
skip                | expected lay, skip and a seat
skip 0              | '0'; expected a seat from 1 to 2
skip 1              | seat 1 would skip itself; expected another seat
skip 3              | '3'; expected a seat from 1 to 2
keep 2g             | expected lay, add, discard or skip
J=6                 | expected lay, skip and a seat
discard 2g, fly     | 'discard 2g  fly'; expected lay
""",
    ),
}
CASES = [
    pytest.param(phase, entry.strip(), words.strip(), id=f"{name}: {entry.strip() or 'Enter'}")
    for name, phase in PHASES.items()
    for line in phase.entries.strip("\n").splitlines()
    for entry, words in [line.replace("\\|", "\0").split("|", 1)]
]


def played(phase: Phase, *entries: str) -> str:
    """What is written on a plain screen after some entries and before the input ends."""
    stdin = "".join(f"{entry}\n" for entry in (*phase.before, *entries))
    done = cardsolver("play", *phase.arguments, "--no-record", stdin=stdin.replace("\0", "|"))
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    (line,) = done.stderr.splitlines()
    assert "the game is not finished" in line
    return done.stdout


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 100


@pytest.mark.parametrize(("phase", "entry", "words"), CASES)
def test_a_wrong_entry_gets_one_line_and_changes_nothing(
    phase: Phase, entry: str, words: str
) -> None:
    without = played(phase)
    text = played(phase, entry)
    assert without.count(phase.question) == 1
    told = text.split(phase.question, 1)[1]
    assert words in told, told
    if phase.question in told:
        answer = told.split(phase.question, 1)[0]
        assert len(answer.splitlines()) == 1, answer  # no table: nothing has changed
        assert "see help" in answer or entry.split()[:1] in (["undo"], ["save"])
