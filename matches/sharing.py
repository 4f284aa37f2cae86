"""Answers and parts of pages that are the same for many: made once for all who ask while they are made, then kept."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar, cast

from django.conf import settings

from matches import heard

T = TypeVar("T")
HINTED_S = 30.0
"""What says by hints when it changes is kept so long, for a hint may be lost; not at all while none come in."""
UNHINTED_S = 2.0
MOST_BYTES = 64 << 20
PATIENCE_S = 5.0
"""Who has waited so long for another's making makes it himself."""


_fresh_since: ContextVar[float] = ContextVar("fresh_since", default=0.0)


@contextmanager
def reading_since(moment: float) -> Iterator[None]:
    """Within it, in this thread, nothing is read that was begun before this moment of the monotonic clock.

    For somebody who has written something then. What others share stays as it is.
    """
    before = _fresh_since.set(moment)
    try:
        yield
    finally:
        _fresh_since.reset(before)


@dataclass(frozen=True, slots=True)
class _Kept:
    value: Any
    size: int
    begun: float
    age_s: float
    topics: Sequence[str]

    def holds(self) -> bool:
        if time.monotonic() - self.begun >= self.age_s or self.begun < _fresh_since.get():
            return False
        return not self.topics or (heard.listening() and not heard.changed_since(self.topics, self.begun))


class Store:
    """Bounded by bytes; what was asked for longest ago goes first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()
        self._forgotten = 0.0

    def get(
        self,
        key: Hashable,
        make: Callable[[], T],
        *,
        topics: Sequence[str] = (),
        age_s: float | None = None,
        size: Callable[[T], int] = lambda made: 4096,
        keeps: Callable[[T], bool] = lambda made: True,
    ) -> T:
        """What `make` makes, or made a moment ago for somebody else. Its errors are everybody's own."""
        if not settings.SHARE_ANSWERS:
            return make()
        found = self._find(key)
        if found is not None:
            return cast(T, found.value)
        with self._turn(key):
            found = self._find(key)
            if found is not None:
                return cast(T, found.value)
            begun = time.monotonic()
            made = make()
            if keeps(made):
                age_s = age_s if age_s is not None else HINTED_S if topics else UNHINTED_S
                self._keep(key, _Kept(made, size(made), begun, age_s, topics))
            return made

    def forget(self) -> None:
        """Drop everything that is kept. No request does so."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0
            self._forgotten = time.monotonic()

    def _find(self, key: Hashable) -> _Kept | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None or not found.holds():
                return None
            self._kept.move_to_end(key)
            return found

    @contextmanager
    def _turn(self, key: Hashable) -> Iterator[None]:
        """One at a time makes what belongs to a key."""
        with self._lock:
            making = self._making.setdefault(key, Lock())
        mine = making.acquire(timeout=PATIENCE_S)
        try:
            yield
        finally:
            if mine:
                making.release()
            with self._lock:
                if not making.locked():
                    self._making.pop(key, None)

    def _keep(self, key: Hashable, kept: _Kept) -> None:
        with self._lock:
            if kept.begun <= self._forgotten:
                return
            if (before := self._kept.pop(key, None)) is not None:
                self.bytes -= before.size
            self._kept[key] = kept
            self.bytes += kept.size
            while self.bytes > self.most_bytes:
                self.bytes -= self._kept.popitem(last=False)[1].size


store = Store()
"""Of this process."""
