"""Data of the organiser's console."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from engines.i18n import translate as _, translate_stored
from league.event_console.available_actions import list_available_actions
from league.events.models import Entrant, EntrantStatus, Event, EventLogEntry, ResultOverride
from league.events.queries import EventCard, build_card
from league.formats.registry import get_traits
from league.formats.season.calendar import Calendar, parse_calendar
from league.leagues.log_words import UNSHOWN, act_text, field_name, field_value, readable
from league.match_times.queries import list_for_event
from league.pairings.queries.pairing_exclusions import ExclusionLine, list_exclusions
from league.pairings.queries.rounds import RoundBlock, list_rounds
from league.people.models import Player
from league.ratings import elo
from league.ratings.models import Rating
from league.registration.queries import NoShowLine, list_no_show_lines
from league.standings.next_season import NextSeason, plan_next_season
from league.standings.rows import StageRows
from league.standings.tables import Person, list_entrants, load_event_stage_rows, to_person

MAX_LOG_ENTRIES = 200


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant as its organiser sees it. `byes` are requested byes as (round, half points)."""

    person: Person
    rating: int
    byes: tuple[tuple[int, int], ...]
    joined_at: datetime
    answer_by: datetime | None
    """Deadline of a spot offer."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A log entry."""

    at: datetime
    by: str
    act: str
    before: Any
    after: Any
    why: str

    @property
    def words(self) -> str:
        """Return the text of the action."""
        return act_text(self.act)

    @property
    def details(self) -> list[tuple[str, object, object]]:
        """Return (name, before, after) of everything that changed."""
        before, after = self.before or {}, self.after or {}
        values = (
            (name, *(field_value(name, data[name]) if name in data else "" for data in (before, after)))
            for name in dict.fromkeys([*before, *after])
            if name not in UNSHOWN
        )
        return [(field_name(name), old, new) for name, old, new in values]


@dataclass(frozen=True, slots=True)
class OverrideLine:
    """An override; `what` names the pairing's round and sides."""

    overturn_id: int
    pairing_id: int
    what: str
    why: str
    by: str
    at: datetime
    undone_at: datetime | None


@dataclass(frozen=True, slots=True)
class Console:
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
    apart: tuple[ExclusionLine, ...]
    lines: list[EntrantLine]
    rounds: list[RoundBlock]
    rulings: list[OverrideLine]
    notes: list[LogEntry]

    @property
    def entered(self) -> list[EntrantLine]:
        return [line for line in self.lines if line.person.status == EntrantStatus.ENTERED]

    @property
    def queue(self) -> list[EntrantLine]:
        return [line for line in self.lines if line.person.status in ("applied", "waiting", "invited")]

    @property
    def withdrawn(self) -> list[EntrantLine]:
        return [line for line in self.lines if line.person.status == EntrantStatus.WITHDRAWN]

    @property
    def order(self) -> list[EntrantLine]:
        """Return the entrants in the current seed order; with random seeding, in order of joining."""
        if self.seeding == "rating":
            return sorted(self.entered, key=lambda line: (-line.rating, line.joined_at))
        return sorted(self.entered, key=lambda line: (line.person.seed or 10_000, line.joined_at))

    @property
    def unpublished_rounds(self) -> list[RoundBlock]:
        """Return the unpublished rounds."""
        return [block for block in self.rounds if block.started_at is None]

    @property
    def published(self) -> list[RoundBlock]:
        """Return the published rounds, latest first."""
        return [block for block in reversed(self.rounds) if block.started_at]

    def block(self, number: object = None) -> RoundBlock | None:
        """Return the published round with this number, else the first unfinished one, else the last."""
        matching = [block for block in self.published if block.number == number]
        unfinished = [block for block in reversed(self.published) if block.finished_at is None]
        return next(iter([*matching, *unfinished, *self.published]), None)

    @property
    def before(self) -> bool:
        return self.card.status in ("draft", "registration", "check-in", "seeding")

    @property
    def checked_in(self) -> int:
        return sum(line.person.checked_in for line in self.entered)

    @property
    def byes(self) -> bool:
        """Return whether the first stage has requested byes."""
        return get_traits(self.formats[0]).requested_byes

    @property
    def reports(self) -> list[int]:
        """Return the numbers of the stages that can be exported as tournament reports."""
        return [number for number, key in enumerate(self.formats, 1) if get_traits(key).report]


