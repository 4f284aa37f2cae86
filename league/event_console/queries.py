"""Data of the organiser's console."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from engines.words import marked, retell, say, told
from league.event_console.available_actions import possible
from league.events.models import Entrant, EntrantStatus, Event, EventNote, Overturn
from league.events.queries import EventCard, card
from league.formats.registry import traits_of
from league.formats.season.calendar import Calendar, read_calendar
from league.leagues.log_words import field_name, field_value, readable
from league.pairings.queries.pairing_exclusions import ApartLine, apart_of
from league.pairings.queries.rounds import RoundBlock, rounds
from league.ratings import elo
from league.ratings.models import Rating
from league.registration.queries import NoShowLine, lines_around
from league.standings.next_season import NextSeason, next_season
from league.standings.rows import StageRows
from league.standings.tables import Person, entrants_in, person_of, stage_rows_of

MOST_NOTES = 200
ACTS = {
    "check-in.opened": marked("Check-in opened"),
    "entrant.admitted": marked("Entrant approved"),
    "entrant.byes": marked("Byes changed"),
    "entrant.club": marked("Club changed"),
    "entrant.entered": marked("Entrant added"),
    "entrant.invited": marked("Entrant invited"),
    "entrant.late": marked("Late entry added"),
    "entrant.put-out": marked("Entrant removed"),
    "entrant.withdrawn": marked("Entrant withdrawn"),
    "entrants.imported": marked("Entrants imported"),
    "event.announced": marked("Announcement updated"),
    "event.archived": marked("Event archived"),
    "event.cancelled": marked("Event cancelled"),
    "event.changed": marked("Event changed"),
    "event.copied": marked("Event copied"),
    "event.created": marked("Event created"),
    "event.paused": marked("Event paused"),
    "event.resumed": marked("Event resumed"),
    "event.started": marked("Event started"),
    "no-show.lifted": marked("No-show cleared"),
    "pair.kept-apart": marked("Pairing exclusion added"),
    "pair.may-meet": marked("Pairing exclusion removed"),
    "registration.closed": marked("Registration closed"),
    "registration.opened": marked("Registration opened"),
    "result.entered": marked("Result entered"),
    "result.overturned": marked("Result overridden"),
    "result.removed": marked("Result removed"),
    "result.restored": marked("Result reverted"),
    "round.drafted": marked("Pairings generated"),
    "round.dropped": marked("Pairings discarded"),
    "round.exchanged": marked("Players swapped"),
    "round.planned": marked("Round scheduled"),
    "round.published": marked("Round published"),
    "season.calendar": marked("Season calendar changed"),
    "season.next": marked("Next season created"),
    "seeding.chosen": marked("Seeding method changed"),
    "seeding.drawn": marked("Seeds drawn at random"),
    "seeding.ordered": marked("Seeds ordered manually"),
    "stage.ended": marked("Stage ended"),
}
"""Display texts of the actions in the log."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant as its organiser sees it. `byes` are requested byes as (round, half points)."""

    person: Person
    rating: int
    byes: tuple[tuple[int, int], ...]
    joined_at: datetime
    answer_by: datetime | None
    """Deadline of a spot offer."""


@dataclass(frozen=True, slots=True)
class Note:
    """A log entry."""

    at: datetime
    by: str
    act: str
    before: Any
    after: Any
    why: str

    @property
    def words(self) -> str:
        """Return the action as people say it."""
        if self.act in ACTS:
            return told(ACTS[self.act])
        subject, _, deed = self.act.partition(".")
        return f"{subject.capitalize()} {deed.replace('-', ' ')}"

    @property
    def details(self) -> list[tuple[str, object, object]]:
        """Return (name, before, after) of everything that changed."""
        before, after = self.before or {}, self.after or {}
        values = (
            (name, *(field_value(name, one[name]) if name in one else "" for one in (before, after)))
            for name in dict.fromkeys([*before, *after])
        )
        return [(field_name(name), was, now) for name, was, now in values]


@dataclass(frozen=True, slots=True)
class Ruling:
    """An override; `what` names the pairing's round and sides."""

    overturn_id: int
    pairing_id: int
    what: str
    why: str
    by: str
    at: datetime
    undone_at: datetime | None


