"""What every engine must keep, whatever its game: the same tests for all that are registered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import play, registry
from engines.contract import AnyEngine, IllegalAction
from engines.contract_checks import secrecy
from engines.contract_checks.contract import check_match
from engines.contract_checks.subjects import find_refusal as answer
from tests.engines.games import GAMES, random_match
from tests.thorough import WHOLE

MATCHES_A_BATCH = 100
BATCHES = [0, *(pytest.param(batch, marks=pytest.mark.thorough) for batch in range(1, 4 if WHOLE else 2))]
"""200 matches of every game; `make prove` plays ten thousand."""
EVERY = 150  # positions, from one that is looked at closely to the next
REPLAYED = 5  # matches, from one that is played again from its log and its seed to the next
RECORDED = 20  # matches, from one whose record is written and verified to the next; `make prove` does both for more
PAIRS = 1500  # of worlds; `make prove` compares many more
FORFEITS = ("time", "resigned", "disqualified", "no-show")

SECRETIVE = sorted(key for key, game in GAMES.items() if game.hidden)

every_game = pytest.mark.parametrize("key", registry.keys())


@every_game
def test_a_game_says_whether_it_is_open(key: str) -> None:
    assert registry.get(key).is_open == (key not in SECRETIVE)


@every_game
def test_the_values_of_the_advantage_are_options_one_for_each_seat(key: str) -> None:
    engine = registry.get(key)
    assert len(engine.advantage_values) == (max(engine.seat_counts) if "advantage" in engine.options({}) else 0)
    for value in engine.advantage_values:
        assert engine.options({"advantage": value})["advantage"] == value


def games(key: str, count: int, seed: str) -> Iterator[tuple[AnyEngine, Any, Random]]:
    """(engine, options, source of chance) for random games, through all option sets."""
    engine = registry.get(key)
    for number in range(count):
        options = GAMES[key].options[number % len(GAMES[key].options)]
        yield engine, options, Random(f"{key} {seed} {number}")


def positions(key: str, count: int, seed: str, every: int) -> Iterator[tuple[AnyEngine, play.Position[Any], Random]]:
    """Positions out of random games: the first six, then one in `every`, and the last."""
    for engine, options, rng in games(key, count, seed):
        reached = [play.begin(engine, options, engine.seat_counts[0])]
        reached += [position for _, _, position in play.play_randomly(engine, options, engine.seat_counts[0], rng)]
        for position in [*reached[:6], *reached[6::every], reached[-1]]:
            yield engine, position, rng


def viewers(engine: AnyEngine) -> list[int | None]:
    return [None, *range(engine.seat_counts[0])]


@every_game
@pytest.mark.parametrize("batch", BATCHES)
def test_random_matches_keep_the_whole_contract(key: str, batch: int) -> None:
    for number in range(batch * MATCHES_A_BATCH, (batch + 1) * MATCHES_A_BATCH):
        try:
            check_match(random_match(key, number), EVERY, replayed=number % REPLAYED == 0, recorded=number % RECORDED == 0)
        except AssertionError as fault:
            raise AssertionError(f"{key} {number}: {fault}") from fault


@every_game
def test_a_state_survives_dump_and_load_through_json(key: str) -> None:
    seen = 0
    for engine, position, _ in positions(key, 40, "dump", 25):
        state = position.state
        again = engine.load(json.loads(json.dumps(engine.dump(state))))
        assert again == state
        assert engine.to_act(again) == engine.to_act(state)
        seen += 1
    assert seen > 200


@every_game
def test_an_action_survives_encode_and_decode(key: str) -> None:
    seen = 0
    for engine, position, rng in positions(key, 40, "encode", 40):
        for seat in play.to_act(engine, position):
            listed = engine.legal(position.state, seat)
            for action in [engine.sample(position.state, seat, rng), *(listed or ())]:
                assert engine.decode(engine.encode(action)) == action
                seen += 1
    assert seen > 1000


@every_game
def test_applying_changes_no_state(key: str) -> None:
    seen = 0
    for engine, position, rng in positions(key, 30, "pure", 30):
        before = json.dumps(engine.dump(position.state))
        for seat in play.to_act(engine, position):
            action = engine.sample(position.state, seat, rng)
            assert engine.apply(position.state, seat, action) is not position.state
            engine.note(position.state, seat, action)
            engine.describe(position.state, seat, action, None)
            engine.forfeit(position.state, frozenset({seat}), "time")
            assert json.dumps(engine.dump(position.state)) == before
            seen += 1
    assert seen > 200


@every_game
def test_what_is_listed_is_accepted_and_nothing_else(key: str) -> None:
    accepted = refused = 0
    everything: dict[str, list[str]] = {}
    for engine, position, rng in positions(key, 30, "legal", 30):
        pool = everything.setdefault(engine.key, list(GAMES[key].nonsense))
        for seat in play.to_act(engine, position):
            assert answer(engine, position.state, seat, engine.encode(engine.sample(position.state, seat, rng))) == ("", "")
            listed = engine.legal(position.state, seat)
            if listed is None:
                continue
            legal = {engine.encode(action) for action in listed}
            pool.extend(legal - set(pool))
            for text in legal:
                assert answer(engine, position.state, seat, text) == ("", "")
                accepted += 1
            for text in rng.sample(pool, min(60, len(pool))):
                code, sentence = answer(engine, position.state, seat, text)
                assert (code == "") == (text in legal), text
                assert code == "" or sentence.endswith(".")
                refused += code != ""
    assert accepted > 1000
    assert refused > 1000


@every_game
def test_seats_that_are_not_to_act_are_refused_and_have_nothing_to_choose(key: str) -> None:
    seen = 0
    for engine, position, rng in positions(key, 20, "turn", 40):
        acting = play.to_act(engine, position)
        for seat in set(range(engine.seat_counts[0])) - acting:
            assert not engine.legal(position.state, seat)
            for other in acting:
                text = engine.encode(engine.sample(position.state, other, rng))
                assert answer(engine, position.state, seat, text)[0]
                seen += 1
    assert seen > 100


@every_game
def test_nobody_acts_after_the_end(key: str) -> None:
    for engine, options, rng in games(key, 20, "end"):
        *_, (by, do, last) = play.play_randomly(engine, options, engine.seat_counts[0], rng)
        assert play.to_act(engine, last) == frozenset()
        assert play.referee_action(engine, last, None) is None  # type: ignore[arg-type]
        for seat, text in [(by, do), *((seat, "resign") for seat in range(engine.seat_counts[0])), (None, "flag 0")]:
            with pytest.raises(IllegalAction) as caught:
                play.advance(engine, last, seat, text)
            assert caught.value.code == "match-over"
        assert answer(engine, last.state, by, do)[0] == "match-over"


@every_game
def test_views_and_dumps_are_json(key: str) -> None:
    for engine, position, _ in positions(key, 20, "json", 30):
        for viewer in viewers(engine):
            view = engine.view(position.state, viewer)
            assert json.loads(json.dumps(view, allow_nan=False)) == view
        assert json.loads(json.dumps(engine.open_view(position.state), allow_nan=False))


@every_game
def test_the_open_view_has_the_shape_of_a_view(key: str) -> None:
    for engine, position, _ in positions(key, 10, "open", 50):
        open_view, view = engine.open_view(position.state), engine.view(position.state, None)
        assert isinstance(open_view, dict)
        assert isinstance(view, dict)
        assert set(open_view) == set(view)


@pytest.mark.parametrize("key", SECRETIVE)
def test_two_worlds_that_a_viewer_cannot_tell_apart_look_and_answer_alike(key: str) -> None:
    """Now, after the next action, and after whatever the referee does because of it."""
    tally, number = secrecy.Tally(), 0
    while tally.pairs < PAIRS or (tally.differed != GAMES[key].hidden and tally.pairs < 3 * PAIRS):
        tally += secrecy.check_match(random_match(key, number), every=10, most=40)
        number += 1
    assert tally.differed == GAMES[key].hidden, "a secret that never differs is not proven to be kept"


@pytest.mark.parametrize("key", sorted(set(registry.keys()) - set(SECRETIVE)))
def test_where_nothing_is_hidden_all_see_the_same(key: str) -> None:
    for engine, position, _ in positions(key, 20, "open", 40):
        shown = [engine.view(position.state, viewer) for viewer in viewers(engine)]
        assert [{**view, "viewer": None} for view in shown] == [engine.open_view(position.state)] * len(shown)


@every_game
@pytest.mark.parametrize("reason", FORFEITS)
def test_any_seat_may_fall_at_any_time(key: str, reason: str) -> None:
    words = {"time": "flag", "disqualified": "disqualify", "no-show": "no-show"}
    for engine, position, _ in positions(key, 5, "fall", 60):
        if position.outcome is not None:
            continue
        for seat in range(engine.seat_counts[0]):
            by, do = (seat, "resign") if reason == "resigned" else (None, f"{words[reason]} {seat}")
            after = play.advance(engine, position, by, do)
            assert after.outcome is not None or seat not in play.to_act(engine, after)
            assert after.outcome is None or after.outcome.ranks[seat] > 1
            assert play.describe(engine, position, by, do, None).startswith(engine.seat_names[seat])


@every_game
def test_options_are_complete_and_stable(key: str) -> None:
    engine = registry.get(key)
    for given in GAMES[key].options:
        full = engine.options(given)
        assert engine.options(full) == full
        assert dict(given).items() <= dict(full).items()
        assert json.loads(json.dumps(full)) == full
