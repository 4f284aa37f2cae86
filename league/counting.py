"""What a closed match changes in the league."""

from datetime import datetime

from league.ratings.actions import count_rating
from league.results.actions.results import count_pairing
from league.stats.actions import count_stats
from matches.announce import changed
from matches.queries.spectator_delay import hidden_ends


def count_closed(*, match_id: int, at: datetime) -> None:
    """Count a closed match in the ratings, its event and the stats. Each counts it once, however often asked.

    While a delay keeps its end from the public nothing happens, and no page is told to look: the sweep comes back.
    """
    if hidden_ends([match_id], at):
        return
    count_rating(match_id=match_id, at=at)
    count_pairing(match_id=match_id, at=at)
    count_stats(match_id=match_id, at=at)
    changed("home")
