"""A flag waits for every move that arrived before it, however long a web process takes to store it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from redis import Redis

from matches import pubsub
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.hot_path.wsgi_bridge import WsgiBridge
from matches.models import Status, Submission
from matches.pubsub import IN_FLIGHT_KEY, IN_FLIGHT_MS
from matches.server_time import ARRIVED
from matches.stream.in_flight import InFlightMoves, has_seat
from tests.factories import PlayerFactory
from tests.matches.conftest import S, TwoPlayerMatch
from tests.services.broker import Server

StartMatch = Callable[..., TwoPlayerMatch]
MS = timedelta(milliseconds=1)
TEN = TimeControl(10_000, 0)
MOVE = "/api/v1/matches/7/submissions/"


@pytest.fixture
def broker(server: Server) -> Redis:
    return Redis(port=server.port)


class Answering:
    """A WSGI application that looks at the mark of match 7 while it answers."""

    def __init__(self, broker: Redis, *, patience_s: float = 0.05) -> None:
        """`patience_s` is how long it waits for the mark."""
        self.broker = broker
        self.patience_s = patience_s
        self.marked: list[bool] = []
        self.left: list[int] = []
        self.environ: dict[str, Any] = {}

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.environ = environ
        ends = time.monotonic() + self.patience_s
        while not (is_marked := self.broker.exists(f"{IN_FLIGHT_KEY}7") == 1) and time.monotonic() < ends:
            time.sleep(0.01)
        self.marked.append(is_marked)
        self.left.append(self.broker.pttl(f"{IN_FLIGHT_KEY}7"))
        start("202 Accepted", [])
        return [b""]


def _sits(cookies: str, authorization: str, match_id: int) -> bool:
    """Only one session has a seat, at match 7."""
    return (cookies, authorization, match_id) == ("sessionid=red", "", 7)


async def _asked(
    pages: WsgiBridge, *, method: str = "POST", path: str = MOVE, slow_s: float = 0, cookie: bytes = b"sessionid=red"
) -> None:
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"cookie", cookie)] if cookie else [],
        "http_version": "1.1", "server": ("testserver", 80), "client": ("10.0.0.9", 4000),
    }  # fmt: skip
    parts = [{"type": "http.request", "body": b"half", "more_body": True}, {"type": "http.request", "body": b"half"}]

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(slow_s)
        return parts.pop(0)

    async def send(_: Any) -> None:
        await asyncio.sleep(0)

    await pages(scope, receive, send)


def _ask(server: Server, app: Answering, times: int = 1, **asked: Any) -> None:
    async def all_of_them() -> None:
        pages = WsgiBridge(app, 1, InFlightMoves(f"redis://127.0.0.1:{server.port}/0", _sits))
        await asyncio.gather(*(_asked(pages, **asked) for _ in range(times)))
        ends = time.monotonic() + 10
        while app.broker.exists(f"{IN_FLIGHT_KEY}7") and time.monotonic() < ends:
            await asyncio.sleep(0.01)

    asyncio.run(all_of_them())


@pytest.mark.parametrize("path", [MOVE, "/api/v1/matches/7/resign/", "/matches/7/plain/"])
def test_a_move_is_marked_from_its_arrival_until_it_is_answered(server: Server, broker: Redis, path: str) -> None:
    app = Answering(broker, patience_s=10)
    _ask(server, app, path=path)
    assert app.marked == [True]
    assert 0 < app.left[0] <= IN_FLIGHT_MS, "a process that dies leaves no mark for good"
    assert broker.exists(f"{IN_FLIGHT_KEY}7") == 0


def test_the_mark_stays_until_the_last_of_several_is_answered(server: Server, broker: Redis) -> None:
    app = Answering(broker, patience_s=10)
    _ask(server, app, times=3)
    assert app.marked == [True, True, True]
    assert broker.exists(f"{IN_FLIGHT_KEY}7") == 0


@pytest.mark.parametrize(("method", "path"), [("GET", "/matches/7/plain/"), ("POST", "/api/v1/matches/7/chat/")])
def test_what_is_no_move_leaves_no_mark(server: Server, broker: Redis, method: str, path: str) -> None:
    app = Answering(broker)
    _ask(server, app, method=method, path=path)
    assert app.marked == [False]


@pytest.mark.parametrize("cookie", [b"", b"sessionid=stranger", b"csrftoken=x"])
def test_who_has_no_seat_at_the_match_leaves_no_mark(server: Server, broker: Redis, cookie: bytes) -> None:
    app = Answering(broker)
    _ask(server, app, times=3, cookie=cookie)
    assert app.marked == [False] * 3


def test_a_seat_that_cannot_be_looked_up_leaves_no_mark_and_does_not_stop_the_request(server: Server, broker: Redis) -> None:
    app = Answering(broker)

    def fail(cookies: str, authorization: str, match_id: int) -> bool:
        raise OSError("the database is away")

    async def ask() -> None:
        await _asked(WsgiBridge(app, 1, InFlightMoves(f"redis://127.0.0.1:{server.port}/0", fail)))

    asyncio.run(ask())
    assert app.marked == [False]


def test_a_seat_is_looked_up_once_for_many_moves(server: Server) -> None:
    looked: list[int] = []

    def look(cookies: str, authorization: str, match_id: int) -> bool:
        looked.append(match_id)
        return True

    async def ask() -> None:
        underway = InFlightMoves(f"redis://127.0.0.1:{server.port}/0", look)
        for _ in range(5):
            with underway.track({"method": "POST", "path": MOVE, "headers": [(b"cookie", b"sessionid=red")]}):
                await asyncio.sleep(0.02)

    asyncio.run(ask())
    assert looked == [7]


@pytest.mark.django_db
def test_the_seat_is_that_of_the_session_or_the_token(
    start_match: StartMatch, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A test is one transaction, and a lookup in a thread of its own would close its connection.
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda _: None)
    table = start_match(TEN)
    client.force_login(table.red)
    own = f"sessionid={client.cookies['sessionid'].value}"
    assert has_seat(own, "", table.id)
    assert not has_seat(own, "", table.id + 1)
    assert not has_seat("sessionid=made-up", "", table.id)
    client.force_login(PlayerFactory())
    assert not has_seat(f"sessionid={client.cookies['sessionid'].value}", "", table.id)
    with pytest.raises(ActionError):
        has_seat(own, "Bearer lz_nonsense", table.id)


def test_a_move_is_answered_without_a_broker_and_marked_again_when_there_is_one(server: Server, broker: Redis) -> None:
    app = Answering(broker)

    async def before_and_after() -> None:
        pages = WsgiBridge(app, 1, InFlightMoves(f"redis://127.0.0.1:{server.port}/0", _sits))
        await _asked(pages)
        broker.client_kill_filter(_type="normal", skipme=True)
        for _ in range(3):
            await _asked(pages)

    asyncio.run(before_and_after())
    assert len(app.marked) == 4
    assert app.marked[0]
    assert app.marked[-1]
    nowhere = WsgiBridge(app, 1, InFlightMoves("redis://127.0.0.1:1/0", _sits))
    asyncio.run(_asked(nowhere))
    assert len(app.marked) == 5


def test_a_move_has_arrived_when_all_of_it_is_there(server: Server, broker: Redis) -> None:
    """Who opens a request and thinks before sending the rest is charged for it."""
    app = Answering(broker)
    began = time.monotonic()
    _ask(server, app, slow_s=0.2)
    assert app.environ[ARRIVED] >= began + 0.4


@pytest.mark.django_db
class TestFlags:
    @pytest.fixture
    def held(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
        """What web processes say, and what the judge sends."""
        told: dict[str, Any] = {"underway": True, "sent": []}
        monkeypatch.setattr("matches.actions.adjudication.has_moves_in_flight", lambda match_id: told["underway"])
        monkeypatch.setattr(pubsub, "_enqueue_now", lambda task, eta, arguments: told["sent"].append((task, eta)))
        return told

    @staticmethod
    def _now(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
        monkeypatch.setattr("matches.actions.adjudication.fresh_now", lambda: at)

    def test_a_flag_waits_for_a_move_that_is_not_stored_yet_and_the_move_counts(
        self,
        start_match: StartMatch,
        held: dict[str, Any],
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        table = start_match(TEN).begin()
        deadline = table.row.deadline_at
        late = deadline + 700 * MS
        self._now(monkeypatch, late)
        with django_capture_on_commit_callbacks(execute=True):
            adjudicate(match_id=table.id, at=late)
        assert table.row.status == Status.PLAYING
        assert held["sent"] == [("matches.tasks.judge", late + FLAG_DELAY)]
        sent = table.send(0, "B4-B5", at=deadline - MS)
        held["underway"] = False
        adjudicate(match_id=table.id, at=late + FLAG_DELAY)
        assert Submission.objects.get(pk=sent).code == ""
        assert table.row.status == Status.PLAYING

    def test_a_flag_that_fell_before_falls_when_all_is_stored_and_is_dated_to_its_moment(
        self, start_match: StartMatch, held: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = start_match(TEN).begin()
        deadline = table.row.deadline_at
        sent = table.send(0, "B4-B5", at=deadline + MS)
        self._now(monkeypatch, deadline + S)
        assert adjudicate(match_id=table.id, at=deadline + S) == 0
        held["underway"] = False
        adjudicate(match_id=table.id, at=deadline + S)
        assert Submission.objects.get(pk=sent).code == "match-over"
        assert (table.row.status, table.row.closed_at) == (Status.CLOSED, deadline)

    @pytest.mark.parametrize(("after", "status"), [(-1, Status.PLAYING), (0, Status.CLOSED)])
    def test_a_flag_waits_no_longer_than_a_living_process_could_need(
        self, start_match: StartMatch, held: dict[str, Any], monkeypatch: pytest.MonkeyPatch, after: int, status: Status
    ) -> None:
        table = start_match(TEN).begin()
        moment = table.row.deadline_at + (IN_FLIGHT_MS + after) * MS
        self._now(monkeypatch, moment)
        adjudicate(match_id=table.id, at=moment)
        assert table.row.status == status
