"""What changes ratings."""

from league.ratings.actions.correcting import Moved, correct, would_change
from league.ratings.actions.counting import count_rating, rate
from league.ratings.actions.recomputing import compare, recompute, recompute_due

__all__ = ["Moved", "compare", "correct", "count_rating", "rate", "recompute", "recompute_due", "would_change"]
