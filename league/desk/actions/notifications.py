"""What a referee's ruling tells the players of its match."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from engines import registry
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from matches.models import Match, Seat


def tell_ruling(match_id: int, deed: str, at: datetime) -> None:
    """Those at the table hear of it at once; spectators as of everything, with the match's delay."""
    match = Match.objects.only("title", "game", "engine_version").get(pk=match_id)
    about = {"match": match.title or registry.get(match.game, match.engine_version).name}
    here = reverse("match", args=[match_id])
    players = Seat.objects.filter(match=match_id, player__isnull=False, bot="").values_list("player", flat=True)
    key = f"match.{match_id}.{deed}.{at.timestamp():.3f}"
    told = [Told(one, key, about, here, case=deed, subject=match_id) for one in players if one]
    tell(told, kind=Kind.RULING, at=at)
