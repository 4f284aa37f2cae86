"""Hints for later, kept by this process: one thread sends each when its time has come.

They die with the process. Rows say what is due, and the sweep finds what an alarm would have told of.
"""

import heapq
import threading
import time
from collections.abc import Callable


class Alarms:
    """Rings once for each match that is set; the thread lives from the first one on."""

    def __init__(self, ring: Callable[[int], object]) -> None:
        self._ring = ring
        self._due: list[tuple[float, int]] = []
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None

    def set(self, match_id: int, due: float) -> None:
        """`due` is a moment of the monotonic clock, which no step of the calendar's disturbs."""
        with self._news:
            heapq.heappush(self._due, (due, match_id))
            if self._thread is None or not self._thread.is_alive():  # as in a process that was forked
                self._thread = threading.Thread(target=self._run, name="alarms", daemon=True)
                self._thread.start()
            self._news.notify()

    def _run(self) -> None:
        while True:
            self._ring(self._next())

    def _next(self) -> int:
        with self._news:
            while True:
                left = self._due[0][0] - time.monotonic() if self._due else None
                if left is not None and left <= 0:
                    return heapq.heappop(self._due)[1]
                self._news.wait(left)
