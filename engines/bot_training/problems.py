"""The problems that a training solves, built from replayed matches: values of positions, choices of moves, beliefs."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import numpy as np

from engines.bot_training.fit import ChoiceProblem, LogisticProblem, SparseRows
from engines.bot_training.self_play import Decision
from engines.contract import AnyEngine
from engines.training_plan import Features, TrainingPlan, flatten

Problem: TypeAlias = LogisticProblem | ChoiceProblem
Builder: TypeAlias = Callable[[Iterable[Decision], float], tuple[Problem, int]]
"""Returns a problem from positions and a penalty, and the number of its examples."""


def list_problems(engine: AnyEngine, plan: TrainingPlan) -> Iterator[tuple[str, Mapping[str, int], Builder]]:
    """Yield the problems of a plan: a name, the groups of the weights to find, and what builds the problem."""
    yield "positions", plan.groups, lambda source, penalty: _build_values(plan, source, penalty)
    if plan.action_groups is not None:
        yield "choices", plan.action_groups, lambda source, penalty: _build_choices(engine, plan, source, penalty)
    if plan.belief_groups is not None:
        yield "beliefs", plan.belief_groups, lambda source, penalty: _build_beliefs(plan, source, penalty)


def _build_values(plan: TrainingPlan, source: Iterable[Decision], penalty: float) -> tuple[Problem, int]:
    rows: list[Features] = []
    targets: list[float] = []
    for decision in source:
        features = plan.features(decision.state)
        rows += features
        targets += decision.targets[: len(features)]
    return _build_logistic(plan, plan.groups, rows, targets, penalty), len(rows)


def _build_beliefs(plan: TrainingPlan, source: Iterable[Decision], penalty: float) -> tuple[Problem, int]:
    assert plan.belief_groups is not None
    assert plan.belief_features is not None
    rows: list[Features] = []
    for number, decision in enumerate(source):
        rows += plan.belief_features(decision.state, Random(number))
    return _build_logistic(plan, plan.belief_groups, rows, [1.0] * len(rows), penalty), len(rows)


def _build_logistic(
    plan: TrainingPlan, groups: Mapping[str, int], rows: list[Features], targets: list[float], penalty: float
) -> LogisticProblem:
    return LogisticProblem(SparseRows(rows, sum(groups.values())), targets, np.array(flatten(plan.start, groups)), penalty)


def _build_choices(engine: AnyEngine, plan: TrainingPlan, source: Iterable[Decision], penalty: float) -> tuple[Problem, int]:
    groups, describe = plan.action_groups, plan.action_features
    assert groups is not None
    assert describe is not None
    rows: list[Features] = []
    shares: list[float] = []
    sizes: list[int] = []
    for decision in source:
        if decision.tries is None or (listed := engine.legal(decision.state, decision.seat)) is None:
            continue
        tried: dict[Hashable, float] = {}
        actions: dict[Hashable, Any] = {}
        for action in listed:
            key = action if plan.action_key is None else plan.action_key(decision.state, decision.seat, action)
            tried[key] = tried.get(key, 0.0) + decision.tries.get(engine.encode(action), 0.0)
            actions.setdefault(key, action)
        rows += describe(decision.state, decision.seat, list(actions.values()))
        shares += tried.values()
        sizes.append(len(actions))
    start = np.array(flatten(plan.start, groups))
    return ChoiceProblem(SparseRows(rows, sum(groups.values())), sizes, shares, start, penalty), len(sizes)