_COPIED_FIELDS = (
    "announcement", "registration", "seeding", "check_in_min", "paused_at", "next_round_at", "repeat_days",
)  # fmt: skip
LISTS = frozenset({"rounds", "no_shows", "rulings", "notes"})
"""Lists that only some console pages need and that are fetched on request."""


def build_console(
    event: Event, at: datetime, lists: Collection[str] = LISTS, stages: Sequence[StageRows] | None = None
) -> Console:
    """Return the console's view of an event from `annotate_counts`, with these lists filled. Check `can_manage` first.

    `stages` saves a query if the caller has the rows of `load_event_stage_rows`.
    """
    rating = Rating.objects.filter(player=OuterRef("player"), pool=event.seeding_pool).values("value")
    rows = list_entrants([event.pk]).annotate(now=Coalesce("rating", Subquery(rating), elo.START))
    entrants = {row.pk: row for row in rows}
    people = {key: to_person(row) for key, row in entrants.items()}
    stages = load_event_stage_rows(event) if stages is None else stages
    blocks, season = list_rounds(stages if "rounds" in lists else [], people), plan_next_season(event, stages, people)
    current = next((rows for rows in stages if rows.stage.finished_at is None), None)
    entered = sum(item.status == EntrantStatus.ENTERED for item in people.values())
    return Console(
        **{name: getattr(event, name) for name in _COPIED_FIELDS},
        card=build_card(event),
        can=list_available_actions(event, current, entered, following=season is not None and season.event_id is None),
        trouble=translate_stored(event.problem),
        league_name=event.league.name if event.league else "",
        no_shows=list_no_show_lines(event, at) if "no_shows" in lists else [],
        formats=tuple(stage.format for stage in event.stages.all()),
        calendar=next(filter(None, (parse_calendar(item.settings.get("calendar")) for item in event.stages.all())), None),
        season=season,
        apart=list_exclusions(event, people),
        lines=[
            EntrantLine(people[key], round(vars(row)["now"]), _list_byes(row), row.joined_at, row.answer_by)
            for key, row in entrants.items()
        ],
        rounds=blocks,
        rulings=_list_overrides(event.pk, blocks) if "rulings" in lists else [],
        notes=list_log_entries(event.pk) if "notes" in lists else [],
    )


def _list_byes(entrant: Entrant) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(number), halves) for number, halves in entrant.byes.items()))


def list_log_entries(event_id: int) -> list[LogEntry]:
    """Return the log, latest first."""
    rows = EventLogEntry.objects.filter(event=event_id).select_related("by")
    return [
        LogEntry(row.at, str(row.by), row.act, readable(row.before), readable(row.after), row.why)
        for row in rows[:MAX_LOG_ENTRIES]
    ]


def _list_overrides(event_id: int, blocks: list[RoundBlock]) -> list[OverrideLine]:
    names = {
        pairing.pairing_id: f"{block.name}: "
        + " – ".join(side.person.name if side.person else _("bye") for side in pairing.sides)
        for block in blocks
        for pairing in block.pairings
    }
    rows = ResultOverride.objects.filter(pairing__round__event=event_id).select_related("by").order_by("-pk")
    return [
        OverrideLine(row.pk, row.pairing_id, names.get(row.pairing_id, ""), row.why, str(row.by), row.at, row.undone_at)
        for row in rows
    ]


def build_times(event: Event, by: Player, at: datetime) -> dict[str, Any]:
    """Return the match times of an event for its page: the rows, how many are in each state, and the reason of forfeits."""
    times = list_for_event(event.pk, by.pk, at)
    names = {"agreed": _("Agreed"), "proposed": _("Proposed"), "silent": _("Silent"), "overdue": _("Overdue")}
    counts = [(name, sum(view.state == state for view in times)) for state, name in names.items()]
    return {"times": times, "counts": counts, "why": _("The players didn't agree on a time.")}
