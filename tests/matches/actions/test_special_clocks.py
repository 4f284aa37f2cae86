"""Clocks other than by turns: one limit for the whole match, half the time for a point more, days with vacation."""

from copy import copy
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from matches.actions import referee
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.clocks import disable_berserk, go_berserk, take_vacation
from matches.actions.close import hold_for_review
from matches.actions.sweep import ALARM_AHEAD, record_heartbeat, run_sweep, set_alarms
from matches.clock import DAY_MS, Clock, TimeControl
from matches.liveness import Cause
from matches.models import Match, Status, Submission
from matches.queries.board_view import get_board
from matches.queries.offers import BerserkSeats, find_berserk
from matches.queries.position import load_clock
from matches.server_time import now
from tests.factories import NOON, PlayerFactory
from tests.matches.actions.test_sweep import keep_alive
from tests.matches.conftest import RED_ARMY, S, StartMatch, TwoPlayerMatch, begin_match, refusal

MS = timedelta(milliseconds=1)
LIMIT = 300 * S  # tests/engines/order_and_chaos/test_classroom.py: 300,000 ms by the rules


def lesson_match(at: datetime, **options: bool) -> TwoPlayerMatch:
    return TwoPlayerMatch(at, TimeControl(1000, 0), game="order-and-chaos", **{"classroom": True, **options})


@pytest.fixture(scope="module")
def shared(module_rows: None) -> TwoPlayerMatch:
    record_heartbeat(NOON)
    return lesson_match(NOON)


@pytest.fixture
def lesson(shared: TwoPlayerMatch, no_outage: None) -> TwoPlayerMatch:
    return copy(shared)


def test_no_turn_runs_out_and_the_limit_counts_from_the_first_turn(lesson: TwoPlayerMatch, at: datetime) -> None:
    assert lesson.row.deadline_at == at + LIMIT
    shown = get_board(lesson.id, lesson.red.pk)
    assert (shown["clock"]["turn_ms"], shown["clock"]["reserve_ms"]) == (0, 300_000)
    assert [seat["running"] for seat in shown["clock"]["seats"]] == [True, False]
    lesson.send(0, "B1-W1", at=at + 120 * S)  # where a turn would have one second
    assert adjudicate(match_id=lesson.id, at=at + 121 * S) == 1
    assert lesson.row.deadline_at == at + LIMIT
    assert [entry.left for entry in lesson.row.entries.all()] == [[[0, 180_000], [0, 180_000]]]
    table = lesson_match(at, classroom=False)
    assert table.row.deadline_at == at + S, "a match with turn clocks has no limit"
    assert "limit_ms" not in (table.row.clock or {})


@pytest.mark.parametrize(("early", "beats"), [(-MS, True), (0 * MS, False), (MS, False)])
def test_a_move_received_before_the_limit_beats_it(lesson: TwoPlayerMatch, at: datetime, early: timedelta, beats: bool) -> None:
    sent = lesson.send(0, "B1-W1", at=at + LIMIT + early)
    adjudicate(match_id=lesson.id, at=at + LIMIT + 30 * S)
    submission, match = Submission.objects.get(pk=sent), lesson.row
    assert (submission.code == "") == beats
    assert submission.code in ("", "match-over")
    assert [entry.do for entry in match.entries.all()] == (["B1-W1", "time"] if beats else ["time"])
    assert (match.status, match.closed_at) == (Status.CLOSED, at + LIMIT)
    lesson.verify()


def test_an_outage_moves_the_limit_for_which_an_alarm_is_set_and_a_sweep_ends_it(lesson: TwoPlayerMatch, at: datetime) -> None:
    limit = at + LIMIT + 30 * S
    keep_alive(at + 20 * S)
    run_sweep(at + 50 * S, cause=Cause.SUSPENDED)
    assert lesson.row.deadline_at == limit
    assert set_alarms(limit - ALARM_AHEAD - MS) == 0
    assert set_alarms(limit - ALARM_AHEAD) == 1
    keep_alive(limit)
    run_sweep(limit + FLAG_DELAY - MS)
    assert lesson.row.status == Status.PLAYING
    run_sweep(limit + FLAG_DELAY)
    match = lesson.row
    last = match.entries.get(n=match.last_entry)
    assert (last.by, last.do, last.at) == (None, "time", limit)
    assert (match.status, match.reason, match.closed_at) == (Status.CLOSED, "classroom", limit)
    lesson.verify()


