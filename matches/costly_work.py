"""Work that takes a second of CPU time or waits for another site: few pieces at a time, so that pages keep their threads."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import BoundedSemaphore

WAIT_S = 2.0
"""How long a request waits for its turn, in seconds."""
_slots = BoundedSemaphore(2)
"""Of each web process, which has four threads for pages."""


class Overloaded(Exception):
    """This process does too much costly work already. Pages and API answer 503 with Retry-After."""


@contextmanager
def take_turn(turns: BoundedSemaphore) -> Iterator[None]:
    """Do the block when one of the turns is free. Raises Overloaded after WAIT_S."""
    if not turns.acquire(timeout=WAIT_S):
        raise Overloaded
    try:
        yield
    finally:
        turns.release()


def costly_work() -> AbstractContextManager[None]:
    """Return the context of costly work: two pieces of it at a time. Raises Overloaded."""
    return take_turn(_slots)
