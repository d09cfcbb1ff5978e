"""Deals: from a seed or a file to the deck of one game, and back to text."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named, game_names
from cardsolver.core.seeds import seed_text
from cardsolver.core.share_code import unpack
from cardsolver.core.shuffle import generator_state, shuffle
from cardsolver.core.text import (
    check_printable,
    is_code,
    parse_json,
    place,
    quote,
    read_text,
    record_kind,
    stays_one_line,
)
from cardsolver.core.variant import split_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from cardsolver.core.cards import Card, Deck
    from cardsolver.core.game import AnyGame

_FIELDS = ("game", "rules", "deck", "position", "seed", "name", "source", "expected")
_HEADING = re.compile(r"# (game|rules|seed|name): (.+)")  # a comment of plain text that is data
# What a transcript adds to its deal.
PLAYED_FIELDS = ("cardsolver", "seats", "moves", "result", "aids")


@dataclass(frozen=True, slots=True)
class Deal:
    """What a game starts from: a deck in order or, where the game has them, a position.

    `rules` is the text form of the variant. `seed` says where the deck came from; a game with
    several rounds continues shuffling from it.
    """

    game: str
    rules: str = ""
    deck: tuple[Card, ...] = ()
    position: str | None = None
    seed: str | None = None
    name: str | None = None
    source: str | None = None
    expected: Mapping[str, Any] | None = None

    @property
    def label(self) -> str:
        """How messages and tables name this deal."""
        if self.name is not None:
            return self.name
        if self.seed is not None:
            return f"seed {self.seed}"
        return "deal" if self.position is None else "position"

    def shuffle_state(self) -> int:
        """The generator's state after the first shuffle; without a seed the deck is the seed."""
        if self.seed is None:
            return generator_state(" ".join(map(str, self.deck)))
        return shuffle(self.deck, generator_state(self.seed))[1]


def deal_seed(game: str, seed: str | int, *, rules: str = "") -> Deal:
    """The deal of a seed. The deck does not depend on the rules: every variant gets the same."""
    text = seed_text(seed)
    deck, _ = shuffle(game_named(game).deck.cards, generator_state(text))
    return Deal(game, rules, deck, seed=text)


def complete_rules(deal: Deal) -> Deal:
    """The deal with its variant in full, as the started game has it."""
    game = game_named(deal.game)
    return replace(deal, rules=game.format_rules(game.start(deal).rules))


def bare_rules(game: AnyGame, rules: str) -> str:
    """The words of a variant without those that follow from the others."""

    def whole(words: list[str]) -> str:
        return game.format_rules(game.parse_rules(" ".join(words)))

    words = split_words(rules)
    full = whole(words)
    for word in words[:]:
        rest = [each for each in words if each != word]
        with suppress(InputError):  # the others may make no sense without it
            if whole(rest) == full:
                words = rest
    return " ".join(words)


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """The deal as a JSON object; fields without a value are left out."""
    values = {**{name: getattr(deal, name) for name in _FIELDS}, "deck": list(deal.deck)}
    return {name: value for name, value in values.items() if value not in (None, [])}


def format_deal(deal: Deal) -> str:
    """The deal as plain text: comments, then the cards in deck order (or the position)."""
    comments = {"game": deal.game, "rules": deal.rules, "seed": deal.seed, "name": deal.name}
    lines = [f"# {key}: {value}" for key, value in comments.items() if value]
    if deal.position is not None:
        return "\n".join([*lines, deal.position])
    texts = list(map(str, deal.deck))
    rows = [" ".join(texts[start : start + 14]) for start in range(0, len(texts), 14)]
    return "\n".join([*lines, *rows])


def load_deals(source: str | Path, *, game: str | None = None) -> list[Deal]:
    """The deals of a file or of standard input (`-`), all of one game if a game is named."""
    path = str(source)
    deals = load_any_deals(path, plain=game)
    for deal in deals:
        check_game(deal, game, path)
    return deals


def check_game(deal: Deal, game: str | None, source: str) -> None:
    """Refuse a deal of another game, if a game is named."""
    if game is not None and deal.game != game:
        raise InputError(f"{place(source)}: a deal of {deal.game}; expected {game}")


def load_any_deals(source: str, *, plain: str | None = None) -> list[Deal]:
    """The deals of a file, of whatever games; `plain` names the game of plain text.

    JSON: one object, or one per line. A share code or a transcript on a line stands for its deal.
    Anything else is plain text: the cards in deck order.
    """
    text = read_text(source)
    if not text.strip():
        raise InputError(f"{place(source)}: empty; expected a deal")
    if kind := record_kind(text):
        expected = "expected deals, or transcripts, as cardsolver report --transcripts prints them"
        raise InputError(f"{place(source)}: the record of a {kind}; {expected}")
    if text.lstrip()[0] in '{["' or is_code(text.split(maxsplit=1)[0]):
        return [
            _with_true_seed(deal_from_json(_deal_fields(data), where), where)
            for data, where in _json_values(text, source)
        ]
    if plain is None:
        raise InputError(f"{place(source)}: plain text; expected JSON, or the name of a game")
    return _parse_plain(text, source, plain)


def _json_values(text: str, source: str) -> Iterator[tuple[Any, str]]:
    """The whole text as one JSON value, or else one value per line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not is_code(lines[0][1].strip()):
        try:
            parse_json(lines[0][1], place(source))
        except InputError:
            yield parse_json(text, place(source)), place(source)
            return
    for number, line in lines:
        where = place(source, number)
        is_one = is_code(line.strip())
        yield code_fields(line.strip(), where) if is_one else parse_json(line, where), where


def code_fields(code: str, where: str) -> dict[str, Any]:
    """The fields of the transcript that a share code holds; its deck may follow from its seed."""
    data = unpack(code, where)
    game, seed = data.get("game"), data.get("seed")
    if "deck" in data or "position" in data or not isinstance(game, str):
        return data
    if not isinstance(seed, str):
        raise InputError(f"{where}: a share code without cards; expected seed, deck or position")
    try:
        return {**data, "deck": list(deal_seed(game, seed).deck)}
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _deal_fields(data: object) -> object:
    """A transcript's fields without those that tell how the deal was played."""
    if not isinstance(data, dict) or "moves" not in data:
        return data
    return {name: value for name, value in data.items() if name not in PLAYED_FIELDS}


