"""A second reader of records, written from docs/notation.md alone.

It knows nothing of the package: whatever it needs must be on that page. It replays legal games and
does not judge them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

State = dict[str, Any]
Record = dict[str, Any]
MASK = (1 << 64) - 1


# Seeds and shuffles


class Generator:
    """FNV-1a of a text, then SplitMix64."""

    def __init__(self, seed: str) -> None:
        self.state = 0xCBF29CE484222325
        for byte in seed.encode():
            self.state = ((self.state ^ byte) * 0x100000001B3) & MASK

    def number(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        largest = (1 << 64) // n * n
        while (number := self.number()) >= largest:
            pass
        return number % n

    def shuffle(self, cards: list[Any]) -> list[Any]:
        cards = list(cards)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


PRINTED = {
    "the-game": list(range(2, 100)),
    "fifty-fifty": [*range(1, 101), *["pass"] * 20],
    "level-8": [*(f"{n}{c}" for c in "roygbp" for n in range(1, 16)), *["J"] * 7, *["S"] * 4],
}


def deck_of(record: Record) -> tuple[list[Any], Generator]:
    """The deck, and the generator as it is after the first shuffle."""
    if "seed" in record:
        generator = Generator(record["seed"])
        return generator.shuffle(PRINTED[record["game"]]), generator
    deck = list(record["deck"])
    return deck, Generator(" ".join(map(str, deck)))


def words_of(rules: str) -> dict[str, str]:
    return {word.partition("=")[0]: word.partition("=")[2] for word in rules.split()}


def replay(record: Record) -> list[State]:
    """The state before every move and after the last; `result` is in the last of a whole game."""
    games: dict[str, type[TheGame | FiftyFifty | Level8]]
    games = {"the-game": TheGame, "fifty-fifty": FiftyFifty, "level-8": Level8}
    game = games[record["game"]](record)
    states = [game.state()]
    for move in record["moves"]:
        game.play(move)
        states.append(game.state())
    return states


def dealt(cards: list[Any], players: int, size: int) -> tuple[list[list[Any]], list[Any]]:
    """One card at a time, seat 1 first; and the rest."""
    hands: list[list[Any]] = [[] for _ in range(players)]
    for number in range(players * size):
        hands[number % players].append(cards[number])
    return hands, cards[players * size :]


# The Game

FIRE = {22, 33, 44, 55, 66, 77}


class TheGame:
    def __init__(self, record: Record) -> None:
        words = words_of(record.get("rules", ""))
        self.minimum = int(words["minimum"])
        self.on_fire = "on-fire" in words
        self.laid = 0
        self.end: str | None = None
        self.bids: list[int] = []
        marked: list[int] = []
        if "position" in record:
            fields = [field.strip() for field in record["position"].split("/")]
            tops = fields[0].split()
            self.tops = [int(top.rstrip("!")) for top in tops]
            marked = [pile for pile, top in enumerate(tops) if top.endswith("!")]
            self.hands = [list(map(int, hand.split())) for hand in fields[1].split(";")]
            self.draw = list(map(int, fields[2].split()))
            if len(fields) > 3:
                self.laid = int(fields[3].split()[1])
            self.bidding, self.mover = False, 0
        else:
            deck, _ = deck_of(record)
            self.tops = [1, 1, 100, 100]
            self.hands, self.draw = dealt(deck, int(words["players"]), int(words["hand"]))
            self.bidding = words.get("first") == "bid"
            self.mover = 0 if self.bidding else int(words.get("first", "1")) - 1
        self.players = len(self.hands)
        self.bidding = self.bidding and self.players > 1
        self.talk = "talk" in words and self.players > 1
        self.silent: list[int] = []
        self.due = marked
        if not self.laid:
            self.due = self.burning()
        if not self.bidding:
            self.begin()

    def burning(self) -> list[int]:
        return [pile for pile in range(4) if self.on_fire and self.tops[pile] in FIRE]

    def begin(self) -> None:
        """The mover's turn begins, if there is anybody to have one."""
        if not self.draw and not any(self.hands):
            self.end = "won"
            return
        while not self.hands[self.mover]:
            if self.laid:  # a position in which the mover's hand is empty already
                self.finish()
                return
            self.mover = (self.mover + 1) % self.players
        self.check()
        if self.talk:
            self.silent = [(self.mover + step) % self.players for step in range(1, self.players)]

    def check(self) -> None:
        needed = self.minimum if self.draw else 1
        if self.laid < needed and not any(
            self.fits(pile, card) for pile in range(4) for card in self.hands[self.mover]
        ):
            self.end = "stuck"

    def fits(self, pile: int, card: int) -> bool:
        top = self.tops[pile]
        return card > top or card == top - 10 if pile < 2 else card < top or card == top + 10

    def finish(self) -> None:
        if self.due:
            self.end = "fire"
            return
        self.hands[self.mover] += self.draw[: self.laid]
        self.draw = self.draw[self.laid :]
        self.laid = 0
        self.due = self.burning()
        self.mover = (self.mover + 1) % self.players
        self.begin()

    def play(self, move: str) -> None:
        verb, *words = move.split()
        if verb == "bid":
            self.bids.append(int(words[0]))
            if len(self.bids) == self.players:
                self.mover = self.bids.index(max(self.bids))
                self.bidding = False
                self.begin()
        elif verb == "say":
            self.silent.pop(0)
        elif verb == "end":
            self.finish()
        else:
            pile, card = "ABCD".index(move[0]), int(move[1:])
            self.hands[self.mover].remove(card)
            self.tops[pile] = card
            self.laid += 1
            self.due = [each for each in self.due if each != pile]
            if not self.draw and not any(self.hands):
                self.end = "won"
            elif self.hands[self.mover]:
                self.check()
            else:
                self.finish()

    def state(self) -> State:
        left = sum(map(len, self.hands)) + len(self.draw)
        seat = len(self.bids) if self.bidding else self.silent[0] if self.silent else self.mover
        won = list(range(1, self.players + 1)) if self.end == "won" else []
        return {
            "to_move": None if self.end else seat + 1,
            "hands": [sorted(hand) for hand in self.hands],
            "draw": list(self.draw),
            "tops": list(self.tops),
            "result": self.end
            and {"end": self.end, "scores": [left] * self.players, "winners": won},
        }


