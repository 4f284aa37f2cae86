"""Going berserk: half of the own time, once, before the first move, where the match offers it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from engines.verification import checks
from matches.actions.clocks import disable_berserk, go_berserk
from matches.actions.sweep import record_heartbeat
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match
from matches.queries.board_view import get_board
from matches.queries.offers import BerserkSeats, find_berserk
from matches.queries.position import load_clock
from matches.queries.replay import build_record
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.matches.conftest import RED_ARMY, S, TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]


def offered(table: TwoPlayerMatch) -> TwoPlayerMatch:
    Match.objects.filter(pk=table.id).update(berserk=True)
    return table


@pytest.fixture
def live(db: None) -> TwoPlayerMatch:
    """A match that has begun just now, as pages and endpoints read the clock themselves."""
    record_heartbeat(now())
    return offered(TwoPlayerMatch(now(), TimeControl(), advantage="red"))


def berserk(table: TwoPlayerMatch, seat: int) -> None:
    go_berserk(match_id=table.id, player_id=(table.red, table.blue)[seat].pk, at=table.at)


def refused(table: TwoPlayerMatch, player: Any) -> str:
    """The code; the match stays as it was, to the last column."""
    before = Match.objects.filter(pk=table.id).values().get()
    with pytest.raises(ActionError) as refusal:
        go_berserk(match_id=table.id, player_id=player.pk, at=table.at)
    assert Match.objects.filter(pk=table.id).values().get() == before
    return refusal.value.code


def test_it_halves_turn_time_and_reserve_and_the_deadline_follows(start_match: StartMatch) -> None:
    table = offered(start_match())
    berserk(table, 0)
    assert table.row.deadline_at == table.at + 240 * S
    left = get_board(table.id)["clock"]["seats"]
    assert left[0]["turn_left"] <= 90_000
    assert left[1]["turn_left"] + left[1]["reserve_left"] == 480_000
    table.begin()
    assert load_clock(table.row).remaining(0, table.at).reserve == 150_000


def test_everybody_reads_it_and_only_who_may_is_offered_it(live: TwoPlayerMatch) -> None:
    table = live

    def seen(player: Any) -> tuple[bool, list[bool], str]:
        shown: Any = get_board(table.id, player and player.pk)
        return shown["can"]["berserk"], [one["berserk"] for one in shown["seats"]], shown["log"][-1:]

    assert [seen(player)[:2] for player in (table.red, table.blue, None)] == [
        (True, [False, False]), (True, [False, False]), (False, [False, False])
    ]  # fmt: skip
    berserk(table, 1)
    for player, may in ((table.red, True), (table.blue, False), (None, False)):
        can, seats, (line,) = seen(player)  # type: ignore[misc]
        assert (can, seats) == (may, [False, True])
        assert line["text"] == "Blue goes berserk: half the time, one extra point for a win."  # type: ignore[index]


def test_it_is_refused_twice_after_the_first_move_and_to_everybody_else(start_match: StartMatch) -> None:
    table = offered(start_match())
    assert refused(table, PlayerFactory()) == "not-your-seat"
    berserk(table, 0)
    assert refused(table, table.red) == "already-berserk"
    table.say(0, "first red")
    table.say(1, "resign")
    assert refused(table, table.blue) == "match-over"


def test_a_first_move_that_arrived_before_makes_it_too_late_though_nobody_has_judged_it_yet(start_match: StartMatch) -> None:
    table = offered(start_match())
    table.send(0, "first red", at=table.at)
    assert refused(table, table.red) == "already-moved"
    table.say(0, RED_ARMY, turn=1)
    assert refused(table, table.red) == "already-moved"
    berserk(table, 1)


def test_a_match_that_does_not_offer_it_any_more_refuses_it(start_match: StartMatch) -> None:
    table = start_match()
    assert refused(table, table.red) == "no-berserk"
    offered(table)
    berserk(table, 0)
    disable_berserk(match_ids=[table.id])
    assert refused(table, table.blue) == "no-berserk"
    assert load_clock(table.row).halved == {0}


def test_nobody_gives_away_time_that_has_run_off(start_match: StartMatch) -> None:
    table = offered(start_match(TimeControl(20_000, 20_000)))
    table.at += 20 * S
    assert refused(table, table.red) == "no-time-left"
    berserk(table, 1)
    table.at += 20 * S
    assert refused(table, table.red) in ("no-time-left", "match-over")


def test_the_shared_clock_of_a_classroom_is_nobodys_to_halve(at: datetime, db: None) -> None:
    table = offered(TwoPlayerMatch(at, TimeControl(), game="order-and-chaos", classroom=True))  # type: ignore[arg-type]
    assert refused(table, table.red) == "no-berserk"


def test_the_record_tells_it_and_is_verified(start_match: StartMatch) -> None:
    table = offered(start_match())
    assert find_berserk(table.id) is None
    berserk(table, 0)
    table.begin()
    table.say(0, "B4-B5")
    table.say(1, "resign")
    assert find_berserk(table.id) == BerserkSeats((True, False), (3, 1))
    record = build_record(table.id)
    assert '"do":"berserk 0"' in record
    assert checks.find_fault(record) is None


def test_a_player_cannot_say_the_referees_word(start_match: StartMatch) -> None:
    table = offered(start_match())
    assert table.say(0, "berserk 0").code
    assert not load_clock(table.row).halved


def test_the_endpoint_answers_with_the_board_or_with_a_sentence(live: TwoPlayerMatch) -> None:
    table = live
    path = f"/api/v1/matches/{table.id}/berserk/"
    client = Client()
    assert client.post(path).status_code in (401, 403)
    client.force_login(table.blue)
    assert client.post(path).json()["seats"][1]["berserk"] is True
    again = client.post(path)
    assert (again.status_code, again.json()["code"], again.json()["field"]) == (409, "already-berserk", None)
    assert client.post("/api/v1/matches/999999/berserk/").status_code == 404
