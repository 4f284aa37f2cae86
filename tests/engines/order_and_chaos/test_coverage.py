"""Nothing in the game is dead: each rule, each kind of step and each move on the board comes up in random play."""

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
RULES = {
    *("kill in a triangle", "kill in a core", "kill in a battle area", "barred by a repetition"),
    *("turning by a step into a core", "turning by leaving a core"),
    *("revival of s", "revival of b", "revival that kills", "revival of several", "revival after a turning", "revival refused"),
    *("held by a dominator", "closed by a dominator", "domination taken", "domination left to the other side"),
    *("end by occupation", "end by blocked", "end by quiet", "end by classroom", "win of order", "win of chaos", "draw"),
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
        found.update(rules(before, text, after))
    return found


def rules(before: dict[str, Any], text: str, after: dict[str, Any]) -> Iterator[str]:
    """The rules that an action shows, by the views before and after it."""
    if after["outcome"]:
        yield f"end by {after['outcome']['reason']}"
        yield {(1, 1): "draw", (1, 2): "win of order", (2, 1): "win of chaos"}[tuple(after["outcome"]["ranks"])]
    if text != "time":
        yield from of_the_turn(before, after["last"], after)
        yield from of_the_battle_areas(before, after)


def of_the_turn(before: dict[str, Any], last: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    if before["barred"]:
        yield "barred by a repetition"
    if last["killed"]:
        triangle = "core" if last["to"] in slow.CORES else "triangle"
        yield f"kill in a {'battle area' if last['to'][0] == 'W' else triangle}"
    if last["turned"]:
        yield "turning by a step into a core" if last["to"] in slow.CORES else "turning by leaving a core"
    for back in last["revived"]:
        yield f"revival of {back['kind']}"
        yield from ["revival that kills"] * bool(back["killed"])
        yield from ["revival after a turning"] * last["turned"]
    yield from ["revival of several"] * (len(last["revived"]) > 1)
    yield from ["revival refused"] * bool(after["graves"][last["by"]])


def of_the_battle_areas(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    for name, now in after["areas"].items():
        was = before["areas"][name]
        yield from ["held by a dominator"] * (now["frozen"] is not None)
        yield from ["closed by a dominator"] * (len(now["closed"]) == 1 and len(now["men"]) == 3)
        if None not in (was["dominator"], now["dominator"]) and was["dominator"] != now["dominator"]:
            yield "domination taken" if len(now["men"]) > len(was["men"]) else "domination left to the other side"


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
