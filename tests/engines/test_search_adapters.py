"""The search bot: determinizations agree with what it may see, and worlds that look alike get the same choice."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import bots, levels, play, registry
from engines.bot_matches.command import win_share
from engines.bot_matches.runner import BotMatch, play_match
from engines.contract import AnyEngine
from engines.search_adapter import IterationBudget, SearchAdapter
from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, scene
from tests.engines.games import GAMES
from tests.thorough import WHOLE

SEARCHING = [(key, policy) for key in registry.keys() for policy in bots.policies(key) if policy in levels.SEARCHING]  # noqa: SIM118
every_game = pytest.mark.parametrize(("key", "bot"), SEARCHING)


def positions(key: str, number: int, every: int, policy: str = "random") -> Iterator[tuple[AnyEngine, Any, int, Random]]:
    """States with a seat that is to act, out of random games with all option sets: the first ones and some later."""
    engine = registry.get(key)
    for game in range(number):
        rng = Random(f"{key} {policy} {game}")
        options = GAMES[key].options[game % len(GAMES[key].options)]
        seats = engine.seat_counts[game % len(engine.seat_counts)]
        for n, (_, _, position) in enumerate(play.play_randomly(engine, options, seats, rng)):
            if n < 6 or n % every == 0:
                for seat in engine.to_act(position.state):
                    yield engine, position.state, seat, rng


def search_adapter(key: str, bot: str = "search") -> SearchAdapter:
    adapter: SearchAdapter | None = getattr(registry.get_package(key), bot)
    assert adapter is not None
    return adapter


def seen(engine: AnyEngine, state: Any, seat: int) -> tuple[Any, list[str] | None]:
    listed = engine.legal(state, seat)
    return engine.view(state, seat), None if listed is None else [engine.encode(action) for action in listed]


@every_game
def test_a_determinization_looks_to_the_seat_like_the_true_position(key: str, bot: str) -> None:
    adapter, compared = search_adapter(key, bot), 0
    for engine, state, seat, rng in positions(key, 40 if WHOLE else 9, 9 if WHOLE else 25):
        view, legal = seen(engine, state, seat)
        assert seen(engine, adapter.determinizer(seat, view, legal)(rng), seat) == (view, legal)
        compared += 1
    assert compared > 60


@every_game
def test_values_and_priors_lie_between_nothing_and_one(key: str, bot: str) -> None:
    adapter = search_adapter(key, bot)
    for engine, state, seat, rng in positions(key, 10 if WHOLE else 4, 40):
        values = adapter.evaluate(state)
        assert all(0.0 <= value <= 1.0 for value in values)
        listed = engine.legal(state, seat)
        candidates = adapter.candidates(state, seat, None if listed is None else list(listed), rng)
        assert candidates
        assert all(0.0 <= prior <= 1.5 for _, prior in candidates)
        again = engine.legal(state, seat)
        engine.apply(state, seat, adapter.rollout(state, seat, None if again is None else list(again), rng))


def thought(state: Any, seat: int, seed: int, iterations: int = 400) -> str:
    view, legal = seen(ENGINE, state, seat)
    return bots.choose_action("search", "field-tactics", seat, view, legal, str, Random(seed), IterationBudget(iterations))


@pytest.mark.prove
@pytest.mark.parametrize(("key", "iterations"), [("field-tactics", 200), ("order-and-chaos", 200), ("zero-order", 150)])
def test_search_beats_greedy_in_most_games(key: str, iterations: int) -> None:
    points = 0.0
    for game in range(6):
        players = ("search", "greedy") if game % 2 == 0 else ("greedy", "search")
        line: Any = play_match(BotMatch(key, {}, players, f"tested {game}", iterations=iterations))
        points += win_share(list(line["ranks"]), game % 2)
    assert points >= 4.0


def test_it_stops_a_leader_that_would_walk_into_the_base() -> None:
    """Only the general beside the base can take the piece that stands before it, or step in."""
    state = scene("B1 G1, F4 C1, F5 C2", "C2 F1, A8 C1, A7 G3", turn=RED)
    assert thought(state, RED, 1, 800) == "B1-CD1"


def test_an_unseen_piece_that_came_forward_is_never_assumed_to_be_a_mine() -> None:
    state = scene("A1 G1, C4 C1", "B3 F2, E4 C1, F8 MN, A8 FL, A7 MN", turn=RED)
    determinize = search_adapter("field-tactics").determinizer(RED, *seen(ENGINE, state, RED))
    rng = Random(3)
    for _ in range(50):
        shown = ENGINE.open_view(determinize(rng))["squares"]
        assert {shown["B3"][1], shown["E4"][1]}.isdisjoint({"MN", "FL"})


def test_a_piece_that_won_a_battle_is_assumed_to_be_strong_enough() -> None:
    state = scene("B4 F1, F1 G1", "B5 G2, F8 C1, F7 TK, E8 CV", turn=BLUE)
    after = ENGINE.apply(state, BLUE, ENGINE.decode("B5-B4"))
    determinize = search_adapter("field-tactics").determinizer(RED, *seen(ENGINE, after, RED))
    rng = Random(4)
    stronger = {"G3", "G2", "G1", "F3", "F2", "PL", "TK"}
    for _ in range(50):
        assert ENGINE.open_view(determinize(rng))["squares"]["B4"][1] in stronger
