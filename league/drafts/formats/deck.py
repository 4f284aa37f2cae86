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

from engines.words import marked, say
from league.drafts.formats.acts import Act, Draw, Force, Take
from league.drafts.formats.entities import DECKS, Card, Pick, Refused, Setup, shuffled
from league.drafts.formats.legality import legal_cards
from league.drafts.formats.picks import best, forced_price, given
from league.drafts.formats.state import Decks, DraftState
from league.drafts.formats.turns import ROUNDS, InTurns, next_turn, own_turn, passed, queue_of, rounds_of, sequence
from league.formats.settings import Field

FIELDS = (
    ROUNDS,
    Field(
        "decks", marked("Decks"), 4, 1, 12, help=marked("The pool is split by salary. Deck 1 has the highest salaries.")
    ),
    Field(
        "row",
        marked("Open cards per deck"),
        0,
        0,
        12,
        help=marked("0 = cards are drawn blind, as in the rulebook."),
    ),
    Field(
        "choice",
        marked("Deck for each turn"),
        "in_turn",
        choices=(("in_turn", marked("next deck each round")), ("any", marked("any deck"))),
    ),
    Field("snake", marked("Reverse the order each round"), True),
)


def bands(cards: Sequence[Card], decks: int) -> tuple[tuple[int, ...], ...]:
    """Return the cards by salary in `decks` decks, the dearest first; the first decks hold any extra cards.

    >>> split_by_salary([Card(1, "A", 9), Card(2, "B", 3), Card(3, "C", 5)], 2)
    ((1, 3), (2,))
    """
    ranked = sorted(cards, key=lambda card: (-card.salary, card.id))
    size, more = divmod(len(ranked), decks)
    ends = [number * size + min(number, more) for number in range(decks + 1)]
    return tuple(tuple(card.id for card in ranked[first:last]) for first, last in pairwise(ends))


def dealt(made: Sequence[Sequence[int]], setup: Setup) -> tuple[tuple[int, ...], ...]:
    """Return the decks as shuffled by the committed stream, in order. Repeat it to verify them."""
    if setup.chance is None:
        raise Refused("no-chance", say("A deck draft needs a committed seed to shuffle with."), "chance")
    stream = setup.chance.stream(DECKS)
    return tuple(shuffled(band, stream) for band in made)


