"""What can be asked about ratings."""

from league.ratings.queries.leaderboard import Board, Filters, board, leaderboard
from league.ratings.queries.lines import Line, pool_name
from league.ratings.queries.players import (
    changes_of,
    due_pools,
    expected,
    pools_of,
    rated_among,
    ratings_of,
    uncounted,
    values,
)
from league.ratings.queries.rating_preview import Foreseen, foreseen

__all__ = [
    "Board", "Filters", "Foreseen", "Line", "board", "changes_of", "due_pools", "expected", "foreseen", "leaderboard",
    "pool_name", "pools_of", "rated_among", "ratings_of", "uncounted", "values",
]  # fmt: skip
