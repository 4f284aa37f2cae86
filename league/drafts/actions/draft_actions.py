"""Actions on a running draft: of players, bots, organisers and the clock, and the players' presence."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from engines.i18n import translate as _
from league.audit.actions import clean_reason, record
from league.drafts.actions.draft_session import (
    LIVE_STATUSES,
    DraftSession,
    StuckDraftError,
    list_bot_teams,
    lock_draft,
    open_session,
    require_running,
)
from league.drafts.actions.notifications import ABSENT_AFTER
from league.drafts.actions.review import hold_on_error
from league.drafts.formats import actions
from league.drafts.formats.actions import ORGANISER_ACTIONS, TIMED_ACTIONS, Action, Auto, Credit, Flag
from league.drafts.models import Draft, DraftLogEntry, DraftStatus, DraftTeam
from league.drafts.queries.drafts import FLAG_DELAY, can_direct, find_team_number, get_draft
from league.drafts.queries.states import get_state
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.actions import lock_league_if_allowed
from league.leagues.rules import PLAN_SEASONS
from matches.clock import MS
from matches.errors import ActionError

PRESENCE_INTERVAL = timedelta(seconds=5)


def apply_action(
    *, draft_id: int, by: int, data: Mapping[str, Any], key: str | None = None, why: str = "", at: datetime
) -> int:
    """Apply a user's action and return its number in the log. `at` is the arrival; `data` is JSON (`formats.actions`).

    A player's own `team` may be left out. A repeated key returns the number that it got before. Raises ActionError:
    those of the kinds of draft, in-review, not-yours, not-allowed, not-started, over, paused, too-late, key-used.
    """
    action = actions.load(_add_own_team(draft_id, by, data))
    if isinstance(action, Flag):
        raise ActionError("not-allowed", _("Only the server can report a time-out."))
    with hold_on_error(draft_id, at):
        done = _apply_under_lock(draft_id, by, action, key, why, at)
    if isinstance(done, ActionError):
        raise done
    return done


def _add_own_team(draft_id: int, by: int, data: Mapping[str, Any]) -> Mapping[str, Any]:
    kind = actions.ACTION_TYPES.get(str(data.get("is"))) if isinstance(data, Mapping) else None
    if kind is None or kind in ORGANISER_ACTIONS or "team" in data or kind is Flag:
        return data
    number = find_team_number(draft_id, by)
    if number is None:
        raise ActionError("not-yours", _("You have no franchise in this draft."), "team")
    return {**data, "team": number}


@transaction.atomic
def _apply_under_lock(draft_id: int, by: int, action: Action, key: str | None, why: str, at: datetime) -> int | ActionError:
    """Apply the action. A refusal is returned, not raised, so that flags which fell before it are kept."""
    organising = _authorise(draft_id, by, action)
    row = lock_draft(draft_id)
    if key is not None and (previous := DraftLogEntry.objects.filter(draft=draft_id, by=by, key=key).first()):
        if previous.act == actions.dump(action):
            return previous.n
        return ActionError("key-used", _("This key was already used for another action. Use a new key."), "key")
    require_running(row)
    session = DraftSession(row, get_state(row))
    session.catch_up(at - FLAG_DELAY if isinstance(action, TIMED_ACTIONS) else at, at)
    try:
        number = session.do(action, at, by=by, key=key)
    except ActionError as refused:
        session.store(at)
        return refused
    if organising and row.season is not None:
        record(
            by=by, action=f"draft.{action.tag}", subject=("season", row.season.pk), league_id=row.season.league_id,
            after={"draft": row.name, **actions.dump(action)}, why=clean_reason(why), at=at,
        )  # fmt: skip
    session.store(at)
    return number


def _authorise(draft_id: int, by: int, action: Action) -> bool:
    """Return whether it is an organiser's action, which locks the league first, as everywhere. Raises ActionError."""
    row = get_draft(draft_id)
    team = getattr(action, "team", None)
    if not isinstance(action, ORGANISER_ACTIONS):
        if team == find_team_number(draft_id, by):
            return False
        if not isinstance(action, Auto):
            raise ActionError("not-yours", _("You don't own this franchise."), "team")
    if row.season is not None:
        lock_league_if_allowed(row.season.league_id, by, PLAN_SEASONS)
    elif not can_direct(row, by):
        raise ActionError("not-allowed", _("Only the draft's host can do this."))
    return True


