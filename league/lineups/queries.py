"""Reads of line-ups: a franchise's plan, the Gamers fielded in matches, and the season of an event."""

from dataclasses import dataclass

from engines.i18n import translate as _
from league.events.models import OVER, Event, EventStatus, SeriesMatch
from league.events.queries import uses_rosters
from league.gamers.models import STATS
from league.gamers.queries import talents
from league.seasons.models import Franchise, Lineup, LineupGamer
from league.seasons.queries.rosters import get_planned_lineups, get_roster_cards
from league.seasons.rules.roster import MIN_SQUAD, Card

MAX_LINEUPS = 20


@dataclass(frozen=True, slots=True)
class LineupChoice:
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
class MatchSquad:
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
    choices: tuple[LineupChoice, ...]
    planned: bool
    """Whether there is a plan; without one, the four best available Gamers play."""
    least: int
    stats: tuple[str, ...]
    sent: tuple[MatchSquad, ...]
    """This franchise's line-ups, the newest match first."""

    @property
    def chosen(self) -> int:
        return sum(choice.chosen for choice in self.choices)

    @property
    def salary(self) -> int:
        return sum(choice.salary for choice in self.choices if choice.chosen)


def find_lineup_page(season_id: int, event_id: int, owner: int) -> LineupPage | None:
    """Return the page for the owner of a franchise; None for other users and for events played without Gamers."""
    event = Event.objects.filter(pk=event_id, season=season_id).first()
    franchise = Franchise.objects.filter(season=season_id, owner=owner).first()
    if event is None or franchise is None or not uses_rosters(event):
        return None
    chosen = get_planned_lineups(event.pk, [franchise.pk]).get(franchise.pk, set())
    choices = [_build_choice(card, card.contract in chosen) for card in get_roster_cards([franchise.pk])[franchise.pk]]
    return LineupPage(
        event.pk, event.name, event.status in OVER, franchise.pk, franchise.name, tuple(choices), bool(chosen),
        MIN_SQUAD, STATS, tuple(list_match_squads(event.pk, franchise.pk)),
    )  # fmt: skip


def list_plannable_events(season_id: int) -> list[tuple[int, str]]:
    """Return (id, name) of a season's events for which its franchises can plan line-ups now."""
    rows = Event.objects.filter(season=season_id).exclude(status__in=[*OVER, EventStatus.DRAFT]).order_by("pk")
    return [(row.pk, row.name) for row in rows if uses_rosters(row)]


def list_match_squads(event_id: int, franchise_id: int | None = None) -> list[MatchSquad]:
    """Return the line-ups of an event's opened matches, newest first; of one franchise or of all."""
    rows = Lineup.objects.filter(event=event_id, match_id__isnull=False).select_related("franchise")
    if franchise_id is not None:
        rows = rows.filter(franchise=franchise_id)
    # A match removed from the event does not count.
    rows = rows.filter(match_id__in=SeriesMatch.objects.filter(pairing__round__event=event_id).values("match"))
    lineups = list(rows.order_by("-match_id", "franchise__name")[:MAX_LINEUPS])
    gamers: dict[int, list[str]] = {row.pk: [] for row in lineups}
    named = LineupGamer.objects.filter(lineup__in=lineups).order_by("-contract__salary", "pk")
    for lineup, handle in named.values_list("lineup", "contract__gamer__gamer__handle"):
        gamers[lineup].append(handle)
    return [MatchSquad(row.match_id or 0, row.franchise.name, row.franchise_id, tuple(gamers[row.pk])) for row in lineups]


def _build_choice(card: Card, chosen: bool) -> LineupChoice:
    talent = talents().get(card.talent, {"name": "", "text": ""})
    words = _(talent["name"]), _(talent["text"])
    return LineupChoice(card.contract, card.handle, card.name, card.genre, card.salary, card.stats, *words, chosen)


@dataclass(frozen=True, slots=True)
class EventSeason:
    """The season of an event; `franchise` is the viewer's in it."""

    season_id: int
    season: str
    slug: str
    event_id: int
    franchise: int | None
    plans: bool
    """Whether the viewer may plan a line-up now."""


def find_event_season(event: Event, viewer_id: int | None) -> EventSeason | None:
    """Return the season of an event; None if it belongs to none."""
    if event.season is None:
        return None
    franchise_id = Franchise.objects.filter(season=event.season, owner=viewer_id).values_list("pk", flat=True).first()
    can_plan = franchise_id is not None and uses_rosters(event) and event.status not in OVER
    return EventSeason(event.season.pk, event.season.name, event.season.league.slug, event.pk, franchise_id, can_plan)
