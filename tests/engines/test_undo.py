"""Taking an action back: only in one's own unfinished turn, and only what has told nobody anything."""

from functools import cache
from random import Random
from typing import Any

import pytest

from engines import play, registry
from engines.contract import AnyEngine, IllegalAction
from tests.engines.games import GAMES
from tests.thorough import WHOLE

UNDOING = ("zero-order", "zero-day", "incursion-point-zero")
GAMES_EACH = 12 if WHOLE else 5


@cache
def positions(key: str) -> list[tuple[AnyEngine, play.Position[Any], int | None, play.Position[Any]]]:
    """(engine, before, by, after) for every action of some random games of all options and seat counts."""
    engine, rng, found = registry.get(key), Random(f"back {key}"), []
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
def test_a_whole_turn_can_be_taken_back_step_by_step_and_leaves_the_position_as_it_was(key: str) -> None:
    back = deepest = 0
    for engine, before, by, after in positions(key):
        if by is None or not play.can_undo(after, by):
            continue
        again = play.advance(engine, after, by, " Undo ")
        assert (again.state, again.outcome, again.undone) == (before.state, None, before.undone + 1)
        assert engine.to_act(again.state) == frozenset({by})
        back, depth = back + 1, 1
        while play.can_undo(again, by):
            again, depth = play.advance(engine, again, by, "undo"), depth + 1
        assert depth == len(after.behind)
        deepest = max(deepest, depth)
    assert back > 50
    assert deepest >= 3


@pytest.mark.parametrize("key", registry.keys())
def test_nobody_takes_back_what_ended_a_turn_or_belongs_to_another(key: str) -> None:
    for engine, before, by, after in positions(key):
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


@pytest.mark.parametrize("key", ["zero-day", "incursion-point-zero"])
def test_what_the_opponent_was_shown_or_the_mover_learnt_stays(key: str) -> None:
    """After an action that may be taken back, nothing hidden before is known to anybody who did not know it."""
    checked = 0
    for engine, before, by, after in positions(key)[:: 1 if WHOLE else 3]:
        if by is None or not play.can_undo(after, by) or len(after.behind) <= len(before.behind):
            continue
        for viewer in [None, *range(len(engine.view(before.state, None).get("seats", (0, 1))))]:
            assert revealed(key, engine.view(before.state, viewer)) >= revealed(key, engine.view(after.state, viewer))
        checked += 1
    assert checked > 10


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


def undoable() -> tuple[AnyEngine, play.Position[Any], int]:
    """A position of Zero Order in which the last action can be undone, and the seat that made it."""
    engine = registry.get("zero-order")
    return next((engine, after, by) for _, _, by, after in positions("zero-order") if by is not None and after.behind)


def test_a_turn_allows_twenty_steps_back() -> None:
    engine, position, seat = undoable()
    for _ in range(play.MAX_UNDOS):
        position = play.advance(engine, position, seat, "undo")
        position = play.advance(engine, position, seat, engine.encode(engine.sample(position.state, seat, Random(5))))
        assert position.behind
    assert not play.can_undo(position, seat)
    assert refusal(engine, position, seat) == "too-many-undos"


def test_undoing_is_told_and_stands_in_the_record() -> None:
    engine, position, seat = undoable()
    assert play.describe(engine, position, seat, "UNDO", None) == f"{engine.seat_names[seat]} undoes the last action."
    step = play.step(engine, position, seat, "UNDO")
    assert (step.do, step.note, step.secret) == ("undo", "", False)
