"""Open streams of this web process: their limits, topics, cursors and queues."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from django.conf import settings

from matches.catalogues import ENGLISH
from matches.client_ip import rate_limit_network
from matches.queries.board_view import Board
from matches.stream.topics import ME

NOTHING_READ = "-"
"""The event id on a stream without matches: clients do not send an empty one back as `Last-Event-ID`."""
MAX_QUEUED = 100
"""Maximum number of queued messages; slower readers are cut off and resume when they reconnect."""
LimitOwner = tuple[str, str]
"""Whose streams are counted: ("person" or "address", id)."""


class SentState(NamedTuple):
    """What a subscriber was last sent of a match: last entry, public state, for `changes` the board, and as which seat."""

    entry: int = 0
    shown: tuple[int, str] | None = None
    board: Board | None = None
    viewer: int | None = None


class Subscriber:
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
        self.told: dict[int, SentState] = {}
        """What was last sent on this stream, by match."""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_QUEUED)

    def put(self, event: str, data: str) -> None:
        event_id = ",".join(f"{match}.{entry}" for match, entry in self.cursors.items()) or NOTHING_READ
        message = f"event: {event}\nid: {event_id}\ndata: {data}\n\n".encode()
        if self.queue.full():
            self.disconnect()
        else:
            self.queue.put_nowait(message)

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
