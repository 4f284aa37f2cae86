"""A bound for loops that catch up with what time has done: a fault must not keep a process, or a lock, for ever."""

from __future__ import annotations

from collections.abc import Iterator


class EndlessLoop(RuntimeError):
    """A loop took more steps than it can need. Its cause is a fault of ours, never of a caller."""


def steps(limit: int, what: str) -> Iterator[int]:
    """Yield 0 to `limit` - 1, then raise EndlessLoop. Leave the loop before that.

    >>> list(zip(steps(2, "a draft"), "ab"))
    [(0, 'a'), (1, 'b')]
    """
    yield from range(limit)
    raise EndlessLoop(f"{what} does not come to an end in {limit} steps")
