"""The endpoint /stream: server-sent events, one stream per page, outside Django so that an idle one costs only a queue.

`?topics=match.12,event.4,lobby`, or `me` for all topics that concern the signed-in player; resumes after
`Last-Event-ID`, which lists how far each match has been read. `&age=250`: the page's content was read this many ms ago.
With `&changes=1` a match is sent in full once (`match`), then as changes (`matches.stream.snapshots.change`).
"""

import asyncio
import json
import logging
import random
import re
import time
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, MutableMapping
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error as DatabaseFailure
from django.http.request import split_domain_port, validate_host

from engines.words import say
from matches.announce import heard_since
from matches.api.errors import RETRY_AFTER_S, STATUS, unavailable
from matches.authentication import find_player_id
from matches.refusals import Refused
from matches.stream.hub import Hub
from matches.stream.topics import ME, is_topic
from matches.stream.watcher import NOTHING_READ, Watcher, reader_of
from matches.wording import language_of, speaking

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

logger = logging.getLogger(__name__)
LOOK_AGAIN_S = 60.0
"""Seconds between checks that the stream's token or session is still valid."""
MORE_HEADERS = {
    401: (b"www-authenticate", b"Bearer"),
    405: (b"allow", b"GET, HEAD"),
    429: (b"retry-after", b"30"),
    503: (b"retry-after", str(RETRY_AFTER_S).encode()),
}
"""Extra headers of a refusal by status; Retry-After says when to try again."""
MOST_TOPICS = 60
HEARTBEAT_S = 15.0
STUCK_S = 10.0
LOOK_S = 5.0
RETRY = b"retry: 1000\n\n"
BEGUN = f"retry: 1000\nid: {NOTHING_READ}\n\n".encode()
"""The first event of a stream without matches: clients that lose it before any other event still resume."""
BEAT = b"event: beat\ndata: {}\n\n"
CROWD = 100
"""The number of watchers of one topic above which further streams are not compressed."""
PACKS = re.compile(r"(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", re.IGNORECASE)
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"access-control-allow-origin", b"*"),  # As for other public reads: browsers then send no cookies.
]


class Plain:
    """An uncompressed stream."""

    HEADERS = [(b"vary", b"Accept-Encoding")]

    def packed(self, message: bytes) -> bytes:
        return message

    def end(self) -> bytes:
        return b""


class Packing(Plain):
    """A gzip stream: a sixth of the bytes for about 10 us per message and, with this window, 30 kB per stream.

    Each message is flushed. Compression leaks nothing: messages contain the reader's own boards and names of topics, no
    secrets, and of other people's input only moves.
    """

    HEADERS = [(b"content-encoding", b"gzip"), *Plain.HEADERS]

    def __init__(self) -> None:
        self._pack = zlib.compressobj(6, zlib.DEFLATED, 16 + 12, 5)

    def packed(self, message: bytes) -> bytes:
        return self._pack.compress(message) + self._pack.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        return self._pack.flush()


def packing(accepted: str, crowd: int = 0) -> Plain:
    """Return the encoding of a stream, given Accept-Encoding and the number of other watchers."""
    return Packing() if crowd < CROWD and PACKS.search(accepted) else Plain()


async def write(watcher: Watcher, send: Send, pack: Plain) -> None:
    """Send queued messages until the watcher is cut off. Raises TimeoutError if one takes STUCK_S to send.

    One timer per stream looks at intervals: an `asyncio.timeout` per message costs a fifth of all moves per second.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    since, is_sending, is_stuck = loop.time(), False, False
    timer: asyncio.TimerHandle | None = None

    def look() -> None:
        nonlocal timer, is_stuck
        now = loop.time()
        if is_sending and now >= since + STUCK_S and task is not None:
            is_stuck = task.cancel()
            return
        if not is_sending and now >= since + HEARTBEAT_S and watcher.queue.empty():
            watcher.queue.put_nowait(BEAT)
        due = since + (STUCK_S if is_sending else HEARTBEAT_S)
        timer = loop.call_at(max(now + 0.1, min(due, now + LOOK_S)), look)

    async def send_body(body: bytes, *, more: bool = True) -> None:
        nonlocal since, is_sending
        since, is_sending = loop.time(), True
        await send({"type": "http.response.body", "body": body, "more_body": more})
        is_sending = False

    try:
        look()
        message: bytes | None = RETRY if watcher.cursors else BEGUN
        while message is not None:
            await send_body(pack.packed(message))
            message = await watcher.queue.get()
        await send_body(pack.end(), more=False)
    except asyncio.CancelledError:
        if is_stuck and task is not None and task.uncancel() == 0:
            raise TimeoutError from None
        raise
    finally:
        if timer is not None:
            timer.cancel()


async def serve(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """Handle one request for a stream, in its reader's language."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    cookies, authorization = headers.get("cookie", ""), headers.get("authorization", "")
    params = parse_qs(scope["query_string"].decode("latin-1"))
    language = language_of(cookies, headers.get("accept-language", ""))
    with speaking(language):
        try:
            topics, player_id, age_s = await _admit(hub, scope["method"], headers, params)
        except Refused as refused:
            await _refuse(send, refused)
            return
        if scope["method"] == "HEAD":
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": b""})
            return
        resumed = headers.get("last-event-id", "")
        missed = partial(_missed, resumed=bool(resumed), shown=time.monotonic() - age_s)
        changes = params.get("changes") == ["1"]
        watcher = Watcher(player_id, _cursors(resumed, topics), topics, changes=changes, language=language)
        pack = packing(headers.get("accept-encoding", ""), max(len(hub.watchers.get(topic, ())) for topic in topics))
        ended = partial(_ended, hub, authorization, cookies, player_id)
        with hub.places.taken_by(reader_of(player_id, (scope.get("client") or ("",))[0])) as place:
            if not place:
                text = say("Too many open connections. Close some tabs and try again.")
                await _refuse(send, Refused("too-many-streams", text))
                return
            await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *pack.HEADERS]})
            await _run(hub, watcher, pack, missed, receive, send, ended)


