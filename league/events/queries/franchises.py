"""Events that are played by the franchises of a season."""

from __future__ import annotations

from league.events.models import Event
from league.seasons.queries.rosters import GAME, open_seasons


def seasons_for(event: Event) -> list[tuple[int, str]]:
    """Those that an event can belong to, the one that it belongs to among them."""
    found = open_seasons([event.league_id]) if event.league_id else []
    if event.season is not None and event.season_id not in dict(found):
        found.insert(0, (event.season.pk, str(event.season)))
    return found


def by_rosters(event: Event) -> bool:
    """Whether the matches of an event are played with the Gamers of franchises."""
    return event.season_id is not None and event.game == GAME and event.options.get("gamers", True) is not False
