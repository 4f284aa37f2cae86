"""Keeping what a match was for spectators who see it later."""

from datetime import datetime, timedelta

from matches.models import Match, Past, Status
from matches.models.entry import THEN

AT_ONCE = 200
SLACK = timedelta(seconds=10)
"""Pasts are kept this much longer, for readers that asked what time it is a moment ago."""


def keep_past(match: Match, at: datetime) -> None:
    """Remember what the locked match has just become. Call it in the transaction of every change of a match in play.

    The end needs no row: once it may be told, the match itself is shown. A match that was called off can be reinstated.
    """
    if not match.delay_ms or match.status in (Status.OPEN, Status.CLOSED):
        return
    before = Past.objects.filter(match=match).order_by("-pk").values_list("written_at", flat=True).first()
    Past.objects.create(match=match, written_at=max(at, before or at), **{name: getattr(match, name) for name in THEN})
    _forget(match, at)


def _forget(match: Match, at: datetime) -> None:
    """Drop what nobody can be shown any more: everything before the newest that is old enough."""
    old = Past.objects.filter(match=match, written_at__lte=at - SLACK - timedelta(milliseconds=match.delay_ms))
    shown = old.order_by("-pk").values_list("pk", flat=True).first()
    if shown is not None:
        Past.objects.filter(match=match, pk__lt=shown).delete()


def forget_told(at: datetime) -> None:
    """Drop the pasts of matches whose end everybody may know."""
    over = Past.objects.filter(match__held_until__lte=at).values_list("pk", flat=True)[:AT_ONCE]
    Past.objects.filter(pk__in=list(over)).delete()
