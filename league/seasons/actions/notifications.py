"""What a season's market tells its players."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from league.leagues.models import Season
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.seasons.models import Franchise, Trade


def tell_offer(trade: Trade, proposer: Franchise, partner: Franchise, at: datetime) -> None:
    """To the partner's owner alone: an offer is between two."""
    season = Season.objects.select_related("league").get(pk=trade.season_id)
    here = reverse("trade", args=[season.league.slug, season.pk, trade.pk])
    about = {"franchise": proposer.name, "yours": partner.name}
    told = Told(partner.owner_id, f"trade.{trade.pk}", about, here, subject=trade.pk)
    tell([told], kind=Kind.TRADE, at=at, waits=True)
