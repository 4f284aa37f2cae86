"""Calling a match off when it has hardly begun."""

from datetime import datetime

from django.db import transaction

from matches.actions.table import come
from matches.announce import changed
from matches.lifecycle import Message
from matches.queries.consent import why_not_abort
from matches.refusals import Refused


@transaction.atomic
def abort(*, match_id: int, player_id: int, at: datetime) -> None:
    """Make a match void before its second move, where its terms allow that: it counts for nothing."""
    sitting, seat = come(Message.ABORT, match_id=match_id, player_id=player_id, at=at)
    refused = why_not_abort(sitting.match)
    if refused is not None:
        raise Refused(*refused)
    sitting.enter(None, f"abort {seat}", at=at, resume_at=at)
    sitting.call_off(at)
    sitting.write(at)
    changed("home")
