"""Days for each turn, and vacation in which a player's clock stands still."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from engines.verification import checks
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.clocks import take_vacation
from matches.clock import DAY_MS, Clock, TimeControl
from matches.errors import ActionError
from matches.models import Match, Status
from matches.queries.board_view import get_board
from matches.queries.replay import build_record
from tests.factories import PlayerFactory
from tests.matches.conftest import S, TwoPlayerMatch
from tests.matches.recount import recount

StartMatch = Callable[..., TwoPlayerMatch]
MS = timedelta(milliseconds=1)
DAY = timedelta(days=1)
THREE = TimeControl(3 * DAY_MS, 0, 0, 5)


def leave(table: TwoPlayerMatch, seat: int, days: object) -> None:
    player = (table.red, table.blue)[seat]
    take_vacation(match_id=table.id, player_id=player.pk, days=days, at=table.at)


def refused(table: TwoPlayerMatch, player: Any, days: object = 1) -> tuple[str, str | None]:
    """Code and field; the match stays as it was, to the last column."""
    before = Match.objects.filter(pk=table.id).values().get()
    with pytest.raises(ActionError) as refusal:
        take_vacation(match_id=table.id, player_id=player.pk, days=days, at=table.at)
    assert Match.objects.filter(pk=table.id).values().get() == before
    return refusal.value.code, refusal.value.field


def test_the_clock_stands_still_for_as_long_and_the_log_says_so(start_match: StartMatch) -> None:
    table = start_match(THREE).begin()
    before = table.row.deadline_at
    table.at += 10 * S
    leave(table, 0, 2)
    assert table.row.deadline_at == before + 2 * DAY
    entry = table.row.entries.last()
    assert entry is not None
    assert (entry.by, entry.do, translate_stored(entry.texts["1"])) == (None, "vacation 0 2", "Red takes 2 days of vacation.")
    leave(table, 0, 3)  # goes on behind it
    assert table.row.deadline_at == before + 5 * DAY
    assert refused(table, table.red) == ("no-vacation", None)


@pytest.mark.parametrize(("early", "playing"), [(-MS, True), (0 * MS, False)])
def test_the_flag_falls_behind_the_vacation_to_the_millisecond(
    start_match: StartMatch, early: timedelta, playing: bool
) -> None:
    table = start_match(THREE).begin()
    deadline = table.row.deadline_at
    leave(table, 0, 1)
    adjudicate(match_id=table.id, at=deadline + DAY + FLAG_DELAY + early)
    assert (table.row.status == Status.PLAYING) == playing


def test_who_waits_may_take_it_too_and_it_counts_when_the_turn_comes(start_match: StartMatch) -> None:
    table = start_match(THREE).begin()
    leave(table, 1, 1)
    until = table.at + DAY
    table.say(0, "B4-B5", after=2)
    assert table.row.deadline_at == until + 3 * DAY
    table.say(1, "resign")
    text = build_record(table.id)
    assert checks.find_fault(text) is None
    assert recount(text) == 2 * table.row.last_entry


def test_who_is_on_vacation_may_move_all_the_same(start_match: StartMatch) -> None:
    table = start_match(THREE).begin()
    leave(table, 0, 2)
    said = table.say(0, "B4-B5", after=60)
    assert table.row.entries.get(n=said.entry).left[0] == [3 * DAY_MS, 0]


@pytest.mark.parametrize("days", [0, -1, 6, "2", 1.0, True, None, [1]])
def test_only_whole_days_that_are_left_can_be_taken(start_match: StartMatch, days: object) -> None:
    table = start_match(THREE).begin()
    assert refused(table, table.red, days) == ("bad-days", "days")
    leave(table, 0, 5)


def test_it_is_refused_where_there_is_none_to_strangers_and_after_the_end(start_match: StartMatch) -> None:
    table = start_match().begin()
    assert refused(table, table.red) == ("no-vacation", None)
    table = start_match(THREE).begin()
    assert refused(table, PlayerFactory()) == ("not-your-seat", None)
    table.say(0, "resign")
    assert refused(table, table.blue) == ("match-over", None)


def test_a_flag_that_fell_stays_fallen(start_match: StartMatch) -> None:
    table = start_match(THREE).begin()
    fell = table.row.deadline_at
    table.at = fell
    assert refused(table, table.red) == ("match-over", None)
    adjudicate(match_id=table.id, at=fell + FLAG_DELAY)
    assert (table.row.status, table.row.closed_at) == (Status.CLOSED, fell)


def test_the_board_tells_who_is_away_and_offers_it_to_whom_it_is_open(start_match: StartMatch) -> None:
    table = start_match(THREE).begin()
    shown: Any = get_board(table.id, table.red.pk)
    assert shown["can"]["vacation"]
    assert shown["clock"]["words"] == "3 days per turn, 5 days of vacation"
    assert [one["vacation_left"] for one in shown["clock"]["seats"]] == [5, 5]
    assert not get_board(table.id)["can"]["vacation"]
    leave(table, 0, 5)
    shown = get_board(table.id, table.red.pk)
    assert not shown["can"]["vacation"]


def test_the_endpoint_takes_days_and_refuses_others(
    client: Client, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start_match(THREE).begin()
    monkeypatch.setattr("matches.api.matches.now", lambda: table.at)
    url = f"/api/v1/matches/{table.id}/vacation/"

    def post(body: Any) -> Any:
        return client.post(url, body, content_type="application/json")

    assert post({"days": 1}).status_code == 401
    client.force_login(table.red)
    assert post({}).json()["field"] == "days"
    assert post([]).json()["code"] == "malformed"
    assert post({"days": 2}).json()["clock"]["seats"][0]["vacation_left"] == 3
    assert post({"days": 3}).status_code == 200
    assert post({"days": 1}).status_code == 409


def test_vacation_needs_days_for_each_turn() -> None:
    with pytest.raises(ValueError, match="Vacation"):
        TimeControl(DAY_MS - 1, 0, 0, 1)
    with pytest.raises(ValueError, match="vacation"):
        Clock.create(TimeControl(DAY_MS, 0, 0, 2), 2).leave(0, 3, TwoPlayerMatch)  # type: ignore[arg-type]
