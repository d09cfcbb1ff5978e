"""`bot-check` tells a bot's author what is wrong."""

from __future__ import annotations

import json

from tests.support.bots import misbehaving
from tests.support.running import cardsolver, refusal


def test_the_command_says_so_and_exits_with_1() -> None:
    done = cardsolver("bot-check", misbehaving("bad-message"), "--players", "2")
    assert done.returncode == 1
    assert "2 wrong   answers a request with a legal move: bad-message" in done.stdout
    assert "    < A37 of course" in done.stdout
    good = cardsolver("bot-check", misbehaving("good"), "--json")
    assert good.returncode == 0
    assert [json.loads(line)["number"] for line in good.stdout.splitlines()] == list(range(1, 9))


def test_only_programs_can_be_checked() -> None:
    assert "expected a program such as cmd:./mybot" in refusal("bot-check", "greedy")
