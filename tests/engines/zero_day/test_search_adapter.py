"""What the search bot makes of Zero Day: determinizations look right, and nothing hidden steers a choice."""

from random import Random
from typing import Any

from engines import bots, play
from engines.search_adapter import IterationBudget
from engines.zero_day import heuristics, inference, search_adapter
from engines.zero_day.state import State
from tests.engines.zero_day import worlds
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, bits, change, do, turn_of, view
from tests.thorough import WHOLE


def listed(state: State, seat: int) -> list[str]:
    return [ENGINE.encode(action) for action in ENGINE.legal(state, seat) or ()]


def choice(state: Any, seat: int, seed: int = 1, iterations: int = 40, bot: str = "search") -> str:
    seen, legal = ENGINE.view(state, seat), listed(state, seat)
    return bots.choose_action(bot, "zero-day", seat, seen, legal, str, Random(seed), IterationBudget(iterations))


def positions(games: int, every: int = 1) -> Any:
    """Positions of random games with 2 to 4 seats, through all options, with who is to act."""
    for number in range(games):
        rng = Random(f"imagined {number}")
        options = worlds.OPTIONS[number % len(worlds.OPTIONS)]
        for at, (_, _, position) in enumerate(play.play_randomly(ENGINE, options, 2 + number % 3, rng)):
            for seat in ENGINE.to_act(position.state) if not at % every else ():
                yield rng, position.state, seat


def test_a_determinization_can_be_played_to_its_end() -> None:
    ended = hidden = 0
    for rng, state, seat in positions(6 if WHOLE else 3, every=60):
        other = search_adapter.ADAPTER.determinizer(seat, ENGINE.view(state, seat), listed(state, seat))(rng)
        assert {cards & other.credentials for cards in other.stacks} == {0}
        hidden += other.credentials != state.credentials
        while ENGINE.outcome(other) is None:
            acting = ENGINE.to_act(other)
            action = ENGINE.sample(other, min(acting), rng) if acting else ENGINE.chance(other, _Stream(rng))
            assert action is not None
            other = ENGINE.apply(other, min(acting, default=None), action)
        ended += 1
    assert min(ended, hidden) > 3


class _Stream:
    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def below(self, n: int) -> int:
        return self.rng.randrange(n)


def test_drawn_credentials_agree_with_the_own_hacks() -> None:
    state = do(turn_of(ONE, "C", credits=9, protection=0), "hack 0 1 8 9")
    told = state.hacks[-1].told
    for seed in range(30):
        other = search_adapter.ADAPTER.determinizer(ONE, view(state, ONE), listed(state, ONE))(Random(seed))
        assert (other.credentials & bits("0 1 8 9")).bit_count() == told


def test_a_hackers_scores_do_not_depend_on_the_credentials() -> None:
    one = turn_of(ONE, "C", credits=9)
    other = change(one, credentials=bits("6 7 8 9"))
    actions = list(ENGINE.legal(one, ONE) or ())
    assert heuristics.score_actions(one, ONE, actions) == heuristics.score_actions(other, ONE, actions)
    assert inference.chances_from_state(one, ONE) == inference.chances_from_state(other, ONE)


def test_the_admin_takes_a_win_and_a_hacker_on_the_central_hacks() -> None:
    state = turn_of(ADMIN, credits=9, score=9, stacks={"Progress": "4 5 6 7 8"})
    assert choice(state, ADMIN, 1) == "resolve Progress"
    assert choice(turn_of(ONE, "C", credits=5), ONE, 1).startswith("hack ")


def test_values_are_chances_of_all_seats() -> None:
    values = [heuristics.evaluate(state) for _, state, _ in positions(3, every=10) if state.tiles]
    assert len(values) > 20
    for chances in values:
        assert abs(sum(chances) - 1.0) < 1e-9
        assert min(chances) >= 0.0


def test_more_tokens_are_judged_better() -> None:
    few, many = turn_of(ONE, "C", credits=5), turn_of(ONE, "C", credits=5, score=9)
    assert heuristics.evaluate(many)[ONE] > heuristics.evaluate(few)[ONE]
    gone = ENGINE.forfeit(turn_of(ONE, "C", seats=3), frozenset({ONE}), "resigned")
    assert heuristics.evaluate(gone)[ONE] < 0.001


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