def deal_from_json(data: object, where: str) -> Deal:
    """Check a deal's JSON object field by field."""
    if not isinstance(data, dict):
        raise InputError(f"{where}: expected a JSON object with game, rules and deck")
    unknown = [key for key in data if key not in _FIELDS]
    if unknown:
        raise InputError(
            f"{where}: unknown field {quote(unknown[0])}; expected {', '.join(_FIELDS)}"
        )
    _check_texts(data, where)
    if "game" not in data:
        raise InputError(
            f"{where}: field game is missing; expected one of {', '.join(game_names())}"
        )
    if not isinstance(data.get("expected", {}), dict):
        raise InputError(f"{where}: field expected must be an object")
    if ("deck" in data) == ("position" in data):
        raise InputError(f"{where}: expected exactly one of the fields deck and position")
    if "position" in data and "seed" in data:
        raise InputError(
            f"{where}: a position with a seed; expected no seed: none gives a position"
        )
    try:
        game_named(data["game"])
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if "position" in data:
        _position(data["game"], data["position"], where)
    try:
        deck = game_named(data["game"]).deck
        cards = _cards_from_json(data["deck"], deck) if "deck" in data else ()
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return Deal(**{**data, "deck": cards})


def _check_texts(data: Mapping[str, object], where: str) -> None:
    for key in ("game", "rules", "position", "seed", "name", "source"):
        text = data.get(key, "")
        if not isinstance(text, str):
            raise InputError(f"{where}: field {key} must be a text, not {quote(text)}")
        if key in data and key == "name":
            _check_name(text, where)
        elif key in ("rules", "seed", "source"):
            check_printable(text, f"{where}: field {key} is")


def _check_name(name: str | None, where: str) -> None:
    if name is not None and not stays_one_line(name):
        what = "printable text, without spaces around it"
        raise InputError(f"{where}: name {quote(name)}; expected {what}")


def _position(game: str, line: str, where: str) -> Deal:
    check = game_named(game).check_position
    if check is None:
        raise InputError(f"{where}: a position; expected a deck ({game} has no positions)")
    try:
        check(line)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return Deal(game, position=line.strip())


def _cards_from_json(values: object, deck: Deck) -> tuple[Card, ...]:
    if not isinstance(values, list):
        raise InputError("field deck must be a list of cards")
    cards = []
    for index, value in enumerate(values, 1):
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise InputError(
                f"card {index}: {quote(value)} is not a card; expected {deck.examples}"
            )
        try:
            cards.append(deck.parse(str(value)))
        except InputError as error:
            raise InputError(f"card {index}: {error}") from None
    deck.check(cards)
    return tuple(cards)


def _parse_plain(text: str, source: str, game: str) -> list[Deal]:
    """Cards separated by white space or commas; `#` starts a comment. Several decks may follow.

    A line with a slash in it is a position; then every line is one. The comments that `format_deal`
    writes before a deck or position belong to it.
    """
    lines = [(place(source, at), line) for at, line in enumerate(text.splitlines(), 1)]
    has_positions = any("/" in line.partition("#")[0] for _, line in lines)
    deck = game_named(game).deck
    deals: list[Deal] = []
    cards: list[Card] = []
    heading: dict[str, str] = {}
    for where, line in lines:
        if not cards and (found := _HEADING.fullmatch(line.strip())):
            heading[found[1]] = found[2]
            if heading.get("game", game) != game:
                raise InputError(f"{where}: a deal of {heading['game']}; expected {game}")
            continue
        words = line.partition("#")[0]
        if has_positions and words.strip():
            deals.append(_headed(_position(game, words, where), heading, where))
            heading = {}
            continue
        for word in words.replace(",", " ").split():
            try:
                cards.append(deck.parse(word))
            except InputError as error:
                raise InputError(f"{where}: {error}") from None
            if len(cards) == len(deck.cards):
                deals.append(_headed(_checked(cards, game, where), heading, where))
                cards, heading = [], {}
    if cards or not deals:
        which = f", deal {len(deals) + 1}" if deals else ""
        deals.append(_headed(_checked(cards, game, place(source) + which), heading, place(source)))
    return deals


def _checked(cards: Sequence[Card], game: str, where: str) -> Deal:
    try:
        game_named(game).deck.check(cards)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return Deal(game, deck=tuple(cards))


def _headed(deal: Deal, heading: Mapping[str, str], where: str) -> Deal:
    """A deal with what the comments before it say; they are believed no more than JSON is."""
    for key, value in heading.items():
        check_printable(value, f"{where}: {key}")
    name = heading.get("name")
    _check_name(name, where)
    seed, rules = heading.get("seed"), heading.get("rules", "")
    return _with_true_seed(replace(deal, rules=rules, seed=seed, name=name), where)


def _with_true_seed(deal: Deal, where: str) -> Deal:
    """The deal, unless its seed gives another one. In a transcript, that is for `replay` to say."""
    if deal.seed is None:
        return deal
    try:
        is_true = deal_seed(deal.game, deal.seed).deck == deal.deck
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if not is_true:
        raise InputError(f"{where}: seed {quote(deal.seed)} gives another deck")
    return deal