async def _admit(
    hub: Hub, method: str, headers: Mapping[str, str], params: Mapping[str, list[str]]
) -> tuple[frozenset[str], int | None, float]:
    """Return topics, player and the age of the page's content in seconds. Raises Refused."""
    if method not in ("GET", "HEAD"):
        raise Refused("method-not-allowed", say("Open streams with GET."))
    if not validate_host(split_domain_port(headers.get("host", ""))[0], settings.ALLOWED_HOSTS):
        raise Refused("bad-host", say("Unknown host name."))
    topics = frozenset(",".join(params.get("topics", [])).split(","))
    if len(topics) > MOST_TOPICS or not all(map(is_topic, topics)):
        raise Refused("bad-topics", say("Choose 1 to {most} topics, such as match.12 or event.4.", most=MOST_TOPICS))
    try:
        player_id = await hub.read(find_player_id, headers.get("cookie", ""), headers.get("authorization", ""))
    except DatabaseFailure:  # Not as a spectator's: it is unknown whose stream this is.
        raise Refused("unavailable", unavailable()["text"] or "") from None
    if ME in topics and player_id is None:
        raise Refused("sign-in-needed", say("Sign in first. This stream contains your private data."), "topics")
    age_ms = params.get("age", ["0"])[-1]
    if not (age_ms.isascii() and age_ms.isdigit() and len(age_ms) < 12):
        raise Refused("malformed", say("`age` must be a whole number of milliseconds."), "age")
    return topics, player_id, int(age_ms) / 1000


async def _run(
    hub: Hub,
    watcher: Watcher,
    pack: Plain,
    missed: Callable[[Iterable[str]], Iterable[str]],
    receive: Receive,
    send: Send,
    ended: Callable[[], Coroutine[Any, Any, None]],
) -> None:
    hub.join(watcher)
    try:
        try:
            await hub.greet(watcher)
        except DatabaseFailure as error:  # The stream ends at once, and the page reconnects.
            logger.warning("a stream could not be begun: %s", error)
            await send({"type": "http.response.body", "body": pack.packed(RETRY) + pack.end(), "more_body": False})
            return
        for topic in missed(watcher.topics):
            watcher.put("changed", json.dumps({"topic": topic}))
        writing, gone = asyncio.create_task(write(watcher, send, pack)), asyncio.create_task(_gone(receive))
        ends = [writing, gone]
        if watcher.player_id is not None:
            ends.append(asyncio.create_task(ended()))
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        watcher.cut_off()
        await asyncio.wait([writing, gone], return_when=asyncio.FIRST_COMPLETED)  # Also sends the end of the response.
        for task in ends:
            task.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
    finally:
        hub.leave(watcher)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _ended(hub: Hub, authorization: str, cookies: str, player_id: int | None) -> None:
    """Return once the token or session that opened the stream is no longer valid."""
    while True:
        await asyncio.sleep(LOOK_AGAIN_S * random.uniform(0.5, 1))  # spreads streams opened together
        try:
            found = await hub.read(find_player_id, cookies, authorization)
        except Refused:
            return
        except DatabaseFailure:
            continue
        if found != player_id:
            return


def _missed(topics: Iterable[str], *, resumed: bool, shown: float) -> list[str]:
    """Return the topics to read again because they may have changed between `shown` and now.

    Matches are sent in full anyway; a chat is always read.
    """
    others = [topic for topic in topics if not topic.startswith("match.")]
    return [one for one in others if resumed or one.startswith("chat.") or heard_since(one, shown)]


def _cursors(mark: str, topics: frozenset[str]) -> dict[int, int]:
    """Return how far each watched match has been read; unreadable parts count as unread."""
    pairs = re.findall(r"(?:^|,)([0-9]{1,18})\.([0-9]{1,9})(?=,|$)", mark)
    return {int(match): int(entry) for match, entry in pairs if ME in topics or f"match.{match}" in topics}


async def _refuse(send: Send, refused: Refused) -> None:
    status = STATUS.get(refused.code, 400)
    body = json.dumps({"code": refused.code, "text": refused.text, "field": refused.field}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [MORE_HEADERS[status]] if status in MORE_HEADERS else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
