"""A stage for any game: what each seat sees, as it is written for bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.stage import Chart, ShownCard, ShownSeat, Stage, Tableau, Zone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import Seat


def plain_stage(game: AnyGame) -> Stage:
    """For games without a stage of their own."""

    def tableau(state: Any) -> Tableau:
        seats = range(game.seats(state))
        return Tableau((), tuple(_seat(game, state, seat) for seat in seats), scores(state))

    def scores(state: Any) -> tuple[int, ...]:
        return game.scoring.scores_now(state)

    def chart(_state: Any, names: Sequence[str]) -> Chart:
        return Chart(game.scoring.score, tuple(names), low=0)

    def tell(_before: Any, move: Any, _after: Any) -> str:
        return f"plays {game.format_move(move)}"

    def begins_turn(state: Any, _move: Any, last: Seat | None) -> bool:
        return game.to_move(state) != last

    return Stage(tableau=tableau, chart=chart, tell=tell, begins_turn=begins_turn)


def _seat(game: AnyGame, state: Any, seat: Seat) -> ShownSeat:
    view = game.view_to_json(game.view(state, seat))
    zones = tuple(
        Zone(name.replace("_", " "), _cards(value), owner=seat, is_secret=True)
        for name, value in view.items()
    )
    return ShownSeat((), zones)


def _cards(value: Any) -> tuple[ShownCard, ...]:
    if isinstance(value, list | tuple):
        return tuple(card for each in value for card in _cards(each))
    return () if value is None else (ShownCard(str(value)),)
