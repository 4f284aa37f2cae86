"""What stands in the way of deleting an account: whatever would be done to others by it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from engines.words import retell, say, say_many
from league.drafts.models import Draft, DraftStatus
from league.events.models import EntrantStatus, Event, EventStatus
from league.events.models.event import Entrant
from league.leagues.models import League, Role, Staff
from league.people.models import Player
from league.seasons.models import Franchise, Phase
from matches.models import Match, Seat, Status, Submission

ENDED = (EventStatus.FINISHED, EventStatus.ARCHIVED, EventStatus.CANCELLED)
IN_USE = (Phase.SETUP, Phase.DRAFT, Phase.ROUNDS)
"""Phases of a season in which its franchises need their owners."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    code: str
    text: str
    path: str
    """Where it can be seen to."""


def hindrances(player_id: int, *, resigning: bool = False) -> list[Hindrance]:
    """Return what has to be seen to first. `resigning`: matches that can be resigned are no hindrance."""
    return [*_in_matches(player_id, resigning), *_in_events(player_id), *_in_leagues(player_id)]


def to_resign(player_id: int) -> list[int]:
    """Return the matches that the player still plays and may resign."""
    return [match for match, is_held in _playing(player_id) if not is_held]


def running_matches(player_id: int) -> dict[int, str]:
    """Return what `resign` would lose, for the page: titles by id."""
    rows = Match.objects.filter(pk__in=to_resign(player_id)).order_by("pk")
    return {pk: retell(title) for pk, title in rows.values_list("pk", "title")}


def _playing(player_id: int) -> list[tuple[int, bool]]:
    """Return matches that are not over for this player, and whether a referee or a fault of ours holds each."""
    rows = Seat.objects.filter(
        player=player_id, match__status__in=(Status.PLAYING, Status.PAUSED, Status.REVIEW)
    ).values_list("match", "number", "match__status", "match__paused_until")
    resigned = Submission.objects.filter(match__in=[match for match, *_ in rows], text="resign", entry__isnull=False)
    gone = set(resigned.values_list("match", "seat"))
    return [
        (match, status == Status.REVIEW or (status == Status.PAUSED and until is None))
        for match, number, status, until in rows
        if (match, number) not in gone
    ]


def _in_matches(player_id: int, resigning: bool) -> Iterator[Hindrance]:
    playing = _playing(player_id)
    for match in (match for match, is_held in playing if is_held):
        text = say("Match {match} is held. Wait until a referee has ruled on it.", match=match)
        yield Hindrance("match-held", text, reverse("match", args=[match]))
    running = [match for match, is_held in playing if not is_held]
    if running and not resigning:
        text = say_many(
            "You play a match that is not over. Finish first, or choose to resign.",
            "You play {n} matches that are not over. Finish first, or choose to resign.",
            len(running),
        )
        yield Hindrance("playing", text, reverse("match", args=[running[0]]))
    # Draws of Gamers for rated matches, which can't be cancelled once they have begun.
    draws = Draft.objects.filter(
        teams__player=player_id, match__challenge__rated=True, status=DraftStatus.RUNNING, last_act__gt=0
    )
    for match in draws.order_by("pk").values_list("match", flat=True):
        text = say("You draw Gamers for a rated match. Finish the match first.")
        yield Hindrance("drawing", text, reverse("match", args=[match]))


def _in_events(player_id: int) -> Iterator[Hindrance]:
    """Yield events that the player is in, and those that nobody else could go on with."""
    entries = Entrant.objects.filter(
        player=player_id, status=EntrantStatus.ENTERED, event__status=EventStatus.RUNNING
    ).select_related("event")
    for entry in entries.order_by("pk"):
        text = say("You play in {event}. Withdraw from it first.", event=entry.event.name)
        yield Hindrance("in-event", text, reverse("event", args=[entry.event_id]))
    own = Event.objects.filter(organiser=player_id).exclude(status__in=ENDED)
    for event in own.exclude(league__in=_organised_by_others(player_id)).order_by("pk"):
        text = say("{one} has no other organiser. Finish it or call it off first.", one=event.name)
        yield Hindrance("organises", text, reverse("event", args=[event.pk]))


def _in_leagues(player_id: int) -> Iterator[Hindrance]:
    organised = League.objects.filter(staff__player=player_id, staff__role=Role.ORGANISER)
    for league in organised.exclude(pk__in=_organised_by_others(player_id)).order_by("pk"):
        text = say("You alone organise {one}. Make somebody else an organiser first.", one=league.name)
        yield Hindrance("last-organiser", text, reverse("league", args=[league.slug]))
    owned = Franchise.objects.filter(
        owner=player_id, season__terms__phase__in=IN_USE, season__archived_at=None
    ).select_related("season__league", "season__terms")
    for one in owned.order_by("pk"):
        season = one.season
        if season.terms.phase == Phase.SETUP:
            way_out = say("Take it out of the season, or have an organiser hand it over.")
        else:
            way_out = say("Have an organiser hand it over first.")
        text = say(
            "{one} plays in {season} of {league}. {way_out}",
            one=one.name, season=season.name, league=season.league.name, way_out=way_out,
        )  # fmt: skip
        yield Hindrance("owns-franchise", text, reverse("season", args=[season.league.slug, season.pk]))
    admins = Player.objects.filter(is_superuser=True, is_active=True)
    if list(admins.values_list("pk", flat=True)) == [player_id]:
        text = say("You are the site's only admin. Make somebody else one first.")
        yield Hindrance("last-admin", text, reverse("account"))


def _organised_by_others(player_id: int) -> QuerySet[Staff, Any]:
    return Staff.objects.filter(role=Role.ORGANISER).exclude(player=player_id).values("league")