def test_a_hold_for_review_is_no_part_of_its_time(lesson: TwoPlayerMatch, at: datetime) -> None:
    lesson.say(0, "B1-W1")
    told = lesson.row.entries.get().at
    hold_for_review(match_id=lesson.id, at=told + 30 * S)
    assert (lesson.row.status, lesson.row.deadline_at) == (Status.REVIEW, None)
    later = told + timedelta(hours=1)
    referee.resume(match_id=lesson.id, why="The fault is mended.", at=later)
    assert lesson.row.deadline_at == at + LIMIT + timedelta(hours=1)
    adjudicate(match_id=lesson.id, at=later + LIMIT)
    assert (lesson.row.reason, lesson.row.closed_at) == ("classroom", at + LIMIT + timedelta(hours=1))
    lesson.verify()


def test_what_was_left_of_the_limit_is_what_each_seat_had_when_it_ended(at: datetime) -> None:
    begun = Clock.create(TimeControl(), 2, 5000).start({0}, at)
    assert begun.fallen(at + 5 * S) == (at + 5 * S, frozenset()), "it fells nobody's flag"
    assert begun.halt(at + S).reserve == (4000, 4000)


def offered(table: TwoPlayerMatch) -> TwoPlayerMatch:
    Match.objects.filter(pk=table.id).update(berserk=True)
    return table


@pytest.fixture
def live(db: None) -> TwoPlayerMatch:
    """A match that has begun just now, as pages and endpoints read the clock themselves."""
    record_heartbeat(now())
    return offered(TwoPlayerMatch(now(), TimeControl(), advantage="red"))


def berserk(table: TwoPlayerMatch, seat: int) -> None:
    go_berserk(match_id=table.id, player_id=table.players[seat].pk, at=table.at)


def berserk_refused(table: TwoPlayerMatch, player: Any) -> str:
    return refusal(go_berserk, table.id, player_id=player.pk, at=table.at)[0]


def test_it_halves_turn_time_and_reserve_the_deadline_follows_and_the_record_tells_it(start_match: StartMatch) -> None:
    table = offered(start_match())
    assert find_berserk(table.id) is None
    berserk(table, 0)
    assert table.row.deadline_at == table.at + 240 * S
    left = get_board(table.id)["clock"]["seats"]
    assert left[0]["turn_left"] <= 90_000
    assert left[1]["turn_left"] + left[1]["reserve_left"] == 480_000
    table.begin()
    assert load_clock(table.row).remaining(0, table.at).reserve == 150_000
    table.say(0, "B4-B5")
    assert '"do":"berserk 0"' in table.verify(by=1)
    assert find_berserk(table.id) == BerserkSeats((True, False), (3, 1))


def test_everybody_reads_it_only_who_may_is_offered_it_and_the_endpoint_answers_with_the_board_or_a_sentence(
    live: TwoPlayerMatch, client: Client
) -> None:
    def seen(player: Any) -> tuple[bool, list[bool], list[Any]]:
        shown: Any = get_board(live.id, player and player.pk)
        return shown["can"]["berserk"], [one["berserk"] for one in shown["seats"]], shown["log"][-1:]

    may = {live.red: True, live.blue: True, None: False}
    assert {player: seen(player)[:2] for player in may} == {player: (can, [False, False]) for player, can in may.items()}
    path = f"/api/v1/matches/{live.id}/berserk/"
    client.force_login(live.blue)
    assert client.post(path).json()["seats"][1]["berserk"] is True
    again = client.post(path)
    assert (again.status_code, again.json()["code"], again.json()["field"]) == (409, "already-berserk", None)
    for player in may:
        can, seats, (line,) = seen(player)
        assert (can, seats) == (player == live.red, [False, True])
        assert line["text"] == "Blue goes berserk: half the time, one extra point for a win."


def test_it_is_refused_twice_after_a_first_move_even_an_unjudged_after_the_end_and_to_others(start_match: StartMatch) -> None:
    table = offered(start_match())
    assert table.say(0, "berserk 0").code, "a player cannot say the referee's word"
    assert not load_clock(table.row).halved
    assert berserk_refused(table, PlayerFactory()) == "not-your-seat"
    table.send(0, "first red", at=table.at)
    assert berserk_refused(table, table.red) == "already-moved"
    table.say(0, RED_ARMY, turn=1)
    assert berserk_refused(table, table.red) == "already-moved"
    berserk(table, 1)
    assert berserk_refused(table, table.blue) == "already-berserk"
    table.say(1, "resign")
    assert berserk_refused(table, table.red) == "match-over"


def test_a_match_that_does_not_offer_it_any_more_or_has_one_clock_for_all_refuses_it(start_match: StartMatch) -> None:
    table = start_match()
    shared = offered(lesson_match(table.at))
    assert berserk_refused(shared, shared.red) == "no-berserk"
    assert berserk_refused(table, table.red) == "no-berserk"
    offered(table)
    berserk(table, 0)
    disable_berserk(match_ids=[table.id])
    assert berserk_refused(table, table.blue) == "no-berserk"
    assert load_clock(table.row).halved == {0}


