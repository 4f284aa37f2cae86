"""The greedy bot takes what is plainly best; the search bot's determinizations agree with what it knows."""

from random import Random
from typing import Any

from engines import bots, play
from engines.zero_day import heuristics, inference, search_adapter
from tests.engines.games import play_out
from tests.engines.zero_day import worlds
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, bits, do, install, turn_of, view
from tests.thorough import WHOLE


def listed(state: Any, seat: int) -> list[str]:
    return [ENGINE.encode(action) for action in ENGINE.legal(state, seat) or ()]


def choice(state: Any, seat: int) -> str:
    return bots.choose_action("greedy", "zero-day", seat, ENGINE.view(state, seat), listed(state, seat), str, Random(1))


def test_a_hacker_bot_learns_from_its_hacks_and_from_what_it_has_seen_on_operations() -> None:
    state = do(turn_of(ONE, "C", credits=9, protection=0), "hack 0 1 2 3")
    assert inference.chances_from_view(view(state, ONE), ONE)[:5] == [1.0, 1.0, 1.0, 1.0, 0.0]
    state = do(turn_of(ONE, "C", credits=9, protection=0), "hack 0 1 8 9")
    chances = inference.chances_from_view(view(state, ONE), ONE)
    assert chances[0] == chances[9] == 0.5
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


def test_a_determinization_can_be_played_to_its_end() -> None:
    ended = hidden = 0
    for number in range(6 if WHOLE else 3):
        rng = Random(f"imagined {number}")
        options = worlds.OPTIONS[number % len(worlds.OPTIONS)]
        states = [position.state for _, _, position in play.play_randomly(ENGINE, options, 2 + number % 3, rng)][::60]
        for state, seat in [(state, min(ENGINE.to_act(state))) for state in states if ENGINE.to_act(state)]:
            other = search_adapter.ADAPTER.determinizer(seat, ENGINE.view(state, seat), listed(state, seat))(rng)
            assert {cards & other.credentials for cards in other.stacks} == {0}
            hidden += other.credentials != state.credentials
            play_out(ENGINE, other, rng)
            ended += 1
    assert min(ended, hidden) > 3


def test_drawn_credentials_agree_with_the_own_hacks() -> None:
    state = do(turn_of(ONE, "C", credits=9, protection=0), "hack 0 1 8 9")
    told = state.hacks[-1].told
    for seed in range(30):
        other = search_adapter.ADAPTER.determinizer(ONE, view(state, ONE), listed(state, ONE))(Random(seed))
        assert (other.credentials & bits("0 1 8 9")).bit_count() == told


def test_of_cards_that_are_equal_only_one_is_tried_for_each_use() -> None:
    state = turn_of(ADMIN, credits=9)
    legal = list(ENGINE.legal(state, ADMIN) or ())
    tried = [action for action, _ in search_adapter.ADAPTER.candidates(state, ADMIN, legal, Random(1))]
    stacked = [action.args[0] for action in tried if action.verb == "stack"]
    assert sorted(stacked) == sorted(set(state.operations))


def test_viruses_are_tried_with_the_key_that_is_least_likely_a_credential() -> None:
    state = do(turn_of(ONE, "C", credits=20, proxies=5, protection=0), "hack 0 1 8 9")
    chances = inference.chances_from_state(state, ONE)
    installs = [action for action in ENGINE.legal(state, ONE) or () if action.verb == "install"]
    tried = [action for action, _ in search_adapter.ADAPTER.candidates(state, ONE, installs, Random(1))]
    assert sorted(action.args[0] for action in tried) == sorted({action.args[0] for action in installs})
    assert {chances[action.args[1]] for action in tried} == {min(chances)}


def test_another_hackers_hacks_are_one_group_and_the_admins_answers_are_not() -> None:
    state = turn_of(ONE, "C", credits=9)
    hacks = [action for action in ENGINE.legal(state, ONE) or () if action.verb == "hack"]
    assert len(hacks) > 100
    assert len(set(search_adapter.groups(state, ONE, hacks))) < 5
    pending = do(turn_of(ONE, "C", credits=9, protection=2), "hack 0 1 8 9")
    answers = list(ENGINE.legal(pending, ADMIN) or ())
    assert len(set(search_adapter.groups(pending, ADMIN, answers))) == len(answers) > 1