def apply_due_flags(*, draft_id: int, at: datetime) -> int:
    """Apply the flags due by now and return the number of actions. Safe to call concurrently.

    A draft in which that fails is held for review (`review.hold_on_error`).
    """
    with hold_on_error(draft_id, at), transaction.atomic():
        rows = Draft.objects.light().select_for_update(skip_locked=True)
        row = rows.filter(pk=draft_id, deadline_at__lte=at - FLAG_DELAY).first()
        if row is None:
            return 0
        session = DraftSession(row, get_state(row))
        session.catch_up(at - FLAG_DELAY, at)
        count = len(session.new_entries)
        try:
            session.store(at)
        except ActionError as refused:  # the rosters cannot be signed
            raise StuckDraftError(refused.text) from refused
        return count


@transaction.atomic
def apply_bot_action(*, draft_id: int, action: Action, at: datetime) -> bool:
    """Apply a bot's action; return False if another one made it illegal. Call it inside `hold_on_error`."""
    with open_session(draft_id, at) as session:
        if getattr(action, "team", None) not in list_bot_teams(draft_id):
            return False
        try:
            session.do(action, at)
        except ActionError:
            return False
        session.row.bots_due_at = None
        return True


def record_presence(*, draft_id: int, by: int, at: datetime) -> int:
    """Record that the player's page is open; give back the time it was disconnected and return it in milliseconds.

    Only within a running turn, and at most the grace of a turn.
    """
    number = find_team_number(draft_id, by)
    rows = DraftTeam.objects.select_related("draft").defer("draft__state", "draft__setup")
    team = rows.filter(draft=draft_id, number=number).first() if number else None
    if team is None:
        raise ActionError("not-yours", _("You have no franchise in this draft."))
    last_seen = team.seen_at
    if last_seen is not None and at - last_seen < PRESENCE_INTERVAL:
        return 0
    DraftTeam.objects.filter(pk=team.pk).update(seen_at=at)
    if last_seen is None or at - last_seen <= ABSENT_AFTER or team.draft.status not in LIVE_STATUSES:
        return 0
    with hold_on_error(draft_id, at), transaction.atomic(), open_session(draft_id, at) as session:
        state = session.state
        if state.running is None or state.running[0] != team.number or state.paused or state.overdue:
            return 0
        began = state.clock.since[state.setup.seat_of[team.number]]
        assert began is not None
        away = state.hours.running(at) - max(began, state.hours.running(last_seen))
        ms = min(away // MS, state.setup.timing.grace_ms - state.credited)
        if ms > 0:
            session.do(Credit(team.number, ms), at)
        return max(0, ms)


def set_queue(*, draft_id: int, by: int, cards: Sequence[int], key: str | None = None, at: datetime) -> None:
    """Set the order in which autopick tries cards, best first; before or after the start.

    Raises ActionError: not-yours, bad-queue, over.
    """
    if not _save_early_queue(draft_id, by, list(cards)):
        apply_action(draft_id=draft_id, by=by, data={"is": "queue", "cards": list(cards)}, key=key, at=at)


@transaction.atomic
def _save_early_queue(draft_id: int, by: int, cards: list[int]) -> bool:
    """Save the queue of a draft that has not started; return False if it has."""
    row, number = lock_draft(draft_id), find_team_number(draft_id, by)
    if row.status != DraftStatus.SETUP:
        return False
    if number is None:
        raise ActionError("not-yours", _("You have no franchise in this draft."))
    if row.season_id is None:
        count = Gamer.objects.filter(league=None, pk__in=cards).count()
    else:
        count = SeasonGamer.objects.filter(season=row.season_id, pk__in=cards).count()
    if len(set(cards)) < len(cards) or count < len(cards):
        raise ActionError("bad-queue", _("A queue can only list Gamers of this draft, each one once."), "cards")
    DraftTeam.objects.filter(draft=draft_id, number=number).update(queue=cards)
    return True
