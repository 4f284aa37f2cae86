"""What the trained bot makes of Zero Day: facts, moments, chances and priors, none of which know what is hidden."""

from collections.abc import Iterator
from math import exp
from random import Random
from typing import Any

import pytest

from engines import play
from engines.bot_training.problems import list_problems
from engines.bot_training.self_play import Decision
from engines.training_plan import flatten
from engines.zero_day import heuristics, trained_evaluation as trained
from engines.zero_day.search_adapter import ADAPTER
from engines.zero_day.trained_evaluation import MOMENTS, PLAN, TRAINED
from engines.zero_day.trained_priors import SIZE, START, TrainedPriors, action_features, action_key
from tests.engines.zero_day import worlds
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, begun, do, turn_of
from tests.thorough import WHOLE


def positions(seats: int, **options: Any) -> Iterator[Any]:
    for game in range(3 if WHOLE else 1):
        for _, _, position in play.play_randomly(ENGINE, options, seats, Random(game)):
            if position.outcome is None and position.state.tiles:
                yield position.state


def test_the_chance_of_the_admin_is_the_logistic_function_of_the_weighted_features() -> None:
    values, compared = flatten(trained.load_weights(PLAN.file, PLAN.all_groups), PLAN.groups), 0
    for state in positions(2):
        for row in trained.features(state):
            lead = sum(values[index] * value for index, value in row)
            assert TRAINED.evaluate(state)[ADMIN] == pytest.approx(1 / (1 + exp(-lead)))
            compared += 1
    assert compared > 50


@pytest.mark.parametrize(("seats", "options"), [(2, {"first_game": True}), (3, {}), (4, {"advanced": True})])
def test_the_chances_of_all_seats_add_up_to_one(seats: int, options: dict[str, bool]) -> None:
    for state in positions(seats, **options):
        for values in (TRAINED.evaluate(state), heuristics.evaluate(state)):
            assert len(values) == seats
            assert sum(values) == pytest.approx(1)
            assert min(values) >= 0


def test_more_tokens_are_better_and_who_has_left_has_no_chance() -> None:
    left, state = ENGINE.forfeit(begun(3), frozenset({ONE}), "resigned"), begun()
    for evaluate in (TRAINED.evaluate, heuristics.evaluate):
        assert evaluate(left)[ONE] == pytest.approx(0, abs=0.001)
        chances = [evaluate(state._replace(score=(tokens, 0)))[ADMIN] for tokens in (0, 5, 11)]
        assert chances == sorted(set(chances))
        chances = [evaluate(state._replace(score=(0, tokens)))[ONE] for tokens in (0, 5, 11)]
        assert chances == sorted(set(chances))


def test_each_moment_of_a_turn_has_weights_of_its_own() -> None:
    moments = {MOMENTS[trained.find_moment(state, ONE)] for state in positions(2)}
    assert moments >= {"admin_start", "two_actions_left", "one_action_left", "no_action_left"}
    assert moments >= {"hacker_start", "move", "free", "init"}


def test_the_evaluation_does_not_depend_on_which_keys_are_credentials() -> None:
    for state in positions(2):
        if state.phase != "protect":
            other = state._replace(credentials=state.credentials ^ 0b1111111111)
            assert TRAINED.evaluate(other) == TRAINED.evaluate(state)


def choices(seats: int = 2, **options: Any) -> Iterator[tuple[Any, int, list[Any]]]:
    """Positions out of random matches with a choice, who has it, and the legal actions."""
    for state in positions(seats, **options):
        for seat in ENGINE.to_act(state):
            legal = list(ENGINE.legal(state, seat) or ())
            if len(legal) > 1:
                yield state, seat, legal


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"advanced": True}), (4, {"first_game": True})])
def test_priors_are_the_weighted_features_relative_to_the_best(seats: int, options: dict[str, bool]) -> None:
    rng, compared = Random(3), 0
    actions = tuple(rng.gauss(0.0, 0.3) for _ in range(SIZE))
    adapter = PLAN.build({**PLAN.start, "actions": actions})
    for state, seat, legal in choices(seats, **options):
        tried = adapter.candidates(state, seat, legal, Random(1))
        rows = action_features(state, seat, [action for action, _ in tried])
        totals = [sum(actions[index] * value for index, value in row) for row in rows]
        assert [prior for _, prior in tried] == pytest.approx([exp(total - max(totals)) for total in totals])
        compared += 1
    assert compared > 30


def test_to_begin_with_the_priors_are_those_of_the_search_bot() -> None:
    compared = 0
    for state, seat, legal in choices():
        scores = TrainedPriors(START).score_actions(state, seat, legal)
        tried = ADAPTER.candidates(state, seat, legal, Random(1))
        own = {action: exp(score - max(scores)) for action, score in zip(legal, scores, strict=True)}
        if max(map(abs, scores)) < 8.0:  # Beyond that a score counts as 8.
            assert [prior for _, prior in tried] == pytest.approx([own[action] for action, _ in tried])
            compared += 1
    assert compared > 20


def test_to_a_hacker_two_worlds_that_look_alike_have_the_same_features() -> None:
    rng, compared = Random(1), 0
    for state, seat, legal in choices(3):
        other = worlds.another(state, seat, rng) if seat != ADMIN else None
        if other is not None:
            assert action_features(other, seat, legal) == action_features(state, seat, legal)
            compared += 1
    assert compared > 20


def test_equal_cards_and_equally_likely_keys_are_one_choice() -> None:
    state = turn_of(ADMIN, credits=9)
    legal = {ENGINE.encode(action): action for action in ENGINE.legal(state, ADMIN) or ()}
    cards = [action for text, action in legal.items() if text.startswith("stack Invest ")]
    assert len(cards) > 1
    assert len({action_key(state, ADMIN, card) for card in cards}) == 1
    other = next(action for text, action in legal.items() if text.startswith("stack Progress "))
    assert action_key(state, ADMIN, other) != action_key(state, ADMIN, cards[0])
    state = turn_of(ONE, "C", credits=5)
    hacks = [action for action in ENGINE.legal(state, ONE) or () if action.verb == "hack"]
    assert len({action_key(state, ONE, hack) for hack in hacks}) == 1
    state = do(turn_of(ONE, "C", credits=20, proxies=5, protection=0), "hack 0 1 8 9")._replace(phase="free")
    likely, other = (ENGINE.decode(f"hack {keys}") for keys in ("0 1 8 9", "2 3 4 5"))
    assert action_key(state, ONE, likely) != action_key(state, ONE, other)


def test_visits_of_equal_cards_are_added_in_the_training() -> None:
    state = turn_of(ADMIN, credits=9)
    cards = [ENGINE.encode(action) for action in ENGINE.legal(state, ADMIN) or () if action.verb == "stack"]
    first, second = [card for card in cards if card.startswith("stack Invest ")][:2]
    build = next(build for name, _, build in list_problems(ENGINE, PLAN) if name == "choices")
    weights = [Random(2).random() for _ in flatten(PLAN.start, PLAN.action_groups or {})]
    one, apart = (
        build([Decision(state, ADMIN, tries, (0.5, 0.5))], 1.0)[0].loss(weights)
        for tries in ({first: 1.0}, {first: 0.5, second: 0.5})
    )
    assert one == pytest.approx(apart)
