"""Processing of closed matches: ratings, events and stats."""

from datetime import datetime
from typing import Any

from league.ratings.actions.rating_updates import apply_rated_match
from league.results.actions.results import record_result
from league.stats.actions import count_stats
from matches.pubsub import enqueue, publish_on_commit
from matches.queries.spectator_delay import ended_but_hidden


def process_closed_match(*, match_id: int, at: datetime) -> None:
    """Count a closed match in ratings, event and stats. Idempotent; a no-op until the spectator delay has passed."""
    if ended_but_hidden([match_id], at):
        return
    apply_rated_match(match_id=match_id, at=at)
    record_result(match_id=match_id, at=at)
    count_stats(match_id=match_id, at=at)
    publish_on_commit("home")


def on_match_closed(*, match_id: int, **_: Any) -> None:
    """Queue the processing of the match. If the task is lost, the sweep processes it."""
    enqueue("league.tasks.count_match", match_id=match_id)


def on_open_matches_changed(**_: Any) -> None:
    """Refresh open lobby pages."""
    publish_on_commit("lobby")
