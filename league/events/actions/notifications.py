"""Notifications of an event to its entrants, and webhooks of its league."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from engines.contract import Json
from engines.words import stored
from league.events.models import Entrant, EntrantStatus, Event, Pairing, PairingKind, Round, SeriesMatch, Side
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.webhooks.actions.outbox import emit
from matches.wording import in_english

AT_ONCE = 200


def tell_round(event: Event, row: Round, at: datetime) -> None:
    """Notify players with a bye of a published round; the others follow when matches open (`tell_opened`)."""
    free = row.pairings.filter(kind__in=[PairingKind.BYE, PairingKind.REQUESTED])
    sides = Side.objects.filter(pairing__in=free, entrant__isnull=False).values_list("pairing", "entrant__player")
    about = {"round": stored(row.name)}
    told = [_told(event, player, f"pairing.{pairing}", about, case="bye") for pairing, player in sides]
    tell(told, kind=Kind.ROUND, at=at)
    announce_round(event, row, at)


def announce_round(event: Event, row: Round, at: datetime) -> None:
    """Notify webhooks only: a bracket's round begins with its first match."""
    with in_english():  # webhook payloads are always in English
        data: dict[str, Json] = {"round": row.number, "round_name": row.name}
    happened(event, "round.published", f"round.{row.pk}", data, at)


@transaction.atomic
def tell_opened(*, at: datetime) -> int:
    """Notify the players of newly opened matches and return how many. Idempotent."""
    rows = SeriesMatch.objects.filter(untold=True).order_by("pk").select_related("pairing__round__event")
    opened = list(rows.select_for_update(of=("self",), skip_locked=True)[:AT_ONCE])
    if not opened:
        return 0
    sides: dict[int, list[Side]] = defaultdict(list)
    seated = Side.objects.filter(pairing__in={one.pairing_id for one in opened}, entrant__isnull=False)
    for side in seated.select_related("entrant__player").order_by("number"):
        sides[side.pairing_id].append(side)
    told = [each for one in opened if one.counted_at is None for each in _meeting(one, sides[one.pairing_id])]
    tell(told, kind=Kind.ROUND, at=at, waits=True)
    SeriesMatch.objects.filter(pk__in=[one.pk for one in opened]).update(untold=False)
    return len(opened)


def _meeting(one: SeriesMatch, sides: Sequence[Side]) -> list[Told]:
    path, key = reverse("match", args=[one.match_id]), f"match.{one.match_id}"
    about = {"round": stored(one.pairing.round.name), "event": one.pairing.round.event.name}
    people = [side.entrant.player for side in sides if side.entrant]
    return [
        Told(
            each.pk, key, {**about, "opponents": ", ".join(str(two) for two in people if two.pk != each.pk)}, path,
            subject=one.match_id,
        )
        for each in people
    ]  # fmt: skip


def _told(
    event: Event, player: int, key: str, about: Mapping[str, Any] = {}, *, case: str = "", subject: int = 0
) -> Told:
    """Return a player's notification that links to the event's page."""
    url = reverse("event", args=[event.pk])
    return Told(player, key, {**about, "event": event.name}, url, case=case, subject=subject)


def tell_check_in(event: Event, at: datetime) -> None:
    """Notify the entrants and webhooks that check-in is open."""
    players = event.entrants.filter(status=EntrantStatus.ENTERED).values_list("player", flat=True)
    key = f"event.{event.pk}.{at.timestamp():.0f}"
    told = [_told(event, one, key, subject=event.pk) for one in players]
    tell(told, kind=Kind.CHECK_IN, at=at, waits=True)
    happened(event, "check-in.opened", f"check-in.{event.pk}.{at.timestamp():.0f}", {}, at)


def tell_challenge(event: Event, challenger: int, challenged: int, number: int, at: datetime) -> None:
    """Notify the challenged entrant of a ladder, who has to answer in time."""
    rows = Entrant.objects.filter(pk__in=[challenger, challenged]).select_related("player")
    players = {row.pk: row.player for row in rows}
    about = {"challenger": str(players[challenger])}
    told = _told(event, players[challenged].pk, f"ladder.{event.pk}.{number}", about, case="ladder")
    tell([told], kind=Kind.ASKED, at=at)


def tell_places(event: Event, entrants: Sequence[int], at: datetime) -> None:
    """Notify waiting entrants that a spot is reserved for them."""
    rows = Entrant.objects.filter(pk__in=entrants).values_list("pk", "player")
    key = f"{event.pk}.{at.timestamp():.0f}"
    told = [_told(event, player, f"place.{one}.{key}", case="place", subject=event.pk) for one, player in rows]
    tell(told, kind=Kind.ASKED, at=at, waits=True)


def tell_correction(
    event: Event, pairing: Pairing, ruling: int, case: str, halves: Sequence[Json], at: datetime
) -> None:
    """Notify the players that a result was overridden (`overturned`) or an override reverted (`restored`)."""
    sides = list(pairing.sides.select_related("entrant__player").order_by("number"))
    people = [side.entrant.player for side in sides if side.entrant]
    key, about = f"overturn.{ruling}.{case}", {"round": stored(pairing.round.name)}
    tell([_told(event, one.pk, key, about, case=case) for one in people], kind=Kind.RULING, at=at)
    data: dict[str, Json] = {
        "round": pairing.round.number, "board": pairing.board, "case": case, "half_points": list(halves),
        "players": [one.username for one in people],
    }  # fmt: skip
    happened(event, "result.corrected", key, data, at)


def tell_end(event: Event, at: datetime) -> None:
    """Notify that an event has ended; it may happen again after a correction."""
    happened(event, "event.finished", f"event.{event.pk}.over.{at.timestamp():.0f}", {}, at)


def happened(event: Event, kind: str, key: str, more: Mapping[str, Json], at: datetime) -> None:
    """Queue a webhook event of the event's league."""
    if event.league_id is None:
        return
    data = {"event_id": event.pk, "event_name": event.name, "game": event.game, **more}
    emit(kind=kind, key=key, data={**data, "path": reverse("event", args=[event.pk])}, league_id=event.league_id, at=at)
