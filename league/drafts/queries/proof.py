"""The commitment of a draft and, once it is over, the verification of every draw from the revealed seed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.i18n import mark, translate as _, translate_in
from league.drafts.formats import draws
from league.drafts.formats.codec import decode
from league.drafts.formats.draws import DRAWN, Check, Ordering, iterate_winning_tickets
from league.drafts.formats.registry import get_kind
from league.drafts.formats.state import BlindTable, DeckTable, DraftState
from league.drafts.models import Draft
from league.drafts.plans import ORDERS
from league.drafts.queries.recap import build_table
from league.drafts.queries.room import OVER
from league.drafts.queries.states import get_chance, get_state
from league.tables import Table, percentage

AGREES = {True: mark("verified"), False: mark("verification failed")}


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
        return all(check.agrees for check in self.checks)


def build_proof(row: Draft) -> Proof:
    """Return the proof of a draft, verified if it is over."""
    if row.status not in OVER:
        return Proof(row.created_at, "", False)
    chance = get_chance(row)
    seed = draws.check_seed(chance, row.commitment)
    stored = row.settings.get("ordering")
    if row.started_at is None or stored is None:
        return Proof(row.created_at, "", False, (seed,))
    ordering, state = decode(stored, Ordering), get_state(row)
    checks = [seed]
    if ordering.how in DRAWN:
        checks.append(draws.check_order(ordering, state, chance, row.commitment))
    if get_kind(state.setup.kind).shuffles:
        checks.append(draws.check_decks(state, chance))
    checks += draws.check_lots(state, chance)
    tables = tuple(_build_tables(ordering, state, checks))
    return Proof(row.created_at, _(dict(ORDERS)[ordering.how]), ordering.how in DRAWN, tuple(checks), tables, stored)


def _build_tables(ordering: Ordering, state: DraftState, checks: Sequence[Check]) -> Iterator[Table]:
    names = {team.id: team.name for team in state.setup.teams}
    if ordering.how == "lottery":
        yield _build_weights_table(ordering, names)
    yield _build_order_table(ordering, names)
    if get_kind(state.setup.kind).shuffles:
        yield _build_decks_table(state, names)
    if opened := [check for check in checks if check.key.startswith("lots-")]:
        yield _build_lots_table(state, opened, names)


def _build_weights_table(ordering: Ordering, names: Mapping[int, str]) -> Table:
    total, tickets = sum(ordering.weights.values()), {team: ordering.weights.get(team, 0) for team in ordering.base}
    return build_table(
        "weights", _("Lottery tickets"), "franchise_name tickets first",
        [{"franchise_name": names[team], "tickets": n, "first": percentage(n, total)} for team, n in tickets.items()],
        about=_("Each franchise's tickets before the first draw, and its chance of coming first."),
        tickets=_("Tickets"), first=_("Chance to go first"),
    )  # fmt: skip


def _build_order_table(ordering: Ordering, names: Mapping[int, str]) -> Table:
    rows: list[dict[str, Any]] = [
        {"place": place, "franchise_name": names[team], "total": None, "number": None, "held": None}
        for place, team in enumerate(ordering.order, 1)
    ]
    title, place = _("Draft order"), translate_in("in an order", "Position")
    if ordering.how not in DRAWN:
        return build_table("order", title, "place franchise_name", rows, place=place)
    for draw, ticket_range in iterate_winning_tickets(ordering):
        ends = [str(ticket_range[0]), str(ticket_range[-1])]
        won = ends[0] if len(ticket_range) == 1 else f" {translate_in('range', 'to')} ".join(ends)
        rows[draw.place - 1] |= {"total": draw.total, "number": draw.number, "held": won}
    description = _(
        "Tickets are numbered from 0 in each draw. The franchise with the drawn ticket gets the position, and "
        "its tickets are removed. Rows without a number were not drawn: those franchises kept their order."
    )
    return build_table(
        "order", title, "place franchise_name total number held", rows, about=description, place=place,
        total=_("Tickets left"), number=_("Number drawn"), held=_("Winning tickets"),
    )  # fmt: skip


def _build_decks_table(state: DraftState, names: Mapping[int, str]) -> Table:
    table = state.table
    assert isinstance(table, DeckTable)
    picks, rows_open = {pick.card: pick for pick in state.picks}, {card for row in table.rows for card in row}

    def fate(card: int) -> str:
        pick = picks.get(card)
        if pick is None:
            return _("left open") if card in rows_open else _("left in the deck")
        if pick.drawn:
            return _("drawn by {franchise}", franchise=names[pick.team])
        if pick.how == "force":
            return _("given to {franchise}", franchise=names[pick.team])
        return _("taken by {franchise}", franchise=names[pick.team])

    by_id = state.setup.by_id
    rows = [
        {"deck": deck, "place": place, "handle": by_id[card].handle, "salary": by_id[card].salary, "fate": fate(card),
         "pick": picks[card].number if card in picks else None}
        for deck, cards in enumerate(draws.reshuffle_decks(state), 1)
        for place, card in enumerate(cards, 1)
    ]  # fmt: skip
    description = _(
        "Each deck in its shuffled order. A drawn card that didn't fit the roster was placed open beside the "
        "deck and the next one was drawn."
    )
    return build_table(
        "decks", _("Shuffled decks"), "deck place handle salary fate pick", rows, about=description,
        deck=_("Deck"), place=_("Position in deck"), fate=_("Outcome"),
    )  # fmt: skip


def _build_lots_table(state: DraftState, checks: Sequence[Check], names: Mapping[int, str]) -> Table:
    assert isinstance(state.table, BlindTable)
    rows = [
        {"round": row.round, "lots": ", ".join(names[team] for team in row.ranks), "check": _(AGREES[check.agrees])}
        for row, check in zip(state.table.openings, checks, strict=True)
    ]
    return build_table(
        "lots", _("Random draw for tied bids"), "round lots check", rows,
        about=_("Tied bids in a round were processed in this order of franchises."),
        lots=_("Drawn order, best first"), check=_("Checked"),
    )  # fmt: skip
