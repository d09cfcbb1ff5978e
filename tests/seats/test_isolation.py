"""Bots of other people are shut in: what they may use, what they can see, what they leave."""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.seats.confinement import Confinement
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.pool import SeatPool
from cardsolver.seats.process import Child
from cardsolver.tournaments.config import ISOLATED, make_config
from cardsolver.tournaments.worker import play_game
from scripts.reliability import bots
from tests.support.running import ROOT, cardsolver, refusal
from tests.support.tournaments import SHELL

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolver.tournaments.played import Played

LIMITS = TimeLimits(start_s=60, move_s=60)
needs_proc = pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs Linux: /proc")  # noqa: PTH112 - at import


@needs_proc
@pytest.mark.parametrize("case", bots.CASES, ids=lambda case: case.what)
def test_a_bot_that_misbehaves_is_named_and_gone_after_the_game(case: bots.Case) -> None:
    assert bots.try_case(case) == []


def play(
    name: str, confinement: Confinement, *, seed: str = "7", limits: TimeLimits = LIMITS
) -> Played:
    config = make_config(
        game="the-game",
        rules="players=2 first=1 no-talk",
        bots=["bot+greedy"],
        names={"bot": name},
        seeds=seed,
        limits=limits,
    )
    with closing(SeatPool(limits, confinement=confinement)) as pool:
        return play_game(config, 0, pool)


HERE = "tests.seats.test_python"


@pytest.mark.parametrize(
    "name", ["first_move", "Seeded", "Raises", "Exits", "NoMove", "Illegal", "NeverThere"]
)
def test_in_a_process_of_its_own_a_python_bot_plays_the_same_game(name: str) -> None:
    inside, isolated = (play(f"{HERE}:{name}", each) for each in (Confinement(), ISOLATED))
    assert isolated.moves == inside.moves
    assert isolated.outcome == inside.outcome
    assert [(f.kind, f.message) for f in isolated.faults] == [
        (f.kind, f.message) for f in inside.faults
    ]
    # The traceback ends with the bot's own lines.
    for mine, theirs in zip(isolated.faults, inside.faults, strict=True):
        assert mine.last_lines[-2:] == theirs.last_lines[-2:]


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("RaisesHalfACharacter", "crash", "raised ValueError: caf�.txt"),
        ("Unspeakable", "crash", "raised _UnspeakableError: <exception str() failed>"),
        ("Cancelled", "crash", "raised CancelledError"),
        ("ExitsAtTheDoor", "no-start", "raised SystemExit: 3"),
        ("ForgesAFault", "bad-message", r"'\ud800' is half a character"),
        ("ForgesItsLeave", "bad-message", 'answered {"type": "left"}; expected seated'),
    ],
)
def test_nothing_that_a_bot_does_to_its_host_reaches_us(name: str, kind: str, message: str) -> None:
    (fault,) = play(f"{HERE}:{name}", ISOLATED).faults
    assert message in fault.message
    assert fault.kind == kind
    assert json.dumps(fault.last_lines, ensure_ascii=False).encode()


@pytest.mark.parametrize("confinement", [Confinement(), ISOLATED], ids=["inside", "isolated"])
def test_a_game_that_takes_too_long_is_not_taken_for_a_slow_move(confinement: Confinement) -> None:
    for limits, message in (
        (TimeLimits(start_s=60, move_s=60, game_s=0.5), "the 0.5 s for the game are used up"),
        (TimeLimits(start_s=60, move_s=0.5, game_s=60), "no answer within 0.5 s"),
    ):
        (fault,) = play(f"{HERE}:Loops", confinement, limits=limits).faults
        assert (fault.kind, fault.message) == ("time", message)


def test_a_spy_finds_the_referee_in_its_own_process_and_nothing_in_another() -> None:
    spy = "tests.support.spy:Spy"
    secret = json.dumps(["very secret seed"])
    (fault,) = play(spy, Confinement(), seed=secret).faults
    assert "State" in fault.message
    assert "seed" in fault.message
    assert play(spy, ISOLATED, seed=secret).faults == ()


def test_isolation_is_the_default_of_tournaments() -> None:
    config = make_config(game="the-game", rules="", bots=["random"], seeds="0:1")
    assert config.confinement.isolate
    done = cardsolver(
        "tournament", "the-game", "--bots", "tests.support.spy:Spy", "--seeds", "0:1", "--json"
    )
    assert json.loads(done.stdout)["faults"] == []
    done = cardsolver(
        "tournament", "the-game", "--bots", "tests.support.spy:Spy", "--seeds", "0:1", "--json",
        "--no-isolate",
    )  # fmt: skip
    (row,) = json.loads(done.stdout)["faults"]
    assert row["fault"] == "crash"


def test_a_strangers_module_is_not_even_loaded_in_our_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stranger_bot.py").write_text("def play(view):\n    return None\n")
    monkeypatch.chdir(tmp_path)
    make_config(game="the-game", rules="", bots=["stranger_bot:play"], seeds="0:1")
    assert "stranger_bot" not in sys.modules
    with pytest.raises(InputError, match="stranger_bot has no Nobody"):
        make_config(game="the-game", rules="", bots=["stranger_bot:Nobody"], seeds="0:1")
    with pytest.raises(InputError, match="cannot import no_such_module"):
        make_config(game="the-game", rules="", bots=["no_such_module:Bot"], seeds="0:1")


