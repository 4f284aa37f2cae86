"""What a game tells `python -m engines train`, and the file of trained weights. Nothing here needs numpy."""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isfinite
from pathlib import Path
from random import Random
from typing import Annotated, Any, TypeAlias

from engines.contract import Json, Seat
from engines.data_files import BadData, Check, Text, parse
from engines.search_adapter import SearchAdapter

Weights: TypeAlias = Mapping[str, tuple[float, ...]]
"""Weights by the name of their group."""
Features: TypeAlias = Sequence[tuple[int, float]]
"""The features of a position or an action that are not 0: the index of their weight, counted through all groups, and value."""

MAX_BYTES = 1_000_000
DIGITS = ".4g"  # Of a weight in the file.
_MAX_WEIGHT = 1000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """One game's part of the training of its evaluation, and of the priors of its moves.

    `file` is the weights file; `about` its explanation. `groups` are the numbers of weights by group.
    `features(state)` returns the features of an unfinished position, for each seat from the first that is to be learned:
    the logistic function of their weighted sum is the chance of the seat to win. A game of two sides may leave out the
    second row.
    `build(weights)` returns the adapter that plays with these weights; `start` are the weights to begin with.
    `action_groups` and `action_features(state, seat, listed)` are the same for the priors of moves: the features of each
    action of a list, from what the seat knows. The softmax of their weighted sums is fitted to how often the search
    tries each action. Actions with the same `action_key(state, seat, action)`, such as equal cards, are fitted as one
    (None: each by itself).
    `belief_groups` and `belief_features(state, rng)` are for beliefs about what is hidden: each row has the features of the
    truth less those of a similar untruth, and the logistic function of its weighted sum is the chance of the truth.
    `options` are the option sets to play, in turn, and `seats` the numbers of players (None: all of the game's). A match
    begins with up to `opening` random actions, and later actions are random with the chance `noise`, so that matches
    differ and the training meets bad positions too.
    Every `step`-th position is learned from, and those that were searched or for which `is_always_learned(state)`. With
    `own_setup` the adapter's shortcut moves in the greedy bot's matches too. `greedy_setup` is the share of its actions
    that the greedy bot makes.
    `penalty` is the weight of the squared distance from the weights to begin with, per weight.
    """

    file: Path
    about: str
    groups: Mapping[str, int]
    features: Callable[[Any], Sequence[Features]]
    build: Callable[[Weights], SearchAdapter]
    start: Weights
    action_groups: Mapping[str, int] | None = None
    action_features: Callable[[Any, Seat, Sequence[Any]], Sequence[Features]] | None = None
    action_key: Callable[[Any, Seat, Any], Hashable] | None = None
    belief_groups: Mapping[str, int] | None = None
    belief_features: Callable[[Any, Random], Sequence[Features]] | None = None
    options: Sequence[Mapping[str, Json]] = ({},)
    seats: Sequence[int] | None = None
    opening: int = 6
    noise: float = 0.1
    penalty: float = 0.3
    step: int = 1
    is_always_learned: Callable[[Any], bool] | None = None
    own_setup: bool = False
    greedy_setup: float = 0.0

    @property
    def all_groups(self) -> Mapping[str, int]:
        return {**self.groups, **(self.action_groups or {}), **(self.belief_groups or {})}


_FINITE = Check(lambda value: isfinite(value) and abs(value) <= _MAX_WEIGHT, f"must be at most {_MAX_WEIGHT:g} in size")


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """The contents of a file of trained weights: what they are, how they were trained, and the weights by group."""

    about: Text
    training: Mapping[str, Any]
    weights: Mapping[str, tuple[Annotated[float, _FINITE], ...]]


def load_weights(file: Path, groups: Mapping[str, int]) -> Weights:
    """Return the weights of a file. Raises BadData if the file is not of this form or has other groups."""
    try:
        if file.stat().st_size > MAX_BYTES:
            raise BadData(f"{file.name}: must have at most {MAX_BYTES:,} bytes")
        raw = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise error if isinstance(error, BadData) else BadData(f"{file.name}: {error}") from None
    weights = parse(WeightsFile, raw, file.name).weights
    found = {name: len(values) for name, values in weights.items()}
    if found != dict(groups):
        raise BadData(f"{file.name}: weights: must have {_list_groups(groups)}, not {_list_groups(found)}")
    return weights


def _list_groups(groups: Mapping[str, int]) -> str:
    return ", ".join(f"{size} {name}" for name, size in groups.items()) or "none"


def format_weights(about: str, training: Mapping[str, Json], weights: Weights) -> str:
    """Return the text of a weights file, with sixteen weights on a line."""
    groups = []
    for name, values in weights.items():
        lines = [", ".join(f"{value:{DIGITS}}" for value in values[at : at + 16]) for at in range(0, len(values), 16)]
        groups.append(f"    {json.dumps(name)}: [\n      " + ",\n      ".join(lines) + "\n    ]")
    head = f'  "about": {json.dumps(about)},\n  "training": {json.dumps(training)},\n'
    return "{\n" + head + '  "weights": {\n' + ",\n".join(groups) + "\n  }\n}\n"


def flatten(weights: Weights, groups: Mapping[str, int]) -> list[float]:
    """Return the weights of these groups one after the other."""
    return [value for name in groups for value in weights[name]]


def split(values: Sequence[float], groups: Mapping[str, int]) -> Weights:
    """Return the weights by group of what `flatten` returns."""
    result, at = {}, 0
    for name, size in groups.items():
        result[name] = tuple(values[at : at + size])
        at += size
    return result


def number_kinds(sizes: Mapping[str, int]) -> dict[str, int]:
    """Return the index of the first weight of each kind of feature, whose weights follow each other."""
    return dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))


def zero_weights(groups: Mapping[str, int]) -> Weights:
    """Return weights that are all 0."""
    return {name: (0.0,) * size for name, size in groups.items()}
