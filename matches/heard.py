"""When this process last heard, or said, that something has changed: pages shown before may be out of date."""

import time
from collections.abc import Iterable
from threading import Lock

MOST = 20_000
"""Topics that are remembered; then everything counts as changed, once."""
_heard: dict[str, float] = {}
_lock = Lock()
_all = 0.0


def note(topic: str) -> None:
    with _lock:
        if len(_heard) >= MOST and topic not in _heard:
            _forget()
        _heard[topic] = time.monotonic()


def changed_since(topics: Iterable[str], moment: float) -> bool:
    """Whether a hint of one of these topics has come at or after this moment of the monotonic clock."""
    return _all >= moment or any(_heard.get(topic, 0.0) >= moment for topic in topics)


def begin() -> None:
    """From now on hints come in. Those that came before were missed."""
    with _lock:
        _forget()


def _forget() -> None:
    global _all
    _heard.clear()
    _all = time.monotonic()
