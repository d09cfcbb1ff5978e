"""A trained policy as a bot: a small network in a file, scored and played with NumPy alone."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias
from zipfile import BadZipFile

import numpy as np

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote
from cardsolver.rl.codings import coding_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from cardsolver.core.game import AnyGame

    Vector: TypeAlias = NDArray[np.float32]
    Layer: TypeAlias = tuple[Vector, Vector]  # weights by output and input, and biases

VARIABLE = "CARDSOLVER_POLICY"
ACTIVATIONS: dict[str, Callable[[Vector], Vector]] = {
    "relu": lambda values: np.maximum(values, 0),
    "tanh": np.tanh,
}


class Policy:
    """Layers from an observation to one score per action."""

    def __init__(self, layers: Sequence[Layer], activation: str, where: str) -> None:
        """Check that the layers fit each other; `where` is for messages."""
        try:
            self.layers = [(w.astype(np.float32), b.astype(np.float32)) for w, b in layers]
        except (TypeError, ValueError):
            raise InputError(f"{where}: weights or biases that are not numbers") from None
        self.activation = ACTIVATIONS[activation]
        self.where = where
        for number, (weights, biases) in enumerate(self.layers):
            if weights.ndim != 2 or biases.ndim != 1:
                raise InputError(
                    f"{where}: layer {number} has weights of shape {weights.shape} and biases of"
                    f" shape {biases.shape}; expected a table and a list"
                )
            inputs = weights.shape[1] if number == 0 else self.layers[number - 1][1].size
            if weights.shape != (biases.size, inputs):
                raise InputError(
                    f"{where}: weights_{number} is {weights.shape};"
                    f" expected {(biases.size, inputs)}, one row for each of the layer's biases"
                )
            if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
                raise InputError(f"{where}: layer {number} has NaN or infinity; expected numbers")

    def scores(self, observation: Vector) -> Vector:
        """One score per action; the highest is played."""
        inputs = self.layers[0][0].shape[1]
        if inputs != observation.size:
            raise InputError(
                f"policy {quote(self.where)} is for observations of {inputs} numbers;"
                f" expected {observation.size} for this game and number of players"
            )
        values = observation
        for weights, biases in self.layers[:-1]:
            values = self.activation(weights @ values + biases)
        weights, biases = self.layers[-1]
        last: Vector = weights @ values + biases
        return last


def save_policy(
    path: str | Path, layers: Sequence[tuple[ArrayLike, ArrayLike]], *, activation: str = "tanh"
) -> None:
    """Write a network for `PolicyBot`: weights (outputs x inputs) and biases of each layer.

    The activation stands between the layers, not after the last: tanh or relu.
    """
    if activation not in ACTIVATIONS:
        raise InputError(f"activation {quote(activation)}; expected {' or '.join(ACTIVATIONS)}")
    checked = [(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
    if not checked:
        raise InputError("a policy without layers; expected at least one")
    Policy(checked, activation, "layers")
    arrays: dict[str, Any] = {"activation": np.array(activation)}
    for number, (weights, biases) in enumerate(checked):
        arrays |= {f"weights_{number}": weights, f"biases_{number}": biases}
    with Path(path).open("wb") as file:  # a name stays as it is, also without .npz
        np.savez(file, **arrays)


@cache
def load_policy(path: str) -> Policy:
    """The policy of a file that `save_policy` wrote."""
    try:
        with Path(path).open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, TypeError, BadZipFile) as error:
        raise InputError(
            f"policy {quote(path)}: {error}; expected a file of cardsolver.rl.save_policy"
        ) from None
    layers: list[Layer] = []
    while f"weights_{len(layers)}" in arrays and f"biases_{len(layers)}" in arrays:
        layers.append((arrays[f"weights_{len(layers)}"], arrays[f"biases_{len(layers)}"]))
    activation = str(arrays.get("activation"))
    if not layers or activation not in ACTIVATIONS:
        raise InputError(f"policy {quote(path)}; expected a file of cardsolver.rl.save_policy")
    return Policy(layers, activation, path)


class Scorer(Protocol):
    """Whatever scores the actions for an observation."""

    def scores(self, observation: Vector) -> Vector:
        """One score per action."""


class PolicyBot:
    """Plays the legal action that its policy scores highest.

    The policy's file is the class's `path` or, without one, what the variable CARDSOLVER_POLICY
    names. For a network of another kind override `load`.
    """

    path: ClassVar[str | Path | None] = None

    def __init__(self, game: AnyGame) -> None:
        """Load the policy, so that a wrong file is noticed before the game."""
        self._game = game
        self._policy = self.load()

    def load(self) -> Scorer:
        """The policy; a file is read once in a process."""
        path = self.path or os.environ.get(VARIABLE)
        if not path:
            raise InputError(
                f"no policy; expected a class with a path, or a file's whole path in {VARIABLE}"
                f" (and in a tournament --bot-env {VARIABLE})"
            )
        return load_policy(str(path))

    def choose(self, view: Any) -> Any:
        """The best legal move; the first of equals."""
        coding = coding_for(self._game.name, view.rules.players)
        moves = coding.moves(view)
        scores = self._policy.scores(coding.observe(view))
        if scores.shape != (coding.actions,):
            raise InputError(f"{scores.size} scores; expected {coding.actions}, one per action")
        if not np.isfinite(scores[list(moves)]).all():
            raise InputError("a score is NaN or infinity; expected a number for each legal action")
        return moves[max(moves, key=lambda action: float(scores[action]))]
