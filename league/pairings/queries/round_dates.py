"""Dates of events: start, check-in, rounds, and deadlines to begin open matches."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse

from engines.i18n import mark, translate as _, translate_stored
from league.events.models import EntrantStatus, Event, EventStatus, Pairing, Round, SeriesMatch, Side
from league.formats.registry import keys_with
from matches.models import Status

HIDDEN = (EventStatus.DRAFT, EventStatus.CANCELLED)
MAX_EVENTS = 100
HOME_AND_AWAY = (mark("Away to {player}."), mark("At home against {player}."))
"""By the number of the opponent's side."""


@dataclass(frozen=True, slots=True)
class EventDate:
    """A date. `key` identifies it permanently; `url` is the path of its page."""

    key: str
    at: datetime
    title: str
    url: str
    text: str = ""
    sequence: int = 0
    """How often it has changed."""


def list_event_dates(event_id: int) -> list[EventDate]:
    """Return all dates of one event in chronological order."""
    events = Event.objects.filter(pk=event_id).exclude(status__in=HIDDEN)
    return _list_dates(list(events), None)


def list_pairing_dates(event_id: int, pairing_id: int) -> list[EventDate]:
    """Return the date of one pairing; empty while it has none of its own."""
    return [date for date in list_event_dates(event_id) if date.key == f"pairing-{pairing_id}"]


def list_player_dates(player_id: int) -> list[EventDate]:
    """Return the dates of a player's newest events and of their own open matches in them."""
    statuses = [EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN]
    events = Event.objects.filter(entrants__player=player_id, entrants__status__in=statuses).exclude(status__in=HIDDEN)
    return _list_dates(list(events.order_by("-pk")[:MAX_EVENTS]), player_id)


def _list_dates(events: list[Event], player_id: int | None) -> list[EventDate]:
    dates = [date for event in events for date in _iter_event_dates(event)]
    by_id = {event.pk: event for event in events}
    opponents = {} if player_id is None else _describe_home_and_away(by_id, player_id)
    is_public = ~Q(stage__format__in=keys_with("drafted")) | Q(started_at__isnull=False)
    for row in Round.objects.filter(is_public, event__in=by_id):
        begins = row.started_at or row.starts_at
        if begins:
            event = by_id[row.event_id]
            page = reverse("event", args=[event.pk])
            title, url = f"{row.name} · {event.name}", f"{page}#round-{row.number}"
            dates.append(EventDate(f"round-{row.pk}", begins, title, url, opponents.get(row.pk, "")))
    dates += _iter_pairing_times(by_id, player_id)
    dates += _iter_deadlines(by_id, player_id)
    return sorted(dates, key=lambda date: (date.at, date.key))


def _iter_event_dates(event: Event) -> Iterator[EventDate]:
    page = reverse("event", args=[event.pk])
    begins = event.started_at or event.starts_at
    if begins:
        yield EventDate(f"event-{event.pk}", begins, _("{name} starts", name=event.name), page)
    if event.starts_at and event.check_in_min:
        opens = event.starts_at - timedelta(minutes=event.check_in_min)
        text = _("Players who haven't checked in by the start are removed.")
        yield EventDate(f"check-in-{event.pk}", opens, _("Check-in opens · {name}", name=event.name), page, text)


def _describe_home_and_away(events: Iterable[int], player_id: int) -> dict[int, str]:
    """Return for each home-and-away round the player's opponent and the opponent's side."""
    rows = Side.objects.filter(
        round__event__in=events, round__stage__format__in=keys_with("home_and_away"), entrant__isnull=False,
        pairing__in=Side.objects.filter(round__event__in=events, entrant__player=player_id).values("pairing"),
    ).exclude(entrant__player=player_id)  # fmt: skip
    return {
        side.round_id: _(HOME_AND_AWAY[side.number], player=side.entrant.player)
        for side in rows.select_related("entrant__player")
        if side.entrant
    }


def _iter_pairing_times(events: dict[int, Event], player_id: int | None) -> Iterator[EventDate]:
    """Return the times of pairings that have their own, until they have a result."""
    rows = Pairing.objects.filter(round__event__in=events, starts_at__isnull=False, counted_at=None, needed=True)
    if player_id is not None:
        rows = rows.filter(sides__entrant__player=player_id)
    for pairing in rows.select_related("round__event").prefetch_related("sides__entrant__player"):
        if pairing.starts_at:
            event = pairing.round.event
            players = " – ".join(str(side.entrant.player) for side in pairing.sides.all() if side.entrant)
            url = f"{reverse('event', args=[event.pk])}#round-{pairing.round.number}"
            title = _("{players} · {event}", players=players, event=event.name)
            yield EventDate(f"pairing-{pairing.pk}", pairing.starts_at, title, url, pairing.round.name, pairing.time_changes)


def _iter_deadlines(events: dict[int, Event], player_id: int | None) -> Iterator[EventDate]:
    rows = SeriesMatch.objects.filter(
        pairing__round__event__in=events, match__status=Status.OPEN, match__deadline_at__isnull=False
    )
    if player_id is not None:
        rows = rows.filter(match__seats__player=player_id)
    for match_id, deadline, title in rows.values_list("match", "match__deadline_at", "match__title").distinct():
        if deadline:
            url = reverse("match", args=[match_id])
            yield EventDate(
                f"match-{match_id}",
                deadline,
                _("No-show deadline: {title}", title=translate_stored(title)),
                url,
                _("Players who haven't arrived by then forfeit."),
            )
