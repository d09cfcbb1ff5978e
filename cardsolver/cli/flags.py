"""Flags that many commands share. The flags of a variant come from the games themselves."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_type_hints

import typer

from cardsolver.cli.help import Variant
from cardsolver.cli.numbers import whole
from cardsolver.core.deal import bare_rules
from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games
from cardsolver.core.text import check_file_name
from cardsolver.core.variant import format_words, merge_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cardsolver.core.game import AnyGame
    from cardsolver.core.variant import Option


def file_name(text: object) -> Path:
    """Reads the name of a file; an empty one would stand for the current folder."""
    try:
        check_file_name(str(text))
    except InputError as error:
        raise typer.BadParameter(str(error)) from None
    return Path(str(text))


Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
JsonLines: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print the results as JSON, one object per line.")
]
Scheduler: TypeAlias = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Run on a Dask cluster."),
]
Wide: TypeAlias = Annotated[
    bool, typer.Option("--wide", help="Show every column, however narrow the terminal.")
]
Seed: TypeAlias = Annotated[
    str | None,
    typer.Option("--seed", metavar="SEED", help="Any integer or text; always gives the same deal."),
]
Seeds: TypeAlias = Annotated[
    str | None,
    typer.Option("--seeds", metavar="A:B", help="Integer seeds: A to B exclusive, or A,B,C."),
]
Laid: TypeAlias = Annotated[
    int,
    typer.Option(
        "--laid",
        parser=whole(0),
        metavar="K",
        help="With --position: cards already laid this turn.",
    ),
]
Times: TypeAlias = Annotated[
    bool, typer.Option("--times/--no-times", help="Show measured times in the report.")
]
RecordFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--record", parser=file_name, metavar="FILE", help="Append the transcript here."),
]
NoRecord: TypeAlias = Annotated[
    bool, typer.Option("--no-record", help="Do not save the game in your data folder.")
]


@dataclass(frozen=True, slots=True)
class VariantFlags:
    """The variant flags that were given, by name."""

    values: Mapping[str, str | bool]

    def words(self, game: AnyGame) -> str:
        """The flags as the text form of the game's rules; a flag the game lacks is an error."""
        known = {option.name: option for option in game.options}
        words = {}
        for name, value in self.values.items():
            if name not in known:
                flags = ", ".join(f"--{option}" for option in known)
                raise InputError(f"--{name} is not a flag of {game.name}; expected {flags}")
            read = known[name].from_file
            words[name] = read(value) if read is not None and isinstance(value, str) else value
        return format_words(words)

    def words_over(self, game: AnyGame, rules: str) -> str:
        """The flags merged into a file's rules: a flag overrides what the file says.

        A file has all words of its rules. With another number of players, those that only follow
        from its own, such as the usual size of a hand, give way to what is usual then.
        """
        if "players" in self.values:
            rules = bare_rules(game, rules)
        return merge_words(rules, self.words(game), game.options)

    def check_none_for_a_puzzle(self) -> None:
        """Refuse flags that would make another puzzle of it; who starts and talk would not."""
        changed = [f"--{name}" for name in self.values if name not in ("first", "talk")]
        if changed:
            raise InputError(f"a puzzle has its own rules; expected no {', '.join(changed)}")


def variant_flags(
    only: AnyGame | None = None, *, instead: Sequence[Option] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command that takes `variant: VariantFlags` a flag for each option of the games.

    `instead` lists options that mean something else to this command than to the games.
    """
    games = tuple(all_games().values()) if only is None else (only,)
    other = {option.name: option for option in instead}
    variants = [
        Variant(
            game.name,
            game.title,
            tuple(other.get(option.name, option) for option in game.options),
        )
        for game in games
    ]
    options = {option.name: option for variant in variants for option in variant.options}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**arguments: Any) -> None:
            given = {name: arguments.pop(_parameter(name)) for name in options}
            # A bare flag that was not given is False or None; only --no-… means no.
            values = {
                name: value
                for name, value in given.items()
                if value is not None and (value is not False or options[name].negatable)
            }
            command(variant=VariantFlags(values), **arguments)

        # typer reads the signature: the command's own parameters, and a flag for each option.
        signature = inspect.signature(command)
        hints = get_type_hints(command, include_extras=True)
        own = [
            part.replace(annotation=hints[name])
            for name, part in signature.parameters.items()
            if name != "variant"
        ]
        flags = [_flag(name, option) for name, option in options.items()]
        parameters = own + flags
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined] # inspect looks here
        run.variants = variants  # type: ignore[attr-defined] # the help lists the flags by game
        run.__annotations__ = {part.name: part.annotation for part in parameters}
        return run

    return decorate


def _parameter(name: str) -> str:
    return name.replace("-", "_")


def _flag(name: str, option: Option) -> inspect.Parameter:
    """The flag as typer reads it; `cli.help` lists what it means in each game."""
    hint: Any
    if option.value is not None:
        hint = Annotated[str | None, typer.Option(f"--{name}", metavar=option.value)]
    elif option.negatable:
        hint = Annotated[bool | None, typer.Option(f"--{name}/--no-{name}")]
    else:
        hint = Annotated[bool, typer.Option(f"--{name}")]
    default = False if option.value is None and not option.negatable else None
    return inspect.Parameter(
        _parameter(name), inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint
    )
