"""The endpoint /stream: server-sent events, one stream per page, outside Django so that an idle one costs only a queue.

`?topics=match.12,event.4,lobby`, or `me` for all topics that concern the signed-in player; resumes after
`Last-Event-ID`, which lists how far each match has been read. `&age=250`: the page's content was read this many ms ago.
With `&changes=1` a match is sent in full once (`match`), then as changes (`matches.stream.snapshots.diff_json`).
With `&public=1` cookies and tokens are ignored: a spectator's stream, for pages that others see (overlays).
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

from engines.i18n import translate as _
from matches.api.errors import RETRY_AFTER_S, STATUS, build_unavailable_error
from matches.authentication import find_player_id
from matches.catalogues import get_request_language, use_language
from matches.errors import ActionError
from matches.pubsub import has_changed_since
from matches.stream.hub import Hub
from matches.stream.subscriber import NOTHING_READ, Message, Subscriber, get_limit_owner
from matches.stream.topics import ME, is_topic

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

logger = logging.getLogger(__name__)
AUTH_CHECK_S = 60.0
"""Seconds between checks that the stream's token or session is still valid."""
ERROR_HEADERS = {
    401: (b"www-authenticate", b"Bearer"),
    405: (b"allow", b"GET, HEAD"),
    429: (b"retry-after", b"30"),
    503: (b"retry-after", str(RETRY_AFTER_S).encode()),
}
"""Extra headers of a refusal by status; Retry-After says when to try again."""
MAX_TOPICS = 60
HEARTBEAT_S = 15.0
STUCK_S = 10.0
TIMER_S = 5.0
RETRY_EVENT = b"retry: 1000\n\n"
START_EVENT = f"retry: 1000\nid: {NOTHING_READ}\n\n".encode()
"""The first event of a stream without matches: clients that lose it before any other event still resume."""
HEARTBEAT = Message(b"event: beat\n", b"{}")
MAX_COMPRESSED = 100
"""The number of subscribers of one topic above which further streams are not compressed."""
ACCEPTS_GZIP = re.compile(r"(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", re.IGNORECASE)
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"access-control-allow-origin", b"*"),  # As for other public reads: browsers then send no cookies.
]


class PlainEncoder:
    """An uncompressed stream."""

    HEADERS = [(b"vary", b"Accept-Encoding")]

    def packed(self, message: bytes) -> bytes:
        return message

    def end(self) -> bytes:
        return b""


class GzipEncoder(PlainEncoder):
    """A gzip stream: a sixth of the bytes for about 10 us per message and, with this window, 30 kB per stream.

    Each message is flushed. Compression leaks nothing: messages contain the reader's own boards and names of topics, no
    secrets, and of other people's input only moves.
    """

    HEADERS = [(b"content-encoding", b"gzip"), *PlainEncoder.HEADERS]

    def __init__(self) -> None:
        self._compressor = zlib.compressobj(6, zlib.DEFLATED, 16 + 12, 5)

    def packed(self, message: bytes) -> bytes:
        return self._compressor.compress(message) + self._compressor.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        return self._compressor.flush()


def choose_encoder(accepted: str, subscribers: int = 0) -> PlainEncoder:
    """Return the encoding of a stream, given Accept-Encoding and the number of other subscribers."""
    return GzipEncoder() if subscribers < MAX_COMPRESSED and ACCEPTS_GZIP.search(accepted) else PlainEncoder()


