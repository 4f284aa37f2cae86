"""Processing of closed matches: ratings, events and stats."""

from datetime import datetime
from typing import Any

from league.ratings.actions.rating_updates import count_rating
from league.results.actions.results import count_pairing
from league.stats.actions import count_stats
from matches.announce import changed, wake
from matches.queries.spectator_delay import hidden_ends


def count_closed(*, match_id: int, at: datetime) -> None:
    """Count a closed match in ratings, event and stats. Idempotent; a no-op until the spectator delay has passed."""
    if hidden_ends([match_id], at):
        return
    count_rating(match_id=match_id, at=at)
    count_pairing(match_id=match_id, at=at)
    count_stats(match_id=match_id, at=at)
    changed("home")


def on_match_closed(*, match_id: int, **_: Any) -> None:
    """Queue the counting of the match. If the task is lost, the sweep counts it."""
    wake("league.tasks.count_match", match_id=match_id)


def on_open_matches_changed(**_: Any) -> None:
    """Refresh open lobby pages."""
    changed("lobby")
