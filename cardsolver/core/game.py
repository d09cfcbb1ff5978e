"""What a game is: a small set of verbs over frozen values, and what else belongs to it.

A game is a folder in `cardsolver/games/` or a package of its own, and exports one `Game`. Its
rules live in `apply`; a seat sees a View, and its legal moves follow from that View alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, cast

from cardsolver.core.errors import InputError
from cardsolver.core.references import load
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from cardsolver.core.cards import Deck
    from cardsolver.core.deal import Deal
    from cardsolver.core.scoring import Scoring
    from cardsolver.core.screen import Screen
    from cardsolver.core.seats import BotSpec, Seat
    from cardsolver.core.stage import Stage
    from cardsolver.core.variant import Option


class BadMove(InputError):  # noqa: N818 - the name people know it by
    """Something that is not a move of this game at all."""


class IllegalMove(InputError):  # noqa: N818 - the name people know it by
    """A move that a numbered rule forbids here."""

    def __init__(self, rule: str, fault: str) -> None:
        """`rule` is its number, `fault` what is wrong and what would be right."""
        super().__init__(f"{fault} ({rule})")
        self.rule = rule
        self.fault = fault

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str]]:
        """Pickled by what it was made from: it may come from a worker process."""
        return type(self), (self.rule, self.fault)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the end's name, one score per seat, and the seats that won."""

    end: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class HasPlayers(Protocol):
    """What the rules of every game have."""

    @property
    def players(self) -> int:
        """The number of players."""


class HasRules(Protocol):
    """What the states of every game have."""

    @property
    def rules(self) -> HasPlayers:
        """The variant being played."""


RulesT = TypeVar("RulesT", bound=HasPlayers)
StateT = TypeVar("StateT", bound=HasRules)
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[RulesT, StateT, MoveT, ViewT]):
    """One game. The verbs are pure functions; states, moves and views are frozen values."""

    name: str  # in commands and files
    title: str  # for people
    players: tuple[int, int]  # the fewest and the most
    options: tuple[Option, ...]  # the words of the variant's text form
    deck: Deck
    scoring: Scoring

    parse_rules: Callable[[str], RulesT]
    """The variant that a text describes; an empty text is the default."""
    format_rules: Callable[[RulesT], str]
    """The variant's complete text form; it parses back."""
    start: Callable[[Deal], StateT]
    """The first state of a deal."""
    to_move: Callable[[StateT], Seat | None]
    """The seat that must decide now; None when the game is over."""
    apply: Callable[[StateT, MoveT], StateT]
    """The state after the seat to move made a move; IllegalMove if a rule forbids it."""
    outcome: Callable[[StateT], Outcome | None]
    """How the game ended, or None if it has not ended yet."""
    describe: Callable[[Outcome], str]
    """The outcome in a sentence."""
    view: Callable[[StateT, Seat], ViewT]
    """All that a seat may know."""
    legal_moves: Callable[[ViewT], tuple[MoveT, ...]]
    """The moves of the seat to move, as far as its View tells; () for the others.

    A secret question to one seat does not show: the seat whose turn is next already has its moves.
    """
    view_to_json: Callable[[ViewT], dict[str, Any]]
    """The view for bots in other languages, and for `--json`."""
    parse_move: Callable[[str], MoveT]
    """The move that a text names; BadMove if it names none."""
    format_move: Callable[[MoveT], str]
    """The move's text form; it parses back."""
    seen_move: Callable[[MoveT], str | None]
    """What the other seats see of a move; None if they do not even notice it."""

    rules_text: Callable[[], str]
    """The rules for people, as Markdown."""
    check_position: Callable[[str], None] | None = None
    """Raises unless a text is a position; None: the game starts from decks only."""

    # Loaded when used, each named as `package.module:attribute`.
    bots_at: str | None = None  # a mapping from names to BotSpec
    screen_at: str | None = None  # a Screen; without one, a plain screen is used
    levels_at: str | None = None  # for people: from `easy`, `medium`, `hard` to a bot's text
    hint_at: str | None = None  # from a View to a move and the reason for it
    stage_at: str | None = None  # a Stage, for replays; without one, a plain stage is used

    def read_move(self, given: object) -> MoveT:
        """The move that a text names or an object is; BadMove for anything else.

        A move is whatever has a text form that parses back to it.
        """
        if isinstance(given, str):
            return self.parse_move(given)
        move = cast("MoveT", given)
        try:
            is_move = bool(self.parse_move(self.format_move(move)) == move)
        except Exception:  # noqa: BLE001 - any object at all may come from a bot
            is_move = False
        if not is_move:
            try:
                shown = repr(given)
            except Exception:  # noqa: BLE001 - the same
                shown = "an object"
            what = f"{quote(shown)} of type {type(given).__name__}"
            raise BadMove(f"{what} is not a move; expected one, or its text")
        return move

    def seats(self, state: StateT) -> int:
        """The number of seats."""
        return state.rules.players

    def count_seen(self, moves: Iterable[str]) -> int:
        """How many moves of a game everybody could notice: that others were made is a secret."""
        return sum(self.seen_move(self.parse_move(move)) is not None for move in moves)

    def bots(self) -> Mapping[str, BotSpec]:
        """The game's own bots, by name."""
        return {} if self.bots_at is None else cast("Mapping[str, BotSpec]", load(self.bots_at))

    def levels(self) -> Mapping[str, str]:
        """Bots by how hard they are to play against, weakest first."""
        return {} if self.levels_at is None else cast("Mapping[str, str]", load(self.levels_at))

    def screen(self) -> Screen:
        """What people see and type."""
        if self.screen_at is None:
            return cast("Screen", load("cardsolver.core.plain_screen:PlainScreen")(self))
        return cast("Screen", load(self.screen_at))

    def stage(self) -> Stage:
        """What a replay shows."""
        if self.stage_at is None:
            return cast("Stage", load("cardsolver.core.plain_stage:plain_stage")(self))
        return cast("Stage", load(self.stage_at))


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
