"""The engine and the slow implementation agree: on every legal list, on every result, on perft counts."""

from random import Random
from typing import Any

import pytest

from engines import play
from engines.randomness import UnverifiedRandom
from tests.engines.perft import perft
from tests.engines.zero_day import slow
from tests.engines.zero_day.scenes import ENGINE, do, legal, turn_of
from tests.thorough import WHOLE

OPTIONS = ({}, {"advanced": True}, {"first_game": True}, {"advanced": True, "round_limit": 4})


def opened(state: Any) -> Any:
    return ENGINE.open_view(state)


def walk(seats: int, options: Any, seed: str) -> int:
    rng, compared = Random(seed), 0
    position = play.begin(ENGINE, options, seats)
    draws = UnverifiedRandom(rng)
    while position.outcome is None:
        game = slow.Game(opened(position.state))
        due = play.referee_action(ENGINE, position, draws)
        assert (due is None) == (game.actor() is not None)
        if due is not None:
            position = play.advance(ENGINE, position, None, due)
            continue
        seat = min(ENGINE.to_act(position.state))
        assert seat == game.actor()
        listed = [ENGINE.encode(action) for action in ENGINE.legal(position.state, seat) or ()]
        assert len(listed) == len(set(listed))
        assert set(listed) == game.legal()
        # By verb first, so that long lists of hacks or installations do not hide the rest.
        verb = rng.choice(sorted({text.split()[0] for text in listed}))
        text = rng.choice(sorted(text for text in listed if text.split()[0] == verb))
        assert len({play.describe(ENGINE, position, seat, text, viewer) for viewer in (None, *range(seats))}) == 1
        after = play.advance(ENGINE, position, seat, text)
        told = slow.figures(game.play(text))
        assert told == slow.figures(slow.Game(opened(after.state))), text
        position, compared = after, compared + 1
    return compared


EVERY = [(seats, options) for seats in (2, 3, 4) for options in OPTIONS]


@pytest.mark.parametrize(("seats", "options"), EVERY if WHOLE else EVERY[::5] + EVERY[3::5])
def test_both_implementations_play_the_same_random_games(seats: int, options: Any) -> None:
    assert sum(walk(seats, options, f"walk {number}") for number in range(3 if WHOLE else 1)) > 30


SCENES = [
    turn_of(1, "C", credits=9, proxies=4, installed={"Oscar": "1", "Trudy": "2 3", "Mallory": "4"}, protection=1),
    turn_of(1, "C", credits=6, installed={"Eve": "1 2", "Trudy": "3"}, protection=0),
    turn_of(1, "R2", credits=8, proxies=5, tokens={"Econ": "R2"}, stacks={"Invest": "4 5"}, advanced=True),
    turn_of(1, "R5", credits=4, proxies=3, installed={"Dave": "1"}),
    turn_of(1, "R4", phase="move", credits=4, installed={"Sybil": "1 2", "Walter": "3"}),
    turn_of(0, credits=9, open="Booster Singularity", stacks={"Booster": "4", "Singularity": "5", "Invest": "6"}),
    turn_of(0, credits=9, open="Shell Optimize", stacks={"Shell": "4", "Optimize": "5"}),
    turn_of(0, credits=9, open="Purge Toll", stacks={"Purge": "4", "Toll": "5"}, advanced=True),
]


@pytest.mark.parametrize("at", range(len(SCENES)))
def test_both_list_and_do_the_same_in_crowded_positions(at: int) -> None:
    state, game = SCENES[at], slow.Game(opened(SCENES[at]))
    listed = legal(state)
    assert listed == game.legal()
    for text in Random(at).sample(sorted(listed), min(15, len(listed))):
        after = slow.Game(opened(do(state, text)))
        assert slow.figures(game.play(text)) == slow.figures(after), text
        assert after.actor() is None or legal(do(state, text)) == after.legal()


@pytest.mark.prove
def test_both_count_the_same_two_and_three_actions_deep() -> None:
    for number in range(30):
        rng, options, seats = Random(f"perft {number}"), OPTIONS[number % 4], 2 + number % 3
        states = [position.state for _, _, position in play.play_randomly(ENGINE, options, seats, rng)]
        state = rng.choice([state for state in states if ENGINE.to_act(state)])
        game = slow.Game(opened(state))
        for depth in (2, 3) if len(game.legal()) < 20 else (2,):
            assert perft(ENGINE, state, depth) == slow.perft(game, depth)
    for state in SCENES:
        assert perft(ENGINE, state, 2) == slow.perft(slow.Game(opened(state)), 2)
