"""Rules of quick pairing: its time controls, the rating window, and who is paired with whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from league.ratings.speeds import Speed
from league.time_controls.presets import PRESETS

CONTROLS = {Speed.FAST: PRESETS["quick"], Speed.NORMAL: PRESETS["standard"], Speed.CORRESPONDENCE: PRESETS["days"]}
PRESENT_FOR = timedelta(seconds=15)
"""Players without a heartbeat for so long have left: they are not paired."""
BOT_AFTER_S = 30
"""After so many seconds a bot is offered."""
_WINDOWS = ((10, 100), (20, 200), (30, 400))
"""Until so many seconds, opponents may be so many points away."""


@dataclass(frozen=True, slots=True)
class WaitingPlayer:
    """A player in a queue."""

    player_id: int
    rating: int
    waited_s: float


def get_window(waited_s: float) -> int | None:
    """Return how far an opponent's rating may be from a player's who has waited so long; None: any rating.

    >>> [get_window(seconds) for seconds in (0, 9.9, 10, 25, 30)]
    [100, 100, 200, 400, None]
    """
    return next((points for until_s, points in _WINDOWS if waited_s < until_s), None)


def choose_pairs(waiting: Sequence[WaitingPlayer]) -> list[tuple[int, int]]:
    """Return the players to pair: each is within the other's window.

    Who has waited longest chooses first, and gets the closest rating; of equal ones, the longest wait.

    >>> choose_pairs([WaitingPlayer(1, 1500, 12), WaitingPlayer(2, 1690, 11), WaitingPlayer(3, 1550, 0)])
    [(1, 3)]
    """
    by_wait = sorted(waiting, key=lambda player: (-player.waited_s, player.player_id))
    paired: set[int] = set()
    pairs: list[tuple[int, int]] = []
    for number, first in enumerate(by_wait):
        fitting = [second for second in by_wait[number + 1 :] if second.player_id not in paired and _fits(first, second)]
        if fitting and first.player_id not in paired:
            second = min(fitting, key=lambda player: abs(player.rating - first.rating))
            paired |= {first.player_id, second.player_id}
            pairs.append((first.player_id, second.player_id))
    return pairs


def _fits(first: WaitingPlayer, second: WaitingPlayer) -> bool:
    distance = abs(first.rating - second.rating)
    windows = (get_window(first.waited_s), get_window(second.waited_s))
    return all(window is None or distance <= window for window in windows)