# Fifty Fifty


def numbers_of(text: str) -> set[int]:
    """`3-99/3`, `1-33+50`, `none`."""
    found: set[int] = set()
    for part in [] if text == "none" else text.split("+"):
        span, _, step = part.partition("/")
        low, _, high = span.partition("-")
        found |= set(range(int(low), int(high or low) + 1, int(step or 1)))
    return found


class FiftyFifty:
    def __init__(self, record: Record) -> None:
        words = words_of(record["rules"])
        deck, _ = deck_of(record)
        self.players = int(words["players"])
        self.violet = numbers_of(words["violet"])
        aside = int(words["aside"])
        self.hands, self.draw = dealt(deck[aside:], self.players, int(words["hand"]))
        self.turn = int(words["first"]) - 1
        self.row: list[int] = []
        self.passes = 0
        self.layer = 0
        self.jump: int | None = None
        self.asked: int | None = None
        self.penalties = [0] * self.players
        self.end: str | None = None
        self.out: set[int] = set()

    def draw_one(self, seat: int) -> None:
        if self.draw:
            self.hands[seat].append(self.draw.pop(0))

    def begin(self) -> None:
        """The next turn begins; a question about a jump comes before the one-card check."""
        while not self.hands[self.turn] and any(self.hands):
            self.turn = (self.turn + 1) % self.players
        if self.asked is None and not self.draw and len(self.hands[self.turn]) == 1:
            self.show()

    def show(self) -> None:
        self.out = {seat for seat, hand in enumerate(self.hands) if "pass" in hand}
        lowest = {
            min(hand): seat for seat, hand in enumerate(self.hands) if hand and seat not in self.out
        }
        self.end = "one-card"
        if lowest:
            taker = lowest[min(lowest)]
            self.penalties[taker] += len(self.row) + self.passes
            self.row, self.passes = [], 0
            self.collect(taker)

    def collect(self, taker: int) -> None:
        for seat, hand in enumerate(self.hands):
            if seat != taker:
                self.penalties[taker] += len(hand)
                self.hands[seat] = []

    def play(self, move: str) -> None:
        verb, *words = move.split()
        mover = self.turn
        if verb == "decline":
            self.asked = None
            self.begin()
        elif verb == "jump":
            assert self.asked is not None
            self.jump = int(words[0])
            self.hands[self.asked].remove(self.jump)
            self.draw_one(self.asked)
            self.asked = None
            self.turn = self.layer
        elif verb == "take":
            self.penalties[mover] += len(self.row) + self.passes + 1
            self.row, self.passes, self.jump = [], 0, None
            if not self.draw:
                self.end = "row-taken"
                self.collect(mover)
        elif verb == "pass":
            self.hands[mover].remove("pass")
            self.passes += 1
            self.draw_one(mover)
            self.turn = (mover + 1) % self.players
            if self.jump is None:
                self.begin()
        else:
            self.number(int(verb), keep=words == ["keep"])

    def number(self, card: int, *, keep: bool) -> None:
        mover = self.turn
        self.hands[mover].remove(card)
        higher = [number for number in self.row if number > card]
        ended = False
        if not self.passes and len(higher) == 1 and len(self.row) > 1:
            replaced = self.row.pop()
            if replaced in self.violet:
                self.penalties[mover] += 1
            else:
                gives = self.layer != mover and self.penalties[mover] > 0 and not keep
                self.penalties[self.layer] += 1 + gives
                self.penalties[mover] -= gives
        else:
            taken = len(higher) + self.passes
            self.penalties[mover] += taken
            self.row = self.row[: len(self.row) - len(higher)]
            self.passes = 0
            ended = taken > 0 and not self.row and not self.draw
        self.row.append(card)
        self.layer = mover
        if ended:
            self.end = "row-taken"
            self.collect(mover)
            return
        self.draw_one(mover)
        partner = card + 50 if card <= 50 else card - 50
        holders = [
            seat for seat, hand in enumerate(self.hands) if seat != mover and partner in hand
        ]
        self.asked = holders[0] if holders else None
        self.turn = (mover + 1) % self.players
        self.begin()

    def state(self) -> State:
        result = None
        if self.end:
            seats = [seat for seat in range(self.players) if seat not in self.out]
            seats = seats or list(range(self.players))
            fewest = min(self.penalties[seat] for seat in seats)
            winners = [seat + 1 for seat in seats if self.penalties[seat] == fewest]
            result = {"end": self.end, "scores": list(self.penalties), "winners": winners}
        return {
            "to_move": None if self.end else (self.turn if self.asked is None else self.asked) + 1,
            "hands": [sorted(map(str, hand)) for hand in self.hands],
            "draw": list(map(str, self.draw)),
            "row": [*map(str, self.row), *["pass"] * self.passes],
            "penalties": list(self.penalties),
            "result": result,
        }


