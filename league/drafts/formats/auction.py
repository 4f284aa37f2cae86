"""The auction: teams nominate cards in turn, all raise openly, and a late bid extends the clock.

A team's budget is what is left of its cap. The highest bid wins at the deadline, or as soon as no other team can or
wants to raise; without a raise the nominator wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engines.i18n import mark, translate as _, translate_n
from league.drafts.formats import clocks
from league.drafts.formats.actions import Action, Bid, Force, Nominate, Order, Pass, Skip
from league.drafts.formats.entities import ActionError, Pick, Setup
from league.drafts.formats.legality import can_take_any, find_refusal, plan_pick
from league.drafts.formats.picks import choose_autopick, give_card
from league.drafts.formats.protocol import Kind
from league.drafts.formats.state import AcceptedBid, AuctionTable, DraftState, Lot
from league.formats.settings import Field
from matches.clock import MS

OPENING = Field("opening", mark("Minimum opening bid"), 1, 0, 1_000_000)
FROM_SALARY = Field("from_salary", mark("Start bids at the Gamer's salary"), True)
FIELDS = (
    OPENING,
    FROM_SALARY,
    Field("step", mark("Minimum raise"), 1, 1, 1_000_000),
    Field("bid_seconds", mark("Bidding time (seconds)"), 20, 1, 7 * 86_400),
    Field("extend_seconds", mark("Minimum time left after a bid (seconds)"), 8, 0, 86_400),
)


@dataclass(frozen=True)
class AscendingAuction(Kind):
    """The ascending auction."""

    key: str = "auction"
    name: str = mark("Auction")
    fields: tuple[Field, ...] = FIELDS

    def table(self, setup: Setup, at: datetime) -> AuctionTable:
        return AuctionTable(setup.order)

    def act(self, state: DraftState, action: Action, at: datetime) -> DraftState:
        table = _get_table(state)
        match action:
            case Nominate(team, card, bid):
                return _nominate(state, team, card, bid, at, auto=False)
            case Bid():
                return _place_bid(state, action, at)
            case Pass(team):
                return _pass(state, team)
            case Skip():
                if table.lot is not None:
                    raise ActionError("lot-open", _("A Gamer is up for bids. Wait until bidding ends."))
                if not any(_can_nominate(state, team) for team in table.order[1:]):
                    raise ActionError("nobody-else", _("No other franchise can nominate."))
                return state.with_table(order=(*table.order[1:], table.order[0]))
            case Order(teams):
                if sorted(teams) != sorted(table.order):
                    raise ActionError("bad-order", _("List every franchise exactly once."), "teams")
                return state.with_table(order=teams)
        raise ActionError("wrong-kind", _("`{tag}` isn't available in an auction.", tag=action.tag), "is")

    def force(self, state: DraftState, action: Force, at: datetime) -> DraftState:
        lot = _get_table(state).lot
        if lot is not None and lot.card == action.card:
            raise ActionError("lot-open", _("This Gamer is up for bids. Wait until bidding ends."), "card")
        return _check_highest_bid(super().force(state, action, at))

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        return _check_highest_bid(state)

    def due(self, state: DraftState) -> datetime | None:
        lot = _get_table(state).lot
        return super().due(state) if lot is None else lot.ends

    def cutoff(self, state: DraftState, team: int) -> datetime | None:
        lot = _get_table(state).lot
        return super().cutoff(state, team) if lot is None else lot.ends

    def flag(self, state: DraftState, fell_at: datetime, at: datetime) -> DraftState:
        table = _get_table(state)
        if table.lot is not None:
            return _sell_lot(state, fell_at)
        if not state.setup.timing.hard and not clocks.is_on_autopick(state):
            return replace(state, overdue=True)
        team = table.order[0]
        card = choose_autopick(state, team)
        if card is None:
            return state.with_table(done=table.done | {team})
        return _nominate(state, team, card, state.setup.prices[card], at, auto=True)

    def advance(self, state: DraftState, at: datetime, *, charged: bool) -> DraftState:
        if _get_table(state).lot is not None:
            state = clocks.run_clock(state, None, at, charged=charged)
            return state if self.to_act(state) else self.advance(_sell_lot(state, at), at, charged=charged)
        table = _get_table(state)
        for turn in range(len(table.order)):
            if _can_nominate(state, table.order[turn]):
                state = state.with_table(order=(*table.order[turn:], *table.order[:turn]))
                return clocks.run_clock(state, (table.order[turn], table.lots + 1), at, charged=charged)
        return replace(clocks.run_clock(state, None, at, charged=charged), over="complete")

    def to_act(self, state: DraftState) -> frozenset[int]:
        """Return the nominator, or while a card is up, the teams that can still raise and have not passed."""
        table = _get_table(state)
        if table.lot is None:
            return frozenset(table.order[:1])
        lot, minimum = table.lot, _get_minimum_bid(state)
        candidates = set(table.order) - lot.passed - {lot.high.team}
        return frozenset(team for team in candidates if find_refusal(state.books, team, lot.card, minimum) is None)

    def order(self, state: DraftState) -> tuple[int, ...]:
        return _get_table(state).order

    def expected_action(self, state: DraftState) -> str:
        return "nominate" if _get_table(state).lot is None else ""

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        table, lot = _get_table(state), _get_table(state).lot
        lot_data = lot and {
            "number": lot.number,
            "card": lot.card,
            "high": {"team": lot.high.team, "amount": lot.high.amount},
            "least": _get_minimum_bid(state),
            "bids": [{"team": offer.team, "amount": offer.amount, "at": offer.at.isoformat()} for offer in lot.offers],
            "passed": sorted(lot.passed),
        }
        return {"nominators": list(table.order), "done": sorted(table.done), "lot": lot_data}


AUCTION = AscendingAuction()


def _get_table(state: DraftState) -> AuctionTable:
    assert isinstance(state.table, AuctionTable)
    return state.table


def _get_minimum_bid(state: DraftState) -> int:
    lot = _get_table(state).lot
    assert lot is not None
    return lot.high.amount + int(state.setup.settings["step"])


def _can_nominate(state: DraftState, team: int) -> bool:
    needs = state.books.demands[team].places > 0
    return needs or (team not in _get_table(state).done and can_take_any(state.books, team))


def _nominate(state: DraftState, team: int, card: int, bid: int, at: datetime, *, auto: bool) -> DraftState:
    table = _get_table(state)
    if table.lot is not None:
        raise ActionError("lot-open", _("Another Gamer is up for bids. Wait until bidding ends."), "card")
    if table.order[0] != team:
        name = state.setup.team_of[table.order[0]].name
        raise ActionError("not-your-turn", _("It's {name}'s turn to nominate.", name=name), "team")
    plan_pick(state.books, team, card, bid)
    ends = state.hours.running(at) + state.setup.settings["bid_seconds"] * 1000 * MS
    lot = Lot(table.lots + 1, card, (AcceptedBid(team, bid, at),), frozenset(), ends, auto)
    return state.with_table(order=(*table.order[1:], team), lots=lot.number, lot=lot)


def _place_bid(state: DraftState, action: Bid, at: datetime) -> DraftState:
    lot = _get_table(state).lot
    if lot is None or lot.number != action.lot:
        raise ActionError("lot-closed", _("This Gamer is not up for bids."), "lot")
    if lot.high.team == action.team:
        raise ActionError("highest", _("You already have the highest bid."), "team")
    if action.team in lot.passed:
        raise ActionError("passed", _("You've passed on this Gamer."), "team")
    if action.amount < _get_minimum_bid(state):
        raise ActionError("raise", _("Bid at least {least}.", least=_get_minimum_bid(state)), "amount")
    plan_pick(state.books, action.team, lot.card, action.amount)
    extended = state.hours.running(at) + state.setup.settings["extend_seconds"] * 1000 * MS
    offers = (*lot.offers, AcceptedBid(action.team, action.amount, at))
    return state.with_table(lot=replace(lot, offers=offers, ends=max(lot.ends, extended)))


def _pass(state: DraftState, team: int) -> DraftState:
    table, lot = _get_table(state), _get_table(state).lot
    if lot is not None:
        if lot.high.team == team:
            raise ActionError("highest", _("You have the highest bid, so you can't pass."), "team")
        return state.with_table(lot=replace(lot, passed=lot.passed | {team}))
    if table.order[0] != team:
        text = _("It's {team}'s turn to nominate.", team=state.setup.team_of[table.order[0]].name)
        raise ActionError("not-your-turn", text, "team")
    if needs := state.books.demands[team].places:
        text = translate_n("You still need {n} Gamer. Nominate one.", "You still need {n} Gamers. Nominate one.", needs)
        raise ActionError("needs-turn", text, "team")
    return state.with_table(done=table.done | {team})


def _check_highest_bid(state: DraftState) -> DraftState:
    """Raise ActionError if the highest bid on the current card is no longer legal."""
    lot = _get_table(state).lot
    if lot is not None and (problem := find_refusal(state.books, lot.high.team, lot.card, lot.high.amount)):
        text = _("The highest bid on the current Gamer would break the rules: {why}", why=problem.text)
        raise ActionError("lot-open", text)
    return state


def _sell_lot(state: DraftState, at: datetime) -> DraftState:
    lot = _get_table(state).lot
    assert lot is not None
    how = "auto" if lot.auto and len(lot.offers) == 1 else "team"
    state = give_card(state, lot.high.team, lot.card, lot.high.amount, how, at)
    return state.with_table(lot=None)
