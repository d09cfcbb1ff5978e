"""What a tournament is: which bots, which deals, under which rules. It has one JSON form and hash.

Nothing in it says how the work is done (how many workers, where): results do not depend on that.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.seeds import parse_stored_seeds
from cardsolver.core.sentences import counted
from cardsolver.core.text import check_printable, quote
from cardsolver.core.variant import Option, parse_words
from cardsolver.seats.confinement import POSIX, Confinement
from cardsolver.seats.isolated import check_isolated
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.spec import check_spec, is_python
from cardsolver.tournaments.scoring import scoring_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardsolver.core.game import AnyGame

T = TypeVar("T")
MODES = ("round-robin", "gauntlet")
SEATINGS = ("rotate", "all")
ON_FAULT = ("forfeit", "stop", "replace")
ISOLATED = Confinement(isolate=POSIX)  # bots of other people see nothing of the referee
MOST_MOVES = 5_000  # far more than any sensible game has; see `most_moves` in the referee
_NAME = re.compile(r"[\w.@-]{1,60}")
_SPRT_OPTIONS = tuple(
    Option(name, text, value="X")
    for name, text in (
        ("elo0", "Elo of the first hypothesis"),
        ("elo1", "Elo of the second hypothesis"),
        ("alpha", "chance of a false yes"),
        ("beta", "chance of a false no"),
    )
)


@dataclass(frozen=True, slots=True)
class Member:
    """One bot: the name in reports, and the text that makes it."""

    label: str
    spec: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part: a bot, or (The Game) a team whose members fill the seats in turn."""

    label: str
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Sprt:
    """Stop when it is decided whether the first bot is better by `elo1` or only by `elo0`."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True, slots=True)
class Config:
    """A whole tournament. `rules` is the variant in full, `seeds` the deals as text."""

    game: str
    rules: str
    players: int
    entries: tuple[Entry, ...]
    seeds: str
    mode: str = MODES[0]
    seatings: str = SEATINGS[0]
    on_fault: str = ON_FAULT[0]
    limits: TimeLimits = field(default_factory=TimeLimits)
    most_moves: int = MOST_MOVES
    sprt: Sprt | None = None
    confinement: Confinement = ISOLATED


def make_config(
    *,
    game: str,
    rules: str,
    bots: Sequence[str],
    seeds: str,
    names: Mapping[str, str] | None = None,
    mode: str = MODES[0],
    seatings: str = SEATINGS[0],
    on_fault: str = ON_FAULT[0],
    limits: TimeLimits | None = None,
    most_moves: int = MOST_MOVES,
    sprt: str | None = None,
    confinement: Confinement = ISOLATED,
    here: bool = True,
) -> Config:
    """Check everything a user gave. `here`: the bots run on this machine, so they must exist."""
    played = game_named(game)
    variant = played.parse_rules(rules)
    complete = played.format_rules(variant)
    players = int(variant.players)
    parse_stored_seeds(seeds)
    entries = _entries(played, bots, names or {}, players)
    is_shut_in = bool(confinement.wrapper) or confinement.memory != ISOLATED.memory
    for spec in dict.fromkeys(member.spec for entry in entries for member in entry.members):
        if is_python(spec, played) and confinement.isolates(spec):
            if here:
                check_isolated(spec, confinement, (limits or TimeLimits()).start_s)
        elif is_python(spec, played) and is_shut_in:
            raise InputError(
                f"bot {quote(spec)} would run in our own process, where bot-wrapper and bot-memory"
                " do not reach it; expected no --no-isolate"
            )
        else:
            check_spec(spec, played, here=here)
    config = Config(
        game=played.name,
        rules=complete,
        players=players,
        entries=entries,
        seeds=seeds,
        mode=mode,
        seatings=seatings,
        on_fault=on_fault,
        limits=limits or TimeLimits(),
        most_moves=most_moves,
        sprt=None if sprt is None else _parse_sprt(sprt),
        confinement=confinement,
    )
    _check_known(config)
    _check_together(config)
    # Records of version 0.1.0 may say otherwise; it made no difference to their games.
    if scoring_of(config.game).is_team and seatings != SEATINGS[0]:
        raise InputError(f"no seatings {seatings} in {config.game}: a team has one order of seats")
    return config


def _check_known(config: Config) -> None:
    for what, value, known in (
        ("mode", config.mode, MODES),
        ("seatings", config.seatings, SEATINGS),
        ("on-fault", config.on_fault, ON_FAULT),
    ):
        if value not in known:
            raise InputError(f"{what} {quote(value)}; expected {' or '.join(known)}")


def _check_together(config: Config) -> None:
    check_printable(config.rules, "rules")
    for entry in config.entries:
        for label in (entry.label, *(member.label for member in entry.members)):
            check_printable(label, "bot")
    is_team = scoring_of(config.game).is_team
    for name, seconds in asdict(config.limits).items():
        if not 0 < seconds <= 86400:
            raise InputError(
                f"{name.replace('_s', '')} limit {seconds:g}; expected more than 0, up to 86400 s"
            )
    if config.most_moves < 1:
        raise InputError(f"max-moves {config.most_moves}; expected at least 1")
    if is_team and config.mode != MODES[0]:
        raise InputError(f"no {config.mode} in {config.game}: teams play every deal on their own")
    if not is_team and len(config.entries) < 2:
        raise InputError(f"one bot; {config.game} needs at least two to compare")
    if config.sprt is None:
        return
    if len(config.entries) != 2:
        raise InputError(f"--sprt compares two bots, not {len(config.entries)}")
    if not is_team and config.players != 2:
        raise InputError(f"--sprt in {config.game} is for 2 players, not {config.players}")


def _entries(
    game: AnyGame, bots: Sequence[str], names: Mapping[str, str], players: int
) -> tuple[Entry, ...]:
    for name in names:
        if not _NAME.fullmatch(name):
            raise InputError(f"name {quote(name)}; expected letters, digits and . _ @ -")
    entries = []
    for text in bots:
        parts = text.split("+") if game.scoring.is_team else [text]
        members = tuple(Member(part.strip(), _spec(part.strip(), names, text)) for part in parts)
        if len(members) > players:
            seats = counted(players, "seat")
            raise InputError(f"team {quote(text)} has {len(members)} bots for {seats}")
        entries.append(Entry("+".join(member.label for member in members), members))
    labels = [entry.label for entry in entries]
    for label in labels:
        if labels.count(label) > 1:
            raise InputError(
                f"bot {quote(label)} is given twice;"
                " to let it play itself, give it two names (--name, or a mapping in Python)"
            )
    if not entries:
        raise InputError("no bots; expected some such as greedy,random")
    return tuple(entries)


def _spec(part: str, names: Mapping[str, str], text: str) -> str:
    if part in names:
        return names[part]
    if not part:
        raise InputError(
            f"bots {quote(text)}: a name is missing next to , or +;"
            " a command that contains one needs a name (--name, or a mapping in Python)"
        )
    return part


def _parse_sprt(text: str) -> Sprt:
    values: dict[str, float] = {}
    try:
        words = parse_words(text, _SPRT_OPTIONS)
    except InputError:
        words = {}
    if not words:
        raise InputError(f"--sprt {quote(text)}; expected values as in elo0=0,elo1=20")
    for name, value in words.items():
        try:
            values[name] = float(str(value))
        except ValueError:
            raise InputError(f"--sprt {name} {quote(value)}; expected a number") from None
    return _checked_sprt(Sprt(**values), text)


def _checked_sprt(sprt: Sprt, text: str) -> Sprt:
    if not -1000 <= sprt.elo0 < sprt.elo1 <= 1000:
        raise InputError(f"--sprt {quote(text)}; expected elo0 below elo1, within -1000 to 1000")
    if not (0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise InputError(f"--sprt {quote(text)}; expected alpha and beta between 0 and 0.5")
    return sprt


# JSON form -------------------------------------------------------------------------------------


def config_to_json(config: Config) -> dict[str, Any]:
    """The configuration as JSON values."""
    return asdict(config)


def config_from_json(data: Any, where: str) -> Config:
    """A configuration that a record holds, checked value by value."""
    try:
        entries = tuple(
            Entry(_text(entry["label"]), tuple(_made(Member, each) for each in entry["members"]))
            for entry in data["entries"]
        )
        sprt, confinement = data.get("sprt"), data.get("confinement")
        config = _made(
            Config,
            {
                **data,
                "entries": entries,
                "limits": _made(TimeLimits, data["limits"]),
                "sprt": None if sprt is None else _checked_sprt(_made(Sprt, sprt), str(sprt)),
                # A record of an older version has none.
                "confinement": ISOLATED
                if confinement is None
                else _made(Confinement, {**confinement, "env": tuple(confinement["env"])}),
            },
        )
        parse_stored_seeds(config.seeds)
        _check_seats(config)
        _check_known(config)
        _check_together(config)
    except (KeyError, TypeError, AttributeError, InputError) as error:
        raise InputError(f"{where}: not the configuration of a tournament ({error})") from None
    return config


def _check_seats(config: Config) -> None:
    players = game_named(config.game).parse_rules(config.rules).players
    sizes = {len(entry.members) for entry in config.entries}
    if config.players != players or not sizes <= set(range(1, players + 1)):
        raise InputError("players and bots differ")
    if len({entry.label for entry in config.entries}) != len(config.entries):
        raise InputError("a bot is there twice")


def _made(kind: type[T], data: Mapping[str, Any]) -> T:
    """A part of a configuration; every value must be of its field's type."""
    hints = get_type_hints(kind)
    for name, value in data.items():
        hint = hints.get(name)
        if hint is None:
            raise InputError(f"no field is called {quote(name)}")
        is_plain = hint in (str, int, float, bool)
        is_number = hint is float and type(value) is int
        if is_plain and type(value) is not hint and not is_number:
            raise InputError(f"{name} is {quote(value)}")
        if hint == tuple[str, ...] and not all(isinstance(each, str) for each in value):
            raise InputError(f"{name} is {quote(value)}")
    return kind(**data)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(f"{quote(value)} is no text")
    return value


def difference(old: Any, new: Any) -> str:
    """The first thing that the new configuration changes, in words."""
    for name in (each.name for each in fields(old)):
        before, after = getattr(old, name), getattr(new, name)
        if before == after:
            continue
        if is_dataclass(before) and is_dataclass(after):
            return difference(before, after)
        if name != "entries":
            return f"{name.replace('_', '-')} {quote(before)}, not {quote(after)}"
        # Two bots with one label can still be different.
        same = [entry.label for entry in old.entries] == [entry.label for entry in new.entries]
        return f"bots {quote(_bots(old, full=same))}, not {quote(_bots(new, full=same))}"
    return "nothing"


def _bots(config: Config, *, full: bool) -> str:
    if full:
        return ", ".join(member.spec for entry in config.entries for member in entry.members)
    return ",".join(entry.label for entry in config.entries)
