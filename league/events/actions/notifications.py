"""Notifications of an event to its entrants, and webhooks of its league."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from engines.contract import Json
from engines.i18n import to_stored
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, Pairing, PairingKind, Round, SeriesMatch, Side
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.people.models import Player
from league.seasons.models import Franchise
from league.webhooks.actions.outbox import EventData, enqueue_event

BATCH_SIZE = 200
OF_WHOLE_EVENTS = ("round.published", "standings.updated", "event.finished")
"""Kinds of webhook events that an event between teams reports itself, not the event of its boards."""


def notify_round(event: Event, row: Round, at: datetime) -> None:
    """Notify players with a bye of a published round; the others follow when matches open (`notify_opened_matches`)."""
    byes = row.pairings.filter(kind__in=[PairingKind.BYE, PairingKind.REQUESTED])
    sides = Side.objects.filter(pairing__in=byes, entrant__isnull=False).values_list("pairing", "entrant__player")
    params = {"round": to_stored(row.name)}
    messages = [_build(event, player, f"pairing.{pairing}", params, case="bye") for pairing, player in sides]
    notify(messages, kind=Kind.ROUND, at=at)
    send_round_webhook(event, row, at)


def send_round_webhook(event: Event, row: Round, at: datetime) -> None:
    """Notify webhooks only: a bracket's round begins with its first match."""
    data = {"round": row.number, "round_name": row.name}
    queue_webhook(event, "round.published", f"round.{row.pk}", data, at, lambda: {"pairings": _list_pairings(row)})


def _list_pairings(row: Round) -> list[list[str]]:
    """Return the names of the players or teams of each pairing, in the order of boards; one name has a bye."""
    sides = _with_names(Side.objects.filter(pairing__round=row))
    names: dict[int, list[str]] = defaultdict(list)
    for side in sides.order_by("pairing__board", "pairing", "number"):
        names[side.pairing_id].append(_get_name(side))
    return list(names.values())


def _with_names(sides: QuerySet[Side]) -> QuerySet[Side]:
    """Return the sides with an entrant, with their players and the names of their teams or franchises."""
    franchises = Franchise.objects.filter(season=OuterRef("round__event__season"), owner=OuterRef("entrant__player"))
    team_name = Coalesce(F("entrant__team__name"), Subquery(franchises.values("name")[:1]))
    return sides.filter(entrant__isnull=False).select_related("entrant__player").annotate(team_name=team_name)


def _get_name(side: Side) -> str:
    """Return the name of the team, the franchise or the player of a side from `_with_names`."""
    return vars(side)["team_name"] or (str(side.entrant.player) if side.entrant else "")


@transaction.atomic
def notify_opened_matches(*, at: datetime) -> int:
    """Notify the players of newly opened matches and return how many. Idempotent."""
    rows = SeriesMatch.objects.filter(notification_pending=True).order_by("pk").select_related("pairing__round__event")
    opened = list(rows.select_for_update(of=("self",), skip_locked=True)[:BATCH_SIZE])
    if not opened:
        return 0
    sides: dict[int, list[Side]] = defaultdict(list)
    seated = _with_names(Side.objects.filter(pairing__in={row.pairing_id for row in opened}))
    for side in seated.order_by("number"):
        sides[side.pairing_id].append(side)
    messages = [message for row in opened if row.counted_at is None for message in _build_for_match(row, sides[row.pairing_id])]
    notify(messages, kind=Kind.ROUND, at=at, waits=True)
    SeriesMatch.objects.filter(pk__in=[row.pk for row in opened]).update(notification_pending=False)
    _send_due_webhooks([row for row in opened if row.counted_at is None], sides, at)
    return len(opened)


def _send_due_webhooks(opened: Sequence[SeriesMatch], sides: Mapping[int, Sequence[Side]], at: datetime) -> None:
    """Send one webhook event for all matches of a round that have opened together."""
    by_round: dict[int, list[SeriesMatch]] = defaultdict(list)
    for row in opened:
        by_round[row.pairing.round_id].append(row)
    for matches in by_round.values():
        round = matches[0].pairing.round
        pairings = [[_get_name(side) for side in sides[row.pairing_id]] for row in matches]
        data = {
            "round": round.number, "round_name": round.name, "match_ids": [row.match_id for row in matches],
            "pairings": pairings,
        }  # fmt: skip
        if len(matches) == 1:
            data["path"] = reverse("match", args=[matches[0].match_id])
        queue_webhook(round.event, "match.due", f"due.{matches[0].pk}", data, at)