def test_nobody_gives_away_time_that_has_run_off(start_match: StartMatch) -> None:
    table = offered(start_match(TimeControl(20_000, 20_000)))
    table.at += 20 * S
    assert berserk_refused(table, table.red) == "no-time-left"
    berserk(table, 1)
    table.at += 20 * S
    assert berserk_refused(table, table.red) in ("no-time-left", "match-over")


DAY = timedelta(days=1)
THREE = TimeControl(3 * DAY_MS, 0, 0, 5)


@pytest.fixture(scope="module")
def begun_match(module_rows: None) -> TwoPlayerMatch:
    return begin_match(THREE)


def leave(table: TwoPlayerMatch, seat: int, days: object) -> None:
    take_vacation(match_id=table.id, player_id=table.players[seat].pk, days=days, at=table.at)


def vacation_refused(table: TwoPlayerMatch, player: Any, days: object = 1) -> tuple[str, str | None]:
    return refusal(take_vacation, table.id, player_id=player.pk, days=days, at=table.at)


def test_the_clock_stands_still_for_as_long_and_the_log_says_so(table: TwoPlayerMatch) -> None:
    before = table.row.deadline_at
    table.at += 10 * S
    leave(table, 0, 2)
    assert table.row.deadline_at == before + 2 * DAY
    entry = table.row.entries.last()
    assert (entry.by, entry.do, translate_stored(entry.texts["1"])) == (None, "vacation 0 2", "Red takes 2 days of vacation.")
    leave(table, 0, 3)  # goes on behind it
    assert table.row.deadline_at == before + 5 * DAY
    assert vacation_refused(table, table.red) == ("no-vacation", None)


def test_the_flag_falls_behind_the_vacation_to_the_millisecond(table: TwoPlayerMatch) -> None:
    deadline = table.row.deadline_at
    leave(table, 0, 1)
    for early, status in ((-MS, Status.PLAYING), (0 * MS, Status.CLOSED)):
        adjudicate(match_id=table.id, at=deadline + DAY + FLAG_DELAY + early)
        assert table.row.status == status


def test_who_is_on_vacation_may_move_and_for_who_waits_it_counts_when_the_turn_comes(table: TwoPlayerMatch) -> None:
    leave(table, 0, 2)
    leave(table, 1, 1)
    until = table.at + DAY
    said = table.say(0, "B4-B5", after=60)
    assert table.row.entries.get(n=said.entry).left[0] == [3 * DAY_MS, 0]
    assert table.row.deadline_at == until + 3 * DAY
    table.verify(by=1)


def test_only_whole_days_that_are_left_can_be_taken_by_players_of_a_match_that_has_them_and_is_not_over(
    table: TwoPlayerMatch, start_match: StartMatch
) -> None:
    without = start_match()
    assert vacation_refused(without, without.red) == ("no-vacation", None)
    assert vacation_refused(table, PlayerFactory()) == ("not-your-seat", None)
    for days in (0, -1, 6, "2", 1.0, True, None, [1]):
        assert vacation_refused(table, table.red, days) == ("bad-days", "days")
    leave(table, 1, 5)
    table.at = fell = table.row.deadline_at
    assert vacation_refused(table, table.red) == ("match-over", None), "a flag that fell stays fallen"
    adjudicate(match_id=table.id, at=fell + FLAG_DELAY)
    assert (table.row.status, table.row.closed_at) == (Status.CLOSED, fell)
    assert vacation_refused(table, table.blue) == ("match-over", None)


def test_the_board_offers_it_to_whom_it_is_open_and_the_endpoint_takes_days_and_refuses_others(
    client: Client, table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.api.matches.now", lambda: table.at)
    shown: Any = get_board(table.id, table.red.pk)
    assert shown["can"]["vacation"]
    assert shown["clock"]["words"] == "3 days per turn, 5 days of vacation"
    assert [one["vacation_left"] for one in shown["clock"]["seats"]] == [5, 5]
    assert not get_board(table.id)["can"]["vacation"]

    def post(body: Any) -> Any:
        return client.post(f"/api/v1/matches/{table.id}/vacation/", body, content_type="application/json")

    client.force_login(table.red)
    assert post({}).json()["field"] == "days"
    assert post([]).json()["code"] == "malformed"
    assert post({"days": 2}).json()["clock"]["seats"][0]["vacation_left"] == 3
    assert post({"days": 3}).status_code == 200
    assert post({"days": 1}).status_code == 409
    assert not get_board(table.id, table.red.pk)["can"]["vacation"]


def test_vacation_needs_days_for_each_turn() -> None:
    with pytest.raises(ValueError, match="Vacation"):
        TimeControl(DAY_MS - 1, 0, 0, 1)
    with pytest.raises(ValueError, match="vacation"):
        Clock.create(TimeControl(DAY_MS, 0, 0, 2), 2).leave(0, 3, TwoPlayerMatch)  # type: ignore[arg-type]
