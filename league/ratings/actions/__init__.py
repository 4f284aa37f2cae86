"""What changes ratings."""

from league.ratings.actions.correcting import correct, rule
from league.ratings.actions.counting import count_rating, rate, rate_all
from league.ratings.actions.recomputing import compare, recompute, recompute_due

__all__ = [
    "compare",
    "correct",
    "count_rating",
    "rate",
    "rate_all",
    "recompute",
    "recompute_due",
    "rule",
]
