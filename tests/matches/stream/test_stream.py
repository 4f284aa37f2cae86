"""Streams: a snapshot at once, then every change; nothing is sent twice; secrets are cut per viewer."""

import asyncio
import json
import re
import time
from collections.abc import Collection, Mapping
from typing import Any

import pytest

from matches import pubsub
from matches.stream import endpoint, subscriber, topics
from matches.stream.hub import Hub
from matches.stream.subscriber import MAX_QUEUED, MAX_QUEUED_BYTES, ConnectionLimiter, Subscriber, get_limit_owner
from tests.league.clients import client_of
from tests.matches.conftest import TwoPlayerMatch
from tests.matches.watching import run, snapshot


class Reader:
    """One stream, spoken to as a server would."""

    def __init__(
        self, query: str, *, method: str = "GET", host: str = "localhost", resumes: str = "", cookie: str = ""
    ) -> None:
        """Listen until everything that is told at once has been told."""
        self.sent: list[dict[str, Any]] = []
        headers = [(b"host", host.encode()), (b"last-event-id", resumes.encode()), (b"cookie", cookie.encode())]
        scope = {"type": "http", "method": method, "query_string": query.encode(), "headers": headers}

        async def receive() -> dict[str, str]:
            await asyncio.sleep(1)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            self.sent.append(message)

        run(endpoint.serve(Hub("redis://127.0.0.1:1"), scope, receive, send))

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def heard(self) -> bytes:
        return b"".join(one.get("body", b"") for one in self.sent)

    @property
    def answer(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.sent[1]["body"])
        return told


def test_nobody_holds_more_streams_open_than_there_are_places_and_is_told_when_to_ask_again(settings: Any) -> None:
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
    settings.STREAM_LIMITS = {"address": 0}
    reader = Reader("topics=lobby")
    assert (reader.status, reader.answer["code"]) == (429, "too-many-streams")
    assert (b"retry-after", b"30") in reader.sent[0]["headers"]


def test_a_stream_of_unknown_topics_or_ages_is_refused_and_one_that_is_not_asked_for_with_get_from_this_host() -> None:
    for query in ("", "topics=", "topics=match.0", "topics=match.x", "topics=secret", "topics=match.1,,", "topics=match.-1",
                  "topics=" + ",".join(f"match.{n}" for n in range(1, 62)), "topics=match." + "9" * 30):  # fmt: skip
        reader = Reader(query)
        assert (reader.status, reader.answer["code"]) == (400, "bad-topics"), query
    for age in ("-1", "x", "1.5", "9" * 13):
        reader = Reader(f"topics=home&age={age}")
        assert (reader.status, reader.answer["code"], reader.answer["field"]) == (400, "malformed", "age")
    posted, elsewhere = Reader("topics=lobby", method="POST"), Reader("topics=lobby", host="evil.example")
    assert (posted.status, elsewhere.status, elsewhere.answer["code"]) == (405, 400, "bad-host")
    assert (b"allow", b"GET, HEAD") in posted.sent[0]["headers"]


@pytest.mark.parametrize(
    ("age", "told"), [("", []), ("&age=30000", []), ("&age=90000", ["event.4"]), ("&age=7200000", ["event.4", "home"])]
)
def test_what_changed_since_a_page_was_read_is_told_at_once(age: str, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(pubsub, "_changed_at", {"event.4": now - 60, "home": now - 3600, "lobby": now - 86400})
    monkeypatch.setattr(pubsub, "_all_heard", now - 86400)
    reader = Reader(f"topics=event.4,home,lobby{age}&changes=1")
    assert sorted(re.findall(r'data: {"topic": "([a-z.0-9]+)"}', reader.heard.decode())) == told


def test_a_public_stream_is_a_spectators_whatever_cookie_comes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "find_player_id", lambda cookies, authorization: 7 if cookies or authorization else None)
    asked = ("", "&public=1", ",home&public=1")
    statuses = [Reader(f"topics=me{more}", method="HEAD", cookie="sessionid=ada").status for more in asked]
    assert statuses == [200, 401, 401]


def test_a_stream_that_follows_a_chat_tells_at_once_to_read_it_again() -> None:
    """What was said after the page had read it, and before the stream was there, would be lost."""
    topic = f"chat.7.{'a' * 20}"
    assert re.findall(r'data: {"topic": "([a-z.0-9]+)"}', Reader(f"topics={topic},home").heard.decode()) == [topic]