def test_a_process_that_does_not_start_is_told_with_its_bot_and_its_reason() -> None:
    refusing = replace(ISOLATED, wrapper="sh -c 'echo no user namespaces >&2; exit 1'")
    bot, reason = f"bot '{HERE}:first_move'", "'no user namespaces'"
    with pytest.raises(
        InputError, match=rf"^{bot}: exited with status 1; .* \(it said {reason}\)$"
    ):
        make_config(
            game="the-game",
            rules="",
            bots=[f"{HERE}:first_move"],
            seeds="0:1",
            confinement=refusing,
        )


def test_elsewhere_than_on_posix_programs_are_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardsolver.seats.confinement.POSIX", False)
    line = refusal("play", "the-game", "--seats", "cmd:sh examples/bots/first.sh", "--seed", "1")
    assert "programs play on Linux and macOS only" in line
    line = refusal("play", "the-game", "--seats", "examples.own_bot:Careful", "--seed", "1")
    assert "Python bots play on Linux and macOS only" in line


def test_a_bot_of_the_script_that_runs_plays_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = game_named("the-game").legal_moves

    def first(view: Any) -> Any:
        return legal(view)[0]

    monkeypatch.setattr(sys.modules["__main__"], "mine", first, raising=False)
    assert play("__main__:mine", ISOLATED).faults == ()


ECHO = """
import json, os, sys
sys.stdin.readline()
print(json.dumps({"env": dict(os.environ), "cwd": os.getcwd(), "session": os.getsid(0)}))
"""


def surroundings(confinement: Confinement) -> dict[str, Any]:
    with patch.dict(os.environ, {"MY_TOKEN": "secret", "MY_MODEL": "big"}):
        child = Child([sys.executable, "-c", ECHO], confinement=confinement)
    try:
        found: dict[str, Any] = json.loads(child.ask({"type": "hello"}, limit_s=60))
    finally:
        child.kill()
    return found


def test_a_program_has_a_clean_environment_and_a_folder_of_its_own() -> None:
    found = surroundings(Confinement(env=("MY_MODEL",)))
    env = found["env"]
    assert "MY_TOKEN" not in env
    assert env["MY_MODEL"] == "big"
    assert env["PATH"] == os.environ["PATH"]
    assert found["cwd"] == env["HOME"] == env["TMPDIR"] != os.getcwd()  # noqa: PTH109 - a text
    assert not os.path.exists(found["cwd"])  # noqa: PTH110 - a text
    assert found["session"] != os.getsid(0)


def test_a_wrapper_comes_before_the_bot() -> None:
    env = shutil.which("env")
    assert env is not None
    found = surroundings(Confinement(wrapper=f"{env} WRAPPED=yes"))
    assert found["env"]["WRAPPED"] == "yes"


# An empty /tmp would hide a checkout or a Python that lies there.
IN_TMP = any(str(path).startswith("/tmp/") for path in (ROOT, sys.executable))  # noqa: S108 - above
BWRAP = (
    f"bwrap --ro-bind / / --dev /dev --proc /proc{'' if IN_TMP else ' --tmpfs /tmp'}"
    " --unshare-all --die-with-parent --new-session"
)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_bubblewrap_takes_the_network_and_the_files_away(tmp_path: Path) -> None:
    done = cardsolver(
        "tournament", "the-game", "--bots", "shell,spy", "--name", SHELL, "--seeds", "0:2",
        "--name", "spy=tests.support.spy:Spy", "--bot-wrapper", BWRAP, "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["faults"] == []
    script = tmp_path / "curious.py"
    script.write_text(
        "import json, os, sys\nsys.stdin.readline()\n"
        "nets = [line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in line]\n"
        "pids = [name for name in os.listdir('/proc') if name.isdigit()]\n"
        "try:\n    open('/etc/harm', 'w'); wrote = True\n"
        "except OSError:\n    wrote = False\n"
        "print(json.dumps([nets, len(pids), wrote]))\n"
    )
    wrapper = BWRAP.replace("--tmpfs /tmp", "")
    child = Child([sys.executable, str(script)], confinement=Confinement(wrapper=wrapper))
    try:
        nets, processes, wrote = json.loads(child.ask({"type": "hello"}, limit_s=60))
    finally:
        child.kill()
    assert nets == ["lo"]
    assert processes < 5  # its own
    assert not wrote


def test_bad_flags_are_refused_in_one_line() -> None:
    start = ("tournament", "the-game", "--bots", "greedy", "--seeds", "0:1")
    assert "expected a size such as 512M" in refusal(*start, "--bot-memory", "lots")
    assert "no program 'no-such-jail'" in refusal(*start, "--bot-wrapper", "no-such-jail --")
    assert "no closing quotation" in refusal(*start, "--bot-wrapper", "'x")


def test_the_clock_of_the_wall_may_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    jumps = iter(range(0, 10**9, 86_400))
    monkeypatch.setattr("time.time", lambda: float(next(jumps)))
    spec = f"cmd:sh {ROOT / 'examples/bots/first.sh'}"
    assert play(spec, replace(ISOLATED, processes=8)).faults == ()
