"""The events of a season and the points scored in them.

An event belongs to the season of its league in which it started; before that, to the season of its planned start or
else of its announcement. An event for a season's franchises belongs to that season.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from engines.i18n import translate as _
from engines.referee_notation import ENTERED
from league.events.models import Entrant, Event, EventStatus, Pairing, PairingKind, Side
from league.events.queries import EventCard, annotate_counts, build_card
from league.formats.registry import keys_with
from league.leagues.models import League, Season
from league.people.models import Player
from league.seasons.models import Franchise
from league.standings.rows import load_all_rows
from league.standings.standings_calculation import compute_all_lines
from league.stats.models import Tally
from league.stats.queries.franchises import franchise_tables, to_points
from league.tables import TEXT, Column, Row, Table
from matches.errors import get_or_refuse

MAX_EVENTS = 100
MAX_PLAYERS = 100


class Choice(NamedTuple):
    """An event or season in the filter of a player's stats."""

    value: str
    name: str


@dataclass(frozen=True, slots=True)
class SeasonStats:
    """The stats of a season."""

    season_id: int
    name: str
    league: str
    slug: str
    starts_on: date
    ends_on: date
    events: list[EventCard]
    tables: list[Table]
    reported: int
    """Results that staff or players reported."""
    refereed: int
    """Results of matches that were played and refereed here."""


def get_season_day(event: Event) -> date:
    """Return the date (UTC) that decides the season of an event."""
    return (event.started_at or event.starts_at or event.created_at).astimezone(UTC).date()


def list_filter_choices(player_id: int) -> tuple[list[Choice], list[Choice]]:
    """Return the last events with counted matches of a player, and their seasons, newest first."""
    played = Tally.objects.filter(player=player_id, event__gt=0, topic="side").order_by("-event")
    rows = Event.objects.filter(pk__in=played.values("event")).order_by("-pk")[:MAX_EVENTS]
    events = list(rows.only("pk", "name", "league", "started_at", "starts_at", "created_at"))
    days = [(event.league_id, get_season_day(event)) for event in events if event.league_id]
    seasons = Season.objects.filter(league__in={league for league, _ in days}).select_related("league")
    return [Choice(f"event-{event.pk}", event.name) for event in events], [
        Choice(f"season-{season.pk}", f"{season.league.name}: {season.name}")
        for season in seasons.order_by("-starts_on", "-pk")
        if any(league == season.league_id and season.starts_on <= day <= season.ends_on for league, day in days)
    ]


def list_event_ids(season_id: int) -> list[int]:
    """Return the ids of a season's events; none for an unknown season."""
    season = Season.objects.filter(pk=season_id).first()
    return [event.pk for event in _filter_events(season, Event.objects.all())] if season else []


def _filter_events(season: Season, events: QuerySet[Event]) -> list[Event]:
    rows = events.filter(league=season.league_id).exclude(status=EventStatus.DRAFT).order_by("pk")
    return [
        row
        for row in rows
        if row.season_id == season.pk or (row.season_id is None and season.starts_on <= get_season_day(row) <= season.ends_on)
    ]


def get_season_stats(slug: str, season_id: int) -> SeasonStats:
    """Return the stats of a season. Raises ActionError("not-found")."""
    rows = Season.objects.filter(pk=season_id, league__slug=slug.lower()).select_related("league", "terms")
    season = get_or_refuse(rows.first(), "not-found", _("Season not found."))
    events = _filter_events(season, _annotate_results(annotate_counts(Event.objects.all())))[-MAX_EVENTS:]
    league: League = season.league
    return SeasonStats(
        season.pk, season.name, league.name, league.slug, season.starts_on, season.ends_on, [*map(build_card, events)],
        [*franchise_tables(getattr(season, "terms", None), league.slug), _points_table(events, season.pk)],
        reported=sum(vars(event)["reported"] or 0 for event in events),
        refereed=sum(vars(event)["refereed"] or 0 for event in events),
    )  # fmt: skip


def _annotate_results(events: QuerySet[Event]) -> QuerySet[Event]:
    """Annotate the numbers of reported and of refereed results; byes and walkovers are neither."""
    counted = Pairing.objects.filter(
        round__event=OuterRef("pk"), kind=PairingKind.GAME, counted_at__isnull=False, forfeit=False
    ).order_by()
    reported = Q(reason=ENTERED) | Q(round__event__title__isnull=False)
    counts = counted.values("round__event").annotate(
        reported=Count("pk", filter=reported), refereed=Count("pk", filter=~reported)
    )
    return events.annotate(reported=Subquery(counts.values("reported")), refereed=Subquery(counts.values("refereed")))


def _points_table(events_of_season: Iterable[Event], season_id: int) -> Table:
    """Return the players' points over the events of a season, by each event's own scoring.

    A player who has points in events of the franchises only is named as the franchise.
    """
    events = [entry for entry in events_of_season if entry.started_at is not None]
    points: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    ids = [entry.pk for entry in events]
    sides = Side.objects.filter(round__event__in=ids, halves__isnull=False).exclude(
        round__stage__format__in=keys_with("points_from_table")
    )
    for player, event, halves in sides.filter(entrant__isnull=False).values_list("entrant__player", "round__event", "halves"):
        points[player][event] += halves or 0
    for player, event, halves in _iter_table_points(events):
        points[player][event] += halves
    best = sorted(points, key=lambda player: (-sum(points[player].values()), player))[:MAX_PLAYERS]
    players = Player.objects.in_bulk(best)
    others = {entry.pk for entry in events if entry.season_id is None}
    owners = Franchise.objects.filter(season=season_id, owner__in=best).values_list("owner", "name")
    franchises = {owner: name for owner, name in owners if not points[owner].keys() & others}
    columns = (
        Column("player", _("Player"), TEXT), Column("points", _("Points")), Column("events", _("Events")),
        *(Column(f"event-{entry.pk}", entry.name) for entry in events),
    )  # fmt: skip
    rows = tuple(
        Row(
            (
                franchises.get(player, str(players[player])), to_points(sum(points[player].values())), len(points[player]),
                *(to_points(points[player][entry.pk]) if entry.pk in points[player] else None for entry in events),
            ),
            reverse("player-stats", args=[players[player].username]),
        )
        for player in best
    )  # fmt: skip
    note = _("Points as awarded by the events, including byes and rulings. Top {limit}.", limit=MAX_PLAYERS)
    return Table("points", _("Points across events"), columns, rows, about=note)


def _iter_table_points(events: Sequence[Event]) -> Iterator[tuple[int, int, int]]:
    """Yield (player, event, half points) of stages whose points are not the sum over the matches."""
    stages = [stage for event in events for stage in event.stages.all() if stage.traits.points_from_table]
    rows = load_all_rows([stage for stage in stages if stage.started_at is not None])
    lines = [(row.stage.event_id, line) for row, group in zip(rows, compute_all_lines(rows), strict=True) for line in group]
    ids = {line.entrant for _, line in lines if line.played}
    players = dict(Entrant.objects.filter(pk__in=ids).values_list("pk", "player"))
    for event, line in lines:
        if line.entrant in players:
            yield players[line.entrant], event, line.halves
