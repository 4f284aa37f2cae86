"""What bots make of Incursion Point: Zero: determinizations that can be played, values, a belief, and set-ups."""

from collections import Counter
from collections.abc import Iterator
from math import exp
from random import Random
from typing import Any

import pytest

from engines import play, registry
from engines.bot_training.self_play import SelfPlayMatch, play_match
from engines.incursion_point_zero import heuristics, search_adapter, trained_evaluation as trained
from engines.incursion_point_zero.cards import MISSILE
from engines.incursion_point_zero.spaces import ANCHOR, DISTANCE
from engines.randomness import UnverifiedRandom
from engines.training_plan import flatten
from tests.engines.games import play_out
from tests.engines.incursion_point_zero.scenes import scene
from tests.engines.incursion_point_zero.worlds import ENGINE, OPTIONS
from tests.thorough import WHOLE


def number(state: Any, name: str) -> float:
    return float(trained.describe(state)[trained.NAMES.index(name)])


def laid(seed: int) -> Any:
    """The first position of the play after a set-up by the trained bot."""
    rng = Random(seed)
    position = play.begin(ENGINE, ENGINE.options({"gamers": False}), 2)
    while position.state.phase != "play":
        by, do = None, play.referee_action(ENGINE, position, UnverifiedRandom(rng))
        if do is None:
            by = min(play.to_act(ENGINE, position))
            legal = ENGINE.legal(position.state, by)
            listed = None if legal is None else [ENGINE.encode(action) for action in legal]
            do = trained.shortcut(by, ENGINE.view(position.state, by), listed, rng)
            assert do is not None
        position = play.advance(ENGINE, position, by, do)
    return position.state


def test_a_soldier_beside_an_unguarded_missile_can_enter_and_one_far_away_cannot() -> None:
    near, far = scene("Scout Z4-2", "Gunner Z1-1"), scene("Scout Z2-4", "Gunner Z1-1")
    assert (number(near, "can_enter"), number(far, "can_enter")) == (1, 0)
    guarded = scene("Scout Z4-2", "Gunner Z4-1")
    assert (number(guarded, "can_enter"), number(guarded, "one_guard")) == (0, 1)


def test_strike_is_better_off_the_nearer_it_is_to_an_unguarded_missile() -> None:
    places = ("Z4-2", "Z3-3", "Z1-5")
    chances = [trained.TRAINED.evaluate(scene(f"Scout {at}", "Gunner Z1-1"))[0] for at in places]
    assert chances == sorted(chances, reverse=True)


def test_the_features_give_the_lead_of_the_evaluation() -> None:
    weights = trained.load_weights(trained.PLAN.file, trained.PLAN.all_groups)
    flat = flatten(weights, trained.PLAN.groups)
    for seed in range(3):
        state = laid(seed)
        [row] = trained.features(state)
        lead = sum(flat[index] * value for index, value in row)
        assert trained.TRAINED.evaluate(state)[0] == pytest.approx(1 / (1 + exp(-lead)))


def test_the_missile_is_laid_far_from_the_entry_but_not_always_in_one_place() -> None:
    places = Counter(laid(seed).setup.cards.find(MISSILE) for seed in range(12))
    assert len(places) > 1
    assert sum(count for at, count in places.items() if DISTANCE[ANCHOR][at] >= 6) >= 9


def test_strike_believes_the_missile_far_away() -> None:
    state = laid(1)
    determinize = registry.get_package(ENGINE.key).trained.determinizer(0, ENGINE.view(state, 0), ["pass"])
    rng = Random(2)
    away = [DISTANCE[ANCHOR][determinize(rng).setup.cards.find(MISSILE)] for _ in range(200)]
    assert sum(away) / len(away) > 5.5


def test_its_greedy_matches_begin_with_set_ups_of_its_own() -> None:
    lines = [play_match(SelfPlayMatch(ENGINE.key, "1.0", number, 0, trained.PLAN.start)) for number in (1, 3)]
    squads = [[do for _, do, _, _ in line["entries"] if do.startswith("squad")] for line in lines]
    assert squads[0] != squads[1]
    played = Counter(do.split()[0] for _, do, _, _ in lines[0]["entries"])
    assert played["lay"] >= 5
    assert played["move"] > 10


def positions(every: int) -> Iterator[tuple[Random, Any, int]]:
    """Positions of random games through all options, with who is to act."""
    for number in range(30 if WHOLE else 6):
        rng = Random(f"imagined {number}")
        for at, (_, _, position) in enumerate(play.play_randomly(ENGINE, OPTIONS[number % len(OPTIONS)], 2, rng)):
            for seat in ENGINE.to_act(position.state) if not at % every else ():
                yield rng, position.state, seat


def test_a_determinization_hides_all_that_is_hidden_under_cards_and_can_be_played_to_its_end() -> None:
    ended = hidden = 0
    for rng, state, seat in positions(every=20):
        actions = ENGINE.legal(state, seat)
        listed = None if actions is None else [ENGINE.encode(action) for action in actions]
        other = search_adapter.ADAPTER.determinizer(seat, ENGINE.view(state, seat), listed)(rng)
        hidden += other.setup.cards != state.setup.cards
        if state.phase == "play":
            assert [at >= 0 for at in other.lairs] == [at >= 0 for at in state.lairs]
            assert all(other.down >> at & 1 for at in other.lairs if at >= 0)
            assert state.shown or other.down >> other.setup.cards.index(1) & 1, "the missile"
        play_out(ENGINE, other, rng)
        ended += 1
    assert min(ended, hidden) > 10


def test_values_are_chances_of_both_sides() -> None:
    values = [heuristics.evaluate(state) for _, state, _ in positions(every=5)]
    assert all(abs(sum(values) - 1.0) < 1e-9 and min(values) >= 0.0 for values in values)
    assert len({round(values[0], 3) for values in values}) > 50
