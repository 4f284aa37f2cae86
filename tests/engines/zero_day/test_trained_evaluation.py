"""What the trained bot makes of Zero Day: facts, moments and chances."""

from collections.abc import Iterator
from math import exp
from random import Random
from typing import Any

import pytest

from engines import play
from engines.training_plan import flatten
from engines.zero_day import trained_evaluation as trained
from engines.zero_day.trained_evaluation import MOMENTS, PLAN, TRAINED
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, begun
from tests.thorough import WHOLE


def positions(seats: int, **options: Any) -> Iterator[Any]:
    """Positions out of random matches."""
    for game in range(3 if WHOLE else 1):
        for _, _, position in play.play_randomly(ENGINE, options, seats, Random(game)):
            if position.outcome is None and position.state.round:
                yield position.state


def test_the_chance_of_the_admin_is_the_logistic_function_of_the_weighted_features() -> None:
    values, compared = flatten(trained.load_weights(PLAN.file, PLAN.all_groups), PLAN.groups), 0
    for state in positions(2):
        [row] = trained.features(state)
        lead = sum(values[index] * value for index, value in row)
        assert TRAINED.evaluate(state)[ADMIN] == pytest.approx(1 / (1 + exp(-lead)))
        compared += 1
    assert compared > 50


@pytest.mark.parametrize(("seats", "options"), [(2, {"first_game": True}), (3, {}), (4, {"advanced": True})])
def test_the_chances_of_all_seats_add_up_to_one(seats: int, options: dict[str, bool]) -> None:
    for state in positions(seats, **options):
        values = TRAINED.evaluate(state)
        assert len(values) == seats
        assert sum(values) == pytest.approx(1)
        assert min(values) >= 0


def test_more_tokens_are_better_and_who_has_left_has_no_chance() -> None:
    state = ENGINE.forfeit(begun(3), frozenset({ONE}), "resigned")
    assert TRAINED.evaluate(state)[ONE] == 0
    state = begun()
    chances = [TRAINED.evaluate(state._replace(score=(tokens, 0)))[ADMIN] for tokens in (0, 5, 11)]
    assert chances == sorted(chances)
    chances = [TRAINED.evaluate(state._replace(score=(0, tokens)))[ONE] for tokens in (0, 5, 11)]
    assert chances == sorted(chances)


def test_each_moment_of_a_turn_has_weights_of_its_own() -> None:
    moments = {MOMENTS[trained.find_moment(state, ONE)] for state in positions(2)}
    assert moments >= {"admin_start", "two_actions_left", "one_action_left", "no_action_left"}
    assert moments >= {"hacker_start", "move", "free", "init"}


def test_the_evaluation_does_not_depend_on_which_keys_are_credentials() -> None:
    for state in positions(2):
        if state.phase != "protect":
            other = state._replace(credentials=state.credentials ^ 0b1111111111)
            assert TRAINED.evaluate(other) == TRAINED.evaluate(state)
