"""Matches of a search bot against itself for the training, one JSON line each, from which they can be replayed.

A line has the actions, and for each that was searched the value of the best one and how often each was tried.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, play, registry
from engines.bot_matches.arguments import UsageError
from engines.common import compute_shares
from engines.contract import AnyEngine, Json, Seat
from engines.mcts import start_search
from engines.randomness import UnverifiedRandom
from engines.search_adapter import IterationBudget, SearchAdapter
from engines.training_plan import TrainingPlan, Weights


@dataclass(frozen=True)
class SelfPlayMatch:
    """A match to play: the same seed, number, weights and iterations give the same match.

    Without iterations the greedy bot plays, which takes a small part of the time.
    """

    game: str
    seed: str
    number: int
    iterations: int
    weights: Weights


def get_plan(game: str) -> TrainingPlan:
    """Return the training plan of a game. Raises UsageError if it has none."""
    plan = registry.get_package(game).training
    if plan is None:
        raise UsageError(f"{game} has no training plan (engines/training_plan.py)")
    return plan


def play_match(match: SelfPlayMatch) -> dict[str, Json]:
    """Play a match to its end and return its line."""
    engine, plan = registry.get(match.game), get_plan(match.game)
    adapter = plan.build(match.weights) if match.iterations or plan.own_setup else None
    chooser = _Chooser(engine, plan, adapter, match.iterations)
    rng = Random(f"{match.game} {match.seed}.{match.number}")
    options = plan.options[match.number % len(plan.options)]
    seat_counts = plan.seats or engine.seat_counts
    seats = seat_counts[match.number // len(plan.options) % len(seat_counts)]
    position, draws = play.begin(engine, engine.options(options), seats), UnverifiedRandom(rng)
    opening, entries = rng.randrange(plan.opening + 1), []
    while position.outcome is None:
        by: Seat | None = None
        do, value, tries = play.referee_action(engine, position, draws), None, None
        if do is None:
            by = min(play.to_act(engine, position))
            noise = 1.0 if opening > 0 else plan.noise
            do, value, tries, is_choice = chooser.choose(position.state, by, rng, noise)
            opening -= is_choice
        entries.append([by, do, value, tries])
        position = play.advance(engine, position, by, do)
    ranks = position.outcome.ranks
    return {"n": match.number, "options": dict(options), "seats": seats, "entries": entries, "shares": compute_shares(ranks)}


@dataclass(frozen=True)
class _Chooser:
    """Who plays a match: the search with an adapter, or the greedy bot without iterations."""

    engine: AnyEngine
    plan: TrainingPlan
    adapter: SearchAdapter | None
    iterations: int

    def choose(
        self, state: Any, seat: Seat, rng: Random, noise: float
    ) -> tuple[str, float | None, dict[str, int] | None, bool]:
        """Return an action, its value and how often each was tried if it was searched, and whether there was a choice.

        `noise` is the chance of a random action.
        """
        view, legal = self.engine.view(state, seat), bots.list_legal_actions(self.engine, state, seat)
        if (action := self._find_shortcut(seat, view, legal, rng)) is not None:
            return action, None, None, False
        if legal is not None and len(legal) == 1:
            return legal[0], None, None, False
        if legal is not None and rng.random() < noise:
            return rng.choice(legal), None, None, True
        if self.adapter is not None and self.iterations:
            return self._search(self.adapter, state, seat, view, legal, rng)
        greedy = registry.get_package(self.engine.key).choose
        return greedy(seat, view, legal, rng) if greedy else rng.choice(legal or [""]), None, None, legal is not None

    def _find_shortcut(self, seat: Seat, view: Any, legal: list[str] | None, rng: Random) -> str | None:
        """Return the action that the adapter takes without a search, or for a share of them the greedy bot's."""
        if self.adapter is None or self.adapter.shortcut is None:
            return None
        action, greedy = self.adapter.shortcut(seat, view, legal, rng), registry.get_package(self.engine.key).choose
        if action is not None and self.plan.greedy_setup and greedy is not None and rng.random() < self.plan.greedy_setup:
            return greedy(seat, view, legal, rng)
        return action

    def _search(
        self, adapter: SearchAdapter, state: Any, seat: Seat, view: Any, legal: list[str] | None, rng: Random
    ) -> tuple[str, float | None, dict[str, int] | None, bool]:
        search = start_search(self.engine, adapter, seat, view, legal, rng)
        search.run(IterationBudget(self.iterations))
        tried = [entry for entry in search.line() if legal is None or entry[0] in legal]
        if not tried:
            return self.engine.encode(self.engine.sample(state, seat, rng)), None, None, True
        do, _, value = tried[0]
        return do, round(value, 4), {text: visits for text, visits, _ in tried}, True


@dataclass(frozen=True, slots=True)
class Decision:
    """A replayed position in which a seat acted: its actions' shares of the tries, and the target of each seat's value."""

    state: Any
    seat: Seat
    tries: Mapping[str, float] | None
    targets: tuple[float, ...]


def replay_decisions(engine: AnyEngine, line: Mapping[str, Any], trace: float) -> Iterator[Decision]:
    """Yield the positions of a match in which a seat chose.

    The target of a position is the result, mixed with the search's values of all positions up to the end: `trace` is the
    lambda of temporal differences, 1 for the result alone.
    """
    position = play.begin(engine, engine.options(line["options"]), line["seats"])
    states = []
    for by, do, _, _ in line["entries"]:
        states.append(position.state)
        position = play.advance(engine, position, by, do)
    targets, found = tuple(line["shares"]), []
    for (by, _, value, tries), state in zip(reversed(line["entries"]), reversed(states), strict=True):
        if value is not None:
            targets = _mix(targets, by, value, trace)
            found.append(Decision(state, by, tries and _to_shares(tries), targets))
        elif by is not None:
            found.append(Decision(state, by, None, targets))
    yield from reversed(found)


def _mix(targets: tuple[float, ...], seat: Seat, value: float, trace: float) -> tuple[float, ...]:
    values = (value, 1.0 - value) if seat == 0 else (1.0 - value, value)
    if len(targets) == 2:
        return trace * targets[0] + (1.0 - trace) * values[0], trace * targets[1] + (1.0 - trace) * values[1]
    return tuple(trace * target + (1.0 - trace) * value if at == seat else target for at, target in enumerate(targets))


def _to_shares(tries: Mapping[str, int]) -> dict[str, float]:
    total = sum(tries.values())
    return {text: count / total for text, count in tries.items()}
