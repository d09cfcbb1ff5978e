"""The help of a command: plain text that can be read at once, copied and searched.

Typer would draw boxes with rich, which takes longer to load than most commands take to run, and
whose lines cannot be copied. Examples keep their lines, and the flags of a game stand under its
name, or alone if the command line names the game.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from typer.core import TyperCommand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.core.variant import Option

_GIVEN = "cardsolver.given"


def given_words(context: Any) -> tuple[str, ...]:
    """What follows the command, as it was typed: there before anything is read."""
    return tuple(context.meta.get(_GIVEN, ()))


class Variant(NamedTuple):
    """The flags of one game, as a command takes them."""

    game: str
    title: str
    options: tuple[Option, ...]


class Command(TyperCommand):
    """A command that writes its help by itself."""

    variants: Sequence[Variant] = ()  # their flags are listed by game, not among the options

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep what was given: `--help` is answered before anything is read."""
        ctx.meta[_GIVEN] = tuple(args)
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            # A flag without its value is not told which command it belongs to.
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined] # the attribute was just seen
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the caller's signature
        """Options, then the arguments; those in brackets may be left out."""
        arguments = (one for one in self.params if one.param_type_name == "argument")
        return ["[OPTIONS]", *(_argument(one) for one in arguments)]

    def format_help_text(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - the caller's signature
        """The description; indented lines, such as examples, are kept as they are."""
        for paragraph in inspect.cleandoc(self.help or "").split("\n\n"):
            formatter.write_paragraph()
            lines = paragraph.splitlines()
            text = " ".join(line for line in lines if not line.startswith(" "))
            with formatter.indentation():
                formatter.write_text(text)
            for line in lines:
                if line.startswith(" "):
                    formatter.write(f"{line}\n")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments, options, and the variant flags game by game."""
        by_game = {option.name for variant in self.variants for option in variant.options}
        arguments, options = [], []
        parameters: list[Any] = self.get_params(ctx)
        for parameter in parameters:
            if parameter.hidden:
                continue
            if parameter.param_type_name == "argument":
                arguments.append((_argument(parameter), parameter.help))
            elif parameter.opts[-1].removeprefix("--") not in by_game:
                options.append(_record(parameter))
        for title, rows in (
            ("Arguments", arguments),
            ("Options", options),
            *self._variant_sections(given_words(ctx)),
        ):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def _variant_sections(
        self, given: Sequence[str]
    ) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        named = [variant for variant in self.variants if variant.game in given]
        for variant in named or self.variants:
            title = f"Variants of {variant.title}"
            yield title, [(_flag(option), _sentence(option.help)) for option in variant.options]


def _argument(parameter: Any) -> str:
    return str(parameter.metavar) if parameter.required else f"[{parameter.metavar}]"


def _record(parameter: Any) -> tuple[str, str]:
    """How an option is written, and what it means."""
    names = ", ".join(sorted(parameter.opts, key=len))
    if parameter.secondary_opts:
        names += f" / {', '.join(parameter.secondary_opts)}"
    if parameter.metavar is not None:
        names += f" {parameter.metavar}"
    return names, parameter.help + _default(parameter)


def _default(parameter: Any) -> str:
    value = parameter.default
    if not parameter.show_default or value is None or isinstance(value, bool) or value == "":
        return ""
    return f"  [{value:g}]" if isinstance(value, float) else f"  [{value}]"


def _flag(option: Option) -> str:
    if option.value is not None:
        return f"--{option.name} {option.value}"
    return f"--{option.name} / --no-{option.name}" if option.negatable else f"--{option.name}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('…') else '.'}"
