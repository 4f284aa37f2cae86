"""The greedy bot: legal to the end, better than random in either role, and it sees no more than its seat."""

from random import Random
from typing import Any

import pytest

from engines import bots
from engines.bots import simulate
from engines.zero_day import heuristics, inference
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, bits, change, do, install, turn_of, view
from tests.thorough import WHOLE


def choice(state: Any, seat: int, seed: int = 1) -> str:
    legal = [ENGINE.encode(action) for action in ENGINE.legal(state, seat) or ()]
    return bots.choose_action("greedy", "zero-day", seat, ENGINE.view(state, seat), legal, str, Random(seed))


@pytest.mark.parametrize("role", [ADMIN, ONE])
def test_greedy_beats_random_in_nine_games_of_ten_in_either_role(role: int) -> None:
    won, games = 0, 50 if WHOLE else 12
    for number in range(games):
        policies = ["random", "random"]
        policies[role] = "greedy"
        *_, end = simulate(ENGINE, {}, policies, f"contest {number}")
        outcome = end["outcome"]
        assert isinstance(outcome, dict)
        won += outcome["ranks"][role] == 1
    assert won >= 0.9 * games - 1


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {"advanced": True}), (2, {"first_game": True})])
def test_games_of_greedy_bots_end_before_the_round_limit(seats: int, options: Any) -> None:
    reasons = set()
    for number in range(6 if WHOLE else 1):
        *_, end = simulate(ENGINE, options, ["greedy"] * seats, f"greedy {number}")
        outcome = end["outcome"]
        assert isinstance(outcome, dict)
        reasons.add(outcome["reason"])
    assert reasons <= {"progress", "info"}


def test_a_hacker_bot_sees_no_more_than_its_seat() -> None:
    one = turn_of(ONE, "C", credits=9)
    other = change(one, credentials=bits("6 7 8 9"))
    assert [choice(one, ONE, seed) for seed in range(10)] == [choice(other, ONE, seed) for seed in range(10)]


def test_a_hacker_bot_learns_from_its_hacks() -> None:
    state = do(turn_of(ONE, "C", credits=9, protection=0), "hack 0 1 2 3")
    assert inference.chances_from_view(view(state, ONE), ONE)[:5] == [1.0, 1.0, 1.0, 1.0, 0.0]
    state = do(turn_of(ONE, "C", credits=9, protection=0), "hack 0 1 8 9")
    chances = inference.chances_from_view(view(state, ONE), ONE)
    assert chances[0] == chances[9] == 0.5


def test_a_hacker_bot_does_not_expect_what_it_has_seen_on_operations() -> None:
    state = do(turn_of(ONE, "R2", credits=9, tokens={"Econ": "R2"}, stacks={"Invest": "4 5"}), "deny Invest")
    assert inference.chances_from_view(view(state, ONE), ONE)[4:6] == [0.0, 0.0]


def test_the_admin_bot_takes_a_win_and_a_hacker_bot_on_the_central_hacks() -> None:
    state = turn_of(ADMIN, credits=9, score=9, stacks={"Progress": "4 5 6 7 8"})
    assert choice(state, ADMIN) == "resolve Progress"
    assert choice(turn_of(ONE, "C", credits=5), ONE).startswith("hack ")


def test_the_admin_bot_scans_and_would_purge_what_most_keys_are_on() -> None:
    scanning = do(turn_of(ADMIN, credits=5, open="Booster Scan", stacks={"Scan": "4"}), "resolve Scan")
    assert choice(scanning, ADMIN).startswith("scan ")
    state = turn_of(ADMIN, credits=5, open="Booster Purge", stacks={"Purge": "4"})
    purging = do(install(state, ONE, {"Bob": "1", "Eve": "2 3"}), "resolve Purge")
    purges = [ENGINE.decode(f"purge {virus}") for virus in ("Bob", "Eve")]
    bob, eve = heuristics.score_actions(purging, ADMIN, purges)
    assert eve > bob
