"""What a challenge tells those whom it names."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from engines import registry
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.people.models import Player
from matches.models import Match, Seat, Status


def tell_challenged(match_id: int, challenger: Player, at: datetime) -> None:
    """Those for whom a seat is kept, and who have not come."""
    match = Match.objects.only("game", "engine_version", "status").get(pk=match_id)
    if match.status != Status.OPEN:
        return
    about = {"challenger": str(challenger), "game": registry.get(match.game, match.engine_version).name}
    seats = Seat.objects.filter(match=match_id, player__isnull=False, ready_at=None, bot="").exclude(player=challenger)
    here, key = reverse("match", args=[match_id]), f"match.{match_id}"
    players = seats.values_list("player", flat=True)
    told = [Told(one, key, about, here, case="match", subject=match_id) for one in players if one]
    tell(told, kind=Kind.ASKED, at=at, waits=True)