# Level 8

KEEPS = {"one-star": set[int](), "two-star": {5, 6, 7, 8}}


class Level8:
    def __init__(self, record: Record) -> None:
        words = words_of(record["rules"])
        self.players = int(words["players"])
        levels = words["levels"]
        self.keeps = KEEPS.get(levels)
        if self.keeps is None:
            self.keeps = {n for n, text in enumerate(levels.split("/"), 1) if ":keep" in text}
        self.draw, self.generator = deck_of(record)
        self.dealer = (int(words["first"]) - 2) % self.players
        self.levels = [1] * self.players
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.keepers: list[int] = []
        self.end: str | None = None
        self.round = 0
        self.deal()

    def printed(self, cards: list[str]) -> list[str]:
        return sorted(cards, key=PRINTED["level-8"].index)

    def deal(self) -> None:
        first = (self.dealer + 1) % self.players
        order = [(first + step) % self.players for step in range(self.players)]
        while any(len(hand) < 10 for hand in self.hands):
            for seat in order:
                if len(self.hands[seat]) < 10:
                    self.hands[seat].append(self.draw.pop(0))
        self.piles: list[list[str]] = [[] for _ in range(self.players)]
        self.piles[self.dealer] = [self.draw.pop(0)]
        self.mover = first
        self.table: list[list[list[str]]] = [[] for _ in range(self.players)]
        self.skipped: set[int] = set()
        self.under = 0
        self.round += 1

    def refill(self) -> None:
        if self.draw:
            return
        cards = [card for pile in self.piles for card in pile[:-1]] + ["S"] * self.under
        if cards:
            self.draw = self.generator.shuffle(self.printed(cards))
            self.piles = [pile[-1:] for pile in self.piles]
            self.under = 0

    def next_turn(self) -> None:
        self.mover = (self.mover + 1) % self.players
        self.refill()
        while self.mover in self.skipped:
            self.skipped.remove(self.mover)
            self.under += 1
            self.mover = (self.mover + 1) % self.players
            self.refill()

    def play(self, move: str) -> None:
        verb, *words = move.split()
        hand = self.hands[self.mover]
        if verb == "keep":
            self.keep(words)
            return
        if verb == "draw":
            hand.append(self.draw.pop(0))
        elif verb == "take":
            hand.append(self.piles[int(words[0]) - 1].pop())
        elif verb == "lay":
            for combination in " ".join(words).split(" | "):
                cards = combination.split()
                self.table[self.mover].append(cards)
                for card in cards:
                    hand.remove(card.split("=")[0])
            if self.levels[self.mover] == 8:
                self.levels[self.mover] = 9
                self.end = "laid-out"
                return
        elif verb == "add":
            seat, combination = words[2].split(".")
            hand.remove(words[0].split("=")[0])
            self.table[int(seat) - 1][int(combination) - 1].append(words[0])
        elif verb == "discard":
            hand.remove(words[0])
            self.piles[self.mover].append(words[0])
        elif verb == "skip":
            hand.remove("S")
            self.skipped.add(int(words[0]) - 1)
        if not hand:
            self.end_round()
        elif verb in ("discard", "skip"):
            self.next_turn()
        else:
            self.refill()

    def end_round(self) -> None:
        out = self.mover
        laid_out = [seat for seat in range(self.players) if self.table[seat]]
        wins = self.levels[out] == 7 and out in laid_out
        before = list(self.levels)
        for seat in range(self.players):
            step = 2 if seat == out else 1 if seat in laid_out else 0
            self.levels[seat] = min(8, self.levels[seat] + step)
        if wins:
            self.levels[out] = 9
            self.end = "went-out"
            return
        self.dealer = (self.dealer + 1) % self.players
        assert self.keeps is not None
        self.keepers = [
            seat
            for seat in ((self.dealer + 1 + step) % self.players for step in range(self.players))
            if before[seat] in self.keeps and seat != out and seat not in laid_out
        ]
        for seat in range(self.players):
            if seat not in self.keepers:
                self.hands[seat] = []
        self.after_keeping()

    def keep(self, cards: list[str]) -> None:
        self.hands[self.keepers.pop(0)] = list(cards)
        self.after_keeping()

    def after_keeping(self) -> None:
        if self.keepers:
            self.mover = self.keepers[0]
            return
        kept = Counter(card for hand in self.hands for card in hand)
        rest = list((Counter(PRINTED["level-8"]) - kept).elements())
        self.draw = self.generator.shuffle(self.printed(rest))
        self.deal()

    def state(self) -> State:
        scores = list(self.levels)
        result = None
        if self.end:
            result = {"end": self.end, "scores": scores, "winners": [scores.index(9) + 1]}
        between = bool(self.keepers)
        return {
            "to_move": None if self.end else self.mover + 1,
            "hands": [self.printed(hand) for hand in self.hands],
            "draw": None if between else list(self.draw),
            "piles": None if between else [list(pile) for pile in self.piles],
            "round": self.round,
            "levels": scores,
            "result": result,
        }
