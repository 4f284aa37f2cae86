"""The arena as a format without rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.words import marked
from league.formats.arena.pairing import pairs
from league.formats.arena.score import Score
from league.formats.arena.state import Arena, Settings, arena
from league.formats.arena.steps import Ended, Joined, Paired, Started, Step, Stopped
from league.formats.protocol import Column, Continuous, Pairing, Place
from league.formats.settings import Field, entrants_from, read


class ArenaFormat(Continuous[Settings, Step]):
    """A match that was made before the end counts whenever it ends, unless the organiser says otherwise."""

    key = "arena"
    title = marked("Arena")
    within = marked("arena")
    about = marked("For a fixed time whoever is free is paired with somebody near in the table. People come and go.")
    fields = (
        Field("minutes", marked("Minutes"), 60, 5, 1440),
        Field(
            "berserk",
            marked("Berserk"),
            False,
            help=marked(
                "Before its first move a player may give half of its time away, for a point more on a win "
                "of at least 7 own moves."
            ),
        ),
        Field(
            "late_games",
            marked("A match that is still running at the end"),
            "count",
            choices=(("count", marked("counts when it ends")), ("drop", marked("does not count"))),
        ),
    )
    columns = (
        Column(
            "Perf",
            marked("Performance"),
            marked("The opponents' mean rating, 400 more for a win and 400 less for a loss."),
        ),
        Column(
            "Run",
            marked("Wins running"),
            marked("From two wins running on, everything counts double until a game is not won."),
        ),
    )
    points_from_table = True
    steps = (Started, Joined, Stopped, Paired, Ended)

    def has_berserk(self, given: Mapping[str, Any]) -> bool:
        return bool(given.get("berserk"))

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**read(self.fields, given))
        entrants_from(2, 5000, entrants, marked("An arena"))
        return settings

    def at(self, settings: Settings, log: Sequence[Step], at: datetime) -> Arena:
        return arena(settings, log, at)

    def pairings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Pairing, ...]:
        """The matches to be made now. `key` is the number with which they are to be logged as Paired."""
        now = arena(settings, log, at)
        if not now.on(at):
            return ()
        return tuple(Pairing(sides, key=str(number)) for number, sides in enumerate(pairs(now), now.made + 1))

    def standings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Place, ...]:
        """Points, then performance. `halves` are twice the arena's points."""
        scores = arena(settings, log, at).scores
        key = {one: (score.points, score.performance) for one, score in scores.items()}
        ranked = sorted(scores, key=key.__getitem__, reverse=True)
        first: dict[tuple[int, int], int] = {}
        for rank, one in enumerate(ranked, 1):
            first.setdefault(key[one], rank)
        return tuple(_line(first[key[one]], one, scores[one]) for one in ranked)

    def joined(self, entrant: int, rating: int, at: datetime) -> Step:
        return Joined(entrant, rating, at)

    def left(self, entrant: int, at: datetime) -> Step:
        return Stopped(entrant, at)

    def opening(self, at: datetime) -> tuple[Step, ...]:
        return (Started(at),)

    def is_open(self, settings: Settings, log: Sequence[Step], at: datetime) -> bool:
        return arena(settings, log, at).on(at)

    def is_over(self, settings: Settings, log: Sequence[Step], at: datetime) -> bool:
        return arena(settings, log, at).over(at)


def _line(rank: int, one: int, score: Score) -> Place:
    wins, draws, losses = (sum(won == kind for _, won in score.results) for kind in (1, 0, -1))
    figures = (("performance", score.performance), ("running", score.running))
    return Place(rank, one, 2 * score.points, len(score.results), wins, draws, losses, figures=figures)
