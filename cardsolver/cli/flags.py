"""Flags that many commands share. The flags of a variant come from the games themselves."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_type_hints

import typer

from cardsolver.cli.levels_file import levels_text
from cardsolver.errors import InputError
from cardsolver.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cardsolver.game import AnyGame, Option


def _complete_game(incomplete: str) -> list[str]:
    return [name for name in GAMES if name.startswith(incomplete)]


GameName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=f"One of {', '.join(GAMES)}.", autocompletion=_complete_game
    ),
]
OptionalGameName: TypeAlias = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]", help=f"One of {', '.join(GAMES)}.", autocompletion=_complete_game
    ),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Seed: TypeAlias = Annotated[
    str | None,
    typer.Option("--seed", metavar="SEED", help="Any integer or text; the same deal for ever."),
]


@dataclass(frozen=True, slots=True)
class Variant:
    """The variant flags that were given, by name."""

    values: Mapping[str, str | bool]

    def words(self, game: AnyGame) -> str:
        """The flags as the text form of the game's rules; a flag the game lacks is an error."""
        known = {option.name: option for option in game.OPTIONS}
        for name in self.values:
            if name not in known:
                flags = ", ".join(f"--{option}" for option in known)
                raise InputError(f"--{name} is no flag of {game.NAME}, which has {flags}")
        return " ".join(word for name, value in self.values.items() if (word := _word(name, value)))

    def words_over(self, game: AnyGame, rules: str) -> str:
        """The flags laid over the rules of a file: a flag replaces the file's word of its name."""
        words = self.words(game)
        kept = [
            word
            for word in rules.split()
            if word.partition("=")[0].removeprefix("no-") not in self.values
        ]
        return " ".join([*kept, words]).strip()


# A flag that may also name a file: what turns its value into the word of the rules.
_FROM_FILE: dict[str, Callable[[str], str]] = {"levels": levels_text}


def _word(name: str, value: str | bool) -> str:  # noqa: FBT001 - a flag's value
    if isinstance(value, str):
        read = _FROM_FILE.get(name)
        return f"{name}={value if read is None else read(value)}"
    return name if value else f"no-{name}"


def variant_flags(
    games: Sequence[AnyGame] = tuple(GAMES.values()),
    *,
    instead: Sequence[Option] = (),
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command that takes `variant: Variant` one flag for each option of the games.

    `instead` are options that mean something else to this command than to the games.
    """
    other = {option.name: option for option in instead}
    options: dict[str, list[tuple[AnyGame, Option]]] = {}
    for game in games:
        for option in game.OPTIONS:
            options.setdefault(option.name, []).append((game, other.get(option.name, option)))

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**arguments: Any) -> None:
            given = {name: arguments.pop(_parameter(name)) for name in options}
            # A bare flag that was not given is False or None; only --no-… says no.
            values = {
                name: value
                for name, value in given.items()
                if value is not None and (value is not False or options[name][0][1].negatable)
            }
            command(variant=Variant(values), **arguments)

        # typer reads the signature: the command's own parameters, and a flag for each option.
        signature = inspect.signature(command)
        hints = get_type_hints(command, include_extras=True)
        own = [
            part.replace(annotation=hints[name])
            for name, part in signature.parameters.items()
            if name != "variant"
        ]
        flags = [_flag(name, entries, len(games)) for name, entries in options.items()]
        parameters = own + flags
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined] # inspect looks here
        run.__annotations__ = {part.name: part.annotation for part in parameters}
        return run

    return decorate


def _parameter(name: str) -> str:
    return name.replace("-", "_")


def _help(entries: list[tuple[AnyGame, Option]], games: int) -> str:
    """What a flag means; where the games differ, game by game."""
    if len({option.help for _, option in entries}) > 1:
        return "; ".join(f"{game.NAME}: {option.help}" for game, option in entries) + "."
    text = entries[0][1].help
    where = "" if len(entries) == games else f" [{', '.join(game.NAME for game, _ in entries)}]"
    return f"{text[0].upper()}{text[1:]}{where}."


def _flag(name: str, entries: list[tuple[AnyGame, Option]], games: int) -> inspect.Parameter:
    option = entries[0][1]
    text = _help(entries, games)
    hint: Any
    if option.value is not None:
        metavar = "|".join(dict.fromkeys(option.value or "" for _, option in entries))
        shown = typer.Option(f"--{name}", metavar=metavar, help=text, rich_help_panel="Variant")
        hint = Annotated[str | None, shown]
    elif option.negatable:
        shown = typer.Option(f"--{name}/--no-{name}", help=text, rich_help_panel="Variant")
        hint = Annotated[bool | None, shown]
    else:
        hint = Annotated[bool, typer.Option(f"--{name}", help=text, rich_help_panel="Variant")]
    default = False if option.value is None and not option.negatable else None
    return inspect.Parameter(
        _parameter(name), inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint
    )
