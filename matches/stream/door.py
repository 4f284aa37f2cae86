"""The address /stream: server-sent events, one stream a page, outside Django so that a waiting one costs a queue.

`?topics=match.12,event.4,lobby`, or `me` for everything that concerns whoever opens it; resumes after `Last-Event-ID`,
which lists how far each match has been read. `&age=250`: what is shown already was read so many milliseconds ago. With
`&changes=1` a match is sent whole once (`match`), and then what changes (`matches.stream.snapshots.change`).
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
"""So often a stream looks whether the token, or the session, that opened it is still good."""
MORE_HEADERS = {
    401: (b"www-authenticate", b"Bearer"),
    405: (b"allow", b"GET, HEAD"),
    429: (b"retry-after", b"30"),
    503: (b"retry-after", str(RETRY_AFTER_S).encode()),
}
"""By status of a refusal; a stream may be asked for again after so many seconds."""
MOST_TOPICS = 60
HEARTBEAT_S = 15.0
STUCK_S = 10.0
RETRY = b"retry: 1000\n\n"
BEGUN = f"retry: 1000\nid: {NOTHING_READ}\n\n".encode()
"""On a stream that has read no match: who loses it before anything is said still comes back as one who was here."""
BEAT = b"event: beat\ndata: {}\n\n"
CROWD = 100
"""Watchers of one topic; whoever comes after them gets it unpacked."""
PACKS = re.compile(r"(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", re.IGNORECASE)
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"access-control-allow-origin", b"*"),  # as of other public reads: browsers then send no cookies
]


class Plain:
    """A stream for who has not asked for gzip."""

    HEADERS = [(b"vary", b"Accept-Encoding")]

    def packed(self, message: bytes) -> bytes:
        return message

    def end(self) -> bytes:
        return b""


class Packing(Plain):
    """A stream as gzip: a message takes a sixth of its bytes, for about 10 us and, with this window, 30 kB a stream.

    Each message is whole for its reader at once. What is in it are its reader's own boards and the names of what has
    changed: nothing that opens a door, and of others' choice no more than their moves.
    """

    HEADERS = [(b"content-encoding", b"gzip"), *Plain.HEADERS]

    def __init__(self) -> None:
        self._pack = zlib.compressobj(6, zlib.DEFLATED, 16 + 12, 5)

    def packed(self, message: bytes) -> bytes:
        return self._pack.compress(message) + self._pack.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        return self._pack.flush()


def packing(accepted: str, crowd: int = 0) -> Plain:
    """How a stream is sent to who accepts these encodings and is one of so many: a crowd waits less for plain bytes."""
    return Packing() if crowd < CROWD and PACKS.search(accepted) else Plain()


async def write(watcher: Watcher, send: Send, pack: Plain) -> None:
    """Send what waits until the watcher is cut off. Raises TimeoutError if a message is on its way for STUCK_S."""

    async def send_body(body: bytes, *, more: bool = True) -> None:
        async with asyncio.timeout(STUCK_S):
            await send({"type": "http.response.body", "body": body, "more_body": more})

    message: bytes | None = RETRY if watcher.cursors else BEGUN
    while message is not None:
        await send_body(pack.packed(message))
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                message = await watcher.queue.get()
        except TimeoutError:
            message = BEAT
    await send_body(pack.end(), more=False)


async def serve(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for a stream, in its reader's language."""
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
                text = say("Very many streams of yours are open. Close some, or wait a moment.")
                await _refuse(send, Refused("too-many-streams", text))
                return
            await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *pack.HEADERS]})
            await _run(hub, watcher, pack, missed, receive, send, ended)


async def _admit(
    hub: Hub, method: str, headers: Mapping[str, str], params: Mapping[str, list[str]]
) -> tuple[frozenset[str], int | None, float]:
    """Return topics and player of a stream, and how old in seconds what is shown already is. Raises Refused."""
    if method not in ("GET", "HEAD"):
        raise Refused("method-not-allowed", say("A stream is opened with GET."))
    if not validate_host(split_domain_port(headers.get("host", ""))[0], settings.ALLOWED_HOSTS):
        raise Refused("bad-host", say("This server does not answer to that host name."))
    topics = frozenset(",".join(params.get("topics", [])).split(","))
    if len(topics) > MOST_TOPICS or not all(map(is_topic, topics)):
        raise Refused("bad-topics", say("Name 1 to {most} topics such as match.12 or event.4.", most=MOST_TOPICS))
    try:
        player_id = await hub.read(find_player_id, headers.get("cookie", ""), headers.get("authorization", ""))
    except DatabaseFailure:  # not as a spectator's: whoever it is, is not known
        raise Refused("unavailable", unavailable()["text"] or "") from None
    if ME in topics and player_id is None:
        raise Refused("sign-in-needed", say("Sign in first: this stream tells of your own."), "topics")
    age_ms = params.get("age", ["0"])[-1]
    if not (age_ms.isascii() and age_ms.isdigit() and len(age_ms) < 12):
        raise Refused("malformed", say("`age` is a whole number of milliseconds."), "age")
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
        except DatabaseFailure as error:  # the stream ends at once, and the page opens it anew
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
        await asyncio.wait([writing, gone], return_when=asyncio.FIRST_COMPLETED)  # the end of the answer is sent, too
        for task in ends:
            task.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
    finally:
        hub.leave(watcher)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _ended(hub: Hub, authorization: str, cookies: str, player_id: int | None) -> None:
    """Until the token, or the session, with which the stream was opened lets its owner in no more."""
    while True:
        await asyncio.sleep(LOOK_AGAIN_S * random.uniform(0.5, 1))  # many that began together do not look together
        try:
            found = await hub.read(find_player_id, cookies, authorization)
        except Refused:
            return
        except DatabaseFailure:
            continue
        if found != player_id:
            return


def _missed(topics: Iterable[str], *, resumed: bool, shown: float) -> list[str]:
    """The topics that are to be read again: of what changed between the moment `shown` and now nothing else would tell.

    Matches are sent whole anyway; a chat is always read.
    """
    others = [topic for topic in topics if not topic.startswith("match.")]
    return [one for one in others if resumed or one.startswith("chat.") or heard_since(one, shown)]


def _cursors(mark: str, topics: frozenset[str]) -> dict[int, int]:
    """How far each watched match has been read; anything unreadable counts as not at all."""
    pairs = re.findall(r"(?:^|,)([0-9]{1,18})\.([0-9]{1,9})(?=,|$)", mark)
    return {int(match): int(entry) for match, entry in pairs if ME in topics or f"match.{match}" in topics}


async def _refuse(send: Send, refused: Refused) -> None:
    status = STATUS.get(refused.code, 400)
    body = json.dumps({"code": refused.code, "text": refused.text, "field": refused.field}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [MORE_HEADERS[status]] if status in MORE_HEADERS else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
