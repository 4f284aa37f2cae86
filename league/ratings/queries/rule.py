"""The rule by which a pool's ratings move."""

from __future__ import annotations

from dataclasses import asdict

from league.ratings import elo
from league.ratings.models import RatingPool


def rule_of(pool: str) -> elo.Rule:
    """The pool's own; a pool in which nobody has played yet will begin with the usual one."""
    return (RatingPool.objects.filter(pk=pool).first() or RatingPool(key=pool)).rule


def for_programs(rule: elo.Rule) -> dict[str, float | bool]:
    return {"start": elo.START, **asdict(rule), "provisional_below": elo.PROVISIONAL_BELOW}
