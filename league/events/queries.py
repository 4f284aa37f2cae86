"""Events for lists, permissions to manage them, and their relation to seasons."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce
from django.urls import reverse

from engines import registry
from engines.i18n import mark, translate as _
from engines.reported import ReportedGame
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, Round
from league.formats.registry import get_format
from league.games import find_game, game_name, has_rosters
from league.leagues.queries.roles import get_rights, has_league_permission, list_organisers
from league.people.models import Player
from league.seasons.queries.rosters import list_plannable_seasons
from matches.errors import ActionError

MANAGE, RULE, SCORE = "edit the league", "rule on matches", "enter results"
"""The permissions in a league that staff need for an event: to manage it, rule on its matches, enter its results."""
PERMISSION_ERRORS = {
    MANAGE: mark("Only the organiser of this event can do this."),
    RULE: mark("Only the organiser or a referee of the league can do this."),
    SCORE: mark("Only the organiser or the staff of the league can do this."),
}


def find_event_names(ids: Collection[int]) -> dict[int, str]:
    """Return the names of these events by id."""
    return dict(Event.objects.filter(pk__in=ids).values_list("pk", "name"))


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event as lists show it."""

    event_id: int
    url: str
    name: str
    game: str
    game_name: str
    format_name: str
    status: str
    rated: bool
    demo: bool
    organiser: str
    organiser_url: str
    entrants: int
    max_entrants: int
    round: int
    rounds: int
    created_at: datetime
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    reported: bool
    """Whether its game is played elsewhere, so that its results are reported."""

    @property
    def sides(self) -> str:
        """Return the set of signs of its sides for style sheets: White and Black for chess, otherwise those of the game."""
        game = registry.get_or_missing(self.game)
        return "white-and-black" if isinstance(game, ReportedGame) and game.sides else self.game

    @property
    def bots(self) -> list[tuple[str, str]]:
        """Return the bots that play its game as (kind, level and rating), weakest first."""
        game = None if self.reported else find_game(self.game)
        return [] if game is None else game.bot_choices


def list_events(
    *statuses: str, limit: int = 50, before: int | None = None, game: str = "", league: str = "", season: int | None = None
) -> list[EventCard]:
    """Return events with these statuses (default: all public ones), newest first. `league` is a slug."""
    public = Event.objects.exclude(status=EventStatus.DRAFT).filter(boards_of=None)
    rows = public.filter(status__in=statuses) if statuses else public
    filters = {"pk__lt": before, "game": game or None, "league__slug": league or None, "season": season}
    rows = rows.filter(**{name: value for name, value in filters.items() if value is not None})
    return [build_card(row) for row in annotate_counts(rows).order_by("-pk")[:limit]]


# One indexed query per status: with an OR the database would scan all events.
_NEWEST = """SELECT id FROM (
    SELECT id FROM league_event WHERE status = %s AND boards_of_id IS NULL ORDER BY id DESC LIMIT %s
) AS newest"""


def list_newest_events(limits: Mapping[str, int]) -> dict[str, list[Event]]:
    """Return the newest events of each status, with the counts for cards, in two queries."""
    chosen = RawSQL(" UNION ALL ".join([_NEWEST] * len(limits)), [arg for pair in limits.items() for arg in pair])  # noqa: S611
    by_status: dict[str, list[Event]] = {status: [] for status in limits}
    for row in annotate_counts(Event.objects.filter(pk__in=chosen)).order_by("-pk"):
        by_status[row.status].append(row)
    return by_status


def annotate_counts(rows: QuerySet[Event]) -> QuerySet[Event]:
    """Add the counts for cards, in two queries."""
    entrants = Entrant.objects.filter(status__in=[EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN])
    rounds = Round.objects.all()
    return (
        rows.select_related("organiser", "league")
        .prefetch_related("stages")
        .annotate(
            entrant_count=_count_per_event(entrants),
            round_count=_count_per_event(rounds),
            started_count=_count_per_event(rounds.filter(started_at__isnull=False)),
        )
    )


def _count_per_event(rows: QuerySet[Any]) -> Coalesce:
    """Return a subquery that counts these rows per event."""
    of_event = rows.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(of_event.annotate(number=Count("pk")).values("number")), 0)


_COPIED_FIELDS = (
    "name", "game", "status", "rated", "demo", "max_entrants", "created_at", "starts_at", "started_at", "finished_at",
)  # fmt: skip