def test_a_snapshot_has_only_the_lines_that_were_not_read(table: TwoPlayerMatch) -> None:
    """A reader from the future gets everything again: as after a restored backup, its last entry does not exist any more."""
    found = snapshot(table.id, [1, 3, 99], [table.red.pk, None])
    for cursor, numbers in ((1, [2, 3]), (3, []), (99, [1, 2, 3])):
        assert [line["n"] for line in json.loads(found.board(None, cursor))["log"]] == numbers


def test_the_stream_and_the_page_show_the_same(table: TwoPlayerMatch) -> None:
    client = client_of(table.blue)
    page = client.get(f"/api/v1/matches/{table.id}/").json()
    found = snapshot(table.id, [0], [table.blue.pk])
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

    async def watched() -> list[list[bytes]]:
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
        return [[bytes(one.queue.get_nowait() or b"") for _ in range(one.queue.qsize())] for one in watchers]

    first, *others = asyncio.run(watched())
    assert painter.asked == [0, 1]
    assert [b'"mark": 1' in one for one in first] == [True, False]
    assert [b'"from": 1, "mark": 5' in one for one in first] == [False, True]
    assert others == [first, first]


def test_a_stream_says_how_far_it_has_read_every_match_and_who_cannot_keep_up_is_cut_off() -> None:
    watcher = Subscriber(None, {12: 46, 13: 7}, frozenset({"match.12", "match.13"}))
    watcher.put("changed", b"{}")
    assert b"id: 12.46,13.7\n" in bytes(watcher.queue.get_nowait() or b"")
    assert endpoint._parse_cursors("12.46,13.7", watcher.topics) == {12: 46, 13: 7}
    for mark in ("", "-", "nonsense", "12", "12.", ".4", "12.x", "99.1", "12.1234567890123"):
        assert endpoint._parse_cursors(mark, watcher.topics) == {}, "an unreadable one counts as nothing read"
    for _ in range(MAX_QUEUED + 1):
        watcher.put("changed", b"{}")
    assert watcher.queue.get_nowait() is None, "who cannot keep up is cut off"
    assert watcher.queue.empty()


def test_bytes_that_wait_are_bounded_on_a_stream_and_in_a_process_and_the_beginning_waits_for_its_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def slow_and_slower() -> None:
        monkeypatch.setattr(Subscriber, "bytes_in_process", 0)
        large, large_too, quick = (Subscriber(None, {}, frozenset({"lobby"})) for _ in range(3))
        data = b"x" * (MAX_QUEUED_BYTES // 2 + 1)
        large.put("changed", data)
        beginning = asyncio.create_task(large.wait_for_room())
        await asyncio.sleep(0)
        assert not beginning.done()
        assert (await large.take() or (b"", b""))[1] is data, "one text, however many streams are sent it"
        await asyncio.wait_for(beginning, 5)
        for _ in range(2):
            large.put("changed", data)
        assert await large.take() is None, "it was cut off"
        monkeypatch.setattr(subscriber, "MAX_BYTES_IN_PROCESS", len(data) * 2)
        for one in (large, large_too, quick):
            one.put("changed", data)
        large_too.put("changed", b"{}")
        assert await large_too.take() is None, "others hold too much, too"
        assert await quick.take(), "who reads at once is never cut off"
        large.disconnect()
        assert Subscriber.bytes_in_process == 0

    asyncio.run(slow_and_slower())


def test_what_is_said_on_a_stream_without_matches_has_an_id_too() -> None:
    """A browser does not send an empty one back: it would not learn what it has missed."""
    watcher = Subscriber(None, {}, frozenset({"event.4"}))
    watcher.put("changed", b"{}")
    [mark] = re.findall(rb"^id: (.+)$", bytes(watcher.queue.get_nowait() or b""), re.M)
    assert Reader("topics=event.4", resumes=mark.decode()).heard.count(b'data: {"topic": "event.4"}') == 1


@pytest.mark.parametrize("query", ["changes=1&topics=event.4", "topics=event.4&changes=1&age=0"])
def test_changes_may_be_asked_for_anywhere_in_the_address(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Subscriber] = []
    monkeypatch.setattr(Hub, "join", lambda _, watcher: made.append(watcher))
    Reader(query)
    assert [one.changes for one in made] == [True]
