"""A flag waits for every move that arrived before it, however long a web process takes to store it."""

import asyncio
import time
from datetime import timedelta
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
from tests.matches.conftest import TwoPlayerMatch, begin_match
from tests.services.broker import Server

MS = timedelta(milliseconds=1)
TEN = TimeControl(10_000, 0)
MOVE = "/api/v1/matches/7/submissions/"


@pytest.fixture(scope="module")
def begun_match(module_rows: None) -> TwoPlayerMatch:
    return begin_match(TEN)


@pytest.fixture
def broker(server: Server) -> Redis:
    return Redis(port=server.port)


def _sits(cookies: str, authorization: str, match_id: int) -> bool:
    """Only one session has a seat, at match 7."""
    return (cookies, authorization, match_id) == ("sessionid=red", "", 7)


def _scope(path: str = MOVE, method: str = "POST", cookie: bytes = b"sessionid=red") -> dict[str, Any]:
    return {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"cookie", cookie)] if cookie else [],
        "http_version": "1.1", "server": ("testserver", 80), "client": ("10.0.0.9", 4000),
    }  # fmt: skip


async def _told(moves: InFlightMoves) -> None:
    """Wait until the broker knows everything."""
    await asyncio.gather(*moves._lookups)
    if moves._flushing is not None:
        await moves._flushing


def _in_flight(server: Server, look: Any = _sits) -> InFlightMoves:
    return InFlightMoves(f"redis://127.0.0.1:{server.port}/0", look)


def _marked(server: Server, broker: Redis, *scopes: dict[str, Any], look: Any = _sits) -> list[int]:
    """How many milliseconds the mark of match 7 has left (-2 without one): with all requests under way, then one fewer each."""

    async def handle() -> list[int]:
        moves, left = _in_flight(server, look), []
        requests = [moves.track(scope) for scope in scopes]
        for request in requests:
            request.__enter__()
        for request in requests:
            await _told(moves)
            left.append(broker.pttl(f"{IN_FLIGHT_KEY}7"))
            request.__exit__(None, None, None)
        await _told(moves)
        assert not broker.exists(f"{IN_FLIGHT_KEY}7")
        return left

    return asyncio.run(handle())


def test_a_move_is_marked_from_its_arrival_until_it_is_answered(server: Server, broker: Redis) -> None:
    """And a process that dies leaves no mark for good."""
    for path in (MOVE, "/api/v1/matches/7/resign/", "/matches/7/plain/"):
        (left,) = _marked(server, broker, _scope(path))
        assert 0 < left <= IN_FLIGHT_MS
    assert all(left > 0 for left in _marked(server, broker, *[_scope()] * 3)), "until the last of several is answered"


def test_what_is_no_move_or_comes_from_nobody_at_the_match_leaves_no_mark(server: Server, broker: Redis) -> None:
    none = [
        _scope("/matches/7/plain/", "GET"), _scope("/api/v1/matches/7/chat/"),
        *(_scope(cookie=cookie) for cookie in (b"", b"sessionid=stranger", b"csrftoken=x")),
    ]  # fmt: skip
    assert _marked(server, broker, *none) == [-2] * 5


def test_a_seat_is_looked_up_once_for_many_moves_and_one_that_cannot_be_leaves_no_mark(server: Server, broker: Redis) -> None:
    looked: list[int] = []

    def look(cookies: str, authorization: str, match_id: int) -> bool:
        looked.append(match_id)
        if len(looked) == 1:
            raise OSError("the database is away")
        return True

    async def handle() -> None:
        moves = _in_flight(server, look)
        for times in range(4):
            with moves.track(_scope()):
                await _told(moves)
                assert bool(broker.exists(f"{IN_FLIGHT_KEY}7")) == (times > 0)
            await _told(moves)

    asyncio.run(handle())
    assert looked == [7, 7]


class Answering:
    """A WSGI application."""

    def __init__(self) -> None:
        self.environs: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.environs.append(environ)
        start("202 Accepted", [])
        return [b""]


