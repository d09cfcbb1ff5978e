"""What a game can be made into to look at: a page, a picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cardsolver.cli.console import say_error
from cardsolver.cli.flags import file_name
from cardsolver.core.errors import InputError
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from cardsolver.core.transcript import Transcript
    from cardsolver.viewer.story import Story

HtmlFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--html", parser=file_name, metavar="FILE", help="Write the game as a web page (.html)."
    ),
]
PlotFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--plot", parser=file_name, metavar="FILE", help="Draw a chart (.svg, .png or .pdf)."
    ),
]


def check_picture(plot: Path) -> None:
    """Say before any work that a picture cannot be drawn."""
    from cardsolver.viewer import canvas  # noqa: PLC0415 - only where a picture is asked for

    canvas.check_picture(plot)


def _check_page(html: Path) -> None:
    """The same for a page; no file of games is written over by mistake."""
    if html.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"--html {quote(html)}; expected a name ending in .html")
    if not html.parent.is_dir() or html.is_dir():
        raise InputError(f"{html}: cannot be written (no such folder, or a folder itself)")


@dataclass(frozen=True, slots=True)
class Looks:
    """The files that were asked for."""

    html: Path | None
    plot: Path | None

    @property
    def is_wanted(self) -> bool:
        """Is there anything to write?"""
        return self.html is not None or self.plot is not None

    def check(self, games: int) -> None:
        """Say before any work what cannot be done."""
        for flag, file in (("--html", self.html), ("--plot", self.plot)):
            if file is not None and games != 1:
                others = " (winnable --plot draws many)" if flag == "--plot" else ""
                raise InputError(f"{flag} shows one game; expected one deal, not {games}{others}")
        if self.html is not None:
            _check_page(self.html)
        if self.plot is not None:
            check_picture(self.plot)

    def write(self, transcript: Transcript) -> None:
        """Write what is wanted of a game."""
        if self.is_wanted:
            from cardsolver.viewer.story import tell_story  # noqa: PLC0415 - only where it is shown

            self.write_story(tell_story(transcript))

    def write_story(self, story: Story, *, start: int = 0) -> None:
        """Write what is wanted of a story; `start` is the frame that the page shows first."""
        if self.html is not None:
            from cardsolver.viewer.html import to_html  # noqa: PLC0415 - only for a page

            try:
                self.html.write_text(to_html(story, start=start), encoding="utf-8")
            except OSError as error:
                raise InputError(f"{self.html}: cannot be written ({error.strerror})") from None
            say_error(f"{self.html}: written")
        if self.plot is not None:
            from cardsolver.viewer.picture import draw_story  # noqa: PLC0415 - only for a picture

            draw_story(story, self.plot)
            say_error(f"{self.plot}: written")
