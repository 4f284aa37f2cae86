"""What stands in the way of deleting an account: whatever would be done to others by it."""

from dataclasses import dataclass

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
    return [
        *_matches(player_id, resigning),
        *_draws(player_id),
        *_entries(player_id),
        *_events(player_id),
        *_leagues(player_id),
        *_franchises(player_id),
        *_admin(player_id),
    ]


def to_resign(player_id: int) -> list[int]:
    """Return the matches that the player still plays and may resign."""
    return [match for match, held in _playing(player_id) if not held]


def _playing(player_id: int) -> list[tuple[int, bool]]:
    """Return matches that are not over for this player, and whether a referee or a fault of ours holds each."""
    rows = Seat.objects.filter(
        player=player_id, match__status__in=(Status.PLAYING, Status.PAUSED, Status.REVIEW)
    ).values_list("match", "number", "match__status", "match__paused_until")
    gone = set(
        Submission.objects.filter(
            match__in=[match for match, *_ in rows], text="resign", entry__isnull=False
        ).values_list("match", "seat")
    )
    return [
        (match, status == Status.REVIEW or (status == Status.PAUSED and until is None))
        for match, number, status, until in rows
        if (match, number) not in gone
    ]


def _matches(player_id: int, resigning: bool) -> list[Hindrance]:
    playing = _playing(player_id)
    found = [
        Hindrance(
            "match-held",
            say("Match {match} is held. Wait until a referee has ruled on it.", match=match),
            reverse("match", args=[match]),
        )
        for match, held in playing
        if held
    ]
    running = [match for match, held in playing if not held]
    if running and not resigning:
        text = say_many(
            "You play a match that is not over. Finish first, or choose to resign.",
            "You play {n} matches that are not over. Finish first, or choose to resign.",
            len(running),
        )
        found.append(Hindrance("playing", text, _match(running[0])))
    return found


def _draws(player_id: int) -> list[Hindrance]:
    """Return draws of Gamers for rated matches, which can't be cancelled once they have begun."""
    rows = Draft.objects.filter(
        teams__player=player_id, match__challenge__rated=True, status=DraftStatus.RUNNING, last_act__gt=0
    ).values_list("match", flat=True)
    text = say("You draw Gamers for a rated match. Finish the match first.")
    return [Hindrance("drawing", text, _match(match)) for match in rows.order_by("pk") if match is not None]


def _entries(player_id: int) -> list[Hindrance]:
    rows = Entrant.objects.filter(
        player=player_id, status=EntrantStatus.ENTERED, event__status=EventStatus.RUNNING
    ).select_related("event")
    return [
        Hindrance(
            "in-event", say("You play in {event}. Withdraw from it first.", event=row.event.name), _event(row.event)
        )
        for row in rows.order_by("pk")
    ]


def _events(player_id: int) -> list[Hindrance]:
    """Return events that nobody else could go on with."""
    own = Event.objects.filter(organiser=player_id).exclude(status__in=ENDED).order_by("pk")
    others = Staff.objects.filter(role=Role.ORGANISER).exclude(player=player_id).values("league")
    return [
        Hindrance(
            "organises", say("{one} has no other organiser. Finish it or call it off first.", one=one.name), _event(one)
        )
        for one in own.exclude(league__in=others)
    ]  # fmt: skip


def _leagues(player_id: int) -> list[Hindrance]:
    others = Staff.objects.filter(role=Role.ORGANISER).exclude(player=player_id).values("league")
    alone = League.objects.filter(staff__player=player_id, staff__role=Role.ORGANISER).exclude(pk__in=others)
    return [
        Hindrance(
            "last-organiser", say("You alone organise {one}. Make somebody else an organiser first.", one=one.name),
            reverse("league", args=[one.slug]),
        )
        for one in alone.order_by("pk")
    ]  # fmt: skip


def _franchises(player_id: int) -> list[Hindrance]:
    rows = Franchise.objects.filter(
        owner=player_id, season__terms__phase__in=IN_USE, season__archived_at=None
    ).select_related("season__league", "season__terms")
    found = []
    for row in rows.order_by("pk"):
        season = row.season
        if season.terms.phase == Phase.SETUP:
            way_out = say("Take it out of the season, or have an organiser hand it over.")
        else:
            way_out = say("Have an organiser hand it over first.")
        text = say(
            "{one} plays in {season} of {league}. {way_out}",
            one=row.name, season=season.name, league=season.league.name, way_out=way_out,
        )  # fmt: skip
        found.append(Hindrance("owns-franchise", text, reverse("season", args=[season.league.slug, row.season_id])))
    return found


def _admin(player_id: int) -> list[Hindrance]:
    admins = Player.objects.filter(is_superuser=True, is_active=True)
    if not admins.filter(pk=player_id).exists() or admins.exclude(pk=player_id).exists():
        return []
    return [
        Hindrance("last-admin", say("You are the site's only admin. Make somebody else one first."), reverse("account"))
    ]


def running_matches(player_id: int) -> dict[int, str]:
    """Return what `resign` would lose, for the page: titles by id."""
    rows = Match.objects.filter(pk__in=to_resign(player_id)).order_by("pk")
    return {pk: retell(title) for pk, title in rows.values_list("pk", "title")}


def _match(match_id: int) -> str:
    return reverse("match", args=[match_id])


def _event(event: Event) -> str:
    return reverse("event", args=[event.pk])
