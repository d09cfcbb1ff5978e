"""Decks of cards. A card's value is also its text: `37`, `pass`, `4r`, `J`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

Card: TypeAlias = int | str


@dataclass(frozen=True)
class Deck:
    """All cards of a game, in their printed order; this is what a shuffle starts from."""

    title: str
    cards: tuple[Card, ...]
    examples: str  # what a card looks like, for error messages

    def parse(self, text: str) -> Card:
        """The card that a text names."""
        card = self._by_text.get(text)
        if card is None:
            raise InputError(
                f"{quote(text)} is not a card of {self.title}; expected {self.examples}"
            )
        return card

    def check(self, cards: Iterable[Card]) -> None:
        """Raise unless the cards are exactly this deck in some order."""
        given = Counter(cards)
        wanted = Counter(self.cards)
        if given == wanted:
            return
        repeated = sorted(map(str, given - wanted), key=_natural)
        missing = sorted(map(str, wanted - given), key=_natural)
        faults = [
            f"{word} {_some(names)}"
            for word, names in (("too many:", repeated), ("missing:", missing))
            if names
        ]
        raise InputError(
            f"{given.total()} cards; expected the {len(self.cards)} of {self.title}"
            f" ({'; '.join(faults)})"
        )

    @cached_property
    def _by_text(self) -> dict[str, Card]:
        return {str(card): card for card in self.cards}


def _natural(text: str) -> tuple[int, str]:
    digits = "".join(filter(str.isdigit, text))
    return (int(digits or 0), text)


def _some(names: list[str], limit: int = 6) -> str:
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more
