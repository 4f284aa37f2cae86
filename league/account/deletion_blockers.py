"""Blockers of an account's deletion: obligations to other users."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from engines.i18n import translate as _, translate_n, translate_stored
from league.drafts.models import Draft, DraftStatus
from league.events.models import EntrantStatus, Event, EventStatus
from league.events.models.event import Entrant
from league.leagues.models import League, Role, Staff
from league.leagues.rules import PERMISSIONS
from league.people.models import Player
from league.seasons.models import Franchise, Phase
from matches.models import Match, Seat, Status, Submission

ENDED_STATUSES = (EventStatus.FINISHED, EventStatus.ARCHIVED, EventStatus.CANCELLED)
ACTIVE_PHASES = (Phase.SETUP, Phase.DRAFT, Phase.ROUNDS)
"""Phases in which franchises need their owners."""


@dataclass(frozen=True, slots=True)
class DeletionBlocker:
    """A reason why the account cannot be deleted yet."""

    code: str
    text: str
    path: str
    """The path of the page where it can be resolved."""


def list_blockers(player_id: int, *, resigning: bool = False) -> list[DeletionBlocker]:
    """Return the blockers. With `resigning`, matches that can be resigned do not block."""
    return [*_match_blockers(player_id, resigning), *_event_blockers(player_id), *_league_blockers(player_id)]


def list_resignable(player_id: int) -> list[int]:
    """Return the player's running matches that can be resigned."""
    return [match for match, is_held in _list_unfinished_matches(player_id) if not is_held]


def list_running_titles(player_id: int) -> dict[int, str]:
    """Return the titles, by id, of the matches that would be lost by resigning them."""
    rows = Match.objects.filter(pk__in=list_resignable(player_id)).order_by("pk")
    return {pk: translate_stored(title) for pk, title in rows.values_list("pk", "title")}


def _list_unfinished_matches(player_id: int) -> list[tuple[int, bool]]:
    """Return the player's unfinished matches, each with whether it is held by a referee or an error of ours."""
    rows = Seat.objects.filter(player=player_id, match__status__in=(Status.PLAYING, Status.PAUSED, Status.REVIEW)).values_list(
        "match", "number", "match__status", "match__paused_until"
    )
    resigned = Submission.objects.filter(match__in=[match for match, *_ in rows], text="resign", entry__isnull=False)
    resigned_seats = set(resigned.values_list("match", "seat"))
    return [
        (match, status == Status.REVIEW or (status == Status.PAUSED and until is None))
        for match, number, status, until in rows
        if (match, number) not in resigned_seats
    ]


def _match_blockers(player_id: int, resigning: bool) -> Iterator[DeletionBlocker]:
    playing = _list_unfinished_matches(player_id)
    for match in (match for match, is_held in playing if is_held):
        text = _("Match {match} is paused or under review. Wait for the referee's ruling.", match=match)
        yield DeletionBlocker("match-held", text, reverse("match", args=[match]))
    running = [match for match, is_held in playing if not is_held]
    if running and not resigning:
        text = translate_n(
            "You have an unfinished match. Finish it first, or choose to resign.",
            "You have {n} unfinished matches. Finish them first, or choose to resign.",
            len(running),
        )
        yield DeletionBlocker("playing", text, reverse("match", args=[running[0]]))
    # Draws of Gamers for rated matches cannot be cancelled once they have started.
    draws = Draft.objects.filter(
        teams__player=player_id, match__challenge__rated=True, status=DraftStatus.RUNNING, last_act__gt=0
    )
    for match in draws.order_by("pk").values_list("match", flat=True):
        text = _("You're drawing Gamers for a rated match. Finish the match first.")
        yield DeletionBlocker("drawing", text, reverse("match", args=[match]))


def _event_blockers(player_id: int) -> Iterator[DeletionBlocker]:
    """Yield events with the player as an entrant, and those without another organiser."""
    entries = Entrant.objects.filter(
        player=player_id, status=EntrantStatus.ENTERED, event__status=EventStatus.RUNNING, event__boards_of=None
    ).select_related("event")
    for entry in entries.order_by("pk"):
        text = _("You're playing in {event}. Withdraw from it first.", event=entry.event.name)
        yield DeletionBlocker("in-event", text, reverse("event", args=[entry.event_id]))
    organised = Event.objects.filter(organiser=player_id, boards_of=None).exclude(status__in=ENDED_STATUSES)
    for event in organised.exclude(league__in=_organised_by_others(player_id)).order_by("pk"):
        text = _("{one} has no other organiser. Finish or cancel it first.", one=event.name)
        yield DeletionBlocker("organises", text, reverse("event", args=[event.pk]))


def _league_blockers(player_id: int) -> Iterator[DeletionBlocker]:
    owned_leagues = League.objects.filter(staff__player=player_id, staff__role=Role.OWNER)
    others = Staff.objects.filter(role=Role.OWNER).exclude(player=player_id).values("league")
    for league in owned_leagues.exclude(pk__in=others).order_by("pk"):
        text = _("You're the only owner of {one}. Make another player an owner first.", one=league.name)
        yield DeletionBlocker("last-owner", text, reverse("league", args=[league.slug]))
    owned = Franchise.objects.filter(
        owner=player_id, season__terms__phase__in=ACTIVE_PHASES, season__archived_at=None
    ).select_related("season__league", "season__terms")
    for franchise in owned.order_by("pk"):
        season = franchise.season
        if season.terms.phase == Phase.SETUP:
            way_out = _("Remove it from the season, or ask an organiser to transfer it.")
        else:
            way_out = _("Ask an organiser to transfer it first.")
        text = _(
            "{one} plays in {season} of {league}. {way_out}",
            one=franchise.name, season=season.name, league=season.league.name, way_out=way_out,
        )  # fmt: skip
        yield DeletionBlocker("owns-franchise", text, reverse("season", args=[season.league.slug, season.pk]))
    admins = Player.objects.filter(is_superuser=True, is_active=True)
    if list(admins.values_list("pk", flat=True)) == [player_id]:
        text = _("You're the site's only admin. Make another player an admin first.")
        yield DeletionBlocker("last-admin", text, reverse("account"))


def _organised_by_others(player_id: int) -> QuerySet[Staff, Any]:
    return Staff.objects.filter(role__in=PERMISSIONS["edit the league"]).exclude(player=player_id).values("league")
