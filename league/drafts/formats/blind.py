"""The blind auction: teams place blind bids by a deadline, in rounds.

At the deadline, or once every team has completed its bids, all bids are processed, the highest first: a card goes to
its highest bid that is still legal, at that price; if a bid is no longer legal (a higher bid used up the money or the
places), the next one wins. Ties are broken by lots drawn for the round, or by waiver order, in which a winner moves to
the end for the next round. After the last round, or a round without a winner, open places up to the minimum are filled
in that order at the least price.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from engines.words import marked, say
from league.drafts.formats import clocks
from league.drafts.formats.acts import Act, Order, Pass, Seal
from league.drafts.formats.auction import FROM_SALARY, OPENING
from league.drafts.formats.entities import LOTS, Chance, Pick, Refused, Setup, shuffled
from league.drafts.formats.legality import can_take_any, granted
from league.drafts.formats.picks import best, given
from league.drafts.formats.protocol import Kind
from league.drafts.formats.state import Blind, DraftState, Opened, Opening, Sealed
from league.formats.settings import Field
from matches.clock import MS

FIELDS = (
    OPENING,
    FROM_SALARY,
    Field("round_minutes", marked("Round length (minutes)"), 1_440, 1, 20_160),
    Field("rounds", marked("Maximum rounds"), 5, 1, 50),
    Field(
        "ties",
        marked("Tied bids decided by"),
        "lots",
        choices=(("lots", marked("random draw")), ("waiver", marked("waiver order"))),
    ),
)


def lots(teams: Sequence[int], number: int, chance: Chance) -> tuple[int, ...]:
    """Return the order drawn for the ties of a round. Repeat it from the revealed seed to verify it."""
    return shuffled(sorted(teams), chance.stream(LOTS + number))


@dataclass(frozen=True)
class SealedBids(Kind):
    """The blind auction."""

    key: str = "blind"
    name: str = marked("Blind auction")
    fields: tuple[Field, ...] = FIELDS
    sealed = True
    mock = {"round_minutes": 5}

    def table(self, setup: Setup, at: datetime) -> Blind:
        if setup.chance is None and setup.settings["ties"] == "lots":
            raise Refused("no-chance", say("A random draw needs a committed seed."), "chance")
        return Blind(1, _ends(setup, at), setup.order)

    def act(self, state: DraftState, act: Act, at: datetime) -> DraftState:
        table = _table(state)
        match act:
            case Seal():
                return _sealed(state, act)
            case Pass(team):
                return state.with_table(ready=table.ready | {team})
            case Order(teams):
                if sorted(teams) != sorted(table.ranks):
                    raise Refused("bad-order", say("List every franchise exactly once."), "teams")
                return state.with_table(ranks=teams)
        raise Refused("wrong-kind", say("`{tag}` isn't available in a blind auction.", tag=act.tag), "is")

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        """Make the card available for bids again, in one more round if the draft was over."""
        return _next_round(state, at) if state.over else state

    def due(self, state: DraftState) -> datetime | None:
        return _table(state).ends

    def shuts(self, state: DraftState, team: int) -> datetime | None:
        return _table(state).ends

    def flag(self, state: DraftState, fell: datetime, at: datetime) -> DraftState:
        return _opened(state, fell, at)

    def onward(self, state: DraftState, at: datetime, *, charged: bool) -> DraftState:
        state = clocks.follow(state, None, at, charged=charged)
        while not state.over and not self.to_act(state):
            state = _opened(state, at, at) if _wanting(state) else replace(state, over="complete")
        return state

    def to_act(self, state: DraftState) -> frozenset[int]:
        """Return the teams that may still bid and have not completed their bids. Teams on autopick never bid."""
        return _wanting(state) - _table(state).ready - state.auto

    def order(self, state: DraftState) -> tuple[int, ...]:
        return _table(state).ranks

    def asks(self, state: DraftState) -> str:
        return "seal"

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        """Return the table; a team's blind bids are hidden from the others until they are processed."""
        table = _table(state)
        mine = () if team is None else table.bids.get(team, ())
        openings = [
            {"round": one.round, "at": one.at.isoformat(), "order": list(one.ranks), "bids": [*map(asdict, one.bids)]}
            for one in table.openings
        ]
        return {
            "round": table.round,
            "ready": sorted(table.ready),
            "order": list(table.ranks),
            "your_bids": list(map(asdict, mine)),
            "openings": openings,
        }


BLIND = SealedBids()


def _table(state: DraftState) -> Blind:
    assert isinstance(state.table, Blind)
    return state.table


def _ends(setup: Setup, running: datetime) -> datetime:
    ends: datetime = running + setup.settings["round_minutes"] * 60_000 * MS
    return ends


def _wanting(state: DraftState) -> frozenset[int]:
    return frozenset(team for team in state.setup.order if can_take_any(state.books, team))


def _sealed(state: DraftState, act: Seal) -> DraftState:
    table = _table(state)
    if act.round != table.round:
        raise Refused("round-over", say("Bidding is now for round {round}.", round=table.round), "round")
    mine = list(table.bids.get(act.team, ()))
    at = next((at for at, one in enumerate(mine) if one.card == act.card), len(mine))
    if act.amount is None:
        if at == len(mine):
            raise Refused("no-bid", say("You have no bid on this Gamer."), "card")
        del mine[at]
    else:
        granted(state.books, act.team, act.card, act.amount)
        mine[at : at + 1] = [Sealed(act.card, act.amount)]
    return state.with_table(bids={**table.bids, act.team: tuple(mine)})


def _opened(state: DraftState, fell: datetime, at: datetime) -> DraftState:
    """Process every bid, dated to `fell_at`; then start the next round at `at`, or end the draft."""
    table, setup = _table(state), state.setup
    ranks = table.ranks
    if setup.settings["ties"] == "lots":
        assert setup.chance is not None
        ranks = lots(setup.order, table.round, setup.chance)
    bids = [
        (-bid.amount, ranks.index(team), place, team, bid.card)
        for team, made in table.bids.items()
        for place, bid in enumerate(made)
    ]
    told: list[Opened] = []
    for minus, _, _, team, card in sorted(bids):
        fate = "outbid" if any(one.card == card and one.fate == "won" for one in told) else "won"
        if fate == "won":
            try:
                state = given(state, team, card, -minus, "team", fell)
            except Refused as refused:
                fate = refused.code
        told.append(Opened(team, card, -minus, fate))
    winners = {one.team for one in told if one.fate == "won"}
    after = tuple(sorted(table.ranks, key=winners.__contains__))
    opening = Opening(table.round, fell, ranks, tuple(told))
    state = state.with_table(ranks=after, openings=(*table.openings, opening))
    if winners and table.round < setup.settings["rounds"]:
        return _next_round(state, at)
    return replace(_filled(state, fell), over="complete")


def _next_round(state: DraftState, at: datetime) -> DraftState:
    ends, number = _ends(state.setup, state.hours.running(at)), _table(state).round + 1
    return state.with_table(round=number, ends=ends, bids={}, ready=frozenset())


def _filled(state: DraftState, at: datetime) -> DraftState:
    """Fill the open places in waiver order, one card per team at a time."""
    while needy := [team for team in _table(state).ranks if state.books.demands[team].places]:
        for team in needy:
            card = best(state, team)
            assert card is not None, "the plan has a card for everybody who needs one"
            state = given(state, team, card, state.setup.prices[card], "fill", at)
    return state