@dataclass(frozen=True, slots=True)
class Desk:
    """The console's view of an event. `can` are the possible actions."""

    card: EventCard
    can: frozenset[str]
    announcement: str
    registration: str
    seeding: str
    check_in_min: int
    paused_at: datetime | None
    trouble: str
    next_round_at: datetime | None
    repeat_days: int
    league_name: str
    """Empty without a league."""
    no_shows: list[NoShowLine]
    """No-shows that count in this event, including those of related events."""
    formats: tuple[str, ...]
    calendar: Calendar | None
    """The calendar of a season's rounds."""
    season: NextSeason | None
    """Promotion and relegation, once a season is over."""
    apart: tuple[ApartLine, ...]
    lines: list[Line]
    rounds: list[RoundBlock]
    rulings: list[Ruling]
    notes: list[Note]

    @property
    def entered(self) -> list[Line]:
        return [line for line in self.lines if line.person.status == EntrantStatus.ENTERED]

    @property
    def queue(self) -> list[Line]:
        return [line for line in self.lines if line.person.status in ("applied", "waiting", "invited")]

    @property
    def withdrawn(self) -> list[Line]:
        return [line for line in self.lines if line.person.status == EntrantStatus.WITHDRAWN]

    @property
    def order(self) -> list[Line]:
        """Return the entrants in the current seed order; with random seeding, in order of joining."""
        if self.seeding == "rating":
            return sorted(self.entered, key=lambda line: (-line.rating, line.joined_at))
        return sorted(self.entered, key=lambda line: (line.person.seed or 10_000, line.joined_at))

    @property
    def drafts(self) -> list[RoundBlock]:
        """Return the unpublished rounds."""
        return [block for block in self.rounds if block.started_at is None]

    @property
    def published(self) -> list[RoundBlock]:
        """Return the published rounds, latest first."""
        return [block for block in reversed(self.rounds) if block.started_at]

    def block(self, number: object = None) -> RoundBlock | None:
        """Return the published round with this number, else the first unfinished one, else the last."""
        found = [one for one in self.published if one.number == number]
        still = [one for one in reversed(self.published) if one.finished_at is None]
        return next(iter([*found, *still, *self.published]), None)

    @property
    def before(self) -> bool:
        return self.card.status in ("draft", "registration", "check-in", "seeding")

    @property
    def checked_in(self) -> int:
        return sum(line.person.checked_in for line in self.entered)

    @property
    def byes(self) -> bool:
        """Return whether the first stage has requested byes."""
        return traits_of(self.formats[0]).requested_byes

    @property
    def reports(self) -> list[int]:
        """Return the numbers of the stages that can be exported as tournament reports."""
        return [number for number, key in enumerate(self.formats, 1) if traits_of(key).report]


_AS_STORED = (
    "announcement", "registration", "seeding", "check_in_min", "paused_at", "next_round_at", "repeat_days",
)  # fmt: skip
LISTS = frozenset({"rounds", "no_shows", "rulings", "notes"})
"""Lists that only some console pages need and that are fetched on request."""


def desk(event: Event, at: datetime, lists: Collection[str] = LISTS, stages: Sequence[StageRows] | None = None) -> Desk:
    """Return the console's view of an event from `counted`, with these lists filled. Check `may_manage` first.

    `stages` saves a query if the caller has the rows of `stage_rows_of`.
    """
    rating = Rating.objects.filter(player=OuterRef("player"), pool=event.game).values("value")
    rows = entrants_in([event.pk]).annotate(now=Coalesce(Subquery(rating), elo.START))
    entrants = {row.pk: row for row in rows}
    people = {key: person_of(row) for key, row in entrants.items()}
    stages = stage_rows_of(event) if stages is None else stages
    blocks, season = rounds(stages if "rounds" in lists else [], people), next_season(event, stages, people)
    on = next((rows for rows in stages if rows.stage.finished_at is None), None)
    entered = sum(one.status == EntrantStatus.ENTERED for one in people.values())
    return Desk(
        **{name: getattr(event, name) for name in _AS_STORED},
        card=card(event),
        can=possible(event, on, entered, following=season is not None and season.event_id is None),
        trouble=retell(event.trouble),
        league_name=event.league.name if event.league else "",
        no_shows=lines_around(event, at) if "no_shows" in lists else [],
        formats=tuple(stage.format for stage in event.stages.all()),
        calendar=next(filter(None, (read_calendar(one.settings.get("calendar")) for one in event.stages.all())), None),
        season=season,
        apart=apart_of(event, people),
        lines=[
            Line(people[key], round(vars(row)["now"]), _byes(row), row.joined_at, row.answer_by)
            for key, row in entrants.items()
        ],
        rounds=blocks,
        rulings=_rulings(event.pk, blocks) if "rulings" in lists else [],
        notes=notes_of(event.pk) if "notes" in lists else [],
    )


def _byes(entrant: Entrant) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(number), halves) for number, halves in entrant.byes.items()))


def notes_of(event_id: int) -> list[Note]:
    """Return the log, latest first."""
    rows = EventNote.objects.filter(event=event_id).select_related("by")
    return [
        Note(row.at, str(row.by), row.act, readable(row.before), readable(row.after), row.why)
        for row in rows[:MOST_NOTES]
    ]


def _rulings(event_id: int, blocks: list[RoundBlock]) -> list[Ruling]:
    names = {
        one.pairing_id: f"{block.name}: "
        + " – ".join(side.person.name if side.person else say("bye") for side in one.sides)
        for block in blocks
        for one in block.pairings
    }
    rows = Overturn.objects.filter(pairing__round__event=event_id).select_related("by").order_by("-pk")
    return [
        Ruling(row.pk, row.pairing_id, names.get(row.pairing_id, ""), row.why, str(row.by), row.at, row.undone_at)
        for row in rows
    ]
