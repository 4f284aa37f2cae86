"""How long a bot may think, by this host's own clock: what `engines.bots` asks before every iteration."""

from __future__ import annotations

import time

THINK_S = 1.0
"""A thinking bot's time for an action."""
HURRY = 8
"""It never takes more than this part of what its clock has left."""


class Budget:
    """Allows thinking for so many seconds from the first question on."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(0.0, seconds)
        self._began: float | None = None

    def __call__(self) -> bool:
        return self.spent < 1.0

    @property
    def spent(self) -> float:
        """The share of the time that is used up, 0 to 1."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
        return min(1.0, (now - self._began) / self.seconds) if self.seconds else 1.0


def budget(left_ms: int, most_s: float = THINK_S) -> Budget:
    """For a seat that has so much left on its clock, turn and reserve together."""
    return Budget(min(most_s, left_ms / 1000 / HURRY))
