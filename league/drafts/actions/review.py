"""Drafts held after an error of ours: their clocks are stopped until staff resume or cancel them."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import DatabaseError, transaction
from django.urls import reverse

from engines.words import say
from league.audit.actions import reason
from league.drafts.actions.draft_session import Table, directed_season, locked
from league.drafts.formats.acts import Pause, Resume
from league.drafts.models import DraftStatus
from league.drafts.queries.drafts import get_draft
from league.drafts.queries.states import state_of
from league.leagues.models import Season
from league.leagues.queries.roles import holders, is_site_admin
from league.leagues.rules import DEED
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.seasons.actions.locking import tell as tell_season
from matches.announce import changed
from matches.refusals import Refused

logger = logging.getLogger(__name__)


@contextmanager
def held_on_fault(draft_id: int, at: datetime) -> Iterator[None]:
    """Hold the draft for review if its automatic processing fails; other drafts are unaffected.

    Wrap it around the transaction. Raises Refused("in-review") in place of the error; refusals and database errors
    pass through.
    """
    try:
        yield
    except (Refused, DatabaseError):
        raise
    except Exception as fault:
        logger.exception("draft %s cannot go on; it is held for review", draft_id)
        hold_for_review(draft_id=draft_id, at=at)
        raise Refused("in-review", say("The draft is under review. Staff can resume or cancel it.")) from fault


@transaction.atomic
def hold_for_review(*, draft_id: int, at: datetime) -> bool:
    """Stop a running draft's clocks and bots and notify its staff; return whether it was running."""
    row = locked(draft_id)
    if row.status != DraftStatus.RUNNING:
        return False
    row.status, row.deadline_at, row.bots_due_at = DraftStatus.REVIEW, None, None
    row.save(update_fields=["status", "deadline_at", "bots_due_at"])
    league_id = Season.objects.filter(drafts=row.pk).values_list("league", flat=True).first()
    here, key, case = reverse("draft", args=[row.pk]), f"draft.{row.pk}.{row.last_act}", "draft"
    if row.match_id is not None:
        here, case = reverse("match", args=[row.match_id]), "match"
        staff = list(row.teams.filter(player__isnull=False).values_list("player_id", flat=True))
    else:
        staff = [row.host_id] if league_id is None else holders(league_id, DEED)
    tell([Told(one, key, {"draft": row.name}, here, case=case) for one in staff], kind=Kind.HELD, at=at)
    changed(f"draft.{row.pk}")
    return True


@transaction.atomic
def resume_held(*, draft_id: int, by: int, why: str = "", at: datetime) -> None:
    """Resume a held draft. The time since its last action is charged to no team.

    A season's organisers must state a reason; a mock draft is resumed by its host, a match's draft by a site admin.
    Codes: not-found, not-allowed, not-held.
    """
    found, season = get_draft(draft_id), None
    if found.match_id is None:
        season = directed_season(found, by, say("Only the draft's host can do this."))
    elif not is_site_admin(by):
        raise Refused("not-allowed", say("Only site admins can resume a match's draft. You can abort the match."))
    row = locked(draft_id)
    if row.status != DraftStatus.REVIEW:
        raise Refused("not-held", say("This draft is not under review."))
    why = reason(why, needed=season is not None)
    table = Table(row, state_of(row))
    table.do(Pause(), table.state.at, by=by)
    table.do(Resume(), at, by=by)
    table.store(at)
    if season is not None:
        tell_season(season, "draft.resumed", by=by, after={"draft": row.name}, why=why, at=at)
