"""The state of an arena at a moment, computed from its log of steps: free entrants, running matches and scores.

A win is worth 2, a draw 1. Two wins in a row start a streak: points are doubled until the entrant does not win (a draw
then counts 2 and ends it). An entrant who went berserk (gave up half of their time) gets a bonus point for a win with
enough own moves. Source: the arena rules that Lichess publishes (lichess.org/tournament/help).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction

WIN, DRAW, BERSERK = 2, 1, 1
BERSERK_MIN_MOVES = 7
"""Own moves needed for the berserk bonus point."""
STREAK_WINS = 2
"""Consecutive wins that start a streak."""


@dataclass(frozen=True, slots=True)
class Started:
    """The arena starts."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Joined:
    """An entrant joins (before or after the start) or returns from a pause or after leaving."""

    entrant: int
    rating: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Stopped:
    """An entrant pauses or leaves: a running game continues, but no new one is paired."""

    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Paired:
    """A match is created. `number` counts the matches of the arena from 1 and is the `key` of its pairing."""

    number: int
    sides: tuple[int, int]
    at: datetime


@dataclass(frozen=True, slots=True)
class Ended:
    """A match ended: half points ((0, 0) for no result), berserk flags and numbers of moves, each by seat."""

    number: int
    halves: tuple[int, int]
    at: datetime
    berserk: tuple[bool, bool] = (False, False)
    moves: tuple[int, int] = (0, 0)
    """By seat; needed only if an entrant went berserk."""
    late: tuple[bool, bool] = (False, False)
    """By seat: whether it lost on time."""


Step = Started | Joined | Stopped | Paired | Ended


@dataclass(slots=True)
class Score:
    """The points, streak and results of one entrant."""

    points: int = 0
    running: int = 0
    """Current number of consecutive wins."""
    results: list[tuple[int, int]] = field(default_factory=list)
    """(opponent's rating, 1 won, 0 drawn, -1 lost)."""

    @property
    def has_streak(self) -> bool:
        return self.running >= STREAK_WINS

    def add(self, rating: int, won: int, *, berserk: bool = False) -> None:
        factor = 2 if self.has_streak else 1
        worth = {1: WIN, 0: DRAW, -1: 0}[won] * factor
        self.points += worth + (BERSERK if berserk and won == 1 else 0)
        self.running = self.running + 1 if won == 1 else 0
        self.results.append((rating, won))

    @property
    def performance(self) -> int:
        """Return the opponents' mean rating plus 400 × (wins − losses) / games, 0 without games.

        >>> Score(results=[(1500, 1), (1700, 0)]).performance
        1800
        """
        total = sum(rating + 400 * won for rating, won in self.results)
        return round(Fraction(total, len(self.results))) if self.results else 0


@dataclass(frozen=True, slots=True)
class Settings:
    """The arena's length and rules, as the organiser set them."""

    minutes: int = 60
    berserk: bool = False
    late_games: str = "count"


@dataclass(slots=True)
class Arena:
    """The state of an arena. Steps that don't fit (such as a result without a match) change nothing."""

    settings: Settings
    start: datetime | None = None
    rating: dict[int, int] = field(default_factory=dict)
    ready: set[int] = field(default_factory=set)
    """Entrants who want to play, including those in a game."""
    since: dict[int, datetime] = field(default_factory=dict)
    """When each free entrant became free."""
    running: dict[int, Paired] = field(default_factory=dict)
    """Running matches by number."""
    made: int = 0
    last: dict[int, int] = field(default_factory=dict)
    """Last opponent by entrant."""
    tilt: Counter[int] = field(default_factory=Counter)
    """First seats minus second seats, by entrant."""
    scores: dict[int, Score] = field(default_factory=dict)

    @property
    def end(self) -> datetime | None:
        return None if self.start is None else self.start + timedelta(minutes=self.settings.minutes)

    def on(self, at: datetime) -> bool:
        """Return whether matches are created at this moment."""
        return self.start is not None and self.end is not None and self.start <= at < self.end

    def over(self, at: datetime) -> bool:
        """Return whether the arena is final: the time is up and no match that counts is running."""
        waits = bool(self.running) and self.settings.late_games == "count"
        return self.end is not None and at >= self.end and not waits

    @property
    def waiting(self) -> list[int]:
        """Return the free entrants, longest waiting first."""
        busy = {entrant for match in self.running.values() for entrant in match.sides}
        return sorted(self.ready - busy, key=lambda entrant: (self.since[entrant], entrant))

    def take(self, step: Step) -> None:
        match step:
            case Started(at):
                self.start = self.start or at
            case Joined(entrant, rating, at):
                if entrant not in self.ready:
                    self.since[entrant] = at
                self.ready.add(entrant)
                self.rating[entrant] = rating
                self.scores.setdefault(entrant, Score())
            case Stopped(entrant, _):
                self.ready.discard(entrant)
            case Paired():
                self._pair(step)
            case Ended():
                self._end(step)

    def _pair(self, step: Paired) -> None:
        if not set(step.sides) <= self.scores.keys():
            return
        first, second = step.sides
        self.made = max(self.made, step.number)
        self.running[step.number] = step
        self.last[first], self.last[second] = second, first
        self.tilt[first] += 1
        self.tilt[second] -= 1

    def _end(self, step: Ended) -> None:
        match = self.running.pop(step.number, None)
        if match is None:
            return
        for entrant in match.sides:
            self.since[entrant] = step.at
        late = self.end is not None and step.at >= self.end
        if late and self.settings.late_games != "count":
            return
        for seat, entrant in enumerate(match.sides):
            points, other = step.halves[seat], step.halves[1 - seat]
            won = -1 if points == other == 0 else (points > other) - (points < other)
            berserk = self.settings.berserk and step.berserk[seat] and step.moves[seat] >= BERSERK_MIN_MOVES
            self.scores[entrant].add(self.rating[match.sides[1 - seat]], won, berserk=berserk)


def fold_arena(settings: Settings, log: Sequence[Step], at: datetime) -> Arena:
    """Return the arena's state at a moment; later steps of the log are ignored."""
    state = Arena(settings)
    for step in log:
        if step.at <= at:
            state.take(step)
    return state
