"""Races for one match, on PostgreSQL, with threads behind a barrier; a stopped process does not hold it for long."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import InternalError, OperationalError, connection, connections, transaction

from matches.actions.adjudication import FLAG_DELAY, adjudicate, adjudicate_batch
from matches.actions.clocks import go_berserk
from matches.actions.creation import MatchPlan, SeatPlan, create_match, create_matches, take_seat
from matches.actions.submission import submit
from matches.actions.sweep import record_heartbeat, set_alarms
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.hot_path import statements
from matches.hot_path.statements import find_match
from matches.liveness import Cause
from matches.models import Heartbeat, Match, Status, Submission
from matches.models.presence import WEB_PROCESSES, WORKERS
from matches.server_time import now, truncate_to_ms
from tests.factories import PlayerFactory
from tests.matches.conftest import BLUE_ARMY, RED_ARMY

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 4


def race(*acts: Callable[[], Any]) -> list[Any]:
    """Let the acts go at the same moment, each in a thread of its own; return what each gave or raised."""
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait()
            return act()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match in play, Red to move, the sweep alive, and the clock where each test says that it is."""
    monkeypatch.setattr("matches.actions.adjudication.fresh_now", lambda: now() + timedelta(hours=1))
    Heartbeat.objects.create(pk=1, beat_at=now())
    return opened(now())


def opened(at: datetime) -> Match:
    seats = [SeatPlan(PlayerFactory().pk, ready=True) for _ in range(2)]
    match_id = create_match(
        game="field-tactics", options={"advantage": "red"}, seats=seats, control=TimeControl(60_000, 0), at=at
    )
    for seat, turn, text in ((0, 0, "first red"), (0, 1, RED_ARMY), (1, 0, BLUE_ARMY)):
        send(match_id, seat, turn, text)
        adjudicate(match_id=match_id, at=now())
    return Match.objects.get(pk=match_id)


def send(match_id: int, seat: int, turn: int, text: str, key: str = "", at: Any = None) -> int:
    player = Match.objects.get(pk=match_id).seats.get(number=seat).player_id
    assert player is not None
    key = key or f"{seat}-{turn}-{text[:20]}"
    return submit(match_id=match_id, player_id=player, turn=turn, text=text, key=key, received_at=at or now()).pk


def test_many_workers_judge_a_submission_once(match: Match) -> None:
    send(match.pk, 0, 2, "B4-B5")
    judged = race(*[lambda: adjudicate(match_id=match.pk, at=now())] * THREADS)
    assert sorted(judged) == [0] * (THREADS - 1) + [1]
    assert Match.objects.get(pk=match.pk).last_entry == match.last_entry + 1


def test_a_match_that_somebody_holds_does_not_hold_up_those_judged_with_it(match: Match) -> None:
    other = opened(now())
    for one in (match, other):
        send(one.pk, 0, 2, "B4-B5")
    held, judged = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            held.set()
            assert judged.wait(30)

    def judge() -> list[int]:
        assert held.wait(30)
        try:
            return adjudicate_batch(match_ids=[match.pk, other.pk], at=now())
        finally:
            judged.set()

    assert race(hold, judge) == [None, [match.pk]]
    assert Match.objects.get(pk=other.pk).last_entry == other.last_entry + 1
    assert adjudicate(match_id=match.pk, at=now()) == 1


def test_workers_that_judge_the_same_matches_together_judge_each_submission_once(match: Match) -> None:
    matches = [match, opened(now())]
    for one in matches:
        send(one.pk, 0, 2, "B4-B5")
    ids = [one.pk for one in matches]
    left = race(*[lambda: adjudicate_batch(match_ids=ids, at=now())] * THREADS)
    assert all(isinstance(one, list) for one in left)
    for one in matches:
        assert adjudicate(match_id=one.pk, at=now()) == 0
        assert Match.objects.get(pk=one.pk).last_entry == one.last_entry + 1


def test_two_moves_for_one_turn_make_one_entry(match: Match) -> None:
    def move(text: str) -> Callable[[], int]:
        return lambda: (send(match.pk, 0, 2, text), adjudicate(match_id=match.pk, at=now()))[0]

    race(*[move(text) for text in ("B4-B5", "E4-E5", "E4-E6")])
    adjudicate(match_id=match.pk, at=now())
    accepted = Submission.objects.filter(match=match, turn=2, seat=0, entry__isnull=False)
    refused = Submission.objects.filter(match=match, turn=2, seat=0).exclude(code="")
    assert (accepted.count(), refused.count()) == (1, 2)
    assert set(refused.values_list("code", flat=True)) == {"stale-turn"}


def test_the_same_key_sent_at_once_is_one_submission(match: Match) -> None:
    ids = race(*[lambda: send(match.pk, 0, 2, "B4-B5", key="same")] * THREADS)
    assert len(set(ids)) == 1
    assert Submission.objects.filter(match=match, key="same").count() == 1


def test_a_submission_being_stored_at_the_deadline_is_seen_by_the_flag(match: Match) -> None:
    """The inbox holds the match row until it commits; a flag judged meanwhile waits for it."""
    deadline = match.deadline_at
    stored, flagging = threading.Event(), threading.Event()

    def arrive() -> int:
        with transaction.atomic():
            sent = send(match.pk, 0, 2, "B4-B5", at=deadline - timedelta(milliseconds=1))
            stored.set()
            flagging.wait(0.1)  # the flag waits for the row meanwhile
        return sent

    def flag() -> int:
        assert stored.wait(30)
        Heartbeat.objects.update(beat_at=now())
        return adjudicate(match_id=match.pk, at=deadline + FLAG_DELAY)

    sent, judged = race(arrive, flag)
    assert judged == 1
    assert Submission.objects.get(pk=sent).entry
    assert Match.objects.get(pk=match.pk).status == Status.PLAYING


