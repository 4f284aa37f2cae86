"""Judgement of the actions of one position: values with their certainty, for reviews and puzzles. Pure.

`analyse` judges by what a seat can know: it gets the seat's view and legal actions, like a bot, and tries the actions in
worlds resampled from the view. `analyse_truth` judges by what was true: the one world is the true state. Both spend a
fixed number of iterations, so the same `rng` gives the same result on every machine.

    >>> from random import Random
    >>> from engines import play, registry
    >>> engine, adapter = registry.get("order-and-chaos"), registry.get_package("order-and-chaos").search
    >>> state = play.begin(engine, {}, 2).state
    >>> view, legal = engine.view(state, 0), [engine.encode(action) for action in engine.legal(state, 0)]
    >>> found = analyse(engine, adapter, 0, view, legal, Random(1), 60, include=legal[:1])
    >>> found.best.loss, found.find(legal[0]).loss >= 0.0
    (0.0, True)

How it works: half of the iterations are a search (`engines.mcts.Search`), which finds the promising actions. The others
are rounds. A round draws one world and tries every finalist once in it, so that finalists are compared in the same
worlds and equally often; only the second half of the rounds counts, when the tree below each finalist has grown.
Finalists are the `finalists` actions that the search visited most, and all of `include`.

A `value` is the seat's, from 0 (lost) to 1 (won); with more than two seats, the expected share of opponents behind it.
`error` is the standard error of the value over the rounds. `loss` is how much less than the best the action is worth,
and `loss_error` the standard error of this difference over the same worlds. The errors cover which worlds were drawn and
the referee's draws, not what the search overlooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from random import Random
from typing import Any

from engines.contract import AnyEngine, Seat
from engines.mcts import Search
from engines.search_adapter import IterationBudget, SearchAdapter

VERSION = 1
"""Counts changes that make results of earlier versions incomparable."""

_SEARCHED = 0.5  # Share of the iterations for the search that finds the finalists.


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finalist. See the module for `value`, `error`, `loss` and `loss_error`; `rounds` is how many of them count."""

    action: str  # in notation
    visits: int  # all tries, also those of the search
    rounds: int
    value: float
    error: float
    loss: float
    loss_error: float

    @property
    def is_clearly_worse(self) -> bool:
        """Return whether the loss is beyond what chance explains (two standard errors)."""
        return self.loss > 2.0 * self.loss_error


@dataclass(frozen=True, slots=True)
class Analysis:
    """The judgement of a position: finalists, the best first, and the values of all seats after the best one."""

    seat: Seat
    candidates: tuple[Candidate, ...]
    values: tuple[float, ...]
    iterations: int

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def find(self, action: str) -> Candidate | None:
        """Return the finalist with this notation, or None."""
        return next((candidate for candidate in self.candidates if candidate.action == action), None)


def analyse(
    engine: AnyEngine,
    adapter: SearchAdapter,
    seat: Seat,
    view: Any,
    legal: Sequence[str] | None,
    rng: Random,
    budget: int,
    *,
    include: Sequence[str] = (),
    finalists: int = 4,
) -> Analysis:
    """Return the judgement of the seat's actions by what it can know, in about `budget` iterations.

    `legal` are its legal actions in canonical notation (None: too many to list), `include` those that must be judged,
    for example the one that was played. Raises ValueError for an included action that is not in `legal`, and LookupError
    if there is no action.
    """
    for action in include:
        if legal is not None and action not in legal:
            raise ValueError(f"not a legal action: {action}")
    search = Search(engine, adapter, seat, view, None if legal is None else list(legal), rng)
    search.run(IterationBudget(max(1, int(budget * _SEARCHED))))
    names = [name for name, _, _ in search.line() if legal is None or name in legal][: max(1, finalists)]
    names += [name for name in dict.fromkeys(include) if name not in names]
    if not names:
        raise LookupError("the search found no action")
    return _compare(search, {name: engine.decode(name) for name in names}, max(4, (budget - search.done) // len(names)))


def analyse_truth(
    engine: AnyEngine,
    adapter: SearchAdapter,
    seat: Seat,
    state: Any,
    rng: Random,
    budget: int,
    *,
    include: Sequence[str] = (),
    finalists: int = 4,
) -> Analysis:
    """Return the judgement by what was true: `state` is the only world, and every seat is searched as knowing it.

    The referee's future draws stay unknown. Arguments and exceptions are those of `analyse`.
    """
    listed = engine.legal(state, seat)
    legal = None if listed is None else [engine.encode(action) for action in listed]
    fixed = fix_world(adapter, state)
    view = engine.view(state, seat)
    return analyse(engine, fixed, seat, view, legal, rng, budget, include=include, finalists=finalists)


def fix_world(adapter: SearchAdapter, state: Any) -> SearchAdapter:
    """Return the adapter with this state as the only world, in which nothing is hidden."""
    return replace(
        adapter,
        determinizer=lambda seat, view, legal: lambda rng: state,
        observation=None,
        groups=None,
        settings=replace(adapter.settings, open_state=True),
    )


def _compare(search: Search, actions: dict[str, Any], rounds: int) -> Analysis:
    """Try every action in every round; return the judgement from the later half of the rounds."""
    seat, counted = search.seat, []
    for number in range(rounds):
        world = search.draw_world()
        values = [search.try_action(action, world) for action in actions.values()]
        if number >= rounds // 2:
            counted.append(values)
    size = len(counted)
    mix = search.settings.mix
    samples = {name: [values[at][seat] for values in counted] for at, name in enumerate(actions)}
    means = {name: sum(values) / size for name, values in samples.items()}
    for name, action in actions.items():
        if mix and (deep := search.best_line_value(action)) is not None:
            means[name] += mix * (deep - means[name])
    best = max(means, key=lambda name: means[name])
    visits = {name: count for name, count, _ in search.line()}
    candidates = [
        Candidate(
            action=name,
            visits=visits[name],
            rounds=size,
            value=means[name],
            error=_standard_error(samples[name]),
            loss=means[best] - means[name],
            loss_error=_standard_error([top - own for top, own in zip(samples[best], samples[name], strict=True)]),
        )
        for name in actions
    ]
    candidates.sort(key=lambda candidate: -candidate.value)
    at = list(actions).index(best)
    seats = len(counted[0][at])
    everyone = tuple(sum(values[at][other] for values in counted) / size for other in range(seats))
    return Analysis(seat, tuple(candidates), everyone, search.done)


def _standard_error(samples: Sequence[float]) -> float:
    """Return the standard error of the mean; infinite for a single sample."""
    size = len(samples)
    if size < 2:
        return inf
    mean = sum(samples) / size
    return sqrt(sum((value - mean) ** 2 for value in samples) / (size - 1) / size)
