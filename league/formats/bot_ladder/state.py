"""The state of a ladder of bots at a moment, computed from its log: ratings, running matches, silent bots."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from league.formats.arena.state import Ended, Paired, Started, Stopped
from league.formats.bot_ladder.glicko import ANCHOR_DEVIATION, START_DEVIATION, Rating
from league.formats.tables import Tally

RETURN_DEVIATION = 150.0
"""Least deviation of a bot that returns from a pause: its program may have changed."""
MAX_MATCHES = 5000
"""After these it ends: its state is computed from its whole log."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A bot joins or returns. An `anchor` is one of the site's own bots: it plays only against the others."""

    entrant: int
    rating: int
    at: datetime
    anchor: bool = False


Step = Started | Joined | Stopped | Paired | Ended


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules, as the organiser set them."""

    running: int = 2
    """Most matches of a bot at a time."""
    deviation: int = 60
    """A bot with this deviation or less needs no more matches."""
    silent: int = 3
    """Matches that a bot loses on time one after another until it is paused."""


@dataclass(slots=True)
class BotLadder:
    """The state of a ladder of bots. Steps that don't fit change nothing."""

    settings: Settings
    start: datetime | None = None
    ratings: dict[int, Rating] = field(default_factory=dict)
    anchors: set[int] = field(default_factory=set)
    ready: set[int] = field(default_factory=set)
    """Bots that can be paired, including those in a match."""
    running: dict[int, Paired] = field(default_factory=dict)
    made: int = 0
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    """How often two were paired."""
    last: dict[int, int] = field(default_factory=dict)
    tilt: Counter[int] = field(default_factory=Counter)
    """First seats minus second seats."""
    late: Counter[int] = field(default_factory=Counter)
    """Matches in a row that a bot lost on time."""
    tallies: dict[int, Tally] = field(default_factory=dict)

    @property
    def end(self) -> None:
        """Return None: it ends when its organiser ends it."""
        return None

    def on(self, at: datetime) -> bool:
        return self.start is not None and self.start <= at and self.made < MAX_MATCHES

    def over(self, at: datetime) -> bool:
        return self.made >= MAX_MATCHES and not self.running

    @property
    def busy(self) -> Counter[int]:
        """Return the number of running matches by bot."""
        return Counter(entrant for match in self.running.values() for entrant in match.sides)

    @property
    def waiting(self) -> list[int]:
        """Return the bots that can be paired now and need a match."""
        busy = self.busy
        return sorted(one for one in self.ready if busy[one] < self.settings.running and self.needs(one))

    def needs(self, entrant: int) -> bool:
        """Return whether the rating of a bot is still too uncertain. An anchor never needs a match."""
        return entrant not in self.anchors and self.foresee(entrant).deviation > self.settings.deviation

    def foresee(self, entrant: int) -> Rating:
        """Return the rating with the deviation that it will have after the running matches, whatever their results."""
        rating = self.ratings[entrant]
        for match in self.running.values():
            if entrant in match.sides:
                other = match.sides[match.sides[0] == entrant]
                rating = replace(rating, deviation=rating.after(self.ratings[other], 0.5).deviation)
        return rating

    def take(self, step: Step) -> None:
        match step:
            case Started(at):
                self.start = self.start or at
            case Joined():
                self._join(step)
            case Stopped(entrant, _):
                self.ready.discard(entrant)
            case Paired():
                self._pair(step)
            case Ended():
                self._end(step)

    def _join(self, step: Joined) -> None:
        before = self.ratings.get(step.entrant)
        if before is None:
            deviation = ANCHOR_DEVIATION if step.anchor else START_DEVIATION
            self.ratings[step.entrant] = Rating(float(step.rating), deviation)
            self.tallies[step.entrant] = Tally()
        elif step.entrant not in self.ready:
            self.ratings[step.entrant] = replace(before, deviation=max(before.deviation, RETURN_DEVIATION))
        if step.anchor:
            self.anchors.add(step.entrant)
        self.late[step.entrant] = 0
        self.ready.add(step.entrant)

    def _pair(self, step: Paired) -> None:
        if not set(step.sides) <= self.ratings.keys():
            return
        first, second = step.sides
        self.made = max(self.made, step.number)
        self.running[step.number] = step
        self.last[first], self.last[second] = second, first
        self.met[frozenset(step.sides)] += 1
        self.tilt[first] += 1
        self.tilt[second] -= 1

    def _end(self, step: Ended) -> None:
        match = self.running.pop(step.number, None)
        if match is None:
            return
        for seat, entrant in enumerate(match.sides):
            self.late[entrant] = self.late[entrant] + 1 if step.late[seat] else 0
            if self.late[entrant] >= self.settings.silent:
                self.ready.discard(entrant)
        total = sum(step.halves)
        if not total:  # Nobody appeared, or a referee gave nobody points: that tells nothing about strength.
            return
        before = [self.ratings[entrant] for entrant in match.sides]
        for seat, entrant in enumerate(match.sides):
            points, other = step.halves[seat], step.halves[1 - seat]
            self.ratings[entrant] = before[seat].after(before[1 - seat], points / total)
            self.tallies[entrant].halves += points
            self.tallies[entrant].count(points, other)


def fold_bot_ladder(settings: Settings, log: Sequence[Step], at: datetime) -> BotLadder:
    """Return the state at a moment; later steps of the log are ignored."""
    state = BotLadder(settings)
    for step in log:
        if step.at <= at:
            state.take(step)
    return state
