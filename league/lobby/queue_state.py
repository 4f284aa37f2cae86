"""What a player sees of quick pairing: the queues, and their own wait."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.db.models import Count
from django.utils.text import capfirst

from league.games import Game, game_name, list_two_player_games
from league.lobby.queue import list_present
from league.lobby.queue_rules import BOT_AFTER_S, CONTROLS, get_window
from league.ratings.speeds import Speed, format_speed
from league.time_controls.presets import PRESETS
from matches.time_control import format_short_time_control


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue and the number of players in it."""

    game: str
    speed: str
    waiting: int

    @property
    def name(self) -> str:
        """Return the speed in words."""
        return capfirst(format_speed(Speed(self.speed)))

    @property
    def preset(self) -> str:
        """Return the key of the preset time control."""
        return next(key for key, control in PRESETS.items() if control == CONTROLS[Speed(self.speed)])

    @property
    def time(self) -> str:
        """Return the time control in few words."""
        return format_short_time_control(CONTROLS[Speed(self.speed)])


@dataclass(frozen=True, slots=True)
class Wait:
    """A player's wait: since when, within how many points of their rating (None: any), and whether a bot is offered."""

    queue: Queue
    rating: int
    waited_s: int
    window: int | None

    @property
    def game_name(self) -> str:
        return game_name(self.queue.game)

    @property
    def waited(self) -> str:
        """Return the time as minutes and seconds.

        >>> Wait(Queue("zero-day", "fast", 1), 1500, 75, None).waited
        '1:15'
        """
        return f"{self.waited_s // 60}:{self.waited_s % 60:02}"

    @property
    def others(self) -> int:
        """Return how many other players wait in the queue."""
        return self.queue.waiting - 1

    @property
    def offers_bot(self) -> bool:
        return self.waited_s >= BOT_AFTER_S


def list_queues(at: datetime) -> list[tuple[Game, list[Queue]]]:
    """Return the queues of each game."""
    rows = list_present(at).values("game", "speed").annotate(n=Count("pk"))
    counts = {(row["game"], row["speed"]): row["n"] for row in rows}
    return [(game, list_game_queues(game, counts)) for game in list_two_player_games()]


def list_speeds() -> list[Queue]:
    """Return a queue of each speed, for headings."""
    return [Queue("", speed, 0) for speed in Speed]


def list_game_queues(game: Game, counts: Mapping[tuple[str, str], int] = MappingProxyType({})) -> list[Queue]:
    """Return the queues of a game; `counts` has the players by game and speed."""
    return [Queue(game.key, speed, counts.get((game.key, speed), 0)) for speed in Speed]


def find_wait(player_id: int | None, at: datetime) -> Wait | None:
    """Return the player's wait; None for players who aren't waiting, or have been away."""
    entry = list_present(at).filter(player=player_id).first() if player_id is not None else None
    if entry is None:
        return None
    queue = Queue(entry.game, entry.speed, list_present(at).filter(game=entry.game, speed=entry.speed).count())
    waited_s = max(0, int((at - entry.joined_at).total_seconds()))
    return Wait(queue, entry.rating, waited_s, get_window(waited_s))
