"""What a shell offers when Tab is pressed."""

from __future__ import annotations

import pytest

from tests.support.running import cardsolver_process, environment, shell


def offered(line: str) -> list[str]:
    """What bash would be given for a line whose last word is incomplete."""
    words = line.split(" ")
    asked = {
        "_CARDSOLVER_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = cardsolver_process(env=environment(**asked))
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("cardsolver pl", {"play"}),
        ("cardsolver play fif", {"fifty-fifty"}),
        ("cardsolver play the-game --seats human,pl", {"human,planner"}),
        ("cardsolver play --seats hu", {"human"}),
        ("cardsolver play --puzzle end-07", {"end-07-needles-eye"}),
        ("cardsolver puzzles end-07", {"end-07-needles-eye"}),
        ("cardsolver solve --engine ", {"auto", "search", "cpsat"}),
        ("cardsolver tournament level-8 --bots gr", {"greedy"}),
        ("cardsolver tournament --on-fault ", {"forfeit", "stop", "replace"}),
        ("cardsolver tournament --seatings r", {"rotate"}),
        ("cardsolver bot-check x --game lev", {"level-8"}),
        ("cardsolver solve --exp", {"--expert"}),
    ],
)
def test_values_complete(line: str, some: set[str]) -> None:
    last = line.rsplit(" ", maxsplit=1)[-1]
    values = offered(line)
    assert some <= set(values)
    assert all(value.startswith(last) for value in values)


def test_bots_of_another_game_are_not_offered() -> None:
    assert "planner" not in offered("cardsolver tournament level-8 --bots ")


def test_completion_is_installed_for_the_program_and_never_for_python() -> None:
    script = shell("cardsolver --show-completion").stdout
    assert "complete -o default -F _cardsolver_completion cardsolver\n" in script
    assert "python" not in script
