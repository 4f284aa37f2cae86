"""Taking an action back: only in one's own unfinished turn, and only what has told nobody anything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines import play, registry
from engines.contract import AnyEngine, IllegalAction
from tests.engines.games import GAMES

UNDOING = ("zero-order", "zero-day", "incursion-point-zero")
GAMES_EACH = 12


def positions(key: str, rng: Random) -> list[tuple[AnyEngine, play.Position[Any], int | None, play.Position[Any]]]:
    """(engine, before, by, after) for every action of some random games of all options and seat counts."""
    engine, found = registry.get(key), []
    for number in range(GAMES_EACH):
        options = GAMES[key].options[number % len(GAMES[key].options)]
        seats = engine.seat_counts[number % len(engine.seat_counts)]
        before = play.begin(engine, options, seats)
        for by, _, after in play.play_randomly(engine, options, seats, rng):
            found.append((engine, before, by, after))
            before = after
    return found


def refusal(engine: AnyEngine, position: play.Position[Any], seat: int) -> str:
    try:
        play.advance(engine, position, seat, "undo")
    except IllegalAction as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("key", UNDOING)
def test_what_is_taken_back_leaves_the_position_as_it_was(key: str) -> None:
    back = 0
    for engine, before, by, after in positions(key, Random(f"back {key}")):
        if by is None or not play.can_undo(after, by):
            continue
        again = play.advance(engine, after, by, " Undo ")
        assert again.state == before.state
        assert again.outcome is None
        assert again.undone == before.undone + 1
        assert engine.to_act(again.state) == frozenset({by})
        back += 1
    assert back > 100


@pytest.mark.parametrize("key", UNDOING)
def test_a_whole_turn_can_be_taken_back_step_by_step(key: str) -> None:
    deepest = 0
    for engine, _, by, after in positions(key, Random(f"deep {key}")):
        depth, at = 0, after
        while by is not None and play.can_undo(at, by):
            at, depth = play.advance(engine, at, by, "undo"), depth + 1
        assert depth == len(after.behind)
        deepest = max(deepest, depth)
    assert deepest >= 3


@pytest.mark.parametrize("key", registry.keys())
def test_nobody_takes_back_what_ended_a_turn_or_belongs_to_another(key: str) -> None:
    asked = 0
    for engine, before, by, after in positions(key, Random(f"not {key}")):
        for seat in range(2):
            if seat in engine.to_act(after.state) and not after.behind:
                assert refusal(engine, after, seat) == "nothing-to-undo"
            elif seat not in engine.to_act(after.state) and after.outcome is None:
                assert refusal(engine, after, seat) == "not-your-turn"
            elif after.outcome is not None:
                assert refusal(engine, after, seat) == "match-over"
        if after.behind:
            assert engine.to_act(after.state) == frozenset({by})
            assert engine.turn(after.state) == engine.turn(before.state)
        asked += 1
    assert asked > 5 * GAMES_EACH


@pytest.mark.parametrize("key", ["zero-day", "incursion-point-zero"])
def test_what_the_opponent_was_shown_or_the_mover_learnt_stays(key: str) -> None:
    """After an action that may be taken back, nothing hidden before is known to anybody who did not know it."""
    checked = 0
    for engine, before, by, after in positions(key, Random(f"told {key}")):
        if by is None or not play.can_undo(after, by) or len(after.behind) <= len(before.behind):
            continue
        seats = [None, *range(len(engine.view(before.state, None).get("seats", (0, 1))))]
        for viewer in seats:
            assert revealed(key, engine.view(before.state, viewer)) >= revealed(key, engine.view(after.state, viewer))
        checked += 1
    assert checked > 50


def revealed(key: str, view: Any) -> set[str]:
    """What a view tells of hidden things, as texts."""
    if key == "zero-day":
        known = [*(f"seen {one}" for one in view["seen"]), *(f"hack {one}" for one in view["hacks"])]
        return {*known, *(f"deck {name}" for name in view["deck"]["bottom"]), *(o["name"] for o in view["operations"])}
    hidden = {name for name, soldier in view["soldiers"].items() if soldier["state"] == "hidden"}
    if view["phase"] != "play":
        return set()
    up = {space for space, what in view["spaces"].items() if what["card"] not in ("down", None)}
    return {*(set(view["soldiers"]) - hidden), *up}


def test_a_turn_allows_twenty_steps_back() -> None:
    engine, rng = registry.get("zero-order"), Random(5)
    position = play.begin(engine, {}, 2)
    for _, _, position in play.play_randomly(engine, {}, 2, rng):
        if position.behind:
            break
    (seat,) = engine.to_act(position.state)
    for _ in range(play.MAX_UNDOS):
        position = play.advance(engine, position, seat, "undo")
        do = engine.encode(engine.sample(position.state, seat, rng))
        position = play.advance(engine, position, seat, do)
        assert position.behind
    assert not play.can_undo(position, seat)
    assert refusal(engine, position, seat) == "too-many-undos"


def test_undoing_is_told_and_stands_in_the_record() -> None:
    engine, rng = registry.get("zero-order"), Random(6)
    position = play.begin(engine, {}, 2)
    for _, _, position in play.play_randomly(engine, {}, 2, rng):
        if position.behind:
            break
    (seat,) = engine.to_act(position.state)
    name = engine.seat_names[seat]
    assert play.describe(engine, position, seat, "UNDO", None) == f"{name} undoes the last action."
    step = play.step(engine, position, seat, "UNDO")
    assert (step.do, step.note, step.secret) == ("undo", "", False)