async def write_messages(subscriber: Subscriber, send: Send, encoder: PlainEncoder) -> None:
    """Send queued messages until the subscriber is cut off. Raises TimeoutError if one takes STUCK_S to send.

    One timer per stream checks for this and sends heartbeats. An `asyncio.timeout` per message would cost a fifth of the
    throughput (moves per second).
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    since, is_sending, is_stuck = loop.time(), False, False
    timer: asyncio.TimerHandle | None = None

    def check() -> None:
        nonlocal timer, is_stuck
        now = loop.time()
        if is_sending and now >= since + STUCK_S and task is not None:
            is_stuck = task.cancel()
            return
        if not is_sending and now >= since + HEARTBEAT_S and subscriber.queue.empty():
            subscriber.put_message(HEARTBEAT)
        next_check = since + (STUCK_S if is_sending else HEARTBEAT_S)
        timer = loop.call_at(max(now + 0.1, min(next_check, now + TIMER_S)), check)

    async def send_body(body: bytes, *, more: bool = True) -> None:
        nonlocal since, is_sending
        since, is_sending = loop.time(), True
        await send({"type": "http.response.body", "body": body, "more_body": more})
        is_sending = False

    try:
        check()
        await send_body(encoder.packed(RETRY_EVENT if subscriber.cursors else START_EVENT))
        while (message := await subscriber.take()) is not None:
            await send_body(encoder.packed(bytes(message)))
        await send_body(encoder.end(), more=False)
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
    params = parse_qs(scope["query_string"].decode("latin-1"))
    if params.get("public") == ["1"]:
        headers = {name: value for name, value in headers.items() if name not in ("cookie", "authorization")}
    cookies, authorization = headers.get("cookie", ""), headers.get("authorization", "")
    language = get_request_language(cookies, headers.get("accept-language", ""))
    with use_language(language):
        try:
            topics, player_id, age_s = await _validate_request(hub, scope["method"], headers, params)
        except ActionError as refused:
            await _send_error(send, refused)
            return
        if scope["method"] == "HEAD":
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": b""})
            return
        last_event_id = headers.get("last-event-id", "")
        find_missed = partial(_find_missed_topics, resumed=bool(last_event_id), shown_at=time.monotonic() - age_s)
        changes = params.get("changes") == ["1"]
        subscriber = Subscriber(player_id, _parse_cursors(last_event_id, topics), topics, changes=changes, language=language)
        encoder = choose_encoder(
            headers.get("accept-encoding", ""), max(len(hub.subscribers.get(topic, ())) for topic in topics)
        )
        wait_for_sign_out = partial(_wait_for_sign_out, hub, authorization, cookies, player_id)
        with hub.places.acquire(get_limit_owner(player_id, (scope.get("client") or ("",))[0])) as is_allowed:
            if not is_allowed:
                text = _("Too many open connections. Close some tabs and try again.")
                await _send_error(send, ActionError("too-many-streams", text))
                return
            await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *encoder.HEADERS]})
            await _run_stream(hub, subscriber, encoder, find_missed, receive, send, wait_for_sign_out)


async def _validate_request(
    hub: Hub, method: str, headers: Mapping[str, str], params: Mapping[str, list[str]]
) -> tuple[frozenset[str], int | None, float]:
    """Return topics, player and the age of the page's content in seconds. Raises ActionError."""
    if method not in ("GET", "HEAD"):
        raise ActionError("method-not-allowed", _("Open streams with GET."))
    if not validate_host(split_domain_port(headers.get("host", ""))[0], settings.ALLOWED_HOSTS):
        raise ActionError("bad-host", _("Unknown host name."))
    topics = frozenset(",".join(params.get("topics", [])).split(","))
    if len(topics) > MAX_TOPICS or not all(map(is_topic, topics)):
        raise ActionError("bad-topics", _("Choose 1 to {most} topics, such as match.12 or event.4.", most=MAX_TOPICS))
    try:
        player_id = await hub.read(find_player_id, headers.get("cookie", ""), headers.get("authorization", ""))
    except DatabaseFailure:  # Not as a spectator's: it is unknown whose stream this is.
        raise ActionError("unavailable", build_unavailable_error()["text"] or "") from None
    if ME in topics and player_id is None:
        raise ActionError("sign-in-needed", _("Sign in first. This stream contains your private data."), "topics")
    age_ms = params.get("age", ["0"])[-1]
    if not (age_ms.isascii() and age_ms.isdigit() and len(age_ms) < 12):
        raise ActionError("malformed", _("`age` must be a whole number of milliseconds."), "age")
    return topics, player_id, int(age_ms) / 1000


async def _run_stream(
    hub: Hub,
    subscriber: Subscriber,
    encoder: PlainEncoder,
    find_missed: Callable[[Iterable[str]], Iterable[str]],
    receive: Receive,
    send: Send,
    wait_for_sign_out: Callable[[], Coroutine[Any, Any, None]],
) -> None:
    hub.join(subscriber)
    write_task, disconnect_task, start_task = (
        asyncio.create_task(write_messages(subscriber, send, encoder)),
        asyncio.create_task(wait_for_disconnect(receive)),
        asyncio.create_task(_start(hub, subscriber, find_missed)),
    )
    ends = [write_task, disconnect_task]
    if subscriber.player_id is not None:
        ends.append(asyncio.create_task(wait_for_sign_out()))
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        subscriber.disconnect()
        await asyncio.wait(
            [write_task, disconnect_task], return_when=asyncio.FIRST_COMPLETED
        )  # Also sends the end of the response.
    finally:
        for task in (*ends, start_task):
            task.cancel()
        await asyncio.gather(*ends, start_task, return_exceptions=True)
        hub.leave(subscriber)
        subscriber.disconnect()


async def _start(hub: Hub, subscriber: Subscriber, find_missed: Callable[[Iterable[str]], Iterable[str]]) -> None:
    """Send a new stream what its topics are like, no faster than it is read."""
    try:
        await hub.send_initial_state(subscriber)
    except DatabaseFailure as error:  # The stream ends at once, and the page reconnects.
        logger.warning("opening a stream failed: %s", error)
        subscriber.disconnect()
        return
    for topic in find_missed(subscriber.topics):
        subscriber.put("changed", json.dumps({"topic": topic}).encode())


async def wait_for_disconnect(receive: Receive) -> None:
    """Return once the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _wait_for_sign_out(hub: Hub, authorization: str, cookies: str, player_id: int | None) -> None:
    """Return once the token or session that opened the stream is no longer valid."""
    while True:
        await asyncio.sleep(AUTH_CHECK_S * random.uniform(0.5, 1))  # spreads streams opened together
        try:
            current_player_id = await hub.read(find_player_id, cookies, authorization)
        except ActionError:
            return
        except DatabaseFailure:
            continue
        if current_player_id != player_id:
            return


def _find_missed_topics(topics: Iterable[str], *, resumed: bool, shown_at: float) -> list[str]:
    """Return the topics to read again because they may have changed between `shown_at` and now.

    Matches are sent in full anyway; a chat is always read.
    """
    other_topics = [topic for topic in topics if not topic.startswith("match.")]
    return [other for other in other_topics if resumed or other.startswith("chat.") or has_changed_since(other, shown_at)]


def _parse_cursors(event_id: str, topics: frozenset[str]) -> dict[int, int]:
    """Return how far each watched match has been read; unreadable parts count as unread."""
    pairs = re.findall(r"(?:^|,)([0-9]{1,18})\.([0-9]{1,9})(?=,|$)", event_id)
    return {int(match): int(entry) for match, entry in pairs if ME in topics or f"match.{match}" in topics}


async def _send_error(send: Send, error: ActionError) -> None:
    status = STATUS.get(error.code, 400)
    body = json.dumps({"code": error.code, "text": error.text, "field": error.field}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [ERROR_HEADERS[status]] if status in ERROR_HEADERS else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
