"""Streams: a snapshot at once, then every change; nothing is sent twice; secrets are cut per viewer."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest
from django.test import Client

from matches import pubsub
from matches.actions.adjudication import adjudicate
from matches.models import Match
from matches.stream import endpoint, topics
from matches.stream.hub import Hub
from matches.stream.subscriber import MAX_QUEUED, ConnectionLimiter, Subscriber, get_limit_owner
from tests.matches.conftest import TwoPlayerMatch
from tests.matches.watching import snapshot
from tests.services.broker import Server

StartMatch = Callable[..., TwoPlayerMatch]


class Reader:
    """One stream, spoken to as a server would."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def ask(
        self, hub: Hub, query: str, *, method: str = "GET", host: str = "localhost", resumes: str = "", cookie: str = ""
    ) -> None:
        headers = [(b"host", host.encode()), (b"last-event-id", resumes.encode()), (b"cookie", cookie.encode())]
        scope = {"type": "http", "method": method, "query_string": query.encode(), "headers": headers}

        async def receive() -> dict[str, str]:
            await asyncio.sleep(0.3)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self.sent.append(message)

        await endpoint.serve(hub, scope, receive, send)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def answer(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.sent[1]["body"])
        return told


def test_nobody_holds_more_streams_open_than_there_are_places(settings: Any) -> None:
    settings.STREAM_LIMITS = {"address": 2}
    places = ConnectionLimiter()
    reader = get_limit_owner(None, "2001:db8:1:2::5")
    with places.acquire(reader) as one, places.acquire(get_limit_owner(None, "2001:db8:1:2::6")) as two:
        with places.acquire(reader) as three:
            assert (one, two, three) == (True, True, False)
        with places.acquire(reader) as again, places.acquire(get_limit_owner(None, "203.0.113.9")) as other:
            assert (again, other) == (False, True)
        with places.acquire(get_limit_owner(7, "2001:db8:1:2::5")) as person:  # who is signed in counts for themselves
            assert person
    with places.acquire(reader) as later:
        assert later
    assert not places.taken


def test_who_has_too_many_streams_is_told_when_to_ask_again(settings: Any) -> None:
    settings.STREAM_LIMITS = {"address": 0}
    reader = Reader()
    asyncio.run(reader.ask(Hub(""), "topics=lobby"))
    assert (reader.status, reader.answer["code"]) == (429, "too-many-streams")
    assert (b"retry-after", b"30") in reader.sent[0]["headers"]


@pytest.mark.parametrize(
    "query",
    ["", "topics=", "topics=match.0", "topics=match.x", "topics=secret", "topics=match.1,,", "topics=match.-1",
     "topics=" + ",".join(f"match.{n}" for n in range(1, 62)), "topics=match." + "9" * 30],
)  # fmt: skip
def test_a_stream_of_unknown_topics_is_refused(query: str) -> None:
    reader = Reader()
    asyncio.run(reader.ask(Hub("redis://127.0.0.1:1"), query))
    assert (reader.status, reader.answer["code"]) == (400, "bad-topics")


def test_a_stream_is_opened_with_get_and_for_this_host_only() -> None:
    posted, elsewhere = Reader(), Reader()
    asyncio.run(posted.ask(Hub("redis://127.0.0.1:1"), "topics=lobby", method="POST"))
    asyncio.run(elsewhere.ask(Hub("redis://127.0.0.1:1"), "topics=lobby", host="evil.example"))
    assert (posted.status, elsewhere.status) == (405, 400)
    assert (b"allow", b"GET, HEAD") in posted.sent[0]["headers"]
    assert elsewhere.answer["code"] == "bad-host"


