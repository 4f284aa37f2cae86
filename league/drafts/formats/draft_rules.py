"""The interface of the draft formats, from start to result. See the package's docstring."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engines.i18n import translate as _
from league.drafts.formats import clocks
from league.drafts.formats.actions import (
    TIMED_ACTIONS,
    Action,
    Auto,
    Credit,
    End,
    Flag,
    Force,
    Order,
    Pause,
    Queue,
    Resume,
    Undo,
)
from league.drafts.formats.entities import ActionError, Setup
from league.drafts.formats.legality import build_plan
from league.drafts.formats.picks import get_pick, remove_pick
from league.drafts.formats.registry import get_kind, prepare_settings
from league.drafts.formats.rosters import Books
from league.drafts.formats.state import AuctionTable, DraftState
from matches.clock import Clock


def start(setup: Setup, at: datetime) -> DraftState:
    """Return the draft with its first clock running. Raises ActionError, with the arithmetic, if no legal rosters exist."""
    kind = get_kind(setup.kind)
    setup = replace(setup, settings=prepare_settings(setup.kind, setup.settings))
    _check_setup(setup)
    clock = Clock.create(setup.timing.pick, len(setup.teams))
    state = DraftState(setup, at, at, clock, kind.table(setup, at), {})
    state = replace(state, plan=build_plan(state.books))
    return kind.advance(state, at, charged=True)


def apply(state: DraftState, action: Action, at: datetime) -> DraftState:
    """Return the draft after the action. Raises ActionError, changing nothing, if the action is illegal.

    `at` is the action's arrival, taken to be no earlier than the last action. At its deadline or later it is refused,
    so a deadline that fell can be flagged before or after it.
    """
    at = max(at, state.at)
    kind = get_kind(state.setup.kind)
    if state.over and not (isinstance(action, Undo) and state.over == "complete"):
        raise ActionError("over", _("The draft is over."))
    team = getattr(action, "team", None)
    if team is not None and team not in state.setup.team_of:
        raise ActionError("no-such-team", _("Franchise not found in this draft."), "team")
    if isinstance(action, TIMED_ACTIONS):
        if state.paused:
            raise ActionError("paused", _("The draft is paused."))
        assert team is not None
        cutoff = state.hours.moment(kind.cutoff(state, team))
        if cutoff is not None and at >= cutoff:
            raise ActionError("too-late", _("Time had already run out when this arrived."))
    state = replace(_apply_action(state, action, at), at=at)
    if state.over:
        return state
    return kind.advance(state, at, charged=not isinstance(action, Undo | Order | Force))


def _apply_action(state: DraftState, action: Action, at: datetime) -> DraftState:
    kind = get_kind(state.setup.kind)
    match action:
        case Flag():
            return kind.flag(state, clocks.get_fallen_deadline(state, kind.due(state), at), at)
        case Force():
            return kind.force(state, action, at)
        case Undo(number):
            pick = get_pick(state, number)
            return replace(kind.taken_back(remove_pick(state, pick), pick, at), over="")
        case Queue(team, cards):
            return _set_queue(state, team, cards)
        case Auto(team, on):
            return clocks.set_autopick(state, team, on, at)
        case Pause():
            return clocks.pause(state, at)
        case Resume():
            return clocks.resume(state, at)
        case Credit(team, ms):
            return clocks.credit_time(state, team, ms)
        case End(unfinished):
            return _end(state, at, unfinished)
    return kind.act(state, action, at)


def deadline(state: DraftState) -> datetime | None:
    """Return when the next `Flag` is due; None if no clock runs (over, paused, or an overdue turn of a soft clock)."""
    return None if state.over else state.hours.moment(get_kind(state.setup.kind).due(state))


def teams_to_act(state: DraftState) -> frozenset[int]:
    """Return the teams that may act now: pick, nominate, raise or place blind bids."""
    return frozenset() if state.over else get_kind(state.setup.kind).to_act(state)


def _set_queue(state: DraftState, team: int, cards: Sequence[int]) -> DraftState:
    if len(set(cards)) < len(cards) or any(card not in state.setup.by_id for card in cards):
        raise ActionError("bad-queue", _("A queue can only list Gamers of this draft, each one once."), "cards")
    return replace(state, queues={**state.queues, team: tuple(cards)})


def _end(state: DraftState, at: datetime, unfinished: bool) -> DraftState:
    short = [team.name for team in state.setup.teams if state.books.demands[team.id].places]
    if short and not unfinished:
        raise ActionError("unfinished", _("These rosters aren't complete yet: {short}.", short=", ".join(short)), "unfinished")
    if isinstance(state.table, AuctionTable):
        state = replace(state, table=replace(state.table, lot=None))
    return replace(clocks.run_clock(state, None, at, charged=False), over="ended")


def _check_setup(setup: Setup) -> None:
    """Raise ActionError unless the rules can be kept and the existing contracts keep them."""
    rules = setup.rules
    if not 0 <= rules.roster_min <= rules.roster_max:
        raise ActionError("bad-setup", _("The minimum roster size can't exceed the maximum."), "rules")
    if min((rules.cap, rules.reserve, *rules.genres.values())) < 0:
        raise ActionError("bad-setup", _("Cap, reserve and genres must be 0 or more."), "rules")
    sheets = Books(setup, (), {}).sheets
    for team in setup.teams:
        if sheets[team.id].payroll > rules.cap:
            words = {"team": team.name, "cap_used": team.cap_used, "cap": rules.cap}
            raise ActionError("cap", _("{team}'s contracts cost {cap_used}, but the cap is {cap}.", **words), "teams")
