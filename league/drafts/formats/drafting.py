"""The interface of the draft formats, from start to result. See the package's docstring."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engines.words import say
from league.drafts.formats import clocks
from league.drafts.formats.acts import TIMED, Act, Auto, Credit, End, Flag, Force, Order, Pause, Queue, Resume, Undo
from league.drafts.formats.entities import Refused, Setup
from league.drafts.formats.legality import feasible
from league.drafts.formats.picks import found, taken_back
from league.drafts.formats.registry import kind_of, prepared
from league.drafts.formats.rosters import Books
from league.drafts.formats.state import Auction, DraftState
from matches.clock import Clock


def start(setup: Setup, at: datetime) -> DraftState:
    """Return the draft with its first clock running. Raises Refused, with the arithmetic, if no legal rosters exist."""
    kind = kind_of(setup.kind)
    setup = replace(setup, settings=prepared(setup.kind, setup.settings))
    _consistent(setup)
    clock = Clock.fresh(setup.timing.pick, len(setup.teams))
    state = DraftState(setup, at, at, clock, kind.table(setup, at), {})
    state = replace(state, plan=feasible(state.books))
    return kind.onward(state, at, charged=True)


def apply(state: DraftState, act: Act, at: datetime) -> DraftState:
    """Return the draft after the action. Raises Refused, changing nothing, if the action is illegal.

    `at` is the action's arrival, taken to be no earlier than the last action. At its deadline or later it is refused,
    so a deadline that fell can be flagged before or after it.
    """
    at = max(at, state.at)
    kind = kind_of(state.setup.kind)
    if state.over and not (isinstance(act, Undo) and state.over == "complete"):
        raise Refused("over", say("The draft is over."))
    team = getattr(act, "team", None)
    if team is not None and team not in state.setup.team_of:
        raise Refused("no-such-team", say("Franchise not found in this draft."), "team")
    if isinstance(act, TIMED):
        if state.paused:
            raise Refused("paused", say("The draft is paused."))
        assert team is not None
        shut = state.hours.moment(kind.shuts(state, team))
        if shut is not None and at >= shut:
            raise Refused("too-late", say("Time had already run out when this arrived."))
    state = replace(_done(state, act, at), at=at)
    if state.over:
        return state
    return kind.onward(state, at, charged=not isinstance(act, Undo | Order | Force))


def _done(state: DraftState, act: Act, at: datetime) -> DraftState:
    kind = kind_of(state.setup.kind)
    match act:
        case Flag():
            return kind.flag(state, clocks.fallen(state, kind.due(state), at), at)
        case Force():
            return kind.force(state, act, at)
        case Undo(number):
            pick = found(state, number)
            return replace(kind.taken_back(taken_back(state, pick), pick, at), over="")
        case Queue(team, cards):
            return _queued(state, team, cards)
        case Auto(team, on):
            return clocks.switch_auto(state, team, on, at)
        case Pause():
            return clocks.pause(state, at)
        case Resume():
            return clocks.resume(state, at)
        case Credit(team, ms):
            return clocks.credit(state, team, ms)
        case End(unfinished):
            return _ended(state, at, unfinished)
    return kind.act(state, act, at)


def deadline(state: DraftState) -> datetime | None:
    """Return when the next `Flag` is due; None if no clock runs (over, paused, or an overdue turn of a soft clock)."""
    return None if state.over else state.hours.moment(kind_of(state.setup.kind).due(state))


def to_act(state: DraftState) -> frozenset[int]:
    """Return the teams that may act now: pick, nominate, raise or place blind bids."""
    return frozenset() if state.over else kind_of(state.setup.kind).to_act(state)


def _queued(state: DraftState, team: int, cards: Sequence[int]) -> DraftState:
    if len(set(cards)) < len(cards) or any(card not in state.setup.by_id for card in cards):
        raise Refused("bad-queue", say("A queue can list Gamers of this draft, each only once."), "cards")
    return replace(state, queues={**state.queues, team: tuple(cards)})


def _ended(state: DraftState, at: datetime, unfinished: bool) -> DraftState:
    short = [team.name for team in state.setup.teams if state.books.demands[team.id].places]
    if short and not unfinished:
        raise Refused(
            "unfinished", say("These rosters aren't complete yet: {short}.", short=", ".join(short)), "unfinished"
        )
    if isinstance(state.table, Auction):
        state = replace(state, table=replace(state.table, lot=None))
    return replace(clocks.follow(state, None, at, charged=False), over="ended")


def _consistent(setup: Setup) -> None:
    """Raise Refused unless the rules can be kept and the existing contracts keep them."""
    rules = setup.rules
    if not 0 <= rules.roster_min <= rules.roster_max:
        raise Refused("bad-setup", say("The minimum roster size can't exceed the maximum."), "rules")
    if min((rules.cap, rules.reserve, *rules.genres.values())) < 0:
        raise Refused("bad-setup", say("Cap, reserve and genres must be 0 or more."), "rules")
    sheets = Books(setup, (), {}).sheets
    for team in setup.teams:
        if sheets[team.id].payroll > rules.cap:
            words = {"team": team.name, "cap_used": team.cap_used, "cap": rules.cap}
            raise Refused("cap", say("{team}'s contracts cost {cap_used}, but the cap is {cap}.", **words), "teams")
