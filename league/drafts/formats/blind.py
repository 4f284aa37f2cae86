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

from engines.i18n import mark, translate as _
from league.drafts.formats import clocks
from league.drafts.formats.actions import Action, Order, Pass, Seal
from league.drafts.formats.auction import FROM_SALARY, OPENING
from league.drafts.formats.entities import LOT_DRAWS, ActionError, Chance, Pick, Setup, shuffle
from league.drafts.formats.legality import can_take_any, plan_pick
from league.drafts.formats.picks import choose_autopick, give_card
from league.drafts.formats.protocol import Kind
from league.drafts.formats.state import BidRound, BlindBid, BlindTable, DraftState, ProcessedBid
from league.formats.settings import Field
from matches.clock import MS

FIELDS = (
    OPENING,
    FROM_SALARY,
    Field("round_minutes", mark("Round length (minutes)"), 1_440, 1, 20_160),
    Field("rounds", mark("Maximum rounds"), 5, 1, 50),
    Field(
        "ties", mark("Tied bids decided by"), "lots", choices=(("lots", mark("random draw")), ("waiver", mark("waiver order")))
    ),
)


def draw_lots(teams: Sequence[int], number: int, chance: Chance) -> tuple[int, ...]:
    """Return the order drawn for the ties of a round. Repeat it from the revealed seed to verify it."""
    return shuffle(sorted(teams), chance.stream(LOT_DRAWS + number))


@dataclass(frozen=True)
class BlindAuction(Kind):
    """The blind auction."""

    key: str = "blind"
    name: str = mark("Blind auction")
    fields: tuple[Field, ...] = FIELDS
    sealed = True
    mock = {"round_minutes": 5}

    def table(self, setup: Setup, at: datetime) -> BlindTable:
        if setup.chance is None and setup.settings["ties"] == "lots":
            raise ActionError("no-chance", _("A random draw needs a committed seed."), "chance")
        return BlindTable(1, _compute_round_end(setup, at), setup.order)

    def act(self, state: DraftState, action: Action, at: datetime) -> DraftState:
        table = _get_table(state)
        match action:
            case Seal():
                return _place_blind_bid(state, action)
            case Pass(team):
                return state.with_table(ready=table.ready | {team})
            case Order(teams):
                if sorted(teams) != sorted(table.ranks):
                    raise ActionError("bad-order", _("List every franchise exactly once."), "teams")
                return state.with_table(ranks=teams)
        raise ActionError("wrong-kind", _("`{tag}` isn't available in a blind auction.", tag=action.tag), "is")

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        """Make the card available for bids again, in one more round if the draft was over."""
        return _start_next_round(state, at) if state.over else state

    def due(self, state: DraftState) -> datetime | None:
        return _get_table(state).ends

    def cutoff(self, state: DraftState, team: int) -> datetime | None:
        return _get_table(state).ends

    def flag(self, state: DraftState, fell_at: datetime, at: datetime) -> DraftState:
        return _process_bids(state, fell_at, at)

    def advance(self, state: DraftState, at: datetime, *, charged: bool) -> DraftState:
        state = clocks.run_clock(state, None, at, charged=charged)
        while not state.over and not self.to_act(state):
            state = _process_bids(state, at, at) if _list_bidders(state) else replace(state, over="complete")
        return state

    def to_act(self, state: DraftState) -> frozenset[int]:
        """Return the teams that may still bid and have not completed their bids. Teams on autopick never bid."""
        return _list_bidders(state) - _get_table(state).ready - state.auto

    def order(self, state: DraftState) -> tuple[int, ...]:
        return _get_table(state).ranks

    def expected_action(self, state: DraftState) -> str:
        return "seal"

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        """Return the table; a team's blind bids are hidden from the others until they are processed."""
        table = _get_table(state)
        own_bids = () if team is None else table.bids.get(team, ())
        openings = [
            {"round": row.round, "at": row.at.isoformat(), "order": list(row.ranks), "bids": [*map(asdict, row.bids)]}
            for row in table.openings
        ]
        return {
            "round": table.round,
            "ready": sorted(table.ready),
            "order": list(table.ranks),
            "your_bids": list(map(asdict, own_bids)),
            "openings": openings,
        }


BLIND = BlindAuction()


def _get_table(state: DraftState) -> BlindTable:
    assert isinstance(state.table, BlindTable)
    return state.table


def _compute_round_end(setup: Setup, running: datetime) -> datetime:
    ends: datetime = running + setup.settings["round_minutes"] * 60_000 * MS
    return ends


def _list_bidders(state: DraftState) -> frozenset[int]:
    return frozenset(team for team in state.setup.order if can_take_any(state.books, team))


def _place_blind_bid(state: DraftState, action: Seal) -> DraftState:
    table = _get_table(state)
    if action.round != table.round:
        raise ActionError("round-over", _("Bidding is now for round {round}.", round=table.round), "round")
    bids = list(table.bids.get(action.team, ()))
    index = next((index for index, bid in enumerate(bids) if bid.card == action.card), len(bids))
    if action.amount is None:
        if index == len(bids):
            raise ActionError("no-bid", _("You have no bid on this Gamer."), "card")
        del bids[index]
    else:
        plan_pick(state.books, action.team, action.card, action.amount)
        bids[index : index + 1] = [BlindBid(action.card, action.amount)]
    return state.with_table(bids={**table.bids, action.team: tuple(bids)})


def _process_bids(state: DraftState, fell_at: datetime, at: datetime) -> DraftState:
    """Process every bid, dated to `fell_at`; then start the next round at `at`, or end the draft."""
    table, setup = _get_table(state), state.setup
    ranks = table.ranks
    if setup.settings["ties"] == "lots":
        assert setup.chance is not None
        ranks = draw_lots(setup.order, table.round, setup.chance)
    bids = [
        (-bid.amount, ranks.index(team), place, team, bid.card)
        for team, placed in table.bids.items()
        for place, bid in enumerate(placed)
    ]
    processed: list[ProcessedBid] = []
    for minus, _rank, _drawn, team, card in sorted(bids):
        fate = "outbid" if any(entry.card == card and entry.fate == "won" for entry in processed) else "won"
        if fate == "won":
            try:
                state = give_card(state, team, card, -minus, "team", fell_at)
            except ActionError as refused:
                fate = refused.code
        processed.append(ProcessedBid(team, card, -minus, fate))
    winners = {entry.team for entry in processed if entry.fate == "won"}
    after = tuple(sorted(table.ranks, key=winners.__contains__))
    opening = BidRound(table.round, fell_at, ranks, tuple(processed))
    state = state.with_table(ranks=after, openings=(*table.openings, opening))
    if winners and table.round < setup.settings["rounds"]:
        return _start_next_round(state, at)
    return replace(_fill_rosters(state, fell_at), over="complete")


def _start_next_round(state: DraftState, at: datetime) -> DraftState:
    ends, number = _compute_round_end(state.setup, state.hours.running(at)), _get_table(state).round + 1
    return state.with_table(round=number, ends=ends, bids={}, ready=frozenset())


def _fill_rosters(state: DraftState, at: datetime) -> DraftState:
    """Fill the open places in waiver order, one card per team at a time."""
    while needy := [team for team in _get_table(state).ranks if state.books.demands[team].places]:
        for team in needy:
            card = choose_autopick(state, team)
            assert card is not None, "the plan has a card for everybody who needs one"
            state = give_card(state, team, card, state.setup.prices[card], "fill", at)
    return state
