"""Every piece, way of moving, battle result, phase and end comes up in random play."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engines import play
from tests.engines.field_tactics.scenes import CELLS, CODES, ENGINE, pieces, scene
from tests.engines.field_tactics.worlds import OPTIONS, crowded

MATCHES, ENDGAMES = 200, 1500
MOVING = [code for code in CODES if code not in ("MN", "FL")]
WANTED = {
    *(f"{code} {what}" for code in MOVING for what in ("moves", "attacks", "duels")),
    *(f"{code} is attacked" for code in CODES),
    *(f"{where} {result}" for where in ("battle", "duel") for result in "ox="),
    *("advantage red", "advantage blue", "first red", "first blue", "pass"),
    *(f"end by {reason}" for reason in ("base", "last-piece", "both-last-pieces", "duel", "duel-all-tied", "stalled")),
}


def endgame(rng: Random) -> Any:
    """A few pieces each, near one another."""
    squares = rng.sample([square for square in CELLS if square not in ("D1", "D8")], rng.randrange(2, 9))
    squares = ["CD" + square[1] if square in ("C1", "C8") else square for square in squares]
    half = rng.randrange(1, len(squares))
    low = rng.random() < 0.5  # no leaders: the duels are near
    codes = CODES[6:] if low else CODES
    sides = []
    for own in (squares[:half], squares[half:]):
        told = [f"{square} {rng.choice(codes)}" for square in own]
        told[0] = f"{own[0]} {rng.choice(MOVING[6:] if low else MOVING)}"
        sides.append(", ".join(told))
    return scene(sides[0], sides[1], turn=rng.choice((0, 1)), quiet=rng.choice((0, 95)), advantage=rng.choice((0, 1)))


def walks() -> Iterator[tuple[Any, int | None, str, Any]]:
    """Every action of random matches, endgames and positions before a pass: state, who, what, state behind it."""
    for number in range(MATCHES):
        position = play.begin(ENGINE, OPTIONS[number % len(OPTIONS)], 2)
        for by, do, after in play.play_randomly(ENGINE, OPTIONS[number % len(OPTIONS)], 2, Random(f"cover {number}")):
            yield position.state, by, do, after.state
            position = after
    for number in range(ENDGAMES):
        rng = Random(f"endgame {number}")
        yield from walk(crowded(rng) if number % 50 == 0 else endgame(rng), rng)


def walk(state: Any, rng: Random) -> Iterator[tuple[Any, int | None, str, Any]]:
    while ENGINE.outcome(state) is None:
        due = ENGINE.chance(state, None)  # type: ignore[arg-type]
        by = None if due is not None else rng.choice(sorted(ENGINE.to_act(state)))
        if by is not None and state.phase == "play" and not ENGINE.legal(state, by):
            return  # a made-up position in which nobody can move
        action = due if by is None else ENGINE.sample(state, by, rng)
        after = ENGINE.apply(state, by, action)
        yield state, by, ENGINE.encode(action), after
        state = after


@cache
def counted() -> Counter[str]:
    met: Counter[str] = Counter()
    for before, by, do, after in walks():
        if by is None or do.startswith("first"):
            met[do] += 1
        elif before.phase == "play":
            met.update(of_move(before, do, after))
        elif before.phase == "duel" and len(after.duels) > len(before.duels):
            met.update(of_duel(before, after))
        if after.outcome is not None:
            met[f"end by {after.outcome.reason}"] += 1
    return met


def of_move(before: Any, do: str, after: Any) -> Iterator[str]:
    src, dst = do.split("-")
    there = pieces(before)
    code = there[src][1]
    yield f"{code} moves"
    if dst in there:
        yield from (f"{code} attacks", f"{there[dst][1]} is attacked", f"battle {after.last.result}")


def of_duel(before: Any, after: Any) -> Iterator[str]:
    duel, there = after.duels[-1], pieces(before)
    yield f"duel {duel.result}"
    for at in (duel.red, duel.blue):
        square = CELLS[at] if CELLS[at] not in ("C1", "C8") else f"CD{CELLS[at][1]}"
        yield f"{there[square][1]} duels"


@pytest.mark.prove
def test_everything_there_is_appears_in_random_play() -> None:
    met = counted()
    assert sorted(what for what in WANTED if not met[what]) == []
