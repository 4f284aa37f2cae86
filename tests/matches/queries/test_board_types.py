"""A board is what its types say at every stage of a match, for its players and for spectators."""

import json
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from matches.actions import offers, referee
from matches.actions.adjudication import adjudicate
from matches.actions.clocks import take_vacation
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import resign
from matches.clock import DAY_MS, TimeControl
from matches.models import Match
from matches.offers import CASUAL_POLICY
from matches.queries.board_view import get_board
from matches.queries.replay import iter_frames
from tests.factories import BotFactory, PlayerFactory
from tests.matches.conftest import StartMatch
from tests.permissions.schema import strict

DAY = timedelta(days=1)
SCHEMA = Path("docs/openapi.json")
pytestmark = pytest.mark.django_db


@cache
def validator(name: str) -> Draft202012Validator:
    schemas = strict(json.loads(SCHEMA.read_text())["components"]["schemas"])
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}})


def check(name: str, value: Any) -> None:
    """Fail if the value has a key too few or too many, or one of another type."""
    errors = validator(name).iter_errors(json.loads(json.dumps(value)))
    assert not [f"{error.json_path}: {error.message[:200]}" for error in errors]


def check_boards(match_id: int, *players: Any) -> list[Any]:
    boards = [get_board(match_id, viewer) for viewer in (None, *(player.pk for player in players))]
    for shown in boards:
        check("Board", shown)
    return boards


def test_from_the_open_match_to_its_replay(start_match: StartMatch) -> None:
    table = start_match()
    assert check_boards(table.id, table.red, table.blue)[0]["view"]["phase"] == "choose"
    table.begin()
    Match.objects.filter(pk=table.id).update(terms=CASUAL_POLICY.dump())
    offers.respond_to_offer(match_id=table.id, player_id=table.red.pk, kind="pause", do="offer", at=table.at)
    assert check_boards(table.id, table.red, table.blue)[0]["asked"]
    referee.pause(match_id=table.id, why="A question.", at=table.at)
    assert check_boards(table.id, table.red, table.blue)[0]["ruling"]["held"] == "stop"
    referee.resume(match_id=table.id, why="It is answered.", at=table.at)
    resign(match_id=table.id, player_id=table.red.pk, received_at=table.at)
    adjudicate(match_id=table.id, at=table.at)
    assert check_boards(table.id, table.red, table.blue)[0]["outcome"]["ranks"] == [2, 1]
    for viewer in ("0", "1", "spectator", "all"):
        for frame in iter_frames(table.id, viewer, table.red.pk):
            check("Frame", frame)


def test_before_the_start_in_a_lesson_and_with_one_clock_for_the_match(at: datetime) -> None:
    player = PlayerFactory()
    me, other, machine = SeatPlan(player.pk, ready=True), SeatPlan(PlayerFactory().pk, ready=True), BotFactory()
    make = partial(create_match, control=TimeControl(), at=at)
    waiting = make(game="zero-day", options={}, seats=[SeatPlan(player.pk), SeatPlan(None)], start_by=at + DAY)
    assert check_boards(waiting)[0]["view"] is None
    lesson = make(game="field-tactics", options={}, seats=[me, SeatPlan(machine.pk, bot="random")], learn=True)
    assert check_boards(lesson, player)[1]["lesson"]["steps"]
    shared = make(game="order-and-chaos", options={"classroom": True}, seats=[me, other])
    assert check_boards(shared)[0]["clock"]["reserve_ms"] > 0


def test_vacation_and_its_days(start_match: StartMatch) -> None:
    table = start_match(TimeControl(3 * DAY_MS, 0, 0, 5))
    take_vacation(match_id=table.id, player_id=table.red.pk, days=2, at=table.at)
    clock = check_boards(table.id, table.red, table.blue)[0]["clock"]
    assert clock["vacation_days"] == 5
    assert clock["seats"][0]["vacation_left"] == 3
