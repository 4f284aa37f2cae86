"""The deck draft: Gamers in shuffled decks by salary; each turn draws the top card of a deck or takes an open one.

Source: the rulebook of Incursion Point: Zero, on Gamers for a match outside Partition. House rules: a drawn card that
would make a roster impossible is laid open beside its deck and the next is drawn, so no team is stuck and legal draws
never depend on hidden cards; if no card of a deck fits, the turn may use any other deck.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from engines.i18n import mark, translate as _
from league.drafts.formats.actions import Action, Draw, Force, Take
from league.drafts.formats.entities import DECK_DRAW, ActionError, Card, Pick, Setup, shuffle
from league.drafts.formats.legality import legal_cards
from league.drafts.formats.picks import choose_autopick, forced_price, give_card
from league.drafts.formats.state import DeckTable, DraftState
from league.drafts.formats.turns import (
    ROUNDS,
    TurnDraft,
    build_turns,
    count_rounds,
    get_next_turn,
    get_own_turn,
    pass_turn,
    remaining_turns,
)
from league.formats.settings import Field

FIELDS = (
    ROUNDS,
    Field("decks", mark("Decks"), 4, 1, 12, help=mark("The pool is split by salary. Deck 1 has the highest salaries.")),
    Field("row", mark("Open cards per deck"), 0, 0, 12, help=mark("0 = cards are drawn blind, as in the rulebook.")),
    Field(
        "choice",
        mark("Deck for each turn"),
        "in_turn",
        choices=(("in_turn", mark("next deck each round")), ("any", mark("any deck"))),
    ),
    Field("snake", mark("Reverse the order each round"), True),
)


def split_by_salary(cards: Sequence[Card], decks: int) -> tuple[tuple[int, ...], ...]:
    """Return the cards by salary in `decks` decks, the most expensive first; the first decks hold any extra cards.

    >>> split_by_salary([Card(1, "A", 9), Card(2, "B", 3), Card(3, "C", 5)], 2)
    ((1, 3), (2,))
    """
    ranked = sorted(cards, key=lambda card: (-card.salary, card.id))
    size, remainder = divmod(len(ranked), decks)
    ends = [number * size + min(number, remainder) for number in range(decks + 1)]
    return tuple(tuple(card.id for card in ranked[first:last]) for first, last in pairwise(ends))


def shuffle_decks(bands: Sequence[Sequence[int]], setup: Setup) -> tuple[tuple[int, ...], ...]:
    """Return the decks as shuffled by the committed stream, in order. Repeat it to verify them."""
    if setup.chance is None:
        raise ActionError("no-chance", _("A deck draft needs a committed seed to shuffle with."), "chance")
    stream = setup.chance.stream(DECK_DRAW)
    return tuple(shuffle(band, stream) for band in bands)


@dataclass(frozen=True)
class DeckDraft(TurnDraft):
    """The deck draft."""

    shuffles = True

    def table(self, setup: Setup, at: datetime) -> DeckTable:
        salary_bands = split_by_salary([setup.by_id[card] for card in setup.pool], setup.settings["decks"])
        queue = build_turns(setup.order, count_rounds(setup), snake=bool(setup.settings["snake"]))
        row, decks = setup.settings["row"], shuffle_decks(salary_bands, setup)
        return DeckTable(queue, salary_bands, tuple(deck[row:] for deck in decks), tuple(deck[:row] for deck in decks))

    def act(self, state: DraftState, action: Action, at: datetime) -> DraftState:
        match action:
            case Draw(team, deck):
                return self.draw(state, team, deck, "team", at)
            case Take(team, card):
                return self.take(state, team, card, "team", at)
        return super().act(state, action, at)

    def draw(self, state: DraftState, team: int, deck: int, how: str, at: datetime) -> DraftState:
        turn, table = get_own_turn(state, team), _get_table(state)
        if not 0 <= deck < len(table.decks):
            raise ActionError("no-such-deck", _("Decks are numbered 0 to {decks}.", decks=len(table.decks) - 1), "deck")
        _check_deck_usable(state, team, deck)
        legal = set(legal_cards(state.books, team, table.decks[deck]))
        if not legal:
            raise ActionError("deck", _("No card left in this deck fits the roster. Take an open one."), "deck")
        undrawn = table.decks[deck]
        top = next(at for at, card in enumerate(undrawn) if card in legal)
        card = undrawn[top]
        state = give_card(state, team, card, state.setup.prices[card], how, at, turn=turn, deck=deck, drawn=True)
        rows = _set_row(table.rows, deck, (*table.rows[deck], *undrawn[:top]))
        return state.with_table(decks=_set_row(table.decks, deck, undrawn[top + 1 :]), rows=rows, queue=table.queue[1:])

    def take(self, state: DraftState, team: int, card: int, how: str, at: datetime) -> DraftState:
        turn, table = get_own_turn(state, team), _get_table(state)
        deck = next((number for number, row in enumerate(table.rows) if card in row), None)
        if deck is None:
            if card in state.books.owner or card not in state.setup.by_id:
                give_card(state, team, card, 0, how, at)
            raise ActionError("not-open", _("This card isn't open."), "card")
        _check_deck_usable(state, team, deck)
        state = give_card(state, team, card, state.setup.prices[card], how, at, turn=turn, deck=deck)
        return _refill_row(state.with_table(rows=_remove_card(table.rows, deck, card), queue=table.queue[1:]), deck)

    def force(self, state: DraftState, action: Force, at: datetime) -> DraftState:
        """Give the team any remaining card, even an undrawn one; the rest of its deck keeps its order."""
        turn, table = get_next_turn(state, action.team), _get_table(state)
        deck = next((number for number, band in enumerate(table.bands) if action.card in band), None)
        state = give_card(state, action.team, action.card, forced_price(state, action), "force", at, turn=turn, deck=deck)
        assert deck is not None
        queue = tuple(other for other in table.queue if other != turn)
        decks, rows = _remove_card(table.decks, deck, action.card), _remove_card(table.rows, deck, action.card)
        return _refill_row(state.with_table(decks=decks, rows=rows, queue=queue), deck)

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        """Put a drawn card back on top of its deck, any other one back into the open row.

        Raises ActionError if a later pick was drawn from that deck, because it would have been another card.
        """
        table = _get_table(state)
        assert pick.deck is not None
        for later in state.picks:
            if pick.drawn and later.drawn and later.deck == pick.deck and later.number > pick.number:
                words = {"number": later.number, "handle": state.setup.by_id[later.card].handle}
                text = _("Pick {number} ({handle}) was drawn later from the same deck.", **words)
                raise ActionError("undo-blocked", text, "pick")
        if pick.drawn:
            state = state.with_table(decks=_set_row(table.decks, pick.deck, (pick.card, *table.decks[pick.deck])))
        else:
            state = state.with_table(rows=_set_row(table.rows, pick.deck, (*table.rows[pick.deck], pick.card)))
        return super().taken_back(state, pick, at)

    def autopick(self, state: DraftState, team: int, fell_at: datetime) -> DraftState:
        """Take the open card of the team's queue, or one better than the deck's average; else draw."""
        decks = list_usable_decks(state, team)
        if not decks:
            return pass_turn(state)
        table, by_id = _get_table(state), state.setup.by_id
        card = choose_autopick(state, team, [card for number in decks for card in table.rows[number]])
        hidden = [undrawn for number in decks for undrawn in legal_cards(state.books, team, table.decks[number])]
        if card is not None and hidden and card not in state.queues.get(team, ()):
            total_value = sum(by_id[undrawn].value for undrawn in hidden)
            card = card if by_id[card].value * len(hidden) > total_value else None
        if card is not None:
            return self.take(state, team, card, "auto", fell_at)
        deck = next(number for number in decks if legal_cards(state.books, team, table.decks[number]))
        return self.draw(state, team, deck, "auto", fell_at)

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        """Return the table: the undrawn cards of each deck are public, their order is secret."""
        table = _get_table(state)
        decks = [
            {"band": list(band), "undrawn": sorted(undrawn), "open": list(row)}
            for band, undrawn, row in zip(table.bands, table.decks, table.rows, strict=True)
        ]
        usable_decks = list_usable_decks(state, remaining_turns(state)[0].team) if remaining_turns(state) else []
        return {**super().view(state, team), "decks": decks, "usable": usable_decks}


DECK = DeckDraft("deck", mark("Deck draft"), True, FIELDS)


def list_usable_decks(state: DraftState, team: int) -> list[int]:
    """Return the decks that the current turn may use: the round's, or all if it has no card that fits."""
    table = _get_table(state)
    fitting = [
        number
        for number in range(len(table.decks))
        if legal_cards(state.books, team, (*table.decks[number], *table.rows[number]))
    ]
    if state.setup.settings["choice"] == "any":
        return fitting
    due = (table.queue[0].round - 1) % len(table.decks)
    return [due] if due in fitting else fitting


def _check_deck_usable(state: DraftState, team: int, deck: int) -> None:
    allowed = list_usable_decks(state, team)
    if deck not in allowed:
        names = ", ".join(str(number + 1) for number in allowed)
        text = _("This turn is for deck {names}. Deck 1 has the highest salaries.", names=names)
        raise ActionError("other-deck", text, "deck")


def _get_table(state: DraftState) -> DeckTable:
    assert isinstance(state.table, DeckTable)
    return state.table


def _refill_row(state: DraftState, deck: int) -> DraftState:
    undrawn, row = _get_table(state).decks[deck], _get_table(state).rows[deck]
    lacking = max(0, state.setup.settings["row"] - len(row))
    rows = _set_row(_get_table(state).rows, deck, (*row, *undrawn[:lacking]))
    return state.with_table(decks=_set_row(_get_table(state).decks, deck, undrawn[lacking:]), rows=rows)


def _set_row(rows: tuple[tuple[int, ...], ...], index: int, row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*rows[:index], row, *rows[index + 1 :])


def _remove_card(rows: tuple[tuple[int, ...], ...], index: int, card: int) -> tuple[tuple[int, ...], ...]:
    return _set_row(rows, index, tuple(other for other in rows[index] if other != card))
