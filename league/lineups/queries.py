"""Reads of line-ups: a franchise's plan, the Gamers fielded in matches, and the season of an event."""

from dataclasses import dataclass

from engines.words import told
from league.events.models import OVER, Event, EventStatus, SeriesMatch
from league.events.queries import by_rosters
from league.gamers.models import STATS
from league.gamers.queries import talents
from league.seasons.models import Franchise, Lineup, LineupGamer
from league.seasons.queries.rosters import planned, rostered
from league.seasons.rules.roster import LEAST, Card

MOST_SENT = 20


@dataclass(frozen=True, slots=True)
class Choice:
    """A Gamer of the roster and whether it is in the plan."""

    contract_id: int
    handle: str
    name: str
    genre: str
    salary: int
    stats: tuple[int, ...]
    talent: str
    talent_words: str
    chosen: bool

    @property
    def figures(self) -> list[tuple[str, int]]:
        return list(zip(STATS, self.stats, strict=True))


@dataclass(frozen=True, slots=True)
class Sent:
    """The Gamers that a franchise fielded in a match."""

    match_id: int
    franchise_name: str
    franchise_id: int
    handles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineupPage:
    """The line-up page of a franchise for one event."""

    event_id: int
    event_name: str
    over: bool
    franchise_id: int
    franchise_name: str
    choices: tuple[Choice, ...]
    planned: bool
    """Whether there is a plan; without one, the four best available Gamers play."""
    least: int
    stats: tuple[str, ...]
    sent: tuple[Sent, ...]
    """This franchise's line-ups, the newest match first."""

    @property
    def chosen(self) -> int:
        return sum(one.chosen for one in self.choices)

    @property
    def salary(self) -> int:
        return sum(one.salary for one in self.choices if one.chosen)


def lineup_page(season_id: int, event_id: int, owner: int) -> LineupPage | None:
    """Return the page for the owner of a franchise; None for other users and for events played without Gamers."""
    event = Event.objects.filter(pk=event_id, season=season_id).first()
    franchise = Franchise.objects.filter(season=season_id, owner=owner).first()
    if event is None or franchise is None or not by_rosters(event):
        return None
    chosen = planned(event.pk, [franchise.pk]).get(franchise.pk, set())
    choices = [_choice(one, one.contract in chosen) for one in rostered([franchise.pk])[franchise.pk]]
    return LineupPage(
        event.pk, event.name, event.status in OVER, franchise.pk, franchise.name, tuple(choices), bool(chosen),
        LEAST, STATS, tuple(sent_of(event.pk, franchise.pk)),
    )  # fmt: skip


def lineups_to_plan(season_id: int) -> list[tuple[int, str]]:
    """Return (id, name) of a season's events for which its franchises can plan line-ups now."""
    rows = Event.objects.filter(season=season_id).exclude(status__in=[*OVER, EventStatus.DRAFT]).order_by("pk")
    return [(row.pk, row.name) for row in rows if by_rosters(row)]


def sent_of(event_id: int, franchise_id: int | None = None) -> list[Sent]:
    """Return the line-ups of an event's opened matches, newest first; of one franchise or of all."""
    rows = Lineup.objects.filter(event=event_id, match_id__isnull=False).select_related("franchise")
    if franchise_id is not None:
        rows = rows.filter(franchise=franchise_id)
    # A match removed from the event does not count.
    rows = rows.filter(match_id__in=SeriesMatch.objects.filter(pairing__round__event=event_id).values("match"))
    lineups = list(rows.order_by("-match_id", "franchise__name")[:MOST_SENT])
    gamers: dict[int, list[str]] = {one.pk: [] for one in lineups}
    named = LineupGamer.objects.filter(lineup__in=lineups).order_by("-contract__salary", "pk")
    for lineup, handle in named.values_list("lineup", "contract__gamer__gamer__handle"):
        gamers[lineup].append(handle)
    return [Sent(one.match_id or 0, one.franchise.name, one.franchise_id, tuple(gamers[one.pk])) for one in lineups]


def _choice(one: Card, chosen: bool) -> Choice:
    talent = talents().get(one.talent, {"name": "", "text": ""})
    words = told(talent["name"]), told(talent["text"])
    return Choice(one.contract, one.handle, one.name, one.genre, one.salary, one.stats, *words, chosen)


@dataclass(frozen=True, slots=True)
class Tied:
    """The season of an event; `franchise` is the viewer's in it."""

    season_id: int
    season: str
    slug: str
    event_id: int
    franchise: int | None
    plans: bool
    """Whether the viewer may plan a line-up now."""


def tied(event: Event, reader: int | None) -> Tied | None:
    """Return the season of an event; None if it belongs to none."""
    if event.season is None:
        return None
    own = Franchise.objects.filter(season=event.season, owner=reader).values_list("pk", flat=True).first()
    plans = own is not None and by_rosters(event) and event.status not in OVER
    return Tied(event.season.pk, event.season.name, event.season.league.slug, event.pk, own, plans)
