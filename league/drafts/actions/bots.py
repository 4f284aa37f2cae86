"""Bots act in drafts like players: through the same actions, at a pace that people can follow.

Bots choose their actions without a lock. The process that plays them claims them in its row for `LEASE`; if it
dies, they are due again afterwards.
"""

from datetime import datetime, timedelta
from random import Random

from league.drafts.actions.draft_actions import bot_acts
from league.drafts.actions.draft_session import bots_of
from league.drafts.actions.review import held_on_fault
from league.drafts.formats import drafting
from league.drafts.formats.acts import Act, Pass
from league.drafts.formats.bots import Bidder
from league.drafts.formats.registry import kind_of
from league.drafts.models import Draft, DraftStatus
from league.drafts.queries.states import state_of

LEASE = timedelta(seconds=12)
MOST_ACTS = 200


def play_bots(*, draft_id: int, at: datetime) -> int:
    """Let the bots that are due act and return the number of actions. Safe to call concurrently.

    In an auction all that pass do so at once, and a bid ends the turn; blind bids are all placed together.
    """
    row = Draft.objects.light().filter(pk=draft_id, status=DraftStatus.RUNNING, bots_due_at__lte=at).first()
    if row is None:
        return 0
    due = Draft.objects.filter(pk=row.pk, status=DraftStatus.RUNNING, bots_due_at=row.bots_due_at)
    if not due.update(bots_due_at=at + LEASE):
        return 0
    with held_on_fault(draft_id, at):
        return _played(row, at)


def _played(row: Draft, at: datetime) -> int:
    draft_id, made = row.pk, 0
    for _ in range(MOST_ACTS):
        row = Draft.objects.light().get(pk=draft_id)
        act = _one(row, at) if row.status == DraftStatus.RUNNING else None
        made += act is not None
        if act is None or not (
            isinstance(act, Pass) or kind_of(row.kind).sealed
        ):  # The other teams should see it first.
            break
    paced = at + timedelta(milliseconds=row.bot_pace_ms)
    Draft.objects.filter(pk=draft_id, status=DraftStatus.RUNNING, bots_due_at__gt=paced).update(
        bots_due_at=paced if drafting.to_act(state_of(row)) & bots_of(draft_id) else None
    )
    return made


def _one(row: Draft, at: datetime) -> Act | None:
    """Let one of the bots that may act do so; return its action."""
    state = state_of(row)
    waiting = sorted(drafting.to_act(state) & bots_of(row.pk))
    Random(f"{row.seed} {row.last_act}").shuffle(waiting)
    for team in waiting:
        act = Bidder(team, row.seed).act(state)
        if act is not None and bot_acts(draft_id=row.pk, asked=act, at=at):
            return act
    return None
