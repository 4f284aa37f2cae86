"""How long a bot may think on the site: wall time, for a person waits for it."""

import time
from datetime import timedelta

THINK_S = 1.0
HURRIED_S = 0.05
"""In a sweep, which has more to do than to think."""


class WallTime:
    """A budget of seconds for the search bot: asked before every iteration whether it may go on."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = time.monotonic()
        self.spent = 0.0

    def __call__(self) -> bool:
        self.spent = (time.monotonic() - self._start) / self._seconds
        return self.spent < 1.0

    @property
    def used(self) -> timedelta:
        """How long it was thought; nothing where nobody asked."""
        return timedelta(seconds=self.spent * self._seconds)
