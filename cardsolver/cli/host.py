"""A person's game at the terminal: shows the table, asks, and tells what happened."""

from __future__ import annotations

import re
import shlex
import textwrap
import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

from cardsolver.cli.prompt import is_terminal
from cardsolver.cli.shared_screen import LEAVE, SharedScreen
from cardsolver.core.errors import InputError
from cardsolver.core.screen import Scene
from cardsolver.core.seats import SeatLeft
from cardsolver.core.sentences import capital, counted
from cardsolver.core.text import quote
from cardsolver.seats.names import names_for
from cardsolver.seats.shelf import new_file, save
from cardsolver.seats.spec import advise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console, RenderableType

    from cardsolver.cli.prompt import Prompt
    from cardsolver.core.screen import Screen
    from cardsolver.core.seats import Seat
    from cardsolver.seats.session import Session

_PATIENCE_S = 0.5  # what takes bots longer is mentioned
_UNDO = "undo   or  u       take back your last decision (undo 3: three of them)\n"
_COMMANDS = f"""\
At any time:
hint               suggest a move, with a reason
{_UNDO}rules  or  r       the rules that matter now
show               the table again
save [FILE]        save the game; continue with cardsolver play --resume last
quit   or  q       leave; the game is saved"""
_WORDS = ("help", "hint", "undo", "rules", "show", "save", "quit")
_ALIASES = {"?": "help", "h": "help", "r": "rules", "u": "undo", **dict.fromkeys(LEAVE, "quit")}


class Ending(Enum):
    """How the person's part ended."""

    OVER = "over"
    LEFT = "left"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class HostOptions:
    """What else there is at this table."""

    save_to: Path | None = None  # the game is written here after every move
    all_open: bool = False  # a puzzle: every card lies open, and one person plays all seats
    light: Callable[[Any], str | None] | None = None  # a line about a state at the start of a turn
    # A move for a state and the reason; None: ask a bot, which sees only the view.
    open_hint: Callable[[Any], tuple[Any, str] | None] | None = None


