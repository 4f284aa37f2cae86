"""Everything of one person that has a date: events, matches to begin or to move in, drafts, bids that are opened."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from engines.words import retell, say
from league.drafts.models import Draft, DraftStatus
from league.games import game
from league.pairings.queries.round_dates import Date, dates_of_player
from league.people.models import Player
from league.seasons.market_models import WaiverClaim, WaiverStatus
from matches.models import Match, Seat, Status

LEAST_AHEAD = timedelta(hours=1)
"""A turn that ends sooner is no date for a calendar."""


def calendar_address(person: Player) -> str:
    """The whole secret address; empty while there is none."""
    if not person.calendar_salt:
        return ""
    key = calendar_key(person.pk, person.calendar_salt)
    return f"{settings.SITE_URL}{reverse('own-calendar', args=[person.username, key])}"


def owner_of(username: str, key: str) -> Player | None:
    """Whose calendar this address is; None for one that is not, or no more."""
    person = Player.objects.filter(username__iexact=username, is_active=True).exclude(calendar_salt="").first()
    if person is None or not constant_time_compare(calendar_key(person.pk, person.calendar_salt), key):
        return None
    return person


def agenda(player_id: int, *, at: datetime) -> list[Date]:
    """In order of time. It holds what only this person knows: their sealed bids, and when it is their turn."""
    found = [*dates_of_player(player_id), *_turns(player_id, at), *_drafts(player_id), *_bids(player_id)]
    return sorted(found, key=lambda date: (date.at, date.key))


def _turns(player_id: int, at: datetime) -> Iterator[Date]:
    rows = Seat.objects.filter(
        player=player_id, match__status=Status.PLAYING, match__deadline_at__gt=at + LEAST_AHEAD
    ).select_related("match")
    for seat in rows.defer("match__state", "match__behind"):
        match = seat.match
        if seat.number in match.to_act and match.deadline_at is not None:
            key = f"turn-{match.pk}-{match.last_entry}"
            yield Date(
                key,
                match.deadline_at,
                say("Move by now: {match}", match=_title(match)),
                reverse("match", args=[match.pk]),
            )


def _drafts(player_id: int) -> Iterator[Date]:
    rows = Draft.objects.filter(
        season__franchises__owner=player_id, status=DraftStatus.SETUP, starts_at__isnull=False
    ).select_related("season")
    for row in rows:
        if row.starts_at is not None and row.season is not None:
            page = reverse("draft", args=[row.pk])
            yield Date(f"draft-{row.pk}", row.starts_at, f"{row.name} · {row.season.name}", page)


def _bids(player_id: int) -> Iterator[Date]:
    rows = WaiverClaim.objects.filter(franchise__owner=player_id, status=WaiverStatus.SEALED)
    for row in rows.select_related("gamer__gamer", "season__league"):
        page = reverse("season", args=[row.season.league.slug, row.season_id])
        title = say("Sealed bids for {handle} are opened", handle=row.gamer.gamer.handle)
        yield Date(f"bid-{row.pk}", row.opens_at, title, page, say("Your bid is {bid}.", bid=row.bid))


def _title(match: Match) -> str:
    known = game(match.game)
    return retell(match.title) or (known.name if known else match.game)


LENGTH = 32


def calendar_key(player_id: int, salt: str) -> str:
    """128 bits in hex. With another salt it is another one, and the old address leads nowhere."""
    words = f"calendar {player_id} {salt}"
    return hmac.new(settings.SECRET_KEY.encode(), words.encode(), hashlib.sha256).hexdigest()[:LENGTH]
