"""The season format: home and away rounds in one or several divisions, with custom points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engines.words import marked, say
from league.formats import round_robin
from league.formats.protocol import Entrant, History, Kind, Pairing, Place
from league.formats.round_robin import SideBySide, direct_points, on_time, rounds_of
from league.formats.season.calendar import Calendar, read_calendar
from league.formats.season.divisions import check_moves
from league.formats.settings import BadSetting, Field, entrants_from, read
from league.formats.tables import WIN, place, tallies, with_struck
from league.formats.withdrawal_policy import LEAVER


@dataclass(frozen=True, slots=True)
class Settings(round_robin.Settings):
    """Options of the season format."""

    cycles: int = 2
    win: int = 6
    draw: int = 2
    loss: int = 0
    divisions: tuple[int, ...] = ()
    moving: int = 0
    playoff: bool = False
    calendar: Calendar | None = None


class Season(SideBySide[Settings]):
    """The season format. Entrants fill the divisions in seed order, beginning with the first division."""

    key = "league"
    title = marked("League season")
    within = marked("league season")
    about = marked("A league table: all entrants play each other home and away.")
    fields = (
        Field("cycles", marked("Cycles"), 2, 1, 8, help=marked("2 = all entrants play each other home and away.")),
        Field("win", marked("Half points for a win"), 6, 0, 20),
        Field("draw", marked("Half points for a draw"), 2, 0, 20),
        Field("loss", marked("Half points for a played loss"), 0, 0, 20),
        Field(
            "divisions",
            marked("Entrants per division"),
            (),
            2,
            200,
            help=marked("Best division first. Leave blank for a single division."),
        ),
        Field("moving", marked("Promoted and relegated"), 0, 0, 20, help=marked("Between neighbouring divisions.")),
        Field("playoff", marked("Play-off between divisions"), False),
        LEAVER,
    )
    fixed = True
    calendar = True
    home_and_away = True
    divisions = True

    def worth(
        self, given: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool
    ) -> tuple[int, ...]:
        """Return the custom points; a forfeit loss is worth nothing."""
        points = {field.key: given.get(field.key, field.default) for field in self.fields}
        lost = 0 if forfeit else points["loss"]
        even = points["draw"] if any(halves) else 0
        return tuple(even if len(set(halves)) == 1 else points["win"] if one == WIN else lost for one in halves)

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        """Validate the fields and `calendar`: {"first": datetime, "days_between": number, "blackouts": [date, …]}."""
        rest = {key: value for key, value in given.items() if key != "calendar"}
        settings = Settings(**read(self.fields, rest), calendar=read_calendar(given.get("calendar")))
        entrants_from(2, 1000, entrants, marked("A season"))
        if not settings.win > settings.draw >= settings.loss:
            raise BadSetting("win", say("A win must score more than a draw, and a draw at least as much as a loss."))
        if settings.divisions and sum(settings.divisions) != entrants:
            text = say(
                "The divisions add up to {sum} entrants, but there are {entrants}.",
                sum=sum(settings.divisions),
                entrants=entrants,
            )
            raise BadSetting("divisions", text)
        sizes = settings.divisions or (entrants,)
        if max(sizes) > 200:
            raise BadSetting("entrants", say("A division can have at most 200 entrants."))
        check_moves(sizes, settings.moving, settings.playoff)
        if settings.calendar:
            settings.calendar.moments(self.rounds_planned(settings, entrants))
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return rounds_of(max(settings.divisions or (entrants,)), settings.cycles)

    def parts(self, settings: Settings, entrants: Sequence[Entrant]) -> dict[str, list[int]]:
        ids = on_time(entrants, marked("Divisions"))
        made, start = {}, 0
        for number, size in enumerate(settings.divisions or (len(ids),), 1):
            made[str(number)] = ids[start : start + size]
            start += size
        return made

    def table(
        self, settings: Settings, ids: Sequence[int], out: frozenset[int], history: History, name: str
    ) -> tuple[Place, ...]:
        """Return the standings by points, wins, then points from matches between tied entrants."""
        counted = [one for one in ids if one not in out]
        table = tallies(counted, history, partial(_worth, settings))
        points = {one: tally.points for one, tally in table.items()}
        direct = direct_points(table, {one: (points[one], table[one].wins) for one in counted}, all_met=False)
        lines = place(
            counted, table, lambda one: (points[one], table[one].wins, direct[one]), ("wins", "direct_halves"), name
        )
        return with_struck(lines, ids, out, name)

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """Return all divisions, the first one first; ranks are those in the division."""
        return tuple(line for table in self.tables(settings, entrants, history).values() for line in table)


def _worth(settings: Settings, pairing: Pairing, mine: int, theirs: int) -> int:
    """Return the table points of a result. A forfeit loss is worth nothing."""
    made, conceded = pairing.made(mine), pairing.made(theirs)
    if made > conceded:
        return settings.win
    if pairing.kind is Kind.FORFEIT:
        return 0
    return settings.draw if made == conceded and made else settings.loss
