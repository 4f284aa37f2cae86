"""The trained priors of Zero Day: what they are made of, and that they don't know what is hidden."""

from collections.abc import Iterator
from math import exp
from random import Random
from typing import Any

import pytest

from engines import play
from engines.bot_training.problems import list_problems
from engines.bot_training.self_play import Decision
from engines.training_plan import flatten
from engines.zero_day.search_adapter import ADAPTER
from engines.zero_day.trained_evaluation import PLAN
from engines.zero_day.trained_priors import SIZE, START, TrainedPriors, action_features, action_key
from tests.engines.zero_day import worlds
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, do, turn_of
from tests.thorough import WHOLE


def positions(seats: int = 2, games: int = 4 if WHOLE else 1, **options: Any) -> Iterator[tuple[Any, int, list[Any]]]:
    """Positions out of random matches with a choice, who has it, and the legal actions."""
    for game in range(games):
        for _, _, position in play.play_randomly(ENGINE, options, seats, Random(game)):
            if position.outcome is None and position.state.tiles:
                for seat in ENGINE.to_act(position.state):
                    legal = list(ENGINE.legal(position.state, seat) or ())
                    if len(legal) > 1:
                        yield position.state, seat, legal


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"advanced": True}), (4, {"first_game": True})])
def test_priors_are_the_weighted_features_relative_to_the_best(seats: int, options: dict[str, bool]) -> None:
    rng, compared = Random(3), 0
    actions = tuple(rng.gauss(0.0, 0.3) for _ in range(SIZE))
    adapter = PLAN.build({**PLAN.start, "actions": actions})
    for state, seat, legal in positions(seats, **options):
        tried = adapter.candidates(state, seat, legal, Random(1))
        rows = action_features(state, seat, [action for action, _ in tried])
        totals = [sum(actions[index] * value for index, value in row) for row in rows]
        assert [prior for _, prior in tried] == pytest.approx([exp(total - max(totals)) for total in totals])
        compared += 1
    assert compared > 30


def test_to_begin_with_the_priors_are_those_of_the_search_bot() -> None:
    compared = 0
    for state, seat, legal in positions():
        scores = TrainedPriors(START).score_actions(state, seat, legal)
        tried = ADAPTER.candidates(state, seat, legal, Random(1))
        own = {action: exp(score - max(scores)) for action, score in zip(legal, scores, strict=True)}
        if max(map(abs, scores)) < 8.0:  # Beyond that a score counts as 8.
            assert [prior for _, prior in tried] == pytest.approx([own[action] for action, _ in tried])
            compared += 1
    assert compared > 20


def test_to_a_hacker_two_worlds_that_look_alike_have_the_same_features() -> None:
    rng, compared = Random(1), 0
    for state, seat, legal in positions(3):
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
