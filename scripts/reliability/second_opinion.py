"""What is called sound must be legal and true: judged again by code written apart from the package.

The reader of docs/notation.md replays a record and finds its result; the naive engines of the tests
judge every move.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from cardsolver.core.registry import all_games
from cardsolver.core.transcript import transcript_to_json
from tests.support import notation_replayer
from tests.support.level_8_checks import declared, needs
from tests.support.naive import fifty_fifty as naive_ff
from tests.support.naive import level_8 as naive_l8
from tests.support.naive import the_game as naive_tg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.transcript import Transcript

MOST_KEPT = 4  # cards, from one round of Level 8 to the next


class Wrong(Exception):  # noqa: N818 - a finding
    """Something was accepted that is not true."""


def second_opinion(transcript: Transcript) -> None:
    """Raise unless the others agree that a game is legal and ended so."""
    game = all_games()[transcript.deal.game]
    start = game.start(transcript.deal)
    data = transcript_to_json(transcript)
    data["rules"] = game.format_rules(start.rules)  # complete, as in every record of ours
    states = notation_replayer.replay(data)
    if states[-1]["result"] != data["result"]:
        raise Wrong(f"another result: {states[-1]['result']}")
    if game.name == "the-game":
        _judge_the_game(start, states, transcript.moves)
    elif game.name == "fifty-fifty":
        _judge_fifty_fifty(start.rules, transcript)
    else:
        _judge_level_8(start.rules, data)


def _judge_the_game(start: Any, states: list[dict[str, Any]], played: Sequence[str]) -> None:
    lays = [number for number, move in enumerate(played) if move.split()[0] not in ("bid", "say")]
    if not lays or start.due or start.laid:
        return  # the naive engine starts at the beginning of a turn
    first = lays[0]
    mover = states[first]["to_move"] - 1
    hands = states[first]["hands"]
    position = naive_tg.make(
        states[first]["tops"],
        [*hands[mover:], *hands[:mover]],
        states[first]["draw"],
        start.rules.minimum,
        on_fire=start.rules.on_fire,
    )
    for number in lays:
        if played[number] not in naive_tg.legal(position):
            raise Wrong(f"{played[number]} is not legal")
        position = naive_tg.play(position, played[number])


def _judge_fifty_fifty(rules: Any, transcript: Transcript) -> None:
    position = naive_ff.start(
        rules.players, transcript.deal.deck, rules.first, rules.hand, rules.aside, rules.violet
    )
    for move in transcript.moves:
        if move not in naive_ff.legal(position):
            raise Wrong(f"{move} is not legal")
        position = naive_ff.play(position, move)


def _judge_level_8(rules: Any, data: dict[str, Any]) -> None:
    levels = [needs(level) for level in rules.levels]
    table = notation_replayer.Level8(data)
    has_drawn = False
    for move in data["moves"]:
        if not _is_legal(table, levels, move, rules, has_drawn=has_drawn):
            raise Wrong(f"{move} is not legal")
        before = table.round
        table.play(move)
        is_same_round = table.round == before and not table.keepers
        has_drawn = is_same_round and move.split()[0] in ("draw", "take", "lay", "add")


def _is_legal(
    table: notation_replayer.Level8,
    levels: Sequence[tuple[naive_l8.Need, ...]],
    move: str,
    rules: Any,
    *,
    has_drawn: bool,
) -> bool:
    """One move of Level 8. The naive engine is for one round, and enumerates all lay-outs."""
    verb, *words = move.split()
    seat, hand = table.mover, table.hands[table.mover]
    if table.keepers or verb == "keep":
        is_asked = bool(table.keepers) and verb == "keep" and len(words) <= MOST_KEPT
        return is_asked and not Counter(words) - Counter(hand)
    if not has_drawn and (table.draw or any(table.piles)):
        piles = [f"take {owner}" for owner, pile in enumerate(table.piles, 1) if pile]
        return move in [*(["draw"] if table.draw else []), *piles]
    level = levels[table.levels[seat] - 1]
    if verb == "lay":
        combos = [part.split() for part in " ".join(words).split(" | ")]
        used = Counter(card.split("=")[0] for combo in combos for card in combo)
        is_too_many = rules.last_card_discarded and used.total() == len(hand)
        return (
            not table.table[seat]
            and not used - Counter(hand)
            and not is_too_many
            and naive_l8.check(level, [list(map(declared, combo)) for combo in combos])
        )
    if verb == "add":
        laid = [
            [(need[0], cards) for need, cards in zip(levels[rank - 1], combos, strict=False)]
            for rank, combos in zip(table.levels, table.table, strict=True)
        ]
        position = naive_l8.make(table.hands, laid=laid, turn=seat, drawn=True)
        is_last = rules.last_card_discarded and len(hand) == 1
        return bool(table.table[seat]) and not is_last and move in naive_l8.additions(position)
    if verb == "skip":
        other = int(words[0]) - 1
        seats = range(table.players)
        return "S" in hand and other in seats and other != seat and other not in table.skipped
    return verb == "discard" and len(words) == 1 and words[0] in hand
