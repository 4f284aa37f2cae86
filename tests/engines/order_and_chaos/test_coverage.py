"""Nothing in the game is dead: each rule, each kind of step and each move on the board comes up in random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.engines.order_and_chaos import slow
from tests.engines.order_and_chaos.scenes import ENGINE, seen, start
from tests.engines.order_and_chaos.test_slow import random_scene

OPTIONS = ({}, {"quiet_turn_limit": 10}, {"repetition_limit": 2})
STEPS = {f"{one}-{other}" for one, other in ("SB", "BS", "BW", "WB", "WW", "SW", "BB")}
RULES = {
    *(f"step {step}" for step in STEPS),
    "letter s",
    "letter b",
    "pass",
    "kill in a big triangle",
    "kill in a core",
    "kill of one by the fourth",
    "kill of two, the same kind",
    "kill of two, the other kind",
    "turning by a step into a core",
    "turning by a step from core to core",
    "turning by leaving a core",
    "revival of s",
    "revival of b",
    "revival of several",
    "revival that kills",
    "revival after a turning",
    "revival refused",
    "held by a dominator",
    "closed by a dominator",
    "domination taken",
    "domination left to the other side",
    "tie in which the dominator stays",
    "barred by a repetition",
    "end by occupation",
    "end by blocked",
    "end by quiet",
    "end by classroom",
    "win of order",
    "win of chaos",
    "draw",
}


def turns() -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Every turn of random games: the view before, the action, the view after."""
    for number in range(300):
        rng = Random(f"coverage {number}")
        state = start(**OPTIONS[number % 3]) if number < 90 else random_scene(rng)
        if number < 3:
            state = start(classroom=True)
        before = seen(state)
        while ENGINE.outcome(state) is None and before["turn"] < 250:
            action = ENGINE.sample(state, state.seat, rng)
            state = ENGINE.apply(state, state.seat, action)
            after = seen(state)
            yield before, ENGINE.encode(action), after
            before = after
        if number < 3:
            yield before, "time", seen(ENGINE.apply(state, None, ENGINE.decode("time")))


@cache
def counted() -> Counter[str]:
    found: Counter[str] = Counter()
    for before, text, after in turns():
        found[f"action {text}"] += 1
        found.update(of_the_end(after))
        if text != "time":
            found.update(of_the_move(before, text, after))
            found.update(of_the_battle_areas(before, after))
            found.update(of_the_revival(before, after))
    return found


def of_the_end(after: dict[str, Any]) -> Iterator[str]:
    if after["outcome"]:
        yield f"end by {after['outcome']['reason']}"
        ends = {(1, 1): "draw", (1, 2): "win of order", (2, 1): "win of chaos", (2, 2): "win of nobody"}
        yield ends[tuple(after["outcome"]["ranks"])]


def of_the_move(before: dict[str, Any], text: str, after: dict[str, Any]) -> Iterator[str]:
    last = after["last"]
    if before["barred"]:
        yield "barred by a repetition"
    if text == "pass":
        yield "pass"
        return
    src, dst = last["from"], last["to"]
    yield f"step {src[0]}-{dst[0]}"
    if text[2] != "-":
        yield f"letter {text[2]}"
    if last["turned"]:
        core = src in slow.CORES and dst in slow.CORES
        entered = "turning by a step into a core" if dst in slow.CORES else "turning by leaving a core"
        yield "turning by a step from core to core" if core else entered
    if last["killed"]:
        enemies = [kind for seat, kind, _ in before["areas"][dst]["men"] if seat != last["by"]]
        if dst[0] == "B":
            yield "kill in a core" if dst in slow.CORES else "kill in a big triangle"
        elif len(enemies) == 1:
            yield "kill of one by the fourth"
        else:
            yield f"kill of two, the {'same' if last['killed'] == last['kind'] else 'other'} kind"


def of_the_revival(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    revived, side = after["last"]["revived"], after["last"]["by"]
    yield from (f"revival of {back['kind']}" for back in revived)
    yield from ("revival that kills" for back in revived if back["killed"])
    if len(revived) > 1:
        yield "revival of several"
    if revived and after["last"]["turned"]:
        yield "revival after a turning"
    if after["graves"][side]:
        yield "revival refused"


def of_the_battle_areas(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    for name, now in after["areas"].items():
        was = before["areas"][name]["dominator"]
        men = [seat for seat, _, _ in now["men"]]
        if now["frozen"] is not None:
            yield "held by a dominator"
        if len(now["closed"]) == 1 and len(men) == 3:
            yield "closed by a dominator"
        if None not in (was, now["dominator"]) and was != now["dominator"]:
            yield ("domination taken" if len(men) > len(before["areas"][name]["men"]) else "domination left to the other side")
        if now["dominator"] is not None and men.count(0) == men.count(1):
            yield "tie in which the dominator stays"


def everything() -> set[str]:
    """All notations, from the board as the slow implementation knows it."""
    found = {"pass", "time"}
    for area in slow.AREAS:
        ways = set(slow.neighbours(area))
        if area[0] == "S":
            ways |= {"W" + through[1] for through in ways}
        kinds = ("", "s", "b") if area[0] == "W" else ("",)
        found |= {f"{area}{kind}-{other}" for kind in kinds for other in ways}
    return found


WANTED = RULES | {f"action {text}" for text in everything()}


@pytest.mark.prove
def test_every_rule_and_every_action_of_the_notation_comes_up() -> None:
    assert sorted(what for what in WANTED if not counted()[what]) == []
