"""The record alone gives every clock again; one that was altered does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from engines.verification import checks
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match, set_ready
from matches.actions.endings import resign
from matches.clock import TimeControl
from matches.models import Match
from matches.queries.replay import build_record
from tests.factories import PlayerFactory
from tests.matches.actions.test_lag import line_of
from tests.matches.conftest import TwoPlayerMatch
from tests.matches.recount import Wrong, recount

StartMatch = Callable[..., TwoPlayerMatch]


@pytest.fixture
def lines(start_match: StartMatch) -> list[dict[str, Any]]:
    """The record of a match that ends by a flag, with a slow line and an overrun."""
    table = start_match(TimeControl(5_000, 8_000, 1_000)).begin()
    line_of(table, 0, 400)
    said = table.say(0, "B4-B5", after=7)
    assert not said.code
    table.say(1, "resign", after=40)
    assert table.row.reason == "time"
    return [json.loads(line) for line in build_record(table.id).splitlines()]


def text_of(lines: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, lines))


def test_every_clock_follows_from_the_rest(lines: list[dict[str, Any]]) -> None:
    assert recount(text_of(lines)) == 2 * (len(lines) - 2)
    assert lines[0]["control"] == {"turn_ms": 5_000, "reserve_ms": 8_000, "increment_ms": 1_000}


@pytest.mark.parametrize("off", [-1, 1])
@pytest.mark.parametrize("what", ["left", "lag", "flag", "began", "reserve"])
def test_a_millisecond_is_noticed(lines: list[dict[str, Any]], what: str, off: int) -> None:
    slow = next(line for line in lines if "lag" in line)
    flag = next(line for line in lines if line.get("do") == "flag 1")
    if what == "left":
        slow["left"][0] += off
    elif what == "lag":
        slow["lag"] += off
    elif what == "flag":
        flag["at"] += off
    elif what == "began":
        lines[0]["began"] += off
    else:
        lines[0]["control"]["reserve_ms"] += off
    with pytest.raises(Wrong):
        recount(text_of(lines))


def test_a_match_from_before_keeps_its_header_and_its_chain(at: datetime, start_match: StartMatch) -> None:
    red, blue = PlayerFactory(), PlayerFactory()
    match_id = create_match(
        game="field-tactics", options={}, seats=[SeatPlan(red.pk, ready=True), SeatPlan(blue.pk)], control=TimeControl(), at=at
    )
    Match.objects.filter(pk=match_id).update(tells_time=False)
    set_ready(match_id=match_id, player_id=blue.pk, at=at)
    resign(match_id=match_id, player_id=red.pk, received_at=at)
    adjudicate(match_id=match_id, at=at)
    text = build_record(match_id)
    assert checks.find_fault(text) is None
    assert not {"control", "began"} & set(json.loads(text.splitlines()[0]))
