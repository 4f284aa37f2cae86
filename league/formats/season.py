"""A season: home and away rounds in one or several divisions, match days on a calendar, the organiser's points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from engines.words import marked, say
from league.formats import round_robin
from league.formats.divisions import check_moves
from league.formats.protocol import Entrant, History, Kind, Pairing, Place, contests
from league.formats.round_robin import SideBySide, on_time, rounds_of
from league.formats.settings import BadSetting, Field, entrants_from, read
from league.formats.tables import WIN, place, tallies, with_struck
from league.formats.withdrawal_policy import LEAVER

T = TypeVar("T")
MOST_DAYS = 366
MOST_BLACKOUTS = 100


@dataclass(frozen=True, slots=True)
class Calendar:
    """The first round begins at `first`, each other so many days later at the same time (UTC)."""

    first: datetime
    days_between: int = 7
    blackouts: tuple[date, ...] = ()

    def moments(self, rounds: int) -> tuple[datetime, ...]:
        """When each of so many rounds begins. BadSetting where the calendar does not reach that far."""
        days = match_days(self.first.date(), rounds, self.days_between, self.blackouts)
        return tuple(datetime.combine(day, self.first.timetz()) for day in days)

    def dump(self) -> dict[str, Any]:
        """As it is kept among the settings; `read_calendar` reads it."""
        closed = [day.isoformat() for day in self.blackouts]
        return {"first": self.first.isoformat(), "days_between": self.days_between, "blackouts": closed}


def read_calendar(given: object) -> Calendar | None:
    """The calendar of a season's settings, None without one. BadSetting (field `calendar`) names what cannot be."""
    if given is None:
        return None
    if not isinstance(given, Mapping) or not {"first"} <= given.keys() <= {"first", "days_between", "blackouts"}:
        raise BadSetting("calendar", say("Give the calendar as first, days_between and blackouts."))
    days = given.get("days_between", 7)
    if not isinstance(days, int) or isinstance(days, bool) or not 1 <= days <= MOST_DAYS:
        raise BadSetting("calendar", say("Give 1 to {most} days from round to round.", most=MOST_DAYS))
    first = _parsed(_moment, given["first"], say("Give day and time of the first round, such as 2026-09-07T18:30."))
    blackouts = given.get("blackouts", ())
    if not isinstance(blackouts, Sequence) or isinstance(blackouts, str) or len(blackouts) > MOST_BLACKOUTS:
        text = say("Give up to {most} days without a round, each as 2026-12-25.", most=MOST_BLACKOUTS)
        raise BadSetting("calendar", text)
    sentence = say("Give each day without a round as 2026-12-25.")
    return Calendar(first, days, tuple(sorted({_parsed(date.fromisoformat, one, sentence) for one in blackouts})))


def match_days(start: date, rounds: int, days_between: int, blackouts: Collection[date] = ()) -> tuple[date, ...]:
    """A day for each round: every `days_between` days from the start, where that is no blackout date.

    A blackout leaves its match day out, so that all rounds keep their day of the week. BadSetting names what cannot be.
    """
    closed = set(blackouts)
    days: list[date] = []
    day = start
    while len(days) < rounds:
        if day not in closed:
            days.append(day)
        if date.max - day < timedelta(days_between):
            raise BadSetting("start", say("The season does not end before the calendar does."))
        day += timedelta(days_between)
    return tuple(days)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def _parsed(parse: Callable[[str], T], given: object, sentence: str) -> T:
    try:
        if isinstance(given, str):
            return parse(given)
    except (ValueError, OverflowError):
        pass
    raise BadSetting("calendar", sentence)


@dataclass(frozen=True, slots=True)
class Settings(round_robin.Settings):
    cycles: int = 2
    win: int = 6
    draw: int = 2
    loss: int = 0
    divisions: tuple[int, ...] = ()
    moving: int = 0
    playoff: bool = False
    calendar: Calendar | None = None


