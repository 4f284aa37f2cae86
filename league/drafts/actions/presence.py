"""What a player does beside the draft itself: be there, and say whom autopick is to try first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from engines.words import say
from league.drafts.actions.draft_actions import act, credit_absence
from league.drafts.actions.draft_session import BEGUN, locked
from league.drafts.actions.notifications import GONE
from league.drafts.models import DraftStatus, DraftTeam
from league.drafts.queries.teams import team_of
from league.gamers.models import Gamer, SeasonGamer
from matches.refusals import Refused

FRESH = timedelta(seconds=5)
MOST_QUEUED = 500


def attend(*, draft_id: int, by: int, at: datetime) -> int:
    """The player's page is open. If it was away while the turn ran, the time is credited; return the milliseconds."""
    number = team_of(draft_id, by)
    team = DraftTeam.objects.select_related("draft").defer("draft__state", "draft__setup")
    mine = team.filter(draft=draft_id, number=number).first() if number else None
    if mine is None:
        raise Refused("not-yours", say("You have no franchise in this draft."))
    before = mine.seen_at
    if before is not None and at - before < FRESH:
        return 0
    DraftTeam.objects.filter(pk=mine.pk).update(seen_at=at)
    away = before is not None and at - before > GONE
    if not away or mine.draft.status not in BEGUN:
        return 0
    assert before is not None
    return credit_absence(draft_id=draft_id, team=mine.number, since=before, at=at)


def set_queue(*, draft_id: int, by: int, cards: Sequence[int], key: str | None = None, at: datetime) -> None:
    """Whom autopick tries first, best first; before the start and after it. Codes: not-yours, bad-queue, over."""
    if len(cards) > MOST_QUEUED:
        raise Refused("bad-queue", say("A queue names {most_queued} Gamers at most.", most_queued=MOST_QUEUED), "cards")
    if not _queued_before(draft_id, by, list(cards)):
        act(draft_id=draft_id, by=by, given={"is": "queue", "cards": list(cards)}, key=key, at=at)


@transaction.atomic
def _queued_before(draft_id: int, by: int, cards: list[int]) -> bool:
    """Keep the queue until the start; False if the draft has begun."""
    row, number = locked(draft_id), team_of(draft_id, by)
    if row is None:
        raise Refused("not-found", say("There is no such draft."))
    if row.status != DraftStatus.SETUP:
        return False
    if number is None:
        raise Refused("not-yours", say("You have no franchise in this draft."))
    if row.season_id is None:
        there = Gamer.objects.filter(league=None, pk__in=cards).count()
    else:
        there = SeasonGamer.objects.filter(season=row.season_id, pk__in=cards).count()
    if len(set(cards)) < len(cards) or there < len(cards):
        raise Refused("bad-queue", say("A queue names gamers of this draft, each once."), "cards")
    DraftTeam.objects.filter(draft=draft_id, number=number).update(queue=cards)
    return True
