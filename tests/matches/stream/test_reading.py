"""Matches to be shown are read together where many wait, and each watcher gets their own or their own failure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.catalogues import ENGLISH
from matches.stream import snapshots as looking
from matches.stream.hub import MAX_BATCH, MAX_READS, BatchLoader
from matches.stream.snapshots import SnapshotRequest, load_snapshots
from tests.matches.conftest import TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]


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

    told = asyncio.run(ask())
    return asked, told


def test_few_are_read_at_once_each_by_itself_and_those_who_must_wait_together() -> None:
    asked, told = read(*range(MAX_READS + MAX_BATCH + 1))
    last = [*range(MAX_READS + MAX_BATCH + 1)]
    assert asked == [*([n] for n in range(MAX_READS)), last[MAX_READS:-1], last[-1:]]
    assert told == [{"en": n} for n in last]


def test_a_match_that_cannot_be_shown_harms_no_other() -> None:
    asked, (_, _, one, broken, gone) = read(1, 2, 3, 13, 404)
    assert asked[-1] == [3, 13, 404]
    assert (one, gone) == ({"en": 3}, None)
    assert isinstance(broken, KeyError)


def test_all_who_asked_hear_that_the_database_is_away_and_the_next_are_read_again() -> None:
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

    first, *others = asyncio.run(ask())
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


def test_an_engine_that_cannot_show_a_match_leaves_those_read_with_it(
    start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, well = start_match().begin(), start_match().begin()
    face = looking.render_board

    def fail(scene: Any, viewer: int | None) -> Any:
        if scene.match.pk == broken.id:
            raise ZeroDivisionError
        return face(scene, viewer)

    monkeypatch.setattr(looking, "render_board", fail)
    one, other = load_snapshots([SnapshotRequest(table.id, [0], {(None, ENGLISH)}) for table in (broken, well)])
    assert isinstance(one, ZeroDivisionError)
    assert isinstance(other, dict)
