"""Matches to be shown are read together where many wait, before anything is written, and only what was committed."""

import asyncio
import threading
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.actions.creation import SeatPlan, create_match, take_seat
from matches.catalogues import ENGLISH
from matches.clock import TimeControl
from matches.queries.board_view import get_board
from matches.stream import hub as hubs, snapshots as looking
from matches.stream.hub import MAX_BATCH, MAX_READS, BatchLoader, Hub
from matches.stream.snapshots import SnapshotRequest, load_snapshots
from matches.stream.subscriber import Subscriber
from tests.factories import PlayerFactory
from tests.matches.conftest import StartMatch, TwoPlayerMatch
from tests.matches.watching import run


def read(*match_ids: int) -> tuple[list[list[int]], list[Any]]:
    """Ask for all of them, one after the other: what was read with what, and what each got.

    13 cannot be shown, 404 is not there, and with 666 the database is away.
    """
    asked: list[list[int]] = []

    async def found(those: Sequence[SnapshotRequest]) -> list[Any]:
        ids = [one.match_id for one in those]
        asked.append(ids)
        await asyncio.sleep(0.01)
        if 666 in ids:
            raise ConnectionError
        return [KeyError(n) if n == 13 else None if n == 404 else {"en": n} for n in ids]

    async def ask() -> list[Any]:
        reading, waiting = BatchLoader(found), []
        for match_id in match_ids:
            waiting.append(asyncio.create_task(reading.of(SnapshotRequest(match_id, [0], {(None, ENGLISH)}))))
            await asyncio.sleep(0)  # asked for
            await asyncio.sleep(0)  # begun with
        return await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)

    return asked, run(ask())


def test_few_are_read_at_once_each_by_itself_and_those_who_must_wait_together() -> None:
    asked, told = read(*range(MAX_READS + MAX_BATCH + 1))
    last = [*range(MAX_READS + MAX_BATCH + 1)]
    assert asked == [*([n] for n in range(MAX_READS)), last[MAX_READS:-1], last[-1:]]
    assert told == [{"en": n} for n in last]


def test_a_match_that_cannot_be_shown_harms_no_other_and_of_a_database_that_is_away_all_hear_who_asked() -> None:
    asked, (_, _, one, broken, gone) = read(1, 2, 3, 13, 404)
    assert asked[-1] == [3, 13, 404]
    assert (one, gone) == ({"en": 3}, None)
    assert isinstance(broken, KeyError)
    _unused, told = read(666, 1, *[666] * MAX_BATCH, 2)
    assert [isinstance(one, ConnectionError) for one in told] == [True, False, *[True] * MAX_BATCH, False]


def test_who_asks_again_in_the_moment_in_which_all_readings_end_is_answered() -> None:
    async def ask() -> list[Any]:
        go = asyncio.Event()

        async def found(those: Sequence[SnapshotRequest]) -> list[Any]:
            await go.wait()
            return [{"en": one.match_id} for one in those]

        reading = BatchLoader(found)

        async def some(match_id: int) -> list[Any]:
            """The first asks once more."""
            times = 1 if match_id else 2
            return [await reading.of(SnapshotRequest(match_id, [0], {(None, ENGLISH)})) for _ in range(times)]

        waiting = []
        for match_id in range(MAX_READS):
            waiting.append(asyncio.create_task(some(match_id)))
            await asyncio.sleep(0)  # asked for
            await asyncio.sleep(0)  # begun with
        asyncio.get_running_loop().call_soon(go.set)
        return await asyncio.wait_for(asyncio.gather(*waiting), 5)

    first, *others = run(ask())
    assert first == [{"en": 0}] * 2
    assert others == [[{"en": n}] for n in range(1, MAX_READS)]


