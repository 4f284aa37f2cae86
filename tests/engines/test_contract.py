"""What every engine must keep, whatever its game: the same tests for all that are registered."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import play, registry
from engines.contract import AnyEngine
from engines.contract_checks import secrecy
from engines.contract_checks.contract import check_match, check_options
from engines.contract_checks.subjects import find_refusal as answer
from tests.engines.games import GAMES, random_match
from tests.thorough import WHOLE

MATCHES = 400 if WHOLE else 18
"""Random matches of every game; `python -m tests.prove` plays ten thousand."""
EVERY = 150 if WHOLE else 60  # positions, from one that is looked at closely to the next
REPLAYED, RECORDED = 5, 9  # matches, from one that is played again, and one that is written and verified, to the next
PAIRS = 1500 if WHOLE else 250  # of worlds
RARE = {"zero-day": [46], "incursion-point-zero": [12, 58]}  # matches with pairs in which a secret differs that seldom does
FALLS = {"time": "flag", "resigned": "resign", "disqualified": "disqualify", "no-show": "no-show", "gone": "gone"}

SECRETIVE = sorted(key for key, game in GAMES.items() if game.hidden)

every_game = pytest.mark.parametrize("key", registry.keys())


@every_game
def test_a_game_declares_what_is_hidden_its_advantages_and_stable_options(key: str) -> None:
    engine, game = registry.get(key), GAMES[key]
    assert engine.is_open == (key not in SECRETIVE)
    assert len(engine.advantage_values) == (max(engine.seat_counts) if "advantage" in engine.options({}) else 0)
    for value in engine.advantage_values:
        assert engine.options({"advantage": value})["advantage"] == value
    check_options(game)
    assert all(dict(given).items() <= dict(engine.options(given)).items() for given in game.options)


def positions(key: str, count: int, seed: str, every: int) -> Iterator[tuple[AnyEngine, play.Position[Any], Random]]:
    """Positions of random games, through all option sets: the first six, then one in `every`, and the last."""
    engine = registry.get(key)
    for number in range(count):
        rng, options = Random(f"{key} {seed} {number}"), GAMES[key].options[number % len(GAMES[key].options)]
        reached = [play.begin(engine, options, engine.seat_counts[0])]
        reached += [position for _, _, position in play.play_randomly(engine, options, engine.seat_counts[0], rng)]
        for position in [*reached[:6], *reached[6::every], reached[-1]]:
            yield engine, position, rng


@every_game
def test_random_matches_keep_the_whole_contract(key: str) -> None:
    for number in range(MATCHES):
        try:
            check_match(random_match(key, number), EVERY, replayed=number % REPLAYED == 0, recorded=number % RECORDED == 0)
        except AssertionError as fault:
            raise AssertionError(f"{key} {number}: {fault}") from fault


@every_game
def test_what_is_legal_elsewhere_is_refused_where_it_is_not_listed_and_from_who_is_not_to_act(key: str) -> None:
    """In the same words in a world that looks alike to the seat: a refusal tells nothing of what is hidden."""
    refused = waiting = compared = 0
    pool: list[str] = []
    for engine, position, rng in positions(key, 12, "legal", 60):
        state, acting = position.state, play.to_act(engine, position)
        before = json.dumps(engine.dump(state))
        for seat in acting:
            text = engine.encode(engine.sample(state, seat, rng))
            for other in set(range(engine.seat_counts[0])) - acting:
                assert answer(engine, state, other, text)[0]
                waiting += 1
            engine.forfeit(state, frozenset({seat}), "time")
            listed = engine.legal(state, seat)
            if listed is None:
                continue
            legal = {engine.encode(action) for action in listed}
            pool.extend(sorted(legal - set(pool)))
            alike = GAMES[key].another(state, seat, rng)
            for text in rng.sample(pool, min(40, len(pool))):
                code, sentence = answer(engine, state, seat, text)
                assert (code == "") == (text in legal), text
                assert code == "" or sentence.endswith(".")
                refused += code != ""
                if alike is not None:
                    assert answer(engine, alike, seat, text) == (code, sentence), text
                    compared += alike != state
        assert json.dumps(engine.dump(state)) == before
    assert refused > 300
    assert waiting > 20
    assert compared > 300 or key in ("order-and-chaos", "zero-order"), "these two hide nothing once play has begun"


@every_game
def test_the_engine_itself_refuses_every_action_after_the_end(key: str) -> None:
    engine = registry.get(key)
    *_, (by, do, last) = play.play_randomly(engine, GAMES[key].options[0], engine.seat_counts[0], Random(f"{key} end"))
    assert play.referee_action(engine, last, None) is None  # type: ignore[arg-type]
    assert answer(engine, last.state, by, do)[0] == "match-over"


@pytest.mark.parametrize("key", SECRETIVE)
def test_two_worlds_that_a_viewer_cannot_tell_apart_look_and_answer_alike(key: str) -> None:
    """Now, after the next action, and after whatever the referee does because of it."""
    tally = secrecy.Tally()
    for number in [*RARE.get(key, ()), *range(500)]:
        tally += secrecy.check_match(random_match(key, number), every=10, most=40)
        if tally.pairs >= PAIRS:
            break
    assert tally.differed == GAMES[key].hidden, "a secret that never differs is not proven to be kept"


@pytest.mark.parametrize("key", sorted(set(registry.keys()) - set(SECRETIVE)))
def test_where_nothing_is_hidden_all_see_the_same(key: str) -> None:
    for engine, position, _ in positions(key, 4, "open", 60):
        shown = [engine.view(position.state, viewer) for viewer in (None, *range(engine.seat_counts[0]))]
        assert [{**view, "viewer": None} for view in shown] == [engine.open_view(position.state)] * len(shown)


@every_game
def test_any_seat_may_fall_at_any_time(key: str) -> None:
    for engine, position, _ in positions(key, 3, "fall", 90):
        if position.outcome is not None:
            continue
        for seat in range(engine.seat_counts[0]):
            ranks = set()
            for reason, word in FALLS.items():
                by, do = (seat, word) if reason == "resigned" else (None, f"{word} {seat}")
                after = play.advance(engine, position, by, do)
                assert after.outcome is not None or seat not in play.to_act(engine, after)
                assert after.outcome is None or after.outcome.ranks[seat] > 1
                assert play.describe(engine, position, by, do, None).startswith(engine.seat_names[seat])
                ranks.add(after.outcome and after.outcome.ranks)
            assert len(ranks) == 1, "for whatever reason, it is as bad"
