"""Closing a match that was played somewhere else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import Outcome
from engines.referee_notation import ENTERED
from matches.actions.closing import close
from matches.announce import changed, match_changed
from matches.models import Match, Status
from matches.signals import open_matches_changed


@transaction.atomic
def enter_outside_result(*, match_id: int, ranks: Sequence[int], at: datetime) -> bool:
    """Close an open match with the ranks by seat that staff entered; return False if it is not open (any more).

    A delay for spectators does not hold the result back: nothing of the match was to be seen.
    """
    match = Match.objects.select_for_update().filter(pk=match_id, status=Status.OPEN).first()
    if match is None:
        return False
    close(match, Outcome(tuple(ranks), ENTERED), at=at)
    match.held_until = None
    match.save()
    match_changed(match.pk, match.last_entry)
    open_matches_changed.send(None)
    changed("home")
    return True
