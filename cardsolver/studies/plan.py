"""What a study asks: rule sets, seeds and the question, as people write it in TOML."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from cardsolver.core.errors import InputError
from cardsolver.core.seeds import parse_seeds
from cardsolver.core.text import quote
from cardsolver.core.variant import merge_words
from cardsolver.games.the_game import GAME
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.result import ENGINES, EngineName

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Question: TypeAlias = Literal["win", "best"]
QUESTIONS: tuple[Question, ...] = ("win", "best")
DEFAULT_ROUNDS = ("1s", "10s", "100s")
_KEYS = ("question", "engine", "rounds", "memory", "sets")
_OPTIONS = {option.name: option for option in GAME.options if option.name not in ("first", "talk")}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|)")
_UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One variant and the shuffles that it is tried on."""

    rules: str  # the complete text form, without who starts and whether there is talk
    seeds: str  # the text form of a range

    @property
    def numbers(self) -> list[str]:
        """The seeds, one by one."""
        return parse_seeds(self.seeds)


@dataclass(frozen=True, slots=True)
class Plan:
    """A question to the deals of some rule sets. Limits are no part: they change no verdict."""

    question: Question
    engine: EngineName
    sets: tuple[RuleSet, ...]

    def to_json(self) -> dict[str, Any]:
        """The configuration that a record's header keeps."""
        sets = [{"rules": each.rules, "seeds": each.seeds} for each in self.sets]
        return {"question": self.question, "engine": self.engine, "sets": sets}

    @property
    def deals(self) -> int:
        """How many deals there are in all."""
        return sum(len(each.numbers) for each in self.sets)


@dataclass(frozen=True, slots=True)
class Settings:
    """A plan, and the limits that its file suggests."""

    plan: Plan
    rounds: tuple[float, ...]
    memory: str | None


def read_plan(text: str, where: str) -> Settings:
    """The study that a TOML text describes."""
    import tomllib  # noqa: PLC0415 - only studies and tournaments read TOML

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: not TOML ({error})") from None
    unknown = [key for key in data if key not in _KEYS]
    if unknown:
        raise InputError(f"{where}: no setting {quote(unknown[0])}; expected {', '.join(_KEYS)}")
    sets = data.get("sets")
    if not isinstance(sets, list) or not sets:
        raise InputError(f"{where}: no rule sets; expected [[sets]] with rules and seeds")
    made: dict[RuleSet, None] = {}
    for number, each in enumerate(sets, 1):
        made.update(dict.fromkeys(_rule_sets(each, f"{where}, set {number}")))
    plan = plan_from_json(
        {
            "question": data.get("question", "win"),
            "engine": data.get("engine", "auto"),
            "sets": [{"rules": each.rules, "seeds": each.seeds} for each in made],
        },
        where,
    )
    memory = data.get("memory")
    if memory is not None and not isinstance(memory, str):
        raise InputError(f"{where}: memory is {quote(memory)}; expected a size such as '2G'")
    rounds = data.get("rounds", list(DEFAULT_ROUNDS))
    if not isinstance(rounds, list):
        raise InputError(
            f"{where}: rounds is {quote(rounds)}; expected a list such as ['1s', '10s']"
        )
    return Settings(plan, parse_rounds(rounds, where), memory)


def parse_rounds(rounds: list[Any], where: str) -> tuple[float, ...]:
    """Seconds per deal, round by round; each must allow more than the one before."""
    seconds = []
    for each in rounds:
        match = _DURATION.fullmatch(str(each).strip())
        if match is None or not float(match[1]):
            raise InputError(
                f"{where}: round {quote(str(each))}; expected a time such as 10s or 5m"
            )
        seconds.append(float(match[1]) * _UNITS[match[2]])
    if not seconds or any(later <= sooner for sooner, later in itertools.pairwise(seconds)):
        raise InputError(f"{where}: rounds must grow; expected some such as 1s,10s,100s")
    return tuple(seconds)


def plan_from_json(data: Mapping[str, Any], where: str) -> Plan:
    """The plan of a header or a file, checked value by value."""
    question, engine, sets = data.get("question"), data.get("engine"), data.get("sets")
    if question not in QUESTIONS:
        raise InputError(f"{where}: question {quote(question)}; expected {', '.join(QUESTIONS)}")
    if engine not in ENGINES:
        raise InputError(f"{where}: engine {quote(engine)}; expected {', '.join(ENGINES)}")
    if not isinstance(sets, list) or not sets:
        raise InputError(f"{where}: no rule sets")
    made = []
    for each in sets:
        if not isinstance(each, dict) or set(each) != {"rules", "seeds"}:
            raise InputError(f"{where}: a rule set is {quote(each)}; expected rules and seeds")
        rules, seeds = str(each["rules"]), str(each["seeds"])
        try:
            parse_seeds(seeds)
            form = canonical(rules)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        if rules != form:
            raise InputError(f"{where}: rules {quote(rules)}; expected {quote(form)}")
        made.append(RuleSet(rules, seeds))
    return Plan(cast("Question", question), cast("EngineName", engine), tuple(made))


def canonical(words: str) -> str:
    """The one text form of a variant in studies: the solver chooses the starter, nobody talks."""
    rules = the_game.parse_rules(words)
    return f"players={rules.players} hand={rules.hand} minimum={rules.minimum}" + (
        " on-fire" if rules.on_fire else ""
    )


def _rule_sets(data: object, where: str) -> Iterator[RuleSet]:
    """One rule set for each combination of the values that are lists."""
    if not isinstance(data, dict) or "seeds" not in data:
        raise InputError(f'{where}: no seeds; expected some such as seeds = "0:100"')
    known = ("rules", "seeds", *_OPTIONS)
    for key in data:
        if key not in known:
            raise InputError(f"{where}: no setting {quote(key)}; expected {', '.join(known)}")
    lists = {
        key: value if isinstance(value, list) else [value]
        for key, value in data.items()
        if key in _OPTIONS
    }
    for values in itertools.product(*lists.values()):
        try:
            words = " ".join(filter(None, map(_word, lists, values)))
            merged = merge_words(str(data.get("rules", "")), words, GAME.options)
            yield RuleSet(canonical(merged), str(data["seeds"]))
        except InputError as error:
            raise InputError(f"{where}: {error}") from None


def _word(name: str, value: object) -> str:
    """A value of TOML as a word of the variant; false is the same as nothing."""
    if _OPTIONS[name].value is None:
        if not isinstance(value, bool):
            raise InputError(f"{name} is {quote(value)}; expected true or false")
        return name if value else ""
    return f"{name}={value}"
