"""The clocks of a draft, in draft time; times passed in and returned are wall times."""

from dataclasses import replace
from datetime import datetime

from engines.i18n import translate as _
from league.drafts.formats.entities import ActionError
from league.drafts.formats.state import DraftState
from matches.clock import MS


def run_clock(state: DraftState, turn: tuple[int, int] | None, at: datetime, *, charged: bool = True) -> DraftState:
    """Run the clock of this turn (team, number) from `at` and stop the others; a no-op if it already runs.

    The previous turn is charged for its time unless it was not finished (`charged` false).
    """
    if turn == state.running:
        return state
    now, clock = state.hours.running(at), state.clock
    if state.running is not None and charged:
        clock = clock.pause(state.setup.seat_of[state.running[0]], now).settle(now)
    clock = clock.forget_turn()
    if turn is not None:
        clock = clock.start([state.setup.seat_of[turn[0]]], now)
    return replace(state, clock=clock, running=turn, auto_since=None, overdue=False, credited=0)


def turn_deadline(state: DraftState) -> datetime | None:
    """Return when (draft time) the current turn ends, or its autopick is due."""
    if state.running is None:
        return None
    seat = state.setup.seat_of[state.running[0]]
    ends, began = state.clock.deadline(), state.clock.since[seat]
    if began is None or not is_on_autopick(state):
        return None if state.overdue else ends
    wished = max(began, state.auto_since or began) + state.setup.timing.auto_ms * MS
    return wished if ends is None or state.overdue else min(ends, wished)


def set_autopick(state: DraftState, team: int, on: bool, at: datetime) -> DraftState:
    """Switch a team's autopick. In its own turn, autopick waits `auto_ms` so that the other teams can follow."""
    if state.running is None or state.running[0] != team or (on and team in state.auto):
        since = state.auto_since
    else:
        since = state.hours.running(at) if on else None
    return replace(state, auto=state.auto | {team} if on else state.auto - {team}, auto_since=since)


def is_on_autopick(state: DraftState) -> bool:
    """Return whether autopick is on for the team on turn."""
    return state.running is not None and state.running[0] in state.auto


def get_fallen_deadline(state: DraftState, due: datetime | None, at: datetime) -> datetime:
    """Return the moment at which the deadline fell. Raises ActionError("not-due") before that."""
    when = state.hours.moment(due)
    if when is None or at < when:
        raise ActionError("not-due", _("No deadline has passed."))
    return when


def credit_time(state: DraftState, team: int, ms: int) -> DraftState:
    """Credit time of a disconnection to the current turn.

    Raises ActionError if it is another team's turn, or over the limit of a turn.
    """
    if state.running is None or state.running[0] != team:
        raise ActionError("not-your-turn", _("That franchise's clock isn't running."), "team")
    grace = state.setup.timing.grace_ms
    if not 0 < ms <= grace - state.credited:
        text = _("A turn can be credited at most {grace} ms; {left} ms are left.", grace=grace, left=grace - state.credited)
        raise ActionError("grace", text, "ms")
    clock = state.clock.postpone(state.setup.seat_of[team], ms)
    return replace(state, clock=clock, credited=state.credited + ms, overdue=False)


def pause(state: DraftState, at: datetime) -> DraftState:
    """Stop the clocks from `at`. Raises ActionError("paused") if they are stopped."""
    if state.paused:
        raise ActionError("paused", _("The draft is already paused."))
    return replace(state, pauses=(*state.pauses, (at, None)))


def resume(state: DraftState, at: datetime) -> DraftState:
    """End the pause at `at`. Raises ActionError("not-paused") if the clocks run."""
    if not state.paused:
        raise ActionError("not-paused", _("The draft isn't paused."))
    return replace(state, pauses=(*state.pauses[:-1], (state.pauses[-1][0], at)))
