"""The rule by which a pool's ratings move, for its readers."""

from __future__ import annotations

from dataclasses import asdict

from league.ratings import elo
from league.ratings.models import RatingPool


def rule_of(pool: str) -> elo.Rule:
    """The pool's own; a pool in which nobody has played yet will begin with the usual one."""
    row = RatingPool.objects.filter(key=pool).first()
    return row.rule if row else elo.Rule()


def in_words(rule: elo.Rule) -> tuple[tuple[str, str], ...]:
    """(what, how) of everything that a player may want to know about the rule."""
    far = "counts as 400" if rule.cap_400 else "counts in full"
    idle = "Nothing"
    if rule.decay:
        idle = (
            f"{rule.decay:g} points for every {elo.DAYS_OF_DECAY} days after {rule.grace_days} days, "
            f"but not below {elo.START:g}"
        )
    return (
        ("Start", f"{elo.START:g}"),
        ("Moves by up to", f"{rule.k_new} points a match for the first {rule.new_games}, then {rule.k}"),
        (f"Once above {rule.top:g}", f"by up to {rule.k_top} points, for good"),
        ("A difference of more than 400", far),
        ("Never below", f"{rule.floor:g}"),
        ("Who does not play loses", idle),
        ("Provisional", f"below {elo.PROVISIONAL_BELOW} matches"),
    )


def for_programs(rule: elo.Rule) -> dict[str, float | bool]:
    return {"start": elo.START, **asdict(rule), "provisional_below": elo.PROVISIONAL_BELOW}
