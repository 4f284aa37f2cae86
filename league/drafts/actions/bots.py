"""Bots act in drafts like players: through the same actions, at a pace that people can follow.

Bots choose their actions without a lock. The process that plays them claims them in its row for `LEASE`; if it
dies, they are due again afterwards.
"""

from datetime import datetime, timedelta
from random import Random

from league.drafts.actions.draft_actions import apply_bot_action
from league.drafts.actions.draft_session import list_bot_teams
from league.drafts.actions.review import hold_on_error
from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Action, Pass
from league.drafts.formats.bots import DraftBot
from league.drafts.formats.registry import get_kind
from league.drafts.models import Draft, DraftStatus
from league.drafts.queries.states import get_state

LEASE = timedelta(seconds=12)
MAX_ACTIONS = 200


def play_due_bots(*, draft_id: int, at: datetime) -> int:
    """Let the bots that are due act and return the number of actions. Safe to call concurrently.

    In an auction all that pass do so at once, and a bid ends the turn; blind bids are all placed together.
    """
    row = Draft.objects.light().filter(pk=draft_id, status=DraftStatus.RUNNING, bots_due_at__lte=at).first()
    if row is None:
        return 0
    due = Draft.objects.filter(pk=row.pk, status=DraftStatus.RUNNING, bots_due_at=row.bots_due_at)
    if not due.update(bots_due_at=at + LEASE):
        return 0
    with hold_on_error(draft_id, at):
        return _play_bots(row, at)


def _play_bots(row: Draft, at: datetime) -> int:
    draft_id, count = row.pk, 0
    for _ in range(MAX_ACTIONS):
        row = Draft.objects.light().get(pk=draft_id)
        action = _play_one_bot(row, at) if row.status == DraftStatus.RUNNING else None
        count += action is not None
        if action is None or not (
            isinstance(action, Pass) or get_kind(row.kind).sealed
        ):  # The other teams should see it first.
            break
    paced = at + timedelta(milliseconds=row.bot_pace_ms)
    Draft.objects.filter(pk=draft_id, status=DraftStatus.RUNNING, bots_due_at__gt=paced).update(
        bots_due_at=paced if draft_rules.teams_to_act(get_state(row)) & list_bot_teams(draft_id) else None
    )
    return count


def _play_one_bot(row: Draft, at: datetime) -> Action | None:
    """Let one of the bots that may act do so; return its action."""
    state = get_state(row)
    waiting = sorted(draft_rules.teams_to_act(state) & list_bot_teams(row.pk))
    Random(f"{row.seed} {row.last_act}").shuffle(waiting)
    for team in waiting:
        action = DraftBot(team, row.seed).act(state)
        if action is not None and apply_bot_action(draft_id=row.pk, action=action, at=at):
            return action
    return None
