"""Drafts held after an error of ours: their clocks are stopped until staff resume or cancel them."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import DatabaseError, transaction
from django.urls import reverse

from engines.i18n import translate as _
from league.audit.actions import clean_reason
from league.drafts.actions.draft_session import DraftSession, lock_directed_season, lock_draft
from league.drafts.formats.actions import Pause, Resume
from league.drafts.models import DraftStatus
from league.drafts.queries.drafts import get_draft
from league.drafts.queries.states import get_state
from league.leagues.models import Season
from league.leagues.queries.roles import is_site_admin, list_permitted_staff
from league.leagues.rules import PLAN_SEASONS
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.seasons.actions.common import log_action as tell_season
from matches.errors import ActionError
from matches.pubsub import publish_on_commit

logger = logging.getLogger(__name__)


@contextmanager
def hold_on_error(draft_id: int, at: datetime) -> Iterator[None]:
    """Hold the draft for review if its automatic processing fails; other drafts are unaffected.

    Wrap it around the transaction. Raises ActionError("in-review") in place of the error; refusals and database errors
    pass through.
    """
    try:
        yield
    except (ActionError, DatabaseError):
        raise
    except Exception as error:
        logger.exception("draft %s failed; it is now under review", draft_id)
        hold_for_review(draft_id=draft_id, at=at)
        raise ActionError("in-review", _("The draft is under review. Staff can resume or cancel it.")) from error


@transaction.atomic
def hold_for_review(*, draft_id: int, at: datetime) -> bool:
    """Stop a running draft's clocks and bots and notify its staff; return whether it was running."""
    row = lock_draft(draft_id)
    if row.status != DraftStatus.RUNNING:
        return False
    row.status, row.deadline_at, row.bots_due_at = DraftStatus.REVIEW, None, None
    row.save(update_fields=["status", "deadline_at", "bots_due_at"])
    league_id = Season.objects.filter(drafts=row.pk).values_list("league", flat=True).first()
    path, key, case = reverse("draft", args=[row.pk]), f"draft.{row.pk}.{row.last_act}", "draft"
    if row.match_id is not None:
        path, case = reverse("match", args=[row.match_id]), "match"
        staff = list(row.teams.filter(player__isnull=False).values_list("player_id", flat=True))
    else:
        staff = [row.host_id] if league_id is None else list_permitted_staff(league_id, PLAN_SEASONS)
    notify([NewNotification(user_id, key, {"draft": row.name}, path, case=case) for user_id in staff], kind=Kind.HELD, at=at)
    publish_on_commit(f"draft.{row.pk}")
    return True


@transaction.atomic
def resume_held_draft(*, draft_id: int, by: int, why: str = "", at: datetime) -> None:
    """Resume a held draft. The time since its last action is charged to no team.

    A season's organisers must state a reason; a mock draft is resumed by its host, a match's draft by a site admin.
    Raises ActionError: not-found, not-allowed, not-held.
    """
    draft, season = get_draft(draft_id), None
    if draft.match_id is None:
        season = lock_directed_season(draft, by, _("Only the draft's host can do this."))
    elif not is_site_admin(by):
        raise ActionError("not-allowed", _("Only site admins can resume a match's draft. You can abort the match."))
    row = lock_draft(draft_id)
    if row.status != DraftStatus.REVIEW:
        raise ActionError("not-held", _("This draft is not under review."))
    why = clean_reason(why, required=season is not None)
    session = DraftSession(row, get_state(row))
    session.do(Pause(), session.state.at, by=by)
    session.do(Resume(), at, by=by)
    session.store(at)
    if season is not None:
        tell_season(season, "draft.resumed", by=by, after={"draft": row.name}, why=why, at=at)
