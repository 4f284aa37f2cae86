"""Open streams of this web process: their limits, topics, cursors and queues."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from django.conf import settings

from matches.addresses import network
from matches.queries.board import Board
from matches.stream.topics import ME
from matches.wording import ENGLISH

NOTHING_READ = "-"
"""The event id on a stream without matches: clients do not send an empty one back as `Last-Event-ID`."""
DEPTH = 100
"""Maximum number of queued messages; slower readers are cut off and resume when they reconnect."""
Reader = tuple[str, str]
"""Whose streams are counted: ("person" or "address", id)."""


class Told(NamedTuple):
    """What a watcher was last sent of a match: last entry, public state, and for `changes` the board."""

    entry: int = 0
    shown: tuple[int, str] | None = None
    board: Board | None = None


class Watcher:
    """One open stream: its topics, its cursor in each match, and its message queue (None: cut off).

    With `changes`, each board is sent in full once, then as changes. With the topic "me" (`own`), topics are added and
    removed.
    """

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
        self.told: dict[int, Told] = {}
        """What was last sent on this stream, by match."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(DEPTH)

    def put(self, event: str, data: str) -> None:
        mark = ",".join(f"{match}.{entry}" for match, entry in self.cursors.items()) or NOTHING_READ
        message = f"event: {event}\nid: {mark}\ndata: {data}\n\n".encode()
        if self.queue.full():
            self.cut_off()
        else:
            self.queue.put_nowait(message)

    def forget(self, match_id: int) -> None:
        """Discard the state of a match that is no longer watched."""
        self.cursors.pop(match_id, None)
        self.told.pop(match_id, None)

    def cut_off(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


def reader_of(player_id: int | None, address: str) -> Reader:
    """Return whose limit a stream counts towards."""
    return ("person", str(player_id)) if player_id is not None else ("address", network(address))


class Places:
    """Limits open streams per player and address in this web process (`settings.STREAM_LIMITS`). Not thread-safe."""

    def __init__(self) -> None:
        self.taken: Counter[Reader] = Counter()

    @contextmanager
    def taken_by(self, reader: Reader) -> Iterator[bool]:
        """Occupy a place for the duration of the context; yield whether there was one."""
        most = settings.STREAM_LIMITS.get(reader[0])
        if most is not None and self.taken[reader] >= most:
            yield False
            return
        self.taken[reader] += 1
        try:
            yield True
        finally:
            self.taken[reader] -= 1
            if not self.taken[reader]:
                del self.taken[reader]
