"""What a draft was committed to before it began and, once it is over, every draw made again from the revealed seed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.words import marked, say, say_in, told
from league.drafts.formats.codec import decode
from league.drafts.formats.draws import (
    DRAWN,
    Check,
    Ordering,
    deck_check,
    lot_checks,
    order_check,
    seed_check,
    shuffles,
    tickets,
)
from league.drafts.formats.entities import Chance
from league.drafts.formats.registry import kind_of
from league.drafts.formats.state import Blind, Decks, DraftState
from league.drafts.models import Draft
from league.drafts.plans import HOWS
from league.drafts.queries.room import OVER
from league.drafts.queries.states import chance_of, state_of
from league.tables import PERCENT, TEXT, Cell, Column, Row, Table, share

AGREES = {True: marked("agrees"), False: marked("does not agree")}


@dataclass(frozen=True, slots=True)
class Proof:
    """Until the draft is over there is nothing but the commitment in here: no seed, no check, no table."""

    committed_at: datetime
    how: str
    """How the order came about, in words; empty until it is over, or if it never began."""
    drawn: bool
    """Whether the order was drawn by chance."""
    checks: tuple[Check, ...] = ()
    tables: tuple[Table, ...] = ()
    ordering: Mapping[str, Any] | None = None

    @property
    def agrees(self) -> bool:
        return all(one.agrees for one in self.checks)


def proof_of(row: Draft) -> Proof:
    if row.status not in OVER:
        return Proof(row.created_at, "", False)
    chance = chance_of(row)
    seed = seed_check(chance, row.commitment)
    kept = row.settings.get("ordering")
    if row.started_at is None or kept is None:
        return Proof(row.created_at, "", False, (seed,))
    ordering, state = decode(Ordering, kept), state_of(row)
    checks = (seed, *_checks(ordering, state, chance, row.commitment))
    tables = tuple(_tables(ordering, state, checks))
    return Proof(row.created_at, told(dict(HOWS)[ordering.how]), ordering.how in DRAWN, checks, tables, kept)


def _checks(ordering: Ordering, state: DraftState, chance: Chance, committed: str) -> Iterator[Check]:
    if ordering.how in DRAWN:
        yield order_check(ordering, state, chance, committed)
    if kind_of(state.setup.kind).shuffles:
        yield deck_check(state, chance)
    yield from lot_checks(state, chance)


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
    total = sum(ordering.weights.values())
    rows = tuple(
        Row((names[team], ordering.weights.get(team, 0), share(ordering.weights.get(team, 0), total)))
        for team in ordering.base
    )
    columns = (
        Column("franchise_name", say("Franchise"), TEXT),
        Column("tickets", say("Tickets")),
        Column("first", say("To come first"), PERCENT),
    )
    about = say("Each franchise's tickets before the first draw, and what they made its chance to come first.")
    return Table("weights", say("Tickets of the lottery"), columns, rows, about=about)


def _order(ordering: Ordering, names: Mapping[int, str]) -> Table:
    columns = [Column("place", say_in("in an order", "Place")), Column("franchise_name", say("Franchise"), TEXT)]
    rows = [(place, names[team]) for place, team in enumerate(ordering.order, 1)]
    if ordering.how not in DRAWN:
        return Table("order", say("Who picks first"), tuple(columns), tuple(map(Row, rows)))
    drawn: dict[int, tuple[Cell, Cell, Cell]] = {}
    for one in tickets(ordering):
        to = say_in("range", "to")
        held = str(one.first) if one.first == one.last else f"{one.first} {to} {one.last}"
        drawn[one.place] = one.total, one.number, held
    columns += [
        Column("total", say("Tickets left")),
        Column("number", say("Number drawn")),
        Column("held", say("Tickets that won"), TEXT),
    ]
    cells = [(*row, *drawn.get(row[0], (None, None, None))) for row in rows]
    about = say(
        "Tickets are numbered from 0 at every draw. Whoever has the ticket that is drawn gets the place, and hands its "
        "tickets in. Where no number stands, nothing was drawn: those franchises followed in the order they were in."
    )
    return Table("order", say("Who picks first"), tuple(columns), tuple(map(Row, cells)), about=about)


def _decks(state: DraftState, names: Mapping[int, str]) -> Table:
    table = state.table
    assert isinstance(table, Decks)
    picks = {pick.card: pick for pick in state.picks}
    rows_open = {card for row in table.rows for card in row}

    def fate(card: int) -> str:
        if (pick := picks.get(card)) is not None:
            if pick.how == "force" and not pick.drawn:
                return say("given to {franchise}", franchise=names[pick.team])
            if pick.drawn:
                return say("drawn by {franchise}", franchise=names[pick.team])
            return say("taken by {franchise}", franchise=names[pick.team])
        return say("left open") if card in rows_open else say("left in the deck")

    by_id = state.setup.by_id
    numbers = {pick.card: pick.number for pick in state.picks}
    rows = tuple(
        Row((deck, place, by_id[card].handle, by_id[card].salary, fate(card), numbers.get(card)))
        for deck, cards in enumerate(shuffles(state), 1)
        for place, card in enumerate(cards, 1)
    )
    columns = (
        Column("deck", say("Deck")),
        Column("place", say("From the top")),
        Column("handle", say("Gamer"), TEXT),
        Column("salary", say("Salary")),
        Column("fate", say("What became of it"), TEXT),
        Column("pick", say_in("of a draft", "Pick")),
    )
    about = say(
        "Each deck as the seed shuffles it. A card that was drawn but did not fit the roster was laid open beside its "
        "deck, so the one below it was drawn."
    )
    return Table("decks", say("The decks as shuffled"), columns, rows, about=about)


def _lots(state: DraftState, checks: Sequence[Check], names: Mapping[int, str]) -> Table:
    table = state.table
    assert isinstance(table, Blind)
    rows = tuple(
        Row((opening.round, ", ".join(names[team] for team in opening.ranks), told(AGREES[check.agrees])))
        for opening, check in zip(table.openings, checks, strict=True)
    )
    columns = (
        Column("round", say("Round")),
        Column("lots", say("Lots, the best first"), TEXT),
        Column("check", say("Checked"), TEXT),
    )
    about = say("Of equal bids in a round that of the franchise named first here came first.")
    return Table("lots", say("Lots for equal bids"), columns, rows, about=about)
