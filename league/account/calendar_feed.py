"""A player's secret calendar: its URL, and all dates of the player."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from engines.i18n import translate as _, translate_stored
from league.drafts.models import Draft, DraftStatus
from league.games import game_name
from league.pairings.queries.round_dates import EventDate, list_player_dates
from league.people.models import Player
from league.people.queries import lock_account
from league.seasons.market_models import WaiverClaim, WaiverStatus
from matches.models import Seat, Status

MIN_TIME_LEFT = timedelta(hours=1)
"""The least time to the end of a turn for it to be in the calendar."""


@transaction.atomic
def set_calendar_url(*, player_id: int, on: bool) -> Player:
    """Create a new calendar URL or remove it; return the owner. The old URL stops working."""
    player = lock_account(player_id)
    player.calendar_salt = secrets.token_hex(16) if on else ""
    player.save(update_fields=["calendar_salt"])
    return player


def calendar_url(person: Player) -> str:
    """Return the full secret URL; empty if there is none."""
    if not person.calendar_salt:
        return ""
    key = derive_calendar_key(person.pk, person.calendar_salt)
    return f"{settings.SITE_URL}{reverse('own-calendar', args=[person.username, key])}"


def find_calendar_owner(username: str, key: str) -> Player | None:
    """Return the owner of a calendar's URL; None if it is invalid or revoked."""
    person = Player.objects.filter(username__iexact=username, is_active=True).exclude(calendar_salt="").first()
    if person is None or not constant_time_compare(derive_calendar_key(person.pk, person.calendar_salt), key):
        return None
    return person


def list_dates(player_id: int, *, at: datetime) -> list[EventDate]:
    """Return the dates of a player in order, including private ones such as blind bids and turns."""
    dates = [*list_player_dates(player_id), *_list_turns(player_id, at), *_list_drafts(player_id), *_list_bids(player_id)]
    return sorted(dates, key=lambda date: (date.at, date.key))


def _list_turns(player_id: int, at: datetime) -> Iterator[EventDate]:
    rows = Seat.objects.filter(
        player=player_id, match__status=Status.PLAYING, match__deadline_at__gt=at + MIN_TIME_LEFT
    ).select_related("match")
    for seat in rows.defer("match__state", "match__behind"):
        match = seat.match
        if seat.number in match.to_act and match.deadline_at is not None:
            title = _("Move deadline: {match}", match=translate_stored(match.title) or game_name(match.game))
            path = reverse("match", args=[match.pk])
            yield EventDate(f"turn-{match.pk}-{match.last_entry}", match.deadline_at, title, path)


def _list_drafts(player_id: int) -> Iterator[EventDate]:
    rows = Draft.objects.filter(
        season__franchises__owner=player_id, status=DraftStatus.SETUP, starts_at__isnull=False
    ).select_related("season")
    for row in rows:
        if row.starts_at is not None and row.season is not None:
            path = reverse("draft", args=[row.pk])
            yield EventDate(f"draft-{row.pk}", row.starts_at, f"{row.name} · {row.season.name}", path)


def _list_bids(player_id: int) -> Iterator[EventDate]:
    rows = WaiverClaim.objects.filter(franchise__owner=player_id, status=WaiverStatus.SEALED)
    for row in rows.select_related("gamer__gamer", "season__league"):
        path = reverse("season", args=[row.season.league.slug, row.season_id])
        title = _("Blind bids for {handle} are processed", handle=row.gamer.gamer.handle)
        yield EventDate(f"bid-{row.pk}", row.opens_at, title, path, _("Your bid: {bid}.", bid=row.bid))


def derive_calendar_key(player_id: int, salt: str) -> str:
    """Return 128 bits in hex. A new salt gives a new key and invalidates the old URL."""
    message = f"calendar {player_id} {salt}"
    return hmac.new(settings.SECRET_KEY.encode(), message.encode(), hashlib.sha256).hexdigest()[:32]
