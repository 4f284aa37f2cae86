"""The judgement of a position: certain answers, what a seat can know, and what was true."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines import registry
from engines.analysis import Analysis, analyse, analyse_truth
from tests.engines.games import GAMES
from tests.engines.test_mcts import Curtain, Lottery, Three, Toy, adapter
from tests.engines.test_search_adapters import positions, search_adapter, seen
from tests.thorough import WHOLE

SEARCHED = [key for key in registry.keys() if registry.get_package(key).search is not None]  # noqa: SIM118
every_game = pytest.mark.parametrize("key", SEARCHED)


def judged(toy: Toy, state: Any, budget: int = 400, worlds: Any = None, **options: Any) -> Analysis:
    legal = toy.legal(state, 0)
    return analyse(toy, adapter(toy, worlds), 0, state, legal, Random(1), budget, **options)  # type: ignore[arg-type]


def test_an_action_that_no_search_would_try_is_judged_as_often_as_the_best() -> None:
    found = judged(Three(), (), include=("trust",), finalists=1)
    worse = found.find("trust")
    assert (found.best.action, found.best.loss) == ("share", 0.0)
    assert worse.rounds == found.best.rounds > 50
    assert worse.value < 0.1
    assert worse.loss == pytest.approx(found.best.value - worse.value)
    assert found.values == pytest.approx((0.5, 0.0, 1.0), abs=0.01)


def test_an_action_that_the_adapter_leaves_out_is_judged_all_the_same() -> None:
    toy = Three()

    def candidates(state: Any, seat: int, listed: Any, rng: Random) -> list[tuple[str, float]]:
        return [(action, 0.5) for action in listed if action != "trust"]

    narrow = replace(adapter(toy), candidates=candidates)
    found = analyse(toy, narrow, 0, (), ["trust", "share"], Random(1), 100, include=("trust",))  # type: ignore[arg-type]
    assert [candidate.action for candidate in found.candidates] == ["share", "trust"]


def test_the_error_covers_the_draws() -> None:
    """`sure` wins six times in ten, `risky` four times."""
    found = judged(Lottery(), (), 2000)
    for candidate, truth in zip(found.candidates, (0.6, 0.4), strict=True):
        assert abs(candidate.value - truth) < 3 * candidate.error
        assert 0.0 < candidate.error < 0.03
    assert found.candidates[1].is_clearly_worse


def test_what_lies_behind_the_curtain_counts_only_for_the_truth() -> None:
    toy = Curtain()
    guess = judged(toy, ("?",), worlds=lambda rng: ("left" if rng.random() < 0.9 else "right",))
    assert guess.best.action == "left"
    for world in ("left", "right"):
        toy.view = lambda state, seat: ("?",)  # type: ignore[attr-defined]
        truth = analyse_truth(toy, adapter(toy), 0, (world,), Random(1), 200)  # type: ignore[arg-type]
        assert (truth.best.action, round(truth.best.value, 2)) == (world, 1.0)


@every_game
def test_a_judgement_is_the_same_for_the_same_rng_and_for_worlds_that_look_alike(key: str) -> None:
    adapter, pairs, most = search_adapter(key), 0, 12 if WHOLE else 4
    for engine, state, seat, rng in positions(key, 12, 15):
        other = GAMES[key].another(state, seat, rng) or state
        if seat not in engine.to_act(other) or (other == state and not engine.is_open):
            continue
        played = engine.encode(engine.sample(state, seat, rng))
        by_view = [
            analyse(engine, adapter, seat, *seen(engine, world, seat), Random(3), 12, include=(played,))
            for world in (state, other)
        ]
        assert by_view[0] == by_view[1]
        truth = analyse_truth(engine, adapter, seat, state, Random(2), 12, include=(played,))
        for judgement in (by_view[0], truth):
            assert judgement.find(played) is not None
            assert all(0.0 <= candidate.value <= 1.0 for candidate in judgement.candidates)
            assert min(candidate.loss for candidate in judgement.candidates) == 0.0
        pairs += 1
        if pairs == most:
            break
    assert pairs == most


def test_an_illegal_action_cannot_be_included() -> None:
    with pytest.raises(ValueError, match="not a legal action"):
        judged(Three(), (), include=("steal",))
