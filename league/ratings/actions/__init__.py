"""What changes ratings."""

from league.ratings.actions.corrections import correct, rule
from league.ratings.actions.rating_updates import count_rating, rate, rate_all
from league.ratings.actions.recalculation_job import compare, recompute, recompute_due

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