@pytest.mark.parametrize(
    ("age", "told"),
    [("", []), ("&age=0", []), ("&age=30000", []), ("&age=90000", ["event.4"]), ("&age=7200000", ["event.4", "home"])],
)
def test_what_has_changed_since_the_page_was_read_is_named_at_once(
    age: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(pubsub, "_changed_at", {"event.4": now - 60, "home": now - 3600, "lobby": now - 86400})
    monkeypatch.setattr(pubsub, "_all_heard", now - 86400)
    reader = Reader()
    asyncio.run(reader.ask(Hub("redis://127.0.0.1:1"), f"topics=event.4,home,lobby{age}&changes=1"))
    sent = b"".join(one.get("body", b"") for one in reader.sent).decode()
    assert sorted(re.findall(r'data: {"topic": "([a-z.0-9]+)"}', sent)) == told


def test_a_public_stream_is_a_spectators_whatever_cookie_comes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "find_player_id", lambda cookies, authorization: 7 if cookies or authorization else None)
    own, public = Reader(), Reader()
    asyncio.run(own.ask(Hub("redis://127.0.0.1:1"), "topics=me", method="HEAD", cookie="sessionid=ada"))
    asyncio.run(public.ask(Hub("redis://127.0.0.1:1"), "topics=me&public=1", method="HEAD", cookie="sessionid=ada"))
    assert (own.status, public.status) == (200, 401)


@pytest.mark.parametrize("age", ["-1", "x", "1.5", "9" * 13])
def test_an_age_that_is_no_number_is_refused(age: str) -> None:
    reader = Reader()
    asyncio.run(reader.ask(Hub("redis://127.0.0.1:1"), f"topics=home&age={age}"))
    assert (reader.status, reader.answer["code"], reader.answer["field"]) == (400, "malformed", "age")


def test_when_hints_come_in_again_every_page_is_told_to_look(server: Server) -> None:
    async def listen() -> list[bytes | None]:
        hub, watcher = Hub(f"redis://127.0.0.1:{server.port}/0"), Subscriber(None, {}, frozenset({"home"}))
        hub.join(watcher)
        reading = asyncio.create_task(hub._listen())
        while watcher.queue.empty():
            await asyncio.sleep(0.02)
        server.kill()
        await asyncio.sleep(0.1)
        reading.cancel()
        return [watcher.queue.get_nowait() for _ in range(watcher.queue.qsize())]

    assert [b"event: changed" in (one or b"") for one in asyncio.run(listen())] == [True]


def test_a_snapshot_has_only_the_lines_that_were_not_read(start_match: StartMatch) -> None:
    table = start_match().begin()
    found = snapshot(table.id, [1, 3], [table.red.pk, None])
    assert found is not None
    assert [line["n"] for line in json.loads(found.board(table.red.pk, 1))["log"]] == [2, 3]
    assert json.loads(found.board(None, 3))["log"] == []


def test_a_reader_from_the_future_gets_everything_again(start_match: StartMatch) -> None:
    """As after a restored backup: the reader's last entry does not exist any more."""
    table = start_match().begin()
    found = snapshot(table.id, [99], [None])
    assert found is not None
    assert [line["n"] for line in json.loads(found.board(None, 99))["log"]] == [1, 2, 3]


def test_each_viewer_gets_a_cut_of_their_own(start_match: StartMatch) -> None:
    table = start_match().begin()
    found = snapshot(table.id, [0, 0, 0], [table.red.pk, table.blue.pk, None])
    assert found is not None
    for player, hidden in ((table.red.pk, {1}), (table.blue.pk, {0}), (None, {0, 1})):
        squares = json.loads(found.board(player, 0))["view"]["squares"].values()
        assert all((code is None) == (seat in hidden) for seat, code in squares)


def test_the_stream_and_the_page_show_the_same(start_match: StartMatch) -> None:
    table = start_match().begin()
    client = Client()
    client.force_login(table.blue)
    page = client.get(f"/api/v1/matches/{table.id}/").json()
    found = snapshot(table.id, [0], [table.blue.pk])
    assert found is not None
    streamed = json.loads(found.board(table.blue.pk, 0))
    assert {**page, "clock": 0} == {**streamed, "clock": 0}