def build_card(row: Event) -> EventCard:
    """Return the card of an event from `annotate_counts` or `list_newest_events`."""
    counts = vars(row)
    is_continuous = any(stage.traits.continuous for stage in row.stages.all())
    return EventCard(
        **{name: getattr(row, name) for name in _COPIED_FIELDS},
        event_id=row.pk,
        url=reverse("event", args=[row.pk]),
        game_name=game_name(row.game),
        reported=row.is_reported,
        format_name=describe_format(row),
        organiser=str(row.organiser),
        organiser_url=reverse("player", args=[row.organiser.username]),
        entrants=counts["entrant_count"],
        round=counts["started_count"],
        rounds=0
        if is_continuous or row.boards_of_id is not None
        else max(counts["round_count"], count_planned_rounds(row, counts["entrant_count"])),
    )


def describe_format(row: Event) -> str:
    """Return the formats of an event's stages: `Swiss`, or `Groups, then single elimination`."""
    name = ""
    for stage in row.stages.all():
        traits = stage.traits
        name = _("{stages}, then {next}", stages=name, next=_(traits.within)) if name else traits.name
    rules = row.team_rules
    return name if rules is None else _("{format} for teams of {boards}", format=name, boards=rules.boards)


def count_planned_rounds(row: Event, entrants: int) -> int:
    """Return the planned rounds of the first stage; 0 if unknown."""
    stage = next(iter(row.stages.all()), None)
    if stage is None or entrants < 2 or stage.traits.continuous or stage.traits.is_bracket:
        return 0
    format = get_format(stage.format)
    try:
        return format.rounds_planned(format.check(stage.settings, entrants), entrants)
    except ValueError:
        return 0


def can_manage(event: Event, viewer: Player | None) -> bool:
    """Return whether the player is site staff, or organises the event or its league."""
    if viewer is None or not viewer.is_active:
        return False
    if viewer.pk == event.organiser_id or viewer.is_staff:
        return True
    if event.league is None:
        return False
    return viewer.is_superuser or any(staff.player_id == viewer.pk for staff in list_organisers(event.league))


def is_manager(event: Event, player_id: int) -> bool:
    """Return whether the player may manage the event."""
    return player_id == event.organiser_id or can_manage(event, Player.objects.filter(pk=player_id).first())


def can_rule(event: Event, player_id: int) -> bool:
    """Return whether the player may manage the event or is a referee of its league."""
    rights = get_rights(player_id, event.league_id)
    in_league = event.league_id is not None and rights.may_referee
    return player_id == event.organiser_id or rights.staff or in_league


def check_event_permission(event: Event, player_id: int, permission: str) -> None:
    """Raise ActionError unless the player manages the event, or has the permission in its league and doesn't play in it."""
    if is_manager(event, player_id):
        return
    if event.league_id is None or not has_league_permission(player_id, event.league_id, permission):
        raise ActionError("not-allowed", _(PERMISSION_ERRORS[permission]))
    if event.entrants.filter(player=player_id).exists():
        raise ActionError("plays-here", _("You're playing in this event. Another member of the staff has to do this."))


def get_visible_event(rows: QuerySet[Event], viewer: Player | None) -> Event:
    """Return the event of these rows. Raises ActionError("not-found"), also for drafts of other organisers."""
    event = rows.first()
    if event is None or (event.status == EventStatus.DRAFT and not can_manage(event, viewer)):
        raise ActionError("not-found", _("Event not found."))
    return event


def get_managed_event(event_id: int, viewer: Player | None, permission: str = MANAGE) -> tuple[Event, Player]:
    """Return the event, with counts, and the viewer, who manages it or has another `permission` in its league.

    Raises ActionError: not-found, sign-in-needed, not-allowed, plays-here.
    """
    event = get_visible_event(annotate_counts(Event.objects.filter(pk=event_id)), viewer)
    if viewer is None:
        raise ActionError("sign-in-needed", _("Sign in first."))
    if not can_manage(event, viewer):
        check_event_permission(event, viewer.pk, permission)
    return event, viewer


def list_season_choices(event: Event) -> list[tuple[int, str]]:
    """Return the seasons that an event can belong to, including its own."""
    seasons = list_plannable_seasons([event.league_id]) if event.league_id else []
    if event.season is not None and event.season_id not in dict(seasons):
        seasons.insert(0, (event.season.pk, str(event.season)))
    return seasons


def uses_rosters(event: Event) -> bool:
    """Return whether the event's matches are played with the Gamers of franchises."""
    return event.season_id is not None and event.teams is None and fields_gamers(event.game, event.options)


def fields_gamers(game: str, options: Mapping[str, Any]) -> bool:
    """Return whether the franchises of a season play a game with these options with their own Gamers."""
    return has_rosters(game) and options.get("gamers", True) is not False
