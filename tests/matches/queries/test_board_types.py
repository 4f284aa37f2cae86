"""A board is what its types say at every stage of a match, for its players and for spectators."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
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
from tests.deploy.test_schema import made
from tests.factories import PlayerFactory
from tests.matches.conftest import TwoPlayerMatch
from tests.permissions.test_answers import strict

StartMatch = Callable[..., TwoPlayerMatch]
DAY = timedelta(days=1)
pytestmark = pytest.mark.django_db


def check(name: str, value: Any) -> None:
    """Fail if the value has a key too few or too many, or one of another type."""
    schemas = strict(made()[0]["components"]["schemas"])
    wanted = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    errors = Draft202012Validator(wanted).iter_errors(json.loads(json.dumps(value)))
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


def test_before_anybody_sits_there_is_no_view(at: datetime) -> None:
    match_id = create_match(
        game="zero-day",
        options={},
        seats=[SeatPlan(PlayerFactory().pk), SeatPlan(None)],
        control=TimeControl(),
        at=at,
        start_by=at + DAY,
    )
    assert check_boards(match_id)[0]["view"] is None


def test_vacation_and_its_days(start_match: StartMatch) -> None:
    table = start_match(TimeControl(3 * DAY_MS, 0, 0, 5)).begin()
    take_vacation(match_id=table.id, player_id=table.red.pk, days=2, at=table.at)
    clock = check_boards(table.id, table.red, table.blue)[0]["clock"]
    assert clock["vacation_days"] == 5
    assert clock["seats"][0]["vacation_left"] == 3


def test_one_clock_for_the_whole_match(start_match: StartMatch) -> None:
    seats = [SeatPlan(PlayerFactory().pk, ready=True) for _ in range(2)]
    at = start_match().at
    match_id = create_match(game="order-and-chaos", options={"classroom": True}, seats=seats, control=TimeControl(), at=at)
    assert check_boards(match_id)[0]["clock"]["reserve_ms"] > 0


def test_a_lesson(at: datetime) -> None:
    player = PlayerFactory()
    seats = [SeatPlan(player.pk, ready=True), SeatPlan(PlayerFactory().pk, bot="greedy", ready=True)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at, learn=True)
    assert check_boards(match_id, player)[1]["lesson"]["steps"]