def _build_for_match(row: SeriesMatch, sides: Sequence[Side]) -> list[NewNotification]:
    path, key = reverse("match", args=[row.match_id]), f"match.{row.match_id}"
    params = {"round": to_stored(row.pairing.round.name), "event": row.pairing.round.event.name}
    return [
        NewNotification(
            side.entrant.player_id, key, {**params, "opponents": ", ".join(_get_name(peer) for peer in sides if peer != side)},
            path, subject=row.match_id,
        )
        for side in sides
        if side.entrant
    ]  # fmt: skip


def _build(
    event: Event, player: int, key: str, params: Mapping[str, Any] = {}, *, case: str = "", subject: int = 0
) -> NewNotification:
    """Return a player's notification that links to the event's page."""
    url = reverse("event", args=[event.pk])
    return NewNotification(player, key, {**params, "event": event.name}, url, case=case, subject=subject)


def notify_check_in(event: Event, at: datetime) -> None:
    """Notify the entrants and webhooks that check-in is open."""
    players = event.entrants.filter(status=EntrantStatus.ENTERED).values_list("player", flat=True)
    key = f"event.{event.pk}.{at.timestamp():.0f}"
    messages = [_build(event, player, key, subject=event.pk) for player in players]
    notify(messages, kind=Kind.CHECK_IN, at=at, waits=True)
    queue_webhook(event, "check-in.opened", f"check-in.{event.pk}.{at.timestamp():.0f}", {}, at)


def notify_challenge(event: Event, challenger: int, challenged: int, number: int, at: datetime) -> None:
    """Notify the challenged entrant of a ladder, who has to answer in time."""
    rows = Entrant.objects.filter(pk__in=[challenger, challenged]).select_related("player")
    players = {row.pk: row.player for row in rows}
    params = {"challenger": str(players[challenger])}
    message = _build(event, players[challenged].pk, f"ladder.{event.pk}.{number}", params, case="ladder")
    notify([message], kind=Kind.ASKED, at=at)


def notify_spot_offers(event: Event, entrants: Sequence[int], at: datetime) -> None:
    """Notify waiting entrants that a spot is reserved for them."""
    rows = Entrant.objects.filter(pk__in=entrants).values_list("pk", "player")
    key = f"{event.pk}.{at.timestamp():.0f}"
    messages = [_build(event, player, f"place.{pk}.{key}", case="place", subject=event.pk) for pk, player in rows]
    notify(messages, kind=Kind.ASKED, at=at, waits=True)


def notify_entered(event: Event, by: int, entrants: Iterable[Entrant], at: datetime) -> None:
    """Tell those who haven't agreed themselves that they are invited or entered; of a draft they hear when it is published."""
    if event.status == EventStatus.DRAFT:
        return
    params = {"player": str(Player.objects.get(pk=by))}
    asked = [entrant for entrant in entrants if entrant.accepted_at is None and entrant.player_id != by]
    for status, case, waits in ((EntrantStatus.INVITED, "event", True), (EntrantStatus.ENTERED, "entered", False)):
        players = [entrant.player_id for entrant in asked if entrant.status == status]
        messages = [_build(event, player, f"{case}.{event.pk}", params, case=case, subject=event.pk) for player in players]
        notify(messages, kind=Kind.ASKED, at=at, waits=waits)


def notify_correction(
    event: Event, pairing: Pairing, overturn_id: int, case: str, halves: Sequence[Json], at: datetime
) -> None:
    """Notify the players that a result was overridden (`overturned`) or an override reverted (`restored`)."""
    sides = list(pairing.sides.select_related("entrant__player").order_by("number"))
    players = [side.entrant.player for side in sides if side.entrant]
    key, params = f"overturn.{overturn_id}.{case}", {"round": to_stored(pairing.round.name)}
    notify([_build(event, player.pk, key, params, case=case) for player in players], kind=Kind.RULING, at=at)
    data: dict[str, Json] = {
        "round": pairing.round.number, "board": pairing.board, "case": case, "half_points": list(halves),
        "players": [player.username for player in players],
    }  # fmt: skip
    queue_webhook(event, "result.corrected", key, data, at)


def notify_event_end(event: Event, at: datetime, details: Callable[[], EventData]) -> None:
    """Notify that an event has ended, with its `details`; it may happen again after a correction."""
    queue_webhook(event, "event.finished", f"event.{event.pk}.over.{at.timestamp():.0f}", {}, at, details)


def queue_webhook(
    event: Event, kind: str, key: str, extra: EventData, at: datetime, details: Callable[[], EventData] | None = None
) -> None:  # fmt: skip
    """Queue a webhook event of the event's league (see `enqueue_event`); it links to the event unless `extra` has a path."""
    if event.league_id is None or (event.boards_of_id is not None and kind in OF_WHOLE_EVENTS):
        return
    base = {"event_id": event.pk, "event_name": event.name, "game": event.game, "path": reverse("event", args=[event.pk])}
    enqueue_event(kind=kind, key=key, data={**base, **extra}, league_id=event.league_id, at=at, details=details)
