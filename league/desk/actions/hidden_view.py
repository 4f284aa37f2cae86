"""A referee looks at all that a match hides: for a reason, written down, and told to the players afterwards."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.words import say
from league.audit.actions import record
from league.desk.models import Look
from league.desk.queries.access import checked
from matches.actions.ruling import checked_reason
from matches.models import Match, Status
from matches.queries.board import Board, whole_board
from matches.refusals import Refused


@transaction.atomic
def look(*, match_id: int, by: int, why: str, at: datetime) -> Board:
    """The board with nothing hidden, at its newest entry. No page of the match changes by it while the match runs."""
    found = checked(by, match_id)
    why = checked_reason(why)
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status == Status.OPEN:
        raise Refused("not-started", say("The match has not begun: there is nothing to see."))
    if match.status == Status.CLOSED:
        raise Refused("match-over", say("The match is over: everybody sees all of it on its page."))
    Look.objects.create(match=match, by_id=by, why=why, entry=match.last_entry, at=at)
    record(
        by=by, act="match.looked-at", subject=("match", match_id), at=at, why=why,
        league_id=found.event.league_id if found.event else None, after={"entry": match.last_entry},
    )  # fmt: skip
    return whole_board(match, at)
