"""Read the places of an event that can be claimed."""

from dataclasses import dataclass
from datetime import datetime

from league.claims.models import ClaimLink
from league.events.models import Entrant


@dataclass(frozen=True, slots=True)
class UnclaimedPlace:
    """An entrant without an account, with its working link if there is one. Only the event's organisers may see it."""

    entrant_id: int
    name: str
    link: ClaimLink | None


def list_unclaimed_places(event_id: int, at: datetime) -> list[UnclaimedPlace]:
    """Return the entrants of the event that are placeholders, in order of entry."""
    rows = Entrant.objects.filter(event=event_id, player__is_placeholder=True).select_related("player").order_by("pk")
    working = ClaimLink.objects.working(at).filter(player__entries__event=event_id)
    links = {link.player_id: link for link in working}
    return [UnclaimedPlace(row.pk, str(row.player), links.get(row.player_id)) for row in rows]
