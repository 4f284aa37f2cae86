"""Open streams of this web process: how many there may be, what each follows, and what waits to be sent on it."""

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
"""The id of what is said on a stream without matches: readers do not send an empty one back as `Last-Event-ID`."""
DEPTH = 100
"""Messages that may wait for one reader; a slower one is cut off and resumes when it reconnects."""
Reader = tuple[str, str]
"""What is counted: person or address, and whose."""


class Told(NamedTuple):
    """What a watcher was last told of a match: its end, what everybody might know then, and for `changes` the board."""

    entry: int = 0
    shown: tuple[int, str] | None = None
    board: Board | None = None


class Watcher:
    """One open stream: its topics, how far it has read each match, and what waits to be sent (None: cut off).

    One that asks for `changes` gets each board whole once, and then what changes. One with the topic "me" (`own`) is
    given more topics, and loses them again.
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
        """By match, what has been said of it on this stream."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(DEPTH)

    def put(self, event: str, data: str) -> None:
        mark = ",".join(f"{match}.{entry}" for match, entry in self.cursors.items()) or NOTHING_READ
        message = f"event: {event}\nid: {mark}\ndata: {data}\n\n".encode()
        if self.queue.full():
            self.cut_off()
        else:
            self.queue.put_nowait(message)

    def forget(self, match_id: int) -> None:
        """A match that is watched no more."""
        self.cursors.pop(match_id, None)
        self.told.pop(match_id, None)

    def cut_off(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


def reader_of(player_id: int | None, address: str) -> Reader:
    return ("person", str(player_id)) if player_id is not None else ("address", network(address))


class Places:
    """Lives in the event loop of one web process. `settings.STREAM_LIMITS` says how many there are."""

    def __init__(self) -> None:
        self.taken: Counter[Reader] = Counter()

    @contextmanager
    def taken_by(self, reader: Reader) -> Iterator[bool]:
        """Whether there was a place; it is taken as long as this lasts."""
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
