"""What the search bot makes of Incursion Point: Zero: determinizations look right, and nothing hidden steers it."""

from random import Random
from typing import Any

from engines import bots, play
from engines.incursion_point_zero import heuristics, search_adapter
from engines.search_adapter import IterationBudget
from tests.engines.incursion_point_zero.worlds import ENGINE, OPTIONS, another
from tests.thorough import WHOLE


def listed(state: Any, seat: int) -> list[str] | None:
    actions = ENGINE.legal(state, seat)
    return None if actions is None else [ENGINE.encode(action) for action in actions]


def choice(state: Any, seat: int, iterations: int = 6) -> str:
    seen, legal = ENGINE.view(state, seat), listed(state, seat)
    return bots.choose_action("search", ENGINE.key, seat, seen, legal, str, Random(1), IterationBudget(iterations))


def positions(games: int, every: int = 1) -> Any:
    """Positions of random games through all options, with who is to act."""
    for number in range(5 * games if WHOLE else games):
        rng = Random(f"imagined {number}")
        for at, (_, _, position) in enumerate(play.play_randomly(ENGINE, OPTIONS[number % len(OPTIONS)], 2, rng)):
            for seat in ENGINE.to_act(position.state) if not at % every else ():
                yield rng, position.state, seat


def determinize(state: Any, seat: int, rng: Random) -> Any:
    return search_adapter.ADAPTER.determinizer(seat, ENGINE.view(state, seat), listed(state, seat))(rng)


def test_a_determinization_looks_the_same_to_the_seat_and_allows_the_same() -> None:
    phases, questions, hidden = set(), set(), 0
    for rng, state, seat in positions(14):
        other = determinize(state, seat, rng)
        assert ENGINE.view(other, seat) == ENGINE.view(state, seat)
        legal = listed(state, seat)
        assert sorted(listed(other, seat) or ()) == sorted(legal or ())
        if state.phase == "play":  # every hidden Soldier and the missile lie under a card
            assert [at >= 0 for at in other.lairs] == [at >= 0 for at in state.lairs]
            assert all(other.down >> at & 1 for at in other.lairs if at >= 0)
            assert state.shown or other.down >> other.setup.cards.index(1) & 1
        phases.add((state.phase, seat))
        questions.add(state.ask and state.ask[1])
        hidden += other.setup.cards != state.setup.cards
    assert phases >= {(phase, seat) for phase in ("squad", "place", "play") for seat in (0, 1)} | {("lay", 1)}
    assert questions >= {"free", "interrupt", "reveal"}
    assert hidden > 100


def test_a_determinization_can_be_played_to_its_end() -> None:
    ended = 0
    for rng, state, seat in positions(6, every=20):
        other = determinize(state, seat, rng)
        while ENGINE.outcome(other) is None:
            acting = ENGINE.to_act(other)
            action = ENGINE.sample(other, min(acting), rng) if acting else ENGINE.chance(other, _Stream(rng))
            assert action is not None
            other = ENGINE.apply(other, min(acting, default=None), action)
        ended += 1
    assert ended > 15


class _Stream:
    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def below(self, n: int) -> int:
        return self.rng.randrange(n)


def test_two_worlds_that_look_alike_give_the_same_choice() -> None:
    compared = 0
    for rng, state, seat in positions(6, every=11):
        other = another(state, seat, rng)
        if other is None or other == state or len(listed(state, seat) or "ab") == 1:
            continue
        assert ENGINE.view(other, seat) == ENGINE.view(state, seat)
        assert choice(other, seat) == choice(state, seat)
        compared += 1
    assert compared > 5


def test_strikes_scores_do_not_depend_on_what_lies_face_down() -> None:
    compared = 0
    for rng, state, seat in positions(8, every=5):
        if state.phase != "play" or seat:
            continue
        other = another(state, 0, rng)
        if other is None or other == state:
            continue
        actions = list(ENGINE.legal(state, 0) or ())
        assert heuristics.score_actions(state, 0, actions) == heuristics.score_actions(other, 0, actions)
        compared += 1
    assert compared > 20


def test_values_are_chances_of_both_sides() -> None:
    values = [heuristics.evaluate(state) for _, state, _ in positions(6, every=5)]
    assert all(abs(sum(values) - 1.0) < 1e-9 and min(values) >= 0.0 for values in values)
    assert len({round(values[0], 3) for values in values}) > 50