class Season(SideBySide[Settings]):
    """Divisions take the entrants in order: the first so many are the first division."""

    key = "league"
    title = marked("League season")
    within = marked("league season")
    about = marked("A season table: everybody meets everybody at home and away.")
    fields = (
        Field("cycles", marked("Cycles"), 2, 1, 8, help=marked("Two: everybody meets everybody at home and away.")),
        Field("win", marked("Half points for a win"), 6, 0, 20),
        Field("draw", marked("Half points for a draw"), 2, 0, 20),
        Field("loss", marked("Half points for a loss that was played"), 0, 0, 20),
        Field(
            "divisions",
            marked("Entrants of each division"),
            (),
            2,
            200,
            help=marked("Best first; nothing for one division."),
        ),
        Field("moving", marked("Promoted and relegated"), 0, 0, 20, help=marked("Between each two divisions.")),
        Field("playoff", marked("A play-off between the divisions"), False),
        LEAVER,
    )
    fixed = True
    calendar = True
    home_and_away = True
    divisions = True

    def worth(
        self, given: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool
    ) -> tuple[int, ...]:
        """What the organiser set; a forfeit loss is worth nothing."""
        points = {field.key: given.get(field.key, field.default) for field in self.fields}
        lost = 0 if forfeit else points["loss"]
        even = points["draw"] if any(halves) else 0
        return tuple(even if len(set(halves)) == 1 else points["win"] if one == WIN else lost for one in halves)

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        """Besides the fields, `calendar`: {"first": moment, "days_between": number, "blackouts": [day, ...]}."""
        rest = {key: value for key, value in given.items() if key != "calendar"}
        settings = Settings(**read(self.fields, rest), calendar=read_calendar(given.get("calendar")))
        entrants_from(2, 1000, entrants, marked("A season"))
        if not settings.win > settings.draw >= settings.loss:
            raise BadSetting("win", say("A win must be worth more than a draw, and a draw no less than a loss."))
        if settings.divisions and sum(settings.divisions) != entrants:
            text = say(
                "The divisions hold {sum} entrants, but there are {entrants}.",
                sum=sum(settings.divisions),
                entrants=entrants,
            )
            raise BadSetting("divisions", text)
        sizes = settings.divisions or (entrants,)
        if max(sizes) > 200:
            raise BadSetting("entrants", say("A division takes 200 entrants at most."))
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
        """Points, wins, then points made against each other by equals in both."""
        counted = [one for one in ids if one not in out]
        table = tallies(counted, history)
        points = dict.fromkeys(counted, 0)
        against: dict[tuple[int, int], int] = {}
        for pairing in contests(history):
            if pairing.decided and points.keys() >= set(pairing.entrants):
                one, other = pairing.entrants
                for mine, theirs in ((one, other), (other, one)):
                    made = _worth(settings, pairing, mine, theirs)
                    points[mine] += made
                    against[mine, theirs] = against.get((mine, theirs), 0) + made
        level: dict[tuple[int, int], list[int]] = {}
        for one in counted:
            level.setdefault((points[one], table[one].wins), []).append(one)
        direct = {one: sum(against.get((one, other), 0) for other in tied) for tied in level.values() for one in tied}
        lines = place(
            counted, table, lambda one: (points[one], table[one].wins, direct[one]), ("wins", "direct_halves"), name
        )
        return with_struck(lines, ids, out, name)

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """All divisions, the first one first; ranks are those in the division."""
        return tuple(line for table in self.tables(settings, entrants, history).values() for line in table)


def _worth(settings: Settings, pairing: Pairing, mine: int, theirs: int) -> int:
    """What a result is worth in the table. A forfeit lost is worth nothing."""
    made, conceded = pairing.made(mine), pairing.made(theirs)
    if made > conceded:
        return settings.win
    if pairing.kind is Kind.FORFEIT:
        return 0
    return settings.draw if made == conceded and made else settings.loss
