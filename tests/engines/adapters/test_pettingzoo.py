"""PettingZoo's own tests of an environment pass for every game."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from engines import registry
from engines.adapters.pettingzoo import RawEnv, env, vectorize
from tests.thorough import WHOLE

CYCLES = 100 if WHOLE else 10
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""Warnings about observations that are dictionaries with a mask, as those of PettingZoo's own board games are."""


@pytest.mark.parametrize("key", registry.keys())
def test_it_passes_the_tests_of_the_interface_and_of_seeds(key: str) -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        api_test(env(key), num_cycles=CYCLES)
        seed_test(lambda: env(key), num_cycles=CYCLES)
    assert [str(one.message) for one in seen if not str(one.message).startswith(KNOWN)] == []


def test_rewards_come_at_the_end() -> None:
    match = env("zero-day", players=3)
    match.reset(seed=3)
    totals = dict.fromkeys(match.possible_agents, 0.0)
    for agent in match.agent_iter():
        observation, reward, terminated, truncated, info = match.last()
        totals[agent] += reward
        if terminated or truncated:
            match.step(None)
            continue
        assert sorted(info["actions"]) == [int(at) for at in np.flatnonzero(observation["action_mask"])]
        match.step(match.action_space(agent).sample(observation["action_mask"]))
    assert sum(totals.values()) == pytest.approx(0)
    assert max(totals.values()) > 0


def test_a_match_is_truncated_after_the_given_moves() -> None:
    match = RawEnv("order-and-chaos", max_moves=2)
    match.reset(seed=1)
    for _ in range(2):
        match.step(int(np.flatnonzero(match.observe(match.agent_selection)["action_mask"])[0]))
    assert (set(match.truncations.values()), set(match.terminations.values())) == ({True}, {False})


def test_an_illegal_action_is_refused_by_the_raw_environment_and_loses_with_checks() -> None:
    raw, checked = RawEnv("zero-day"), env("zero-day")
    for match in (raw, checked):
        match.reset(seed=1)
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        raw.step(illegal)
    loser = checked.agent_selection
    checked.step(illegal)
    assert checked.rewards[loser] == -1


def test_a_vector_tells_views_apart_and_stays_in_its_range() -> None:
    one, other = vectorize({"score": [3, 900], "side": "red"}), vectorize({"score": [3, 900], "side": "blue"})
    assert not np.array_equal(one, other)
    assert float(np.abs(one).max()) < 1