class Painted:
    """A topic with a mark of its own, painted from the mark that was sent before."""

    def __init__(self) -> None:
        self.mark = 1
        self.asked: list[int] = []

    def marks(self, ids: Collection[int]) -> Mapping[int, int]:
        return dict.fromkeys(ids, self.mark)

    def picture(self, one: int, since: int) -> tuple[int, str]:
        self.asked.append(since)
        return self.mark, json.dumps({"topic": f"draft.{one}", "from": since, "mark": self.mark})


def test_a_picture_is_made_once_for_all_who_watch_and_a_lost_wake_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = Painted()
    monkeypatch.setattr(topics, "_renderers", {"draft": painter})

    async def watched() -> list[list[bytes | None]]:
        hub = Hub("redis://127.0.0.1:1")
        watchers = [Subscriber(None, {}, frozenset({"draft.7"})) for _ in range(3)]
        for one in watchers:
            hub.join(one)
        hub.wake("draft.7")
        await asyncio.gather(*hub.tasks)
        painter.mark = 5  # and nobody says so
        await hub._compare()
        await asyncio.gather(*hub.tasks)
        await hub._compare()
        assert not hub.tasks
        return [[one.queue.get_nowait() for _ in range(one.queue.qsize())] for one in watchers]

    first, *others = asyncio.run(watched())
    assert painter.asked == [0, 1]
    assert [b'"mark": 1' in (one or b"") for one in first] == [True, False]
    assert [b'"from": 1, "mark": 5' in (one or b"") for one in first] == [False, True]
    assert others == [first, first]


def test_a_reader_who_cannot_keep_up_is_cut_off() -> None:
    watcher = Subscriber(None, {}, frozenset({"lobby"}))
    for _ in range(MAX_QUEUED + 1):
        watcher.put("changed", "{}")
    assert watcher.queue.get_nowait() is None
    assert watcher.queue.empty()


def test_a_stream_says_how_far_it_has_read_every_match() -> None:
    watcher = Subscriber(None, {12: 46, 13: 7}, frozenset({"match.12", "match.13"}))
    watcher.put("changed", "{}")
    message = watcher.queue.get_nowait()
    assert message is not None
    assert b"id: 12.46,13.7\n" in message
    assert endpoint._parse_cursors("12.46,13.7", watcher.topics) == {12: 46, 13: 7}


def test_what_is_said_on_a_stream_without_matches_has_an_id_too() -> None:
    """A browser does not send an empty one back: it would not learn what it has missed."""
    watcher = Subscriber(None, {}, frozenset({"event.4"}))
    watcher.put("changed", "{}")
    [mark] = re.findall(rb"^id: (.+)$", watcher.queue.get_nowait() or b"", re.M)
    reader = Reader()
    asyncio.run(reader.ask(Hub("redis://127.0.0.1:1"), "topics=event.4", resumes=mark.decode()))
    sent = b"".join(one.get("body", b"") for one in reader.sent)
    assert sent.count(b'data: {"topic": "event.4"}') == 1


@pytest.mark.parametrize("query", ["changes=1&topics=event.4", "topics=event.4&changes=1&age=0"])
def test_changes_may_be_asked_for_anywhere_in_the_address(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Subscriber] = []
    monkeypatch.setattr(Hub, "join", lambda _, watcher: made.append(watcher))
    asyncio.run(Reader().ask(Hub("redis://127.0.0.1:1"), query))
    assert [one.changes for one in made] == [True]


@pytest.mark.parametrize("mark", ["", "-", "nonsense", "12", "12.", ".4", "12.x", "99.1", "12.1234567890123"])
def test_an_unreadable_last_event_id_counts_as_nothing_read(mark: str) -> None:
    assert endpoint._parse_cursors(mark, frozenset({"match.12"})) == {}


def test_after_the_end_the_stream_shows_everything(start_match: StartMatch) -> None:
    table = start_match().begin()
    table.say(0, "resign")
    adjudicate(match_id=table.id, at=table.at)
    assert Match.objects.get(pk=table.id).status == "closed"
    found = snapshot(table.id, [0], [None])
    assert found is not None
    assert all(code for _, code in json.loads(found.board(None, 0))["view"]["squares"].values())
