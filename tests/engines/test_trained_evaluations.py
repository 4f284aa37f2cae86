"""Trained bots: their tables are the weighted sums of the features that the training fits, and hidden pieces stay hidden."""

from collections.abc import Iterator
from math import exp, log
from random import Random
from typing import Any

import pytest

from engines import play, registry
from engines.contract import AnyEngine
from engines.field_tactics import beliefs
from engines.field_tactics.pieces import COUNTS, KIND_OF
from engines.field_tactics.squares import CELL_OF
from engines.search_adapter import SearchAdapter
from engines.training_plan import TrainingPlan, Weights, flatten, zero_weights
from tests.engines.field_tactics.scenes import ENGINE, RED, scene
from tests.thorough import WHOLE

TABLES = ("field-tactics", "order-and-chaos", "zero-order")
PRIORS = ("field-tactics", "order-and-chaos")


def random_adapter(plan: TrainingPlan) -> tuple[SearchAdapter, Weights]:
    rng = Random(3)
    weights = {name: tuple(rng.gauss(0.0, 0.1) for _ in range(size)) for name, size in plan.all_groups.items()}
    return plan.build(weights), weights


def positions(key: str) -> Iterator[tuple[AnyEngine, Any]]:
    engine = registry.get(key)
    for game in range(4 if WHOLE or key == "zero-order" else 1):
        for _, _, position in play.play_randomly(engine, {}, engine.seat_counts[0], Random(game)):
            if position.outcome is None and position.state.turn:
                yield engine, position.state


@pytest.mark.parametrize("key", TABLES)
def test_the_chance_to_win_is_the_logistic_function_of_the_weighted_features(key: str) -> None:
    plan = registry.get_package(key).training
    adapter, weights = random_adapter(plan)
    values, compared = flatten(weights, plan.groups), 0
    for _, state in positions(key):
        if getattr(state, "quiet", 0) > 50:  # Field Tactics is about to stall, which has a test of its own.
            continue
        for features in plan.features(state)[:1]:
            total = sum(values[index] * value for index, value in features)
            assert adapter.evaluate(state)[0] == pytest.approx(1 / (1 + exp(-total)))
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("key", PRIORS)
def test_priors_are_the_weighted_features_of_moves_relative_to_the_best(key: str) -> None:
    plan = registry.get_package(key).training
    assert plan.action_features is not None
    adapter, weights = random_adapter(plan)
    values, compared = flatten(weights, plan.action_groups or {}), 0
    for engine, state in positions(key):
        for seat in engine.to_act(state):
            listed = list(engine.legal(state, seat) or ())
            rows = plan.action_features(state, seat, listed)
            totals = [sum(values[index] * value for index, value in features) for features in rows]
            if not any(map(len, rows)):
                continue
            priors = adapter.candidates(state, seat, listed, Random(1))
            assert [action for action, _ in priors] == listed
            assert [prior for _, prior in priors] == pytest.approx([exp(total - max(totals)) for total in totals])
            compared += 1
    assert compared > 20


def share_at(square: str, code: str, weights: list[float]) -> float:
    """How often this piece of Blue's is assumed to stand here, by Red, who sees none of them."""
    alive = [KIND_OF[kind] for kind in ("G3", "C1", "C2")]
    dead = [kind for kind, count in enumerate(COUNTS) for _ in range(count - alive.count(kind))]
    state = scene("A1 G1, C4 C1", "A8 G3, C7 C1, F8 C2", turn=RED)._replace(lost=(b"", bytes(dead)))
    determinize = beliefs.build_determinizer(weights)(RED, ENGINE.view(state, RED), None)
    rng, drawn = Random(2), 300
    shown = [ENGINE.open_view(determinize(rng))["squares"] for _ in range(drawn)]
    assert all(sorted(one[name][1] for name in ("A8", "C7", "F8")) == ["C1", "C2", "G3"] for one in shown)
    return sum(one[square][1] == code for one in shown) / drawn


def test_unseen_pieces_are_assumed_as_often_as_the_weights_say() -> None:
    weights = list(zero_weights(beliefs.GROUPS)["places"])
    assert share_at("C7", "G3", weights) == pytest.approx(1 / 3, abs=0.1)
    place = beliefs.PLACE[1][CELL_OF["C7"]]
    weights[beliefs.get_index(40, KIND_OF["G3"], place)] = log(6)
    assert share_at("C7", "G3", weights) == pytest.approx(6 / 8, abs=0.1)


def test_a_game_about_to_stall_is_judged_by_the_leaders_that_are_left() -> None:
    plan = registry.get_package("field-tactics").training
    assert plan is not None
    adapter, _ = random_adapter(plan)
    early, late = (scene("A1 G1, B1 F1, C4 C1", "A8 G3, C7 C1, F8 C2", quiet=quiet) for quiet in (40, 99))
    assert adapter.evaluate(late)[0] > 0.97
    assert adapter.evaluate(early)[0] == adapter.evaluate(scene("A1 G1, B1 F1, C4 C1", "A8 G3, C7 C1, F8 C2"))[0]
    equal = scene("A1 G1, C4 C1", "A8 G3, C7 C1", quiet=100)
    assert adapter.evaluate(equal)[0] == pytest.approx(0.5)
