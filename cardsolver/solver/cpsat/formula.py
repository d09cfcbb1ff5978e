"""The one module that talks to ortools' model: the few variables and constraints the rules use.

A literal is an int, and `~x` is "not x" (CP-SAT's own numbering), so that rules can be written,
typed and tested without ortools objects. What is known from the start costs nothing: `NEVER` drops
out of a clause, `ALWAYS` makes it vanish.
"""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Literal = int
ALWAYS: Literal = 0
NEVER: Literal = ~ALWAYS


class OutOfTimeError(Exception):
    """The time limit passed while the model was being built."""


@dataclass(frozen=True, slots=True)
class Number:
    """An integer that is one of a few values, with a literal for each step between them."""

    values: tuple[int, ...]  # rising
    steps: tuple[Literal, ...]  # not more than the value in the same place
    native: Any

    def up_to(self, limit: int) -> Literal:
        """It is not more than this."""
        reached = bisect_right(self.values, limit)
        return self.steps[reached - 1] if reached else NEVER


class Formula:
    """A CP-SAT model of Booleans and a few integers."""

    def __init__(self, deadline: float | None = None) -> None:
        """An empty model; variable 0 is the constant true. The deadline is of `time.monotonic`."""
        self.model: Any = cp_model.CpModel()
        self._deadline = math.inf if deadline is None else deadline
        self._natives: list[Any] = []
        self._definitions: list[tuple[Literal, Sequence[Literal], int]] = []
        self._natives.append(self.model.new_constant(1))

    @property
    def size(self) -> int:
        """How many variables there are."""
        return len(self._natives)

    def new(self, name: str = "") -> Literal:
        """A new Boolean."""
        # A full deal takes seconds to build: a short limit must not wait for that.
        if self.size % 256 == 0 and time.monotonic() > self._deadline:
            raise OutOfTimeError
        self._natives.append(self.model.new_bool_var(name))
        return self.size - 1

    def native(self, literal: Literal) -> Any:
        """The literal as ortools knows it."""
        return self._natives[literal] if literal >= 0 else ~self._natives[~literal]

    def clause(self, *literals: Literal) -> None:
        """At least one of them is true."""
        if ALWAYS not in literals:
            self.model.add_bool_or([self.native(x) for x in literals if x != NEVER])

    def implies(self, *literals: Literal) -> None:
        """All but the last together imply the last."""
        *reasons, result = literals
        self.clause(*(~reason for reason in reasons), result)

    def at_most_one(self, literals: Iterable[Literal]) -> None:
        """No two of them are true."""
        self.model.add_at_most_one([self.native(x) for x in literals if x != NEVER])

    def exactly_one(self, literals: Iterable[Literal]) -> None:
        """One of them is true and no other."""
        self.model.add_exactly_one([self.native(x) for x in literals if x != NEVER])

    def either(self, *literals: Literal) -> Literal:
        """A literal for "at least one of them"."""
        parts = [x for x in literals if x != NEVER]
        if ALWAYS in parts:
            return ALWAYS
        if len(parts) < 2:
            return parts[0] if parts else NEVER
        result = self.new()
        self._definitions.append((result, parts, 1))
        self.clause(~result, *parts)
        for part in parts:
            self.clause(~part, result)
        return result

    def both(self, *literals: Literal) -> Literal:
        """A literal for "all of them"."""
        return ~self.either(*(~x for x in literals))

    def at_least(self, count: int, literals: Sequence[Literal]) -> Literal:
        """A literal for "count or more of them"."""
        if count <= 0 or count > len(literals):
            return ALWAYS if count <= 0 else NEVER
        result = self.new()
        self._definitions.append((result, literals, count))
        total = sum(self.native(x) for x in literals)
        self.model.add(total >= count).only_enforce_if(self.native(result))
        self.model.add(total < count).only_enforce_if(self.native(~result))
        return result

    def count(self, least: int, literals: Sequence[Literal], when: Sequence[Literal] = ()) -> None:
        """At least so many of them are true, if all of `when` are."""
        sure = literals.count(ALWAYS)
        open_ones = [x for x in literals if x not in (ALWAYS, NEVER)]
        if sure >= least or NEVER in when:
            return
        if sure + len(open_ones) < least:
            self.clause(*(~x for x in when))
            return
        total = sum(self.native(x) for x in open_ones)
        reasons = [self.native(x) for x in when if x != ALWAYS]
        self.model.add(total >= least - sure).only_enforce_if(*reasons)

    def count_exactly(self, size: int, literals: Sequence[Literal]) -> None:
        """So many of them are true, no more and no fewer."""
        self.model.add(sum(self.native(x) for x in literals) == size)

    def number(self, values: Iterable[int]) -> Number:
        """An integer that is one of these."""
        known = tuple(sorted({*values}))
        native = self.model.new_int_var_from_domain(cp_model.Domain.from_values(known), "")
        steps = []
        for value in known[:-1]:
            step = self.new()
            steps.append(step)
            self.model.add(native <= value).only_enforce_if(self.native(step))
            self.model.add(native > value).only_enforce_if(self.native(~step))
        return Number(known, (*steps, ALWAYS), native)

    def not_before(self, later: Number, sooner: Number, *when: Literal) -> None:
        """The first number is not less than the second, if all of `when` are true."""
        if sooner.values[-1] > later.values[0] and NEVER not in when:
            reasons = [self.native(x) for x in when if x != ALWAYS]
            self.model.add(later.native >= sooner.native).only_enforce_if(*reasons)

    def same(self, one: Number, other: Number, when: Literal) -> None:
        """Both numbers are equal, in this case."""
        self.model.add(one.native == other.native).only_enforce_if(self.native(when))

    def circuit(self, arcs: Iterable[tuple[int, int, Literal]]) -> None:
        """The true arcs are one round trip; a node with a true arc to itself is left out."""
        self.model.add_circuit([(tail, head, self.native(x)) for tail, head, x in arcs])

    def maximise(self, literals: Sequence[Literal]) -> None:
        """As many of them as possible."""
        self.model.maximize(sum(self.native(x) for x in literals))

    def minimise(self, costs: Iterable[tuple[int, Literal]]) -> None:
        """The least sum of the weights of true literals."""
        self.model.minimize(sum(weight * self.native(x) for weight, x in costs))

    def hint(self, known: Mapping[Literal, bool]) -> None:
        """Start looking here; everything that follows by definition is hinted too."""
        values = {ALWAYS: True, **known}

        def value(literal: Literal) -> bool | None:
            if literal >= 0:
                return values.get(literal)
            positive = values.get(~literal)
            return None if positive is None else not positive

        for result, parts, count in self._definitions:
            states = [value(part) for part in parts]
            if states.count(True) >= count:
                values[result] = True
            elif states.count(True) + states.count(None) < count:
                values[result] = False
        self.model.clear_hints()
        for literal, state in values.items():
            if literal > ALWAYS:
                self.model.add_hint(self._natives[literal], state)
