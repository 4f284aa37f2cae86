"""Open streams of this web process: their limits, topics, cursors and queues."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, NamedTuple

from django.conf import settings

from matches.catalogues import ENGLISH
from matches.client_ip import rate_limit_network
from matches.queries.board_view import Board
from matches.stream.topics import ME

NOTHING_READ = "-"
"""The event id on a stream without matches: clients do not send an empty one back as `Last-Event-ID`."""
MAX_QUEUED = 100
"""Maximum number of queued messages; slower readers are cut off and resume when they reconnect."""
MAX_QUEUED_BYTES = 256 * 1024
"""The same of their bytes."""
MAX_BYTES_IN_PROCESS = 64 * 1024 * 1024
"""Maximum number of bytes queued on all streams of this process together; what many streams share counts for each."""
LimitOwner = tuple[str, str]
"""Whose streams are counted: ("person" or "address", id)."""


class SentState(NamedTuple):
    """What a subscriber was last sent of a match: last entry, public state, for `changes` the board, and as which seat."""

    entry: int = 0
    shown: tuple[int, str] | None = None
    board: Board | None = None
    viewer: int | None = None


class Message(NamedTuple):
    """An event as it is queued: its data are shared by all streams that are sent the same."""

    head: bytes
    data: bytes

    def __bytes__(self) -> bytes:
        return b"%bdata: %b\n\n" % self


class Subscriber:
    """One open stream: its topics, its cursor in each match, and its message queue (None: cut off).

    With `changes`, each board is sent in full once, then as changes. With the topic "me" (`own`), topics are added and
    removed.
    """

    bytes_in_process: ClassVar[int] = 0

    def __init__(
        self, player_id: int | None, cursors: Mapping[int, int], topics: frozenset[str], *, changes: bool = False,
        language: str = ENGLISH,
    ) -> None:  # fmt: skip
        self.player_id = player_id
        self.language = language
        self.cursors = dict(cursors)
        self.own = ME in topics
        self.named = self.topics = topics - {ME}
        self.changes = changes
        self.told: dict[int, SentState] = {}
        """What was last sent on this stream, by match."""
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue(MAX_QUEUED)
        self.queued_bytes = 0
        self._taken = asyncio.Event()

    def put(self, event: str, data: bytes) -> None:
        event_id = ",".join(f"{match}.{entry}" for match, entry in self.cursors.items()) or NOTHING_READ
        self.put_message(Message(f"event: {event}\nid: {event_id}\n".encode(), data))

    def put_message(self, message: Message) -> None:
        """Queue a message, or cut the stream off if too much is queued already. Whoever has read all is never cut off."""
        size = len(message.data)
        is_much = self.queued_bytes + size > MAX_QUEUED_BYTES or Subscriber.bytes_in_process + size > MAX_BYTES_IN_PROCESS
        if self.queue.full() or (is_much and self.queued_bytes):
            self.disconnect()
        else:
            self._count(size)
            self.queue.put_nowait(message)

    async def take(self) -> Message | None:
        """Wait for the next message and return it; None if the stream is cut off."""
        message = await self.queue.get()
        if message is not None:
            self._count(-len(message.data))
            self._taken.set()
        return message

    async def wait_for_room(self) -> None:
        """Wait until at most half as much is queued as may be."""
        while self.queued_bytes > MAX_QUEUED_BYTES // 2 or self.queue.qsize() > MAX_QUEUED // 2:
            self._taken.clear()
            await self._taken.wait()

    def _count(self, size: int) -> None:
        self.queued_bytes += size
        Subscriber.bytes_in_process += size

    def is_spectator_of(self, match_id: int) -> bool:
        """Return whether this stream was sent the match, and not as one of its players'."""
        return match_id in self.told and self.told[match_id].viewer is None

    def forget(self, match_id: int) -> None:
        """Discard the state of a match that is no longer watched."""
        self.cursors.pop(match_id, None)
        self.told.pop(match_id, None)

    def disconnect(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self._count(-self.queued_bytes)
        self._taken.set()
        self.queue.put_nowait(None)


def get_limit_owner(player_id: int | None, address: str) -> LimitOwner:
    """Return whose limit a stream counts towards."""
    return ("person", str(player_id)) if player_id is not None else ("address", rate_limit_network(address))


class ConnectionLimiter:
    """Limits open streams per player and address in this web process (`settings.STREAM_LIMITS`). Not thread-safe."""

    def __init__(self) -> None:
        self.taken: Counter[LimitOwner] = Counter()

    @contextmanager
    def acquire(self, owner: LimitOwner) -> Iterator[bool]:
        """Count a stream of the owner for the duration of the context; yield False, uncounted, above its limit."""
        limit = settings.STREAM_LIMITS.get(owner[0])
        if limit is not None and self.taken[owner] >= limit:
            yield False
            return
        self.taken[owner] += 1
        try:
            yield True
        finally:
            self.taken[owner] -= 1
            if not self.taken[owner]:
                del self.taken[owner]
