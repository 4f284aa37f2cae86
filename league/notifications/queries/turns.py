"""Whose turn it is in matches that people are not looking at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from engines import registry
from engines.words import Stored, say, stored
from league.notifications.kinds import Kind
from league.notifications.models import Notice
from matches.models import Match, Presence, Seat, Status
from matches.offers import claim_after
from matches.queries.position import clock_of

MOST = 200
LONG = timedelta(hours=6) // timedelta(milliseconds=1)
"""In ms: where `matches.offers.claim_after` expects nobody to sit and wait, turn or reserve has half of it at least."""
SETTLING = timedelta(minutes=1)
"""Who answers so soon sits at the board, and need not be told."""


@dataclass(frozen=True, slots=True)
class Turn:
    player: int
    match: int
    seat: int
    number: int
    what: Stored
    """What the match is called to this player."""

    @property
    def key(self) -> str:
        return f"match.{self.match}.{self.seat}.{self.number}"


def untold(at: datetime) -> list[int]:
    """Correspondence matches in which something has happened since their players were told last."""
    playing = Match.objects.filter(status=Status.PLAYING, learn=False)
    long = playing.filter(Q(control__turn_ms__gte=LONG) | Q(control__reserve_ms__gte=LONG))
    fresh = long.annotate(told=Coalesce(F("turn_told__entry"), -1)).exclude(told=F("last_entry"))
    return list(fresh.order_by("pk").values_list("pk", flat=True)[:MOST])


def turns_of(match_id: int, at: datetime) -> tuple[int, list[Turn]] | None:
    """The last entry of a correspondence match and who is to act; None where somebody has only just begun to think."""
    match = Match.objects.filter(pk=match_id, status=Status.PLAYING).first()
    if match is None:
        return None
    if claim_after(match.control_value) is not None:
        return match.last_entry, []
    since = clock_of(match).since
    begun = [moment for seat in match.to_act if (moment := since[seat]) is not None]
    if any(moment > at - SETTLING for moment in begun):
        return None
    return match.last_entry, _turns(match, match.to_act)


def turns_of_the_gone() -> list[Turn]:
    """Turns of players who have left the page of a live match, and have not been told of them."""
    gone = Presence.objects.filter(gone_at__isnull=False, match__status=Status.PLAYING, match__learn=False)
    found: list[Turn] = []
    for row in gone.select_related("match").defer("match__state", "match__behind", "match__clock")[:MOST]:
        if row.seat in row.match.to_act:
            found += _turns(row.match, [row.seat])
    told = set(
        Notice.objects.filter(kind=Kind.YOUR_TURN, player__in={one.player for one in found}, key__in=[
            one.key for one in found
        ]).values_list("player", "key")
    )  # fmt: skip
    return [one for one in found if (one.player, one.key) not in told]


def _turns(match: Match, seats: list[int]) -> list[Turn]:
    sitting = list(Seat.objects.filter(match=match).select_related("player").order_by("number"))
    name = registry.get(match.game, match.engine_version).name
    return [
        Turn(
            one.player_id,
            match.pk,
            one.number,
            match.turns[one.number],
            match.title or stored(_against(name, sitting, one)),
        )
        for one in sitting
        if one.number in seats and one.player_id is not None and not one.bot
    ]


def _against(name: str, sitting: list[Seat], own: Seat) -> str:
    others = ", ".join(str(one.player) for one in sitting if one.pk != own.pk and one.player)
    return say("{game} against {others}", game=name, others=others) if others else name