class Host:
    """Leads one session through to its end."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        console: Console,
        prompt: Prompt,
        options: HostOptions,
    ) -> None:
        """The session holds the game; the host only what is on the screen."""
        self._session = session
        self._screen = screen
        self._console = console
        self._prompt = prompt
        self._options = options
        self._saved: Path | None = options.save_to
        self.has_promised = False  # did it say that the game was saved?
        self._at: Seat | None = None  # who sits before the screen
        self._shown: Any = None  # the moves when the table was shown last
        self._asked_all = -1  # how many moves everybody had seen when all were asked last
        # Otherwise one person decides for all seats that are not bots'.
        self._is_company = len(session.people) > 1 and not options.all_open
        is_shared = self._is_company and is_terminal(console)
        self._shared = SharedScreen(console, prompt) if is_shared else None
        self._queue: list[str] = []  # entries of the last line that are still to be read

    def run(self) -> Ending:
        """Play until the game is over or the person leaves."""
        session = self._session
        try:
            while (seat := session.to_move) is not None:
                if self._ask_all():
                    continue
                if seat in session.people:
                    self._decide(seat)
                else:
                    # No names: who is asked may be a secret (FF-19).
                    with self._patience("the others are thinking"):
                        session.move_bot()
                    self._save()
        except (SeatLeft, EOFError):
            self._leave_the_prompt()
            return Ending.LEFT
        except KeyboardInterrupt:
            self._leave_the_prompt()
            return Ending.INTERRUPTED
        self._show_end()
        return Ending.OVER

    def _leave_the_prompt(self) -> None:
        """What is said next begins a line of its own."""
        if self._shared or self._session.to_move in self._session.people:
            self._console.print()

    # One decision

    def _decide(self, seat: Seat) -> None:
        if not self._queue:
            self._announce(seat)
            view = self._session.view(seat)
            only = self._only_move(view)
            question = self._screen.question(view, self._scene(seat))
            question += f" (Enter: {only})" if only else ""
            end = " " if question.endswith("?") else ": "
            words = [word for word in _WORDS if word != "undo" or not self._is_company]
            offers = [*self._screen.offers(view), *words]
            whose = seat if self._is_company else None
            line = self._prompt.ask(f"{question}{end}", offers, whose=whose)
            if self._command(line, seat):
                return
            if not line.strip() and only:
                line = only
            self._queue = self._screen.split(line, view)
        self._enter(self._queue.pop(0), seat)

    def _enter(self, text: str, seat: Seat) -> None:
        """Play an entry; if it cannot be played, the rest of its line is forgotten."""
        session = self._session
        try:
            session.play(self._screen.read(text, session.view(seat)))
        except InputError as error:
            left = f" (not read: {' '.join(self._queue)})" if self._queue else ""
            self._queue = []
            reason = str(error).removeprefix("''; ")  # nothing was typed
            self._say(f"{reason}{left}; see help")
            return
        self._save()
        own = next(session.own_events(seat))
        if self._queue and (session.to_move != seat or self._screen.drawn(own)):
            self._say(f"your turn was over; not read: {' '.join(self._queue)}")
            self._queue = []
        self._show_drawn(seat)

    def _only_move(self, view: Any) -> str | None:
        """The only legal move, which Enter plays."""
        moves = self._session.game.legal_moves(view)
        return self._session.game.format_move(moves[0]) if len(moves) == 1 else None

    # Commands

    def _command(self, line: str, seat: Seat) -> bool:
        """Do what a line asks for, if it is not a move."""
        word, _, rest = line.strip().partition(" ")
        command = _ALIASES.get(word.lower(), word.lower())
        rest = rest.strip()
        if command not in _WORDS or (rest and command not in ("undo", "save")):
            return False
        try:
            self._obey(command, rest, seat)
        except InputError as error:
            self._say(str(error))
        return True

    def _obey(self, command: str, rest: str, seat: Seat) -> None:
        view = self._session.view(seat)
        match command:
            case "quit":
                raise SeatLeft
            case "help":
                commands = _COMMANDS.replace(_UNDO, "") if self._is_company else _COMMANDS
                page = f"{self._screen.help_text(view)}\n{commands}"
                self._print(hanging(page, self._console.width))
            case "show":
                self._console.print(self._screen.show(view, self._scene(seat)))
            case "hint":
                self._hint(view)
            case "rules":
                self._rules(view)
            case "undo":
                self._undo(rest, seat)
            case "save":
                self._save_as(rest)

    def _hint(self, view: Any) -> None:
        session = self._session
        seen = self._options.open_hint
        known = None if seen is None else seen(session.table.state)
        move, reason = known if known is not None else advise(session.game, view)
        why = "" if reason is None else f" ({reason})"
        self._say(f"hint: {self._screen.entry(move)}{why}")
        session.aids = replace(session.aids, hints=session.aids.hints + 1)
        self._save()

    def _rules(self, view: Any) -> None:
        from rich.markdown import Markdown  # noqa: PLC0415 - slow to load

        numbers = self._screen.rules_now(view)
        text = paragraphs(self._session.game.rules_text(), numbers)
        if text:
            self._console.print(Markdown(text))
        self._say(f"all rules: cardsolver rules {self._session.game.name}")

    def _undo(self, rest: str, seat: Seat) -> None:
        session = self._session
        if self._is_company:
            raise InputError("undo is for games with one person: others have seen the move")
        if rest and not re.fullmatch(r"[1-9][0-9]{0,2}", rest):
            raise InputError(f"undo {quote(rest)}; expected undo, or a number as in undo 3")
        before = session.table.moves
        with self._patience("the bots go back"):
            for _ in range(int(rest or 1)):
                # Where all cards lie open one person decides for every seat.
                last = session.last_person() if self._options.all_open else seat
                if last is None or not session.can_undo(last):
                    break
                session.undo(last)
        taken = before[len(session.table.moves) :]
        if not taken:
            raise InputError("there is nothing to take back; this is your first decision")
        self._say(f"taken back: {counted(session.game.count_seen(taken), 'move')}")
        self._shown = None
        self._save()

    def _save_as(self, name: str) -> None:
        """Say where the game is kept; with a name, put a copy there."""
        self._save()
        kept = self._saved
        if name:
            kept = new_file(name)
            save(kept, self._session.transcript)
            self._saved = self._saved or kept  # where nothing else is kept, this file is
        if kept is None:
            raise InputError("save needs a file here, as in save game.json")
        self.has_promised = True
        self._say(f"saved; go on later with: cardsolver play --resume {shlex.quote(str(kept))}")

    @property
    def saved_in(self) -> Path | None:
        """Where the game can be continued from."""
        return self._saved

    def _save(self) -> None:
        """A disk that is full must not end the game; it is said once."""
        if self._saved is not None:
            try:
                save(self._saved, self._session.transcript)
            except InputError as error:
                self._saved = None
                self._say(f"the game is no longer kept: {error}")

    # The screen

    def _announce(self, seat: Seat) -> None:
        """What happened, and the table, unless the person has seen both."""
        self._hand_over(seat)
        moves = self._session.table.moves
        if moves == self._shown:
            return
        self._tell(seat)
        view = self._session.view(seat)
        self._console.print(self._screen.show(view, self._scene(seat)))
        light = self._options.light
        note = None if light is None else light(self._session.table.state)
        if note is not None:
            self._say(note)
        self._shown = moves

    def _tell(self, seat: Seat) -> None:
        for line in self._screen.tell(self._session.events(seat), self._scene(seat)):
            self._say(capital(line))

    def _show_end(self) -> None:
        """The last moves and the table as it is now, for everybody who played here."""
        seat = self._at if self._at is not None else min(self._session.people)
        self._tell(seat)
        self._console.print(self._screen.show(self._session.view(seat), self._scene(seat)))

    def _hand_over(self, seat: Seat) -> None:
        """Give the screen to a seat, if it has not got it."""
        if seat == self._at:
            return
        if self._shared is not None:
            self._shared.hand_over(names_for(self._session.table.seats, seat)[seat])
        self._at = seat
        self._shown = None

    def _clear(self) -> None:
        """Take what only one person may see off a shared screen."""
        if self._shared is not None and self._at is not None:
            self._shared.wipe()
            self._at = None

    def _show_drawn(self, seat: Seat) -> None:
        """The cards that a seat drew at the end of its turn, before the screen is another's.

        They may matter before its next turn.
        """
        session = self._session
        if self._shared is None or session.to_move in (seat, None):
            return
        if self._screen.drawn(next(session.own_events(seat))):
            self._hand_over(seat)
            self._console.print(self._screen.show(session.view(seat), self._scene(seat)))
            self._shared.wait_for_enter("Press Enter to hide your cards: ")
            self._clear()

    def _ask_all(self) -> bool:
        """Ask the people at a shared screen together what would be told by asking one of them.

        Once after every move that all have seen, whoever can answer; was there a question?
        """
        session, game = self._session, self._session.game
        if self._shared is None:
            return False
        moves = map(game.parse_move, session.table.moves)
        seen = sum(game.seen_move(move) is not None for move in moves)
        if seen == self._asked_all:
            return False
        self._asked_all = seen
        seat = session.to_move if session.to_move in session.people else min(session.people)
        view = session.view(seat)
        scene = Scene(names_for(session.table.seats, seat))
        asked = self._screen.open_question(view, scene)
        if asked is None:
            return False
        self._clear()
        self._console.print(asked.table)
        move = self._shared.ask(
            asked.question, lambda line: self._screen.open_answer(line, view), self._say
        )
        if move is not None:
            session.play(move)
            self._save()
            self._show_drawn(seat)
        return True

    def _scene(self, seat: Seat) -> Scene:
        session = self._session
        marks = (self._screen.drawn(event) for event in session.own_events(seat))
        new = next((cards for cards in marks if cards is not None), ())
        state = session.table.state if self._options.all_open else None
        names = names_for(session.table.seats, seat)
        if self._options.all_open:  # one person plays every seat
            names = tuple(f"seat {number}" for number in range(1, len(names) + 1))
        return Scene(names, new, state)

    @contextmanager
    def _patience(self, what: str) -> Iterator[None]:
        """Say what goes on, if it takes a while."""
        if not is_terminal(self._console):
            yield
            return
        status = self._console.status(Text(f"{what} …"))
        timer = threading.Timer(_PATIENCE_S, status.start)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    def _say(self, text: str) -> None:
        """A line to the person, apart from the table by its margin."""
        if self._console.is_terminal:
            self._console.print(Padding(Text(text), (0, 0, 0, 2)))
        else:  # a message is one line, however long
            self._console.print(f"  {text}", markup=False, soft_wrap=True)

    def _print(self, text: RenderableType) -> None:
        self._console.print(text, markup=False)


def hanging(page: str, width: int) -> str:
    """Lines of two columns within a width: what goes on does so under its own column."""
    lines = []
    for line in page.splitlines():
        columns = re.match(r"(.*\S)?\s{2,}(?=\S)", line)
        indent = columns.end() if columns is not None else 0
        lines += textwrap.wrap(
            line,
            width,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def paragraphs(page: str, numbers: tuple[str, ...]) -> str:
    """The paragraphs of a rules page with these numbers."""
    found = {}
    for part in page.split("\n\n"):
        match = re.match(r"\*\*([A-Z0-9]+-[0-9]+) ", part.strip())
        if match:
            found[match[1]] = part.strip()
    return "\n\n".join(found[number] for number in numbers if number in found)
