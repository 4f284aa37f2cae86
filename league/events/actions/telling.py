"""What an event tells: notifications to its entrants, and webhooks of its league."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.urls import reverse

from engines.api import Json
from league.events.models import Entrant, EntrantStatus, Event, Pairing, PairingKind, Round, SeriesMatch, Side
from league.hooks.actions.emitting import emit
from league.notices.actions.telling import Told, tell
from league.notices.kinds import About, Kind
from league.people.models import Player


def tell_round(event: Event, row: Round, at: datetime) -> None:
    """A round has been published: everybody in it learns whom they meet, or that they have a bye."""
    tell_pairings(event, list(row.pairings.all()), {row.pk: row}, at)
    announce_round(event, row, at)


def announce_round(event: Event, row: Round, at: datetime) -> None:
    """To webhooks alone: a bracket's round begins with its first match."""
    happened(event, "round.published", f"round.{row.pk}", {"round": row.number, "round_name": str(row)}, at)


def tell_pairings(event: Event, pairings: Sequence[Pairing], rounds: Mapping[int, Round], at: datetime) -> None:
    """These pairings stand and their matches are open."""
    if not pairings:
        return
    sides: dict[int, list[Side]] = defaultdict(list)
    rows = Side.objects.filter(pairing__in=[one.pk for one in pairings], entrant__isnull=False)
    for side in rows.select_related("entrant__player").order_by("number"):
        sides[side.pairing_id].append(side)
    series = SeriesMatch.objects.filter(pairing__in=[one.pk for one in pairings]).order_by("number")
    matches = dict(series.values_list("pairing", "match"))
    met, free = [], []
    for one in pairings:
        people = [side.entrant.player for side in sides[one.pk] if side.entrant]
        about = {"round": str(rounds[one.round_id]), "event": event.name}
        if one.pk in matches:
            met += _meeting(matches[one.pk], people, about)
        elif one.kind in (PairingKind.BYE, PairingKind.REQUESTED):
            here, key = reverse("event", args=[event.pk]), f"pairing.{one.pk}"
            free += [Told(each.pk, key, about, here, case="bye") for each in people]
    tell(met, kind=Kind.ROUND, at=at, waits=True)
    tell(free, kind=Kind.ROUND, at=at)


def _meeting(match_id: int, people: Sequence[Player], about: About) -> list[Told]:
    path, key = reverse("match", args=[match_id]), f"match.{match_id}"
    return [
        Told(
            one.pk, key, {**about, "opponents": ", ".join(str(other) for other in people if other.pk != one.pk)}, path,
            subject=match_id,
        )
        for one in people
    ]  # fmt: skip


def tell_check_in(event: Event, at: datetime) -> None:
    here = reverse("event", args=[event.pk])
    players = event.entrants.filter(status=EntrantStatus.ENTERED).values_list("player", flat=True)
    key = f"event.{event.pk}.{at.timestamp():.0f}"
    told = [Told(one, key, {"event": event.name}, here, subject=event.pk) for one in players]
    tell(told, kind=Kind.CHECK_IN, at=at, waits=True)
    happened(event, "check-in.opened", f"check-in.{event.pk}.{at.timestamp():.0f}", {}, at)


def tell_challenge(event: Event, challenger: int, challenged: int, number: int, at: datetime) -> None:
    """In a ladder, by entrants: who is challenged has to answer in time."""
    rows = Entrant.objects.filter(pk__in=[challenger, challenged]).select_related("player")
    players = {row.pk: row.player for row in rows}
    about = {"challenger": str(players[challenger]), "event": event.name}
    key, here = f"ladder.{event.pk}.{number}", reverse("event", args=[event.pk])
    tell([Told(players[challenged].pk, key, about, here, case="ladder")], kind=Kind.ASKED, at=at)


def tell_places(event: Event, entrants: Sequence[int], at: datetime) -> None:
    """Places that have got free are kept for these who wait."""
    here = reverse("event", args=[event.pk])
    rows = Entrant.objects.filter(pk__in=entrants).values_list("pk", "player")
    key = f"{event.pk}.{at.timestamp():.0f}"
    told = [
        Told(player, f"place.{one}.{key}", {"event": event.name}, here, case="place", subject=event.pk)
        for one, player in rows
    ]
    tell(told, kind=Kind.ASKED, at=at, waits=True)


def tell_correction(
    event: Event, pairing: Pairing, ruling: int, case: str, halves: Sequence[Json], at: datetime
) -> None:
    """The result of a pairing was changed by a ruling (`overturned`), or a ruling taken back (`restored`)."""
    here, name = reverse("event", args=[event.pk]), str(pairing.round)
    sides = list(pairing.sides.select_related("entrant__player").order_by("number"))
    people = [side.entrant.player for side in sides if side.entrant]
    about = {"round": name, "event": event.name}
    key = f"overturn.{ruling}.{case}"
    told = [Told(one.pk, key, about, here, case=case) for one in people]
    tell(told, kind=Kind.RULING, at=at)
    data: dict[str, Json] = {
        "round": pairing.round.number, "board": pairing.board, "case": case, "half_points": list(halves),
        "players": [one.username for one in people],
    }  # fmt: skip
    happened(event, "result.corrected", key, data, at)


def tell_end(event: Event, at: datetime) -> None:
    """An event is over; it may be again after a correction."""
    happened(event, "event.finished", f"event.{event.pk}.over.{at.timestamp():.0f}", {}, at)


def happened(event: Event, kind: str, key: str, more: Mapping[str, Json], at: datetime) -> None:
    """Tell the webhooks of the event's league."""
    if event.league_id is None:
        return
    data = {"event": event.pk, "event_name": event.name, "game": event.game, **more}
    emit(kind=kind, key=key, data={**data, "path": reverse("event", args=[event.pk])}, league_id=event.league_id, at=at)
