"""A recorded game at a terminal, stepped through with the arrow keys."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.cli.console import rich_console
from cardsolver.cli.keys import keys
from cardsolver.viewer.board import board

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from cardsolver.viewer.story import Story

KEYS = (
    "← → move   ↑ ↓ turn   Home End   17 Enter: turn 17   space: run   h: hidden cards"
    "   d: draw pile   q: leave"
)
_FRAME_S = 0.7  # while the game runs by itself
_LOOK_S = 0.2  # how often a changed window is noticed


@dataclass(slots=True)
class Viewer:
    """Where a person is in a story, and what the keys do."""

    story: Story
    at: int
    secrets: bool = True
    all_cards: bool = False
    running: bool = False
    typed: str = ""  # digits of a turn's number
    done: bool = False

    def press(self, key: str) -> None:
        """Do what a key says; other keys do nothing."""
        self.running = self.running and key not in ("left", "right", "up", "down", "home", "end")
        frames = self.story.frames
        turn = frames[self.at].turn
        match key:
            case "right" | "l" | "n":
                self.at = min(self.at + 1, len(frames) - 1)
            case "left" | "p":
                self.at = max(self.at - 1, 0)
            case "down" | "page down":
                self.at = self.story.after_turn(turn + 1)
            case "up" | "page up":
                self.at = self.story.after_turn(turn - 1)
            case "home":
                self.at = 0
            case "end":
                self.at = len(frames) - 1
            case " ":
                self.running = not self.running
            case "h":
                self.secrets = not self.secrets
            case "d":
                self.all_cards = not self.all_cards
            case "q" | "escape":
                self.done = True
        self._type(key)

    def _type(self, key: str) -> None:
        if key.isdecimal():
            self.typed = (self.typed + key)[-5:]
            return
        if key in ("enter", "g") and self.typed:
            self.at = self.story.after_turn(int(self.typed))
        self.typed = self.typed[:-1] if key == "backspace" else ""

    def tick(self) -> None:
        """One move on, while the game runs by itself; it stops at the end."""
        if self.running:
            self.at = min(self.at + 1, len(self.story.frames) - 1)
            self.running = self.at < len(self.story.frames) - 1

    def notes(self) -> str:
        """What else there is to say."""
        state = f"go to turn {self.typed}" if self.typed else "running" if self.running else ""
        hidden = "" if self.secrets else "only what the seat to move could see"
        return "   ".join(filter(None, (state, hidden)))


def picture(viewer: Viewer, console: Console) -> RenderableType:
    """What fits on the screen: the board, cut if it must be, and below it what keys do."""
    from rich.console import Group  # noqa: PLC0415 - slow to load
    from rich.segment import Segment, Segments  # noqa: PLC0415 - slow to load
    from rich.text import Text  # noqa: PLC0415 - slow to load

    shown = board(viewer.story, viewer.at, secrets=viewer.secrets, all_cards=viewer.all_cards)
    foot = Group(Text(viewer.notes(), "bold"), Text(KEYS, "dim"))
    room = console.height - len(console.render_lines(foot))
    lines = console.render_lines(shown, pad=False)
    if len(lines) > room:
        cut = len(lines) - room + 1
        lines = [*lines[: room - 1], [Segment(f"… {cut} more lines; a larger window has room")]]
    parts = [part for line in lines for part in (*line, Segment.line())]
    return Group(Segments(parts), foot)


def step_through(story: Story, at: int) -> None:
    """Show a story until the person leaves."""
    viewer = Viewer(story, at)
    console = rich_console()
    with keys() as wait, console.screen(hide_cursor=True) as screen:
        screen.update(picture(viewer, console))
        shown_s = time.monotonic()
        size = console.size
        while not viewer.done:
            pressed = wait(_LOOK_S)
            for key in pressed:
                viewer.press(key)
            is_due = viewer.running and time.monotonic() - shown_s >= _FRAME_S
            if is_due:
                viewer.tick()
            if pressed or is_due or console.size != size:
                size = console.size
                screen.update(picture(viewer, console))
                shown_s = time.monotonic() if is_due or not viewer.running else shown_s
