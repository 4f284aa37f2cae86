"""Working out every clock of a finished match again, from its record and the rules alone (docs/record-format.md)."""

import json
from typing import Any

from engines import play, registry
from tests.matches.naive_clock import NaiveClock


class Wrong(AssertionError):
    """The record says something of the time that does not follow from the rest of it."""


def recount(text: str) -> int:
    """Check each `left`, each allowance for a line and each flag; return how many clocks were compared."""
    head, *entries, _ = map(json.loads, text.splitlines())
    engine = registry.get(head["game"], head["version"])
    position = play.begin(engine, head["options"], head["seats"])
    clock = _fresh(head)
    _run(clock, engine, position, head["began"], head["began"])
    compared = 0
    for made in entries:
        at, by, do = made["at"], made["by"], made["do"]
        if by is None:
            _ruled(clock, do, at)
        elif clock.stop(by, at, made.get("lag", 0)) != made.get("lag", 0):
            raise Wrong(f"entry {made['n']}: this line cannot have been given back {made['lag']} ms")
        left = [sum(clock.left(seat, at)) for seat in range(head["seats"])]
        if left != made["left"]:
            raise Wrong(f"entry {made['n']}: {made['left']} ms are left, by the rules {left}")
        compared += len(left)
        if by is None and do.startswith("credit "):  # told with the clocks as they were before it
            _, seats, ms = do.split(" ")
            clock.give(map(int, seats.split(",")), int(ms))
        before, position = position, play.advance(engine, position, by, do)
        if play.current_turn(engine, before) != play.current_turn(engine, position):
            clock.settle(at)
        _run(clock, engine, position, at, made.get("judged", at))
    return compared


def _fresh(head: dict[str, Any]) -> NaiveClock:
    told = head["control"]
    return NaiveClock(
        told["turn_ms"], told["reserve_ms"], told["increment_ms"], told.get("vacation_days", 0), told.get("limit_ms"),
        head["seats"],
    )  # fmt: skip


def _ruled(clock: NaiveClock, do: str, at: int) -> None:
    word, *rest = do.split(" ")
    if word == "outage":
        began, ended = map(int, rest[0].split("-"))
        clock.skip(began, ended)
    elif word == "vacation":
        clock.leave(int(rest[0]), int(rest[1]), at)
    elif word in ("pause", "stop", "resume", "continue"):
        (clock.hold if word in ("pause", "stop") else clock.resume)(at)
    elif word == "berserk":
        clock.halve(int(rest[0]))
    elif word == "flag":
        for seat in map(int, rest[0].split(",")):
            if not clock.out(seat, at) or clock.out(seat, at - 1):
                raise Wrong(f"the flag of seat {seat} did not fall at {at}")
    elif word == "time" and (not clock.over(at) or clock.over(at - 1)):
        raise Wrong(f"the time of the match was not over at {at}")


def _run(clock: NaiveClock, engine: Any, position: Any, at: int, judged: int) -> None:
    """Nothing starts or stops while the referee has something to do first."""
    acting = play.to_act(engine, position)
    if not acting:
        return
    for seat in clock.running():
        if seat not in acting:
            clock.stop(seat, at)
    for seat in sorted(acting):
        clock.start(seat, judged)