@dataclass(frozen=True)
class InDecks(InTurns):
    """The deck draft."""

    shuffles = True

    def table(self, setup: Setup, at: datetime) -> Decks:
        made = bands([setup.by_id[card] for card in setup.pool], setup.settings["decks"])
        queue = sequence(setup.order, rounds_of(setup), snake=bool(setup.settings["snake"]))
        row, decks = setup.settings["row"], dealt(made, setup)
        return Decks(queue, made, tuple(deck[row:] for deck in decks), tuple(deck[:row] for deck in decks))

    def act(self, state: DraftState, act: Act, at: datetime) -> DraftState:
        match act:
            case Draw(team, deck):
                return self.draw(state, team, deck, "team", at)
            case Take(team, card):
                return self.take(state, team, card, "team", at)
        return super().act(state, act, at)

    def draw(self, state: DraftState, team: int, deck: int, how: str, at: datetime) -> DraftState:
        turn, table = own_turn(state, team), _table(state)
        if not 0 <= deck < len(table.decks):
            raise Refused("no-such-deck", say("Decks are numbered 0 to {decks}.", decks=len(table.decks) - 1), "deck")
        _usable(state, team, deck)
        able = set(legal_cards(state.books, team, table.decks[deck]))
        if not able:
            raise Refused("deck", say("No card left in this deck fits the roster. Take an open one."), "deck")
        undrawn = table.decks[deck]
        top = next(at for at, card in enumerate(undrawn) if card in able)
        card = undrawn[top]
        state = given(state, team, card, state.setup.prices[card], how, at, turn=turn, deck=deck, drawn=True)
        rows = _put(table.rows, deck, (*table.rows[deck], *undrawn[:top]))
        return state.with_table(decks=_put(table.decks, deck, undrawn[top + 1 :]), rows=rows, queue=table.queue[1:])

    def take(self, state: DraftState, team: int, card: int, how: str, at: datetime) -> DraftState:
        turn, table = own_turn(state, team), _table(state)
        deck = next((number for number, row in enumerate(table.rows) if card in row), None)
        if deck is None:
            if card in state.books.owner or card not in state.setup.by_id:
                given(state, team, card, 0, how, at)
            raise Refused("not-open", say("This card isn't open."), "card")
        _usable(state, team, deck)
        state = given(state, team, card, state.setup.prices[card], how, at, turn=turn, deck=deck)
        return _refilled(state.with_table(rows=_without(table.rows, deck, card), queue=table.queue[1:]), deck)

    def force(self, state: DraftState, act: Force, at: datetime) -> DraftState:
        """Give the team any remaining card, even an undrawn one; the rest of its deck keeps its order."""
        turn, table = next_turn(state, act.team), _table(state)
        deck = next((number for number, band in enumerate(table.bands) if act.card in band), None)
        state = given(state, act.team, act.card, forced_price(state, act), "force", at, turn=turn, deck=deck)
        assert deck is not None
        queue = tuple(one for one in table.queue if one != turn)
        decks, rows = _without(table.decks, deck, act.card), _without(table.rows, deck, act.card)
        return _refilled(state.with_table(decks=decks, rows=rows, queue=queue), deck)

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        """Put a drawn card back on top of its deck, any other one back into the open row.

        Raises Refused if a later pick was drawn from that deck, because it would have been another card.
        """
        table = _table(state)
        assert pick.deck is not None
        for later in state.picks:
            if pick.drawn and later.drawn and later.deck == pick.deck and later.number > pick.number:
                words = {"number": later.number, "handle": state.setup.by_id[later.card].handle}
                text = say("Pick {number} ({handle}) was drawn later from the same deck.", **words)
                raise Refused("undo-blocked", text, "pick")
        if pick.drawn:
            state = state.with_table(decks=_put(table.decks, pick.deck, (pick.card, *table.decks[pick.deck])))
        else:
            state = state.with_table(rows=_put(table.rows, pick.deck, (*table.rows[pick.deck], pick.card)))
        return super().taken_back(state, pick, at)

    def autopick(self, state: DraftState, team: int, fell: datetime) -> DraftState:
        """Take the open card of the team's queue, or one better than the deck's average; else draw."""
        decks = usable(state, team)
        if not decks:
            return passed(state)
        table, by_id = _table(state), state.setup.by_id
        card = best(state, team, [card for number in decks for card in table.rows[number]])
        hidden = [one for number in decks for one in legal_cards(state.books, team, table.decks[number])]
        if card is not None and hidden and card not in state.queues.get(team, ()):
            promise = sum(by_id[one].value for one in hidden)
            card = card if by_id[card].value * len(hidden) > promise else None
        if card is not None:
            return self.take(state, team, card, "auto", fell)
        deck = next(number for number in decks if legal_cards(state.books, team, table.decks[number]))
        return self.draw(state, team, deck, "auto", fell)

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        """Return the table: the undrawn cards of each deck are public, their order is secret."""
        table = _table(state)
        decks = [
            {"band": list(band), "undrawn": sorted(undrawn), "open": list(row)}
            for band, undrawn, row in zip(table.bands, table.decks, table.rows, strict=True)
        ]
        mine = usable(state, queue_of(state)[0].team) if queue_of(state) else []
        return {**super().view(state, team), "decks": decks, "usable": mine}


DECK = InDecks("deck", marked("Deck draft"), True, FIELDS)


def usable(state: DraftState, team: int) -> list[int]:
    """Return the decks that the current turn may use: the round's, or all if it has no card that fits."""
    table = _table(state)
    able = [
        number
        for number in range(len(table.decks))
        if legal_cards(state.books, team, (*table.decks[number], *table.rows[number]))
    ]
    if state.setup.settings["choice"] == "any":
        return able
    due = (table.queue[0].round - 1) % len(table.decks)
    return [due] if due in able else able


def _usable(state: DraftState, team: int, deck: int) -> None:
    allowed = usable(state, team)
    if deck not in allowed:
        names = ", ".join(str(number + 1) for number in allowed)
        text = say("This turn is for deck {names}. Deck 1 has the highest salaries.", names=names)
        raise Refused("other-deck", text, "deck")


def _table(state: DraftState) -> Decks:
    assert isinstance(state.table, Decks)
    return state.table


def _refilled(state: DraftState, deck: int) -> DraftState:
    undrawn, row = _table(state).decks[deck], _table(state).rows[deck]
    lacking = max(0, state.setup.settings["row"] - len(row))
    rows = _put(_table(state).rows, deck, (*row, *undrawn[:lacking]))
    return state.with_table(decks=_put(_table(state).decks, deck, undrawn[lacking:]), rows=rows)


def _put(rows: tuple[tuple[int, ...], ...], at: int, row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*rows[:at], row, *rows[at + 1 :])


def _without(rows: tuple[tuple[int, ...], ...], at: int, card: int) -> tuple[tuple[int, ...], ...]:
    return _put(rows, at, tuple(one for one in rows[at] if one != card))