def test_a_flag_falls_once_however_many_notice_it(match: Match) -> None:
    Heartbeat.objects.update(beat_at=now())
    late = match.deadline_at + timedelta(seconds=1)
    race(*[lambda: adjudicate(match_id=match.pk, at=late)] * THREADS)
    assert match.entries.filter(do__startswith="flag").count() == 1
    assert Match.objects.get(pk=match.pk).status == Status.CLOSED


def test_one_alarm_is_set_by_many_sweeps(match: Match) -> None:
    near = match.deadline_at - timedelta(seconds=1)
    assert sum(race(*[lambda: set_alarms(near)] * THREADS)) == 1


def test_the_last_seat_is_given_to_one(db: None) -> None:
    seats = [SeatPlan(PlayerFactory().pk, ready=True), SeatPlan(None)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=now())
    players = [PlayerFactory().pk for _ in range(THREADS)]
    sat = race(*[lambda p=p: take_seat(match_id=match_id, player_id=p, at=now()) for p in players])
    assert sat.count(1) == 1
    assert sum(isinstance(s, ActionError) for s in sat) == THREADS - 1


def test_berserk_and_a_first_move_at_once_halve_the_time_once_or_never(match: Match) -> None:
    seats = [SeatPlan(PlayerFactory().pk, ready=True) for _unused in range(2)]
    plan = MatchPlan("field-tactics", {"advantage": "red"}, seats, TimeControl(60_000, 60_000), berserk=True)
    (wild,) = create_matches([plan], at=now())
    player = seats[0].player_id or 0

    def go() -> None:
        go_berserk(match_id=wild, player_id=player, at=now())

    def move() -> None:
        send(wild, 0, 0, "first red")
        adjudicate(match_id=wild, at=now())

    told = race(go, go, go, move)
    assert all(one is None or isinstance(one, ActionError) for one in told), told
    done = sum(one is None for one in told[:3])
    after = Match.objects.get(pk=wild)
    said = [entry.do for entry in after.entries.order_by("n")]
    assert said in (["berserk 0", "first red"], ["first red"])
    assert done == said.count("berserk 0") == len((after.clock or {}).get("halved", []))


def test_an_outage_is_given_back_once_however_many_processes_come_back_together(match: Match) -> None:
    began = now()
    Heartbeat.objects.update_or_create(pk=WORKERS, defaults={"beat_at": began})
    Heartbeat.objects.update_or_create(pk=WEB_PROCESSES, defaults={"beat_at": began})
    ended = began + timedelta(seconds=40)
    kinds = [WORKERS, WEB_PROCESSES] * (THREADS // 2)
    credited = race(*(lambda of=of: record_heartbeat(ended, kind=of, interrupted=True) for of in kinds))
    assert sorted(credited) == [timedelta()] * (THREADS - 2) + [timedelta(seconds=40)] * 2
    after = Match.objects.get(pk=match.pk)
    assert after.entries.filter(do__startswith="outage ").count() == 1
    assert after.deadline_at == match.deadline_at + (truncate_to_ms(ended) - truncate_to_ms(began))


def test_two_kinds_of_process_that_notice_an_outage_at_once_lengthen_the_time_to_appear_once(match: Match) -> None:
    at = now()
    seats = [SeatPlan(PlayerFactory().pk), SeatPlan(PlayerFactory().pk)]
    options, began = {"advantage": "red"}, at - timedelta(seconds=20)
    awaited = create_match(
        game="field-tactics", options=options, seats=seats, control=TimeControl(), at=at - timedelta(minutes=1), start_by=at
    )
    for of in (WORKERS, WEB_PROCESSES):
        Heartbeat.objects.update_or_create(pk=of, defaults={"beat_at": began})
    told = race(*[lambda of=of: record_heartbeat(at, kind=of, cause=Cause.SUSPENDED) for of in (WORKERS, WEB_PROCESSES)])
    assert told == [timedelta(seconds=20)] * 2
    assert Match.objects.get(pk=awaited).deadline_at == at + timedelta(seconds=20)


def test_a_lock_is_taken_from_who_says_nothing(match: Match, settings: Any) -> None:
    settings.MATCH_IDLE_MS = 200
    statements._build_select.cache_clear()
    held, waited, lost = threading.Event(), threading.Event(), threading.Event()

    def be_stopped() -> None:
        try:
            with transaction.atomic():
                find_match(match.pk, "FOR UPDATE")
                held.set()
                assert waited.wait(30)
                Match.objects.filter(pk=match.pk).update(title="too late")
        except (InternalError, OperationalError):
            lost.set()
        finally:
            connections.close_all()

    thread = threading.Thread(target=be_stopped)
    thread.start()
    assert held.wait(5)
    with transaction.atomic():
        assert find_match(match.pk, "FOR UPDATE") is not None  # waits until the server ends the other's transaction
        waited.set()
    thread.join()
    statements._build_select.cache_clear()
    assert lost.is_set()
    assert Match.objects.get(pk=match.pk).title == ""