@pytest.mark.django_db(transaction=True)
def test_several_matches_are_read_by_one_statement_each_for_its_own_watchers(start_match: StartMatch) -> None:
    tables = [start_match().begin(), start_match()]
    read = [(tables[0].id, 1), (tables[1].id, 0), (tables[0].id, 0), (10**9, 0)]
    asked = [SnapshotRequest(match_id, [since], {(None, ENGLISH)}) for match_id, since in read]
    load_snapshots(asked)  # who sits where is kept
    with CaptureQueriesContext(connection) as statements:
        found = load_snapshots(asked)
    together = connection.vendor == "postgresql"
    assert len(statements) == 1 or not together
    assert found.pop() is None
    shown: list[Any] = found
    assert [one[ENGLISH].match_id for one in shown] == [match_id for match_id, _ in read[:3]]
    assert [[line.n for line in one[ENGLISH].lines] for one in shown] == [[2, 3], [], [1, 2, 3]]


@pytest.mark.django_db(transaction=True)
def test_games_that_cannot_show_one_leave_those_read_with_it(start_match: StartMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, well = start_match(), start_match()
    face = looking.render_board

    def fail(scene: Any, viewer: int | None) -> Any:
        if scene.match.pk == broken.id:
            raise ZeroDivisionError
        return face(scene, viewer)

    monkeypatch.setattr(looking, "render_board", fail)
    one, other = load_snapshots([SnapshotRequest(table.id, [0], {(None, ENGLISH)}) for table in (broken, well)])
    assert isinstance(one, ZeroDivisionError)
    assert isinstance(other, dict)


def watcher(table: TwoPlayerMatch, player_id: int | None) -> Subscriber:
    return Subscriber(player_id, {}, frozenset({f"match.{table.id}"}))


@pytest.mark.django_db(transaction=True)
def test_boards_wait_for_nobody_who_writes_who_is_there(start_match: StartMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a SQLite file on which somebody else has been writing for seconds."""
    table = start_match().begin()
    free = threading.Event()
    noted: list[Any] = []

    def watching(pairs: Any) -> None:
        assert free.wait(20)
        noted.extend(pairs)

    monkeypatch.setattr(hubs, "record_watching", watching)

    async def watched() -> list[int]:
        hub = Hub("redis://127.0.0.1:1")
        pages = [watcher(table, table.red.pk) for _unused in range(hubs.MAX_READS + 2)]
        for page in pages:
            hub.join(page)
            await asyncio.wait_for(hub.send_initial_state(page), 10)
        hub.wake(f"match.{table.id}")
        told = [page.queue.qsize() for page in pages]
        free.set()
        await asyncio.gather(*hub.tasks)
        return told

    assert asyncio.run(watched()) == [1] * (hubs.MAX_READS + 2)
    assert set(noted) == {(table.id, table.red.pk)}


@pytest.mark.django_db(transaction=True)
def test_a_lost_wake_up_is_found_though_a_later_comer_saw_the_move(start_match: StartMatch, nobody_notes: None) -> None:
    table = start_match().begin()

    async def watched() -> int:
        hub = Hub("redis://127.0.0.1:1")
        early, late = watcher(table, None), watcher(table, None)
        hub.join(early)
        await hub.send_initial_state(early)
        assert early.queue.qsize() == 1
        await asyncio.gather(*hub.tasks)  # who watches has been noted: one thread at a time writes to SQLite
        await hub.read(lambda: table.say(0, "resign"))  # and nobody says so
        hub.join(late)
        await hub.send_initial_state(late)
        await hub._compare()  # what the sweep of the streams does
        await asyncio.gather(*hub.tasks)
        await hub.stop()
        return early.cursors[table.id]

    assert asyncio.run(watched()) > 3


@pytest.mark.django_db(transaction=True)
def test_a_seat_taken_in_a_transaction_that_failed_is_not_remembered(at: datetime) -> None:
    first, unlucky, second = PlayerFactory(), PlayerFactory(), PlayerFactory()
    seats = [SeatPlan(first.pk, ready=True), SeatPlan(None)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at)

    with transaction.atomic():
        take_seat(match_id=match_id, player_id=unlucky.pk, at=at)
        transaction.set_rollback(True)
    take_seat(match_id=match_id, player_id=second.pk, at=at)
    seen = {player.pk: get_board(match_id, player.pk) for player in (first, unlucky, second)}
    assert [seen[player.pk]["viewer"]["seat"] for player in (first, unlucky, second)] == [0, None, 1]  # type: ignore[index]
