"""The auction: teams nominate cards in turn, all raise openly, and a late bid extends the clock.

A team's budget is what is left of its cap. The highest bid wins at the deadline, or as soon as no other team can or
wants to raise; without a raise the nominator wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engines.words import marked, say, say_many
from league.drafts.formats import clocks
from league.drafts.formats.acts import Act, Bid, Force, Nominate, Order, Pass, Skip
from league.drafts.formats.entities import Pick, Refused, Setup
from league.drafts.formats.legality import can_take_any, granted, refusal
from league.drafts.formats.picks import best, given
from league.drafts.formats.protocol import Kind
from league.drafts.formats.state import Auction, DraftState, Lot, Offer
from league.formats.settings import Field
from matches.clock import MS

OPENING = Field("opening", marked("Minimum opening bid"), 1, 0, 1_000_000)
FROM_SALARY = Field("from_salary", marked("Start bids at the Gamer's salary"), True)
FIELDS = (
    OPENING,
    FROM_SALARY,
    Field("step", marked("Minimum raise"), 1, 1, 1_000_000),
    Field("bid_seconds", marked("Bidding time (seconds)"), 20, 1, 7 * 86_400),
    Field("extend_seconds", marked("Minimum time left after a bid (seconds)"), 8, 0, 86_400),
)


@dataclass(frozen=True)
class Ascending(Kind):
    """The ascending auction."""

    key: str = "auction"
    name: str = marked("Auction")
    fields: tuple[Field, ...] = FIELDS

    def table(self, setup: Setup, at: datetime) -> Auction:
        return Auction(setup.order)

    def act(self, state: DraftState, act: Act, at: datetime) -> DraftState:
        table = _table(state)
        match act:
            case Nominate(team, card, bid):
                return _nominated(state, team, card, bid, at, auto=False)
            case Bid():
                return _bid(state, act, at)
            case Pass(team):
                return _passed(state, team)
            case Skip():
                if table.lot is not None:
                    raise Refused("lot-open", say("A Gamer is up for bids. Wait until bidding ends."))
                if not any(_nominates(state, team) for team in table.order[1:]):
                    raise Refused("nobody-else", say("No other franchise can nominate."))
                return state.with_table(order=(*table.order[1:], table.order[0]))
            case Order(teams):
                if sorted(teams) != sorted(table.order):
                    raise Refused("bad-order", say("List every franchise exactly once."), "teams")
                return state.with_table(order=teams)
        raise Refused("wrong-kind", say("`{tag}` isn't available in an auction.", tag=act.tag), "is")

    def force(self, state: DraftState, act: Force, at: datetime) -> DraftState:
        lot = _table(state).lot
        if lot is not None and lot.card == act.card:
            raise Refused("lot-open", say("This Gamer is up for bids. Wait until bidding ends."), "card")
        return _bid_stands(super().force(state, act, at))

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        return _bid_stands(state)

    def due(self, state: DraftState) -> datetime | None:
        lot = _table(state).lot
        return super().due(state) if lot is None else lot.ends

    def shuts(self, state: DraftState, team: int) -> datetime | None:
        lot = _table(state).lot
        return super().shuts(state, team) if lot is None else lot.ends

    def flag(self, state: DraftState, fell: datetime, at: datetime) -> DraftState:
        table = _table(state)
        if table.lot is not None:
            return _sold(state, fell)
        if not state.setup.timing.hard and not clocks.at_once(state):
            return replace(state, overdue=True)
        team = table.order[0]
        card = best(state, team)
        if card is None:
            return state.with_table(done=table.done | {team})
        return _nominated(state, team, card, state.setup.prices[card], at, auto=True)

    def onward(self, state: DraftState, at: datetime, *, charged: bool) -> DraftState:
        if _table(state).lot is not None:
            state = clocks.follow(state, None, at, charged=charged)
            return state if self.to_act(state) else self.onward(_sold(state, at), at, charged=charged)
        table = _table(state)
        for turn in range(len(table.order)):
            if _nominates(state, table.order[turn]):
                state = state.with_table(order=(*table.order[turn:], *table.order[:turn]))
                return clocks.follow(state, (table.order[turn], table.lots + 1), at, charged=charged)
        return replace(clocks.follow(state, None, at, charged=charged), over="complete")

    def to_act(self, state: DraftState) -> frozenset[int]:
        """Return the nominator, or while a card is up, the teams that can still raise and have not passed."""
        table = _table(state)
        if table.lot is None:
            return frozenset(table.order[:1])
        lot, least = table.lot, _least(state)
        able = set(table.order) - lot.passed - {lot.high.team}
        return frozenset(team for team in able if refusal(state.books, team, lot.card, least) is None)

    def order(self, state: DraftState) -> tuple[int, ...]:
        return _table(state).order

    def asks(self, state: DraftState) -> str:
        return "nominate" if _table(state).lot is None else ""

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        table, lot = _table(state), _table(state).lot
        up = lot and {
            "number": lot.number,
            "card": lot.card,
            "high": {"team": lot.high.team, "amount": lot.high.amount},
            "least": _least(state),
            "bids": [{"team": one.team, "amount": one.amount, "at": one.at.isoformat()} for one in lot.offers],
            "passed": sorted(lot.passed),
        }
        return {"nominators": list(table.order), "done": sorted(table.done), "lot": up}


AUCTION = Ascending()


def _table(state: DraftState) -> Auction:
    assert isinstance(state.table, Auction)
    return state.table


def _least(state: DraftState) -> int:
    lot = _table(state).lot
    assert lot is not None
    return lot.high.amount + int(state.setup.settings["step"])


def _nominates(state: DraftState, team: int) -> bool:
    needs = state.books.demands[team].places > 0
    return needs or (team not in _table(state).done and can_take_any(state.books, team))


def _nominated(state: DraftState, team: int, card: int, bid: int, at: datetime, *, auto: bool) -> DraftState:
    table = _table(state)
    if table.lot is not None:
        raise Refused("lot-open", say("Another Gamer is up for bids. Wait until bidding ends."), "card")
    if table.order[0] != team:
        name = state.setup.team_of[table.order[0]].name
        raise Refused("not-your-turn", say("It's {name}'s turn to nominate.", name=name), "team")
    granted(state.books, team, card, bid)
    ends = state.hours.running(at) + state.setup.settings["bid_seconds"] * 1000 * MS
    lot = Lot(table.lots + 1, card, (Offer(team, bid, at),), frozenset(), ends, auto)
    return state.with_table(order=(*table.order[1:], team), lots=lot.number, lot=lot)


def _bid(state: DraftState, act: Bid, at: datetime) -> DraftState:
    lot = _table(state).lot
    if lot is None or lot.number != act.lot:
        raise Refused("lot-closed", say("This Gamer is not up for bids."), "lot")
    if lot.high.team == act.team:
        raise Refused("highest", say("You already have the highest bid."), "team")
    if act.team in lot.passed:
        raise Refused("passed", say("You've passed on this Gamer."), "team")
    if act.amount < _least(state):
        raise Refused("raise", say("Bid at least {least}.", least=_least(state)), "amount")
    granted(state.books, act.team, lot.card, act.amount)
    extended = state.hours.running(at) + state.setup.settings["extend_seconds"] * 1000 * MS
    offers = (*lot.offers, Offer(act.team, act.amount, at))
    return state.with_table(lot=replace(lot, offers=offers, ends=max(lot.ends, extended)))


def _passed(state: DraftState, team: int) -> DraftState:
    table, lot = _table(state), _table(state).lot
    if lot is not None:
        if lot.high.team == team:
            raise Refused("highest", say("You have the highest bid, so you can't pass."), "team")
        return state.with_table(lot=replace(lot, passed=lot.passed | {team}))
    if table.order[0] != team:
        text = say("It's {team}'s turn to nominate.", team=state.setup.team_of[table.order[0]].name)
        raise Refused("not-your-turn", text, "team")
    if needs := state.books.demands[team].places:
        text = say_many("You still need {n} Gamer. Nominate one.", "You still need {n} Gamers. Nominate one.", needs)
        raise Refused("needs-turn", text, "team")
    return state.with_table(done=table.done | {team})


def _bid_stands(state: DraftState) -> DraftState:
    """Raise Refused if the highest bid on the current card is no longer legal."""
    lot = _table(state).lot
    if lot is not None and (why := refusal(state.books, lot.high.team, lot.card, lot.high.amount)):
        text = say("The highest bid on the current Gamer would break the rules: {why}", why=why.text)
        raise Refused("lot-open", text)
    return state


def _sold(state: DraftState, at: datetime) -> DraftState:
    lot = _table(state).lot
    assert lot is not None
    how = "auto" if lot.auto and len(lot.offers) == 1 else "team"
    state = given(state, lot.high.team, lot.card, lot.high.amount, how, at)
    return state.with_table(lot=None)
