"""Reads for slash commands: the player of a Discord user, and what concerns the player."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from allauth.socialaccount.models import SocialAccount
from django.db.models import Model, Prefetch, QuerySet
from django.urls import reverse

from engines.i18n import translate_stored
from league.discord.models import DiscordLink
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, Pairing, SeriesMatch, Side
from league.games import game_name
from league.people.models import Player
from matches.models import Seat, Status

T = TypeVar("T", bound=Model)
MAX_LISTED = 10
MAX_DIGITS = 19
MAX_CHOICES = 25
"""Most suggestions that Discord takes."""


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match of the player that is not over."""

    title: str
    opponents: str
    path: str
    starts_at: datetime | None
    """Its agreed or planned time."""


def find_player(user_id: str) -> Player | None:
    """Return the player of a Discord user: linked by a code, or who signs in with that Discord account."""
    link = DiscordLink.objects.select_related("player").filter(user_id=user_id).first()
    account = None
    if link is None:
        account = SocialAccount.objects.select_related("user").filter(provider="discord", uid=user_id).first()
    player = link.player if link else account.user if account else None
    return player if isinstance(player, Player) and player.is_active else None


def list_next_matches(player_id: int) -> list[NextMatch]:
    """Return the player's open pairings of published rounds, by time, and their open matches outside events."""
    open_pairings = list_open_pairings(player_id)
    matches = [_to_next_match(pairing, player_id) for pairing in open_pairings]
    event_matches = SeriesMatch.objects.filter(pairing__in=[pairing.pk for pairing in open_pairings]).values("match")
    seats = Seat.objects.filter(player=player_id, match__status__in=(Status.OPEN, Status.PLAYING))
    seats = seats.exclude(match__in=event_matches)
    for seat in seats.select_related("match").only("match__title", "match__game").order_by("-match")[:MAX_LISTED]:
        title = translate_stored(seat.match.title) or game_name(seat.match.game)
        matches.append(NextMatch(title, "", reverse("match", args=[seat.match_id]), None))
    matches.sort(key=lambda match: (match.starts_at is None, match.starts_at))
    return matches[:MAX_LISTED]


def list_open_pairings(player_id: int) -> list[Pairing]:
    """Return the player's pairings of published rounds without a result, with events, sides and matches."""
    rows = Pairing.objects.filter(
        sides__entrant__player=player_id, sides__entrant__status=EntrantStatus.ENTERED, counted_at=None, needed=True,
        round__started_at__isnull=False, round__event__status=EventStatus.RUNNING,
    )  # fmt: skip
    sides = Prefetch("sides", Side.objects.select_related("entrant__player").order_by("number"))
    series = Prefetch("series", SeriesMatch.objects.filter(counted_at=None).order_by("-number"))
    rows = rows.select_related("round__event", "round__stage", "time_agreement").prefetch_related(sides, series)
    return list(rows.order_by("-pk")[:MAX_CHOICES])


def name_opponents(pairing: Pairing, player_id: int) -> str:
    """Return the names of the others of a pairing, whose sides were read with their players."""
    others = [side.entrant.player for side in pairing.sides.all() if side.entrant and side.entrant.player_id != player_id]
    return ", ".join(map(str, others))


def _to_next_match(pairing: Pairing, player_id: int) -> NextMatch:
    event, opened = pairing.round.event, next(iter(pairing.series.all()), None)
    agreement = getattr(pairing, "time_agreement", None)
    if opened is None and agreement is not None:
        path = reverse("pairing-time", args=[event.pk, pairing.pk])
    elif event.is_reported:
        path = reverse("pairing-report", args=[event.pk, pairing.pk])
    else:
        path = reverse("match", args=[opened.match_id]) if opened else reverse("event", args=[event.pk])
    title = f"{event.name}, {pairing.round.name}"
    return NextMatch(title, name_opponents(pairing, player_id), path, pairing.starts_at or pairing.round.starts_at)


def list_check_ins(player_id: int) -> list[Event]:
    """Return the events whose check-in is open and awaits the player."""
    entries = Entrant.objects.filter(
        player=player_id, status__in=(EntrantStatus.ENTERED, EntrantStatus.WAITING), checked_in_at=None
    )
    rows = Event.objects.filter(status=EventStatus.CHECK_IN, entrants__in=entries)
    return list(rows.order_by("-pk")[:MAX_CHOICES])


def list_reportable(player_id: int) -> list[Pairing]:
    """Return the player's open pairings whose result the players report."""
    return [pairing for pairing in list_open_pairings(player_id) if pairing.round.event.is_reported]


def list_started_events(text: str = "") -> list[Event]:
    """Return the newest public events that have begun and whose name contains the text."""
    rows = _started().filter(name__icontains=text) if text else _started()
    return list(rows.order_by("-pk")[:MAX_CHOICES])


def find_started_event(text: str, player_id: int | None) -> Event | None:
    """Return the event with this number or name; without either, the newest that the player is in, running ones first."""
    if text.isascii() and text.isdigit() and len(text) < MAX_DIGITS:
        return _started().filter(pk=int(text)).first()
    if text:
        return next(iter(list_started_events(text)), None)
    entered = _started().filter(entrants__player=player_id, entrants__status=EntrantStatus.ENTERED)
    return entered.order_by("-status", "-pk").first()


def _started() -> QuerySet[Event]:
    return Event.objects.filter(status__in=(EventStatus.RUNNING, EventStatus.FINISHED))


def choose(rows: Sequence[T], value: str) -> T | None:
    """Return the row with this number; without a number, the only row."""
    if not value:
        return rows[0] if len(rows) == 1 else None
    return next((row for row in rows if str(row.pk) == value), None)