async def _ask(pages: WsgiBridge, between: Any = None) -> None:
    parts = [{"type": "http.request", "body": b"half", "more_body": True}, {"type": "http.request", "body": b"half"}]

    async def receive() -> dict[str, Any]:
        if len(parts) == 1 and between is not None:
            between()
        return parts.pop(0)

    async def send(_: Any) -> None:
        pass

    await pages(_scope(), receive, send)


def test_a_move_is_answered_without_a_broker_and_marked_again_when_there_is_one(server: Server, broker: Redis) -> None:
    app = Answering()

    async def before_and_after() -> None:
        moves = _in_flight(server)
        pages = WsgiBridge(app, 1, moves)
        await _ask(pages)
        broker.client_kill_filter(_type="normal", skipme=True)
        await _ask(pages)
        for _ in range(2):
            moves._resting_until = 0.0  # the pause after an error is over
            with moves.track(_scope()):
                await _told(moves)
                marked = broker.exists(f"{IN_FLIGHT_KEY}7")
            await _told(moves)
        assert marked
        await _ask(WsgiBridge(app, 1, InFlightMoves("redis://127.0.0.1:1/0", _sits)))

    asyncio.run(before_and_after())
    assert len(app.environs) == 3


def test_a_move_has_arrived_when_all_of_it_is_there() -> None:
    """Who opens a request and thinks before sending the rest is charged for it."""
    app, thought = Answering(), list[float]()
    asyncio.run(_ask(WsgiBridge(app, 1), lambda: thought.append(time.monotonic())))
    assert app.environs[0][ARRIVED] >= thought[0]


def test_the_seat_is_that_of_session_or_token(table: TwoPlayerMatch, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # A test is one transaction, and a lookup in a thread of its own would close its connection.
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda _: None)

    def session(player: Any) -> str:
        client.force_login(player)
        return f"sessionid={client.cookies['sessionid'].value}"

    own = session(table.red)
    assert has_seat(own, "", table.id)
    assert not has_seat(own, "", table.id + 1)
    assert not has_seat("sessionid=made-up", "", table.id)
    assert not has_seat(session(PlayerFactory()), "", table.id)
    with pytest.raises(ActionError):
        has_seat(own, "Bearer lz_nonsense", table.id)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What web processes say, what the clock says, and what the judge sends."""
    told: dict[str, Any] = {"underway": True, "now": None, "sent": []}
    monkeypatch.setattr("matches.actions.adjudication.has_moves_in_flight", lambda match_id: told["underway"])
    monkeypatch.setattr("matches.actions.adjudication.fresh_now", lambda: told["now"])
    monkeypatch.setattr(pubsub, "_enqueue_now", lambda task, eta, arguments: told["sent"].append((task, eta)))
    return told


@pytest.mark.parametrize(("arrives", "code", "status"), [(-1, "", Status.PLAYING), (1, "match-over", Status.CLOSED)])
def test_a_flag_waits_for_a_move_that_is_not_stored_yet_which_counts_if_it_came_before(
    table: TwoPlayerMatch,
    held: dict[str, Any],
    django_capture_on_commit_callbacks: Any,
    arrives: int,
    code: str,
    status: Status,
) -> None:
    deadline = table.row.deadline_at
    held["now"] = late = deadline + 700 * MS
    with django_capture_on_commit_callbacks(execute=True):
        adjudicate(match_id=table.id, at=late)
    assert table.row.status == Status.PLAYING
    assert held["sent"] == [("matches.tasks.judge", late + FLAG_DELAY)]
    sent = table.send(0, "B4-B5", at=deadline + arrives * MS)
    if code:
        assert adjudicate(match_id=table.id, at=late) == 0
    held["underway"] = False
    adjudicate(match_id=table.id, at=late + FLAG_DELAY)
    assert Submission.objects.get(pk=sent).code == code
    assert (table.row.status, table.row.closed_at) == (status, deadline if code else None)


@pytest.mark.parametrize(("after", "status"), [(-1, Status.PLAYING), (0, Status.CLOSED)])
def test_a_flag_waits_no_longer_than_a_living_process_could_need(
    table: TwoPlayerMatch, held: dict[str, Any], after: int, status: Status
) -> None:
    held["now"] = table.row.deadline_at + (IN_FLIGHT_MS + after) * MS
    adjudicate(match_id=table.id, at=held["now"])
    assert table.row.status == status
