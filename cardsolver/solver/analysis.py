"""Where a game of The Game was lost: the solver's verdict on every turn of a transcript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.transcript import replay
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.result import Ruling, ruling
from cardsolver.solver.solve import deal_of, solve_deal

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.core.transcript import Transcript
    from cardsolver.games.the_game.rules import State
    from cardsolver.solver.result import EngineName, SolveLimits, Verdict


class NothingToAnalyseError(InputError):
    """A game that was broken off before its first turn began, or not one of The Game."""


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One turn: what could be reached before it, with every card known, and what was played."""

    number: int  # from 1
    first_move: int  # its place in the transcript, from 0
    before: State
    moves: tuple[str, ...]
    left: int  # the fewest cards left that are known to be reachable
    left_bound: int  # proven: no fewer
    best: tuple[str, ...] | None  # a best line from here, if this turn was solved by itself

    @property
    def verdict(self) -> Ruling:
        """Was the game still winnable before this turn?"""
        return ruling(self.left, self.left_bound)

    @property
    def advice(self) -> tuple[str, ...]:
        """The first turn of the best line from here."""
        moves = self.best or ()
        state = self.before
        for count, text in enumerate(moves, 1):
            state = the_game.apply(state, the_game.parse_move(text))
            if state.end is not None or not state.laid:
                return moves[:count]
        return moves


@dataclass(frozen=True, slots=True)
class Analysis:
    """Every turn of a game, and how many cards the game itself left."""

    turns: tuple[TurnReport, ...]
    left: int
    is_over: bool = True  # a game that was broken off has lost nothing in its last turn

    @property
    def unsettled(self) -> int:
        """How many turns have no proven best outcome."""
        return sum(turn.left != turn.left_bound for turn in self.turns)

    @property
    def open_turns(self) -> tuple[int, int] | None:
        """The first and the last turn that may have lost the win, where that is not settled."""
        winnable = [turn.number for turn in self.turns if turn.verdict == "winnable"]
        lost = [turn.number for turn in self.turns if turn.verdict == "unwinnable"]
        first, last = max(winnable, default=1), min(lost, default=len(self.turns) + 1) - 1
        return (first, last) if self.is_over and self.left and first < last else None

    @property
    def losing_turn(self) -> TurnReport | None:
        """The turn that threw the win away: winnable before it, proven unwinnable after it.

        None if the game was won, was never proven winnable, or the moment is undecided.
        """
        lost_after = [turn.verdict == "unwinnable" for turn in self.turns[1:]]
        lost_after.append(self.is_over and self.left > 0)
        for turn, lost in zip(self.turns, lost_after, strict=True):
            if turn.verdict == "winnable" and lost:
                return turn
        return None


def analyse(
    transcript: Transcript,
    *,
    engine: EngineName = "auto",
    limits: SolveLimits | None = None,
    on_turn: Callable[[int, int], None] | None = None,
) -> Analysis:
    """The solver's verdict on every turn of a legal game of The Game, finished or not.

    `on_turn` is called with the number of turns settled, and of all turns.
    """
    if transcript.deal.game != the_game.NAME:
        raise NothingToAnalyseError(
            f"a game of {transcript.deal.game}; only the-game can be analysed"
        )
    result = replay(transcript)
    if result.fault is not None:
        raise InputError(f"not a legal game: {result.fault.message}")
    starts = [
        index
        for index, text in enumerate(transcript.moves)
        if isinstance(the_game.parse_move(text), the_game.Lay) and result.states[index].laid == 0
    ]
    if not starts:
        raise NothingToAnalyseError("broken off before its first turn; nothing to analyse")

    def solve(state: State) -> Verdict:
        return solve_deal(deal_of(state), engine=engine, limits=limits).unless_interrupted()

    left = the_game.left(result.states[-1])
    befores = [result.states[start] for start in starts]
    verdicts = _settle(befores, solve, on_turn)
    ends = [*starts[1:], len(transcript.moves)]
    reports = []
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        known = verdicts.get(number)
        reports.append(
            TurnReport(
                number + 1,
                start,
                befores[number],
                transcript.moves[start:end],
                # What a later turn can still reach, an earlier one reaches through it; what an
                # earlier turn cannot reach, no later one can.
                left=min([left, *(v.left for at, v in verdicts.items() if at >= number)]),
                left_bound=max(v.left_bound for at, v in verdicts.items() if at <= number),
                best=None if known is None else known.transcript.moves,
            )
        )
    return Analysis(tuple(reports), left, is_over=result.outcome is not None)


def _settle(
    befores: list[State],
    solve: Callable[[State], Verdict],
    on_turn: Callable[[int, int], None] | None,
) -> dict[int, Verdict]:
    """Solve as few turns as settle all of them.

    What can be reached never improves as a game proceeds, so turns between two with the same
    proven outcome have that outcome too. The last turn comes first, as the cheapest, then the
    first, then the middle of what is open. Two neighbours with different outcomes are both solved.
    """
    verdicts: dict[int, Verdict] = {}
    last = len(befores) - 1
    open_spans = [(0, last)]
    for number in dict.fromkeys((last, 0)):
        verdicts[number] = solve(befores[number])
        if on_turn is not None:
            on_turn(len(verdicts), len(befores))
    settled = len(verdicts)
    while open_spans:
        early, late = open_spans.pop()
        one, two = verdicts[early], verdicts[late]
        if late - early < 2:
            continue
        if one.is_optimal and two.is_optimal and one.left == two.left:
            settled += late - early - 1
        else:
            middle = (early + late) // 2
            verdicts[middle] = solve(befores[middle])
            settled += 1
            open_spans += [(early, middle), (middle, late)]
        if on_turn is not None:
            on_turn(settled, len(befores))
    return verdicts
