"""The commitment of a draft and, once it is over, the verification of every draw from the revealed seed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.words import marked, say, say_in, told
from league.drafts.formats import draws
from league.drafts.formats.codec import decode
from league.drafts.formats.draws import DRAWN, Check, Ordering, tickets
from league.drafts.formats.registry import kind_of
from league.drafts.formats.state import Blind, Decks, DraftState
from league.drafts.models import Draft
from league.drafts.plans import HOWS
from league.drafts.queries.recap import draft_table
from league.drafts.queries.room import OVER
from league.drafts.queries.states import chance_of, state_of
from league.tables import Table, share

AGREES = {True: marked("verified"), False: marked("verification failed")}


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a draft's draws; before the draft is over it holds only the commitment."""

    committed_at: datetime
    how: str
    """The source of the order as a sentence; empty until the draft is over, or if it never started."""
    drawn: bool
    """Whether the order was drawn at random."""
    checks: tuple[Check, ...] = ()
    tables: tuple[Table, ...] = ()
    ordering: Mapping[str, Any] | None = None

    @property
    def agrees(self) -> bool:
        return all(one.agrees for one in self.checks)


def proof_of(row: Draft) -> Proof:
    """Return the proof of a draft, verified if it is over."""
    if row.status not in OVER:
        return Proof(row.created_at, "", False)
    chance = chance_of(row)
    seed = draws.seed_check(chance, row.commitment)
    kept = row.settings.get("ordering")
    if row.started_at is None or kept is None:
        return Proof(row.created_at, "", False, (seed,))
    ordering, state = decode(kept, Ordering), state_of(row)
    checks = [seed]
    if ordering.how in DRAWN:
        checks.append(draws.order_check(ordering, state, chance, row.commitment))
    if kind_of(state.setup.kind).shuffles:
        checks.append(draws.deck_check(state, chance))
    checks += draws.lot_checks(state, chance)
    tables = tuple(_tables(ordering, state, checks))
    return Proof(row.created_at, told(dict(HOWS)[ordering.how]), ordering.how in DRAWN, tuple(checks), tables, kept)


def _tables(ordering: Ordering, state: DraftState, checks: Sequence[Check]) -> Iterator[Table]:
    names = {team.id: team.name for team in state.setup.teams}
    if ordering.how == "lottery":
        yield _weights(ordering, names)
    yield _order(ordering, names)
    if kind_of(state.setup.kind).shuffles:
        yield _decks(state, names)
    if opened := [one for one in checks if one.key.startswith("lots-")]:
        yield _lots(state, opened, names)


def _weights(ordering: Ordering, names: Mapping[int, str]) -> Table:
    total, held = sum(ordering.weights.values()), {team: ordering.weights.get(team, 0) for team in ordering.base}
    return draft_table(
        "weights", say("Lottery tickets"), "franchise_name tickets first",
        [{"franchise_name": names[team], "tickets": n, "first": share(n, total)} for team, n in held.items()],
        about=say("Each franchise's tickets before the first draw, and its chance of coming first."),
        tickets=say("Tickets"), first=say("Chance to go first"),
    )  # fmt: skip


def _order(ordering: Ordering, names: Mapping[int, str]) -> Table:
    rows: list[dict[str, Any]] = [
        {"place": place, "franchise_name": names[team], "total": None, "number": None, "held": None}
        for place, team in enumerate(ordering.order, 1)
    ]
    title, place = say("Draft order"), say_in("in an order", "Position")
    if ordering.how not in DRAWN:
        return draft_table("order", title, "place franchise_name", rows, place=place)
    for one, held in tickets(ordering):
        ends = [str(held[0]), str(held[-1])]
        won = ends[0] if len(held) == 1 else f" {say_in('range', 'to')} ".join(ends)
        rows[one.place - 1] |= {"total": one.total, "number": one.number, "held": won}
    about = say(
        "Tickets are numbered from 0 in each draw. The franchise with the drawn ticket gets the position, and "
        "its tickets are removed. Rows without a number were not drawn: those franchises kept their order."
    )
    return draft_table(
        "order", title, "place franchise_name total number held", rows, about=about, place=place,
        total=say("Tickets left"), number=say("Number drawn"), held=say("Winning tickets"),
    )  # fmt: skip


def _decks(state: DraftState, names: Mapping[int, str]) -> Table:
    table = state.table
    assert isinstance(table, Decks)
    picks, rows_open = {pick.card: pick for pick in state.picks}, {card for row in table.rows for card in row}

    def fate(card: int) -> str:
        pick = picks.get(card)
        if pick is None:
            return say("left open") if card in rows_open else say("left in the deck")
        if pick.drawn:
            return say("drawn by {franchise}", franchise=names[pick.team])
        if pick.how == "force":
            return say("given to {franchise}", franchise=names[pick.team])
        return say("taken by {franchise}", franchise=names[pick.team])

    by_id = state.setup.by_id
    rows = [
        {"deck": deck, "place": place, "handle": by_id[card].handle, "salary": by_id[card].salary, "fate": fate(card),
         "pick": picks[card].number if card in picks else None}
        for deck, cards in enumerate(draws.shuffles(state), 1)
        for place, card in enumerate(cards, 1)
    ]  # fmt: skip
    about = say(
        "Each deck in its shuffled order. A drawn card that didn't fit the roster was placed open beside the "
        "deck and the next one was drawn."
    )
    return draft_table(
        "decks", say("Shuffled decks"), "deck place handle salary fate pick", rows, about=about,
        deck=say("Deck"), place=say("Position in deck"), fate=say("Outcome"),
    )  # fmt: skip


def _lots(state: DraftState, checks: Sequence[Check], names: Mapping[int, str]) -> Table:
    assert isinstance(state.table, Blind)
    rows = [
        {"round": one.round, "lots": ", ".join(names[team] for team in one.ranks), "check": told(AGREES[check.agrees])}
        for one, check in zip(state.table.openings, checks, strict=True)
    ]
    return draft_table(
        "lots", say("Random draw for tied bids"), "round lots check", rows,
        about=say("Tied bids in a round were processed in this order of franchises."),
        lots=say("Drawn order, best first"), check=say("Checked"),
    )  # fmt: skip
