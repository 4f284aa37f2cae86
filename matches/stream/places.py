"""How many streams may be open at one web process. Each holds a connection and some memory for as long as it likes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from matches.addresses import network

Reader = tuple[str, str]
"""What is counted: person or address, and whose."""


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
