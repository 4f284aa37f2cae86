"""The bot of mock drafts. It sees only what its team may see, and never makes an illegal pick.

A bot's price for a Gamer: the money in the room beyond the cheapest rosters is divided by how far each Gamer is above
the last one to be drafted; a team with much money per place, or without the genre, pays more; and each bot misjudges
each Gamer by up to `NOISE`, always the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from league.drafts.formats.acts import Act, Bid, Draw, Nominate, Pass, Seal, Take
from league.drafts.formats.deck import usable
from league.drafts.formats.drafting import to_act
from league.drafts.formats.feasibility import cheapest
from league.drafts.formats.legality import legal_cards, most, refusal
from league.drafts.formats.state import Auction, Blind, Decks, DraftState

NOISE = 0.15
WANTED = 1.25
"""The factor on the value of a Gamer whose genre is still needed."""
AMBITION = 1.5
"""Blind bids per open place, to make up for lost bids."""


@dataclass(frozen=True, slots=True)
class Room:
    """The market: the value of the last Gamer to be drafted, money per point of value above it and per open place."""

    last: float
    rate: float
    mean: float


def room_of(state: DraftState) -> Room:
    """Return the market as it can be computed from the state."""
    demands, remaining = state.books.demands, state.books.remaining
    places = sum(demand.places for demand in demands.values())
    ranked = sorted((state.setup.by_id[one.id].value for one in remaining), reverse=True)
    last = ranked[places] if places < len(ranked) else min(ranked, default=0.0) * 0.9
    above = sum(value - last for value in ranked[: max(1, places)])
    least = sum(one.price for one in cheapest(list(demands.values()), remaining) or [])
    money = sum(demand.money for demand in demands.values() if demand.places)
    return Room(last, max(0, money - least) / above if above > 0 else 0.0, money / max(1, places))


@dataclass(frozen=True, slots=True)
class Bidder:
    """A mock team's bot. The seed sets its taste; the same state and seed give the same action."""

    team: int
    seed: str

    def act(self, state: DraftState) -> Act | None:
        """Return the bot's next action; None if it is not to act."""
        if self.team not in to_act(state):
            return None
        match state.table:
            case Auction():
                return self._auction(state, state.table)
            case Blind():
                return self._blind(state, state.table)
            case Decks():
                return self._deck(state, state.table)
            case _:
                card = self._best(state, legal_cards(state.books, self.team))
                return Pass(self.team) if card is None else Take(self.team, card)

    def _taste(self, state: DraftState, card: int) -> float:
        """Return the value of a card to this bot."""
        genre = state.setup.by_id[card].genre
        lacking = genre in state.books.demands[self.team].genres
        noise = 1 + NOISE * Random(f"{self.seed} {self.team} {card}").uniform(-1, 1)
        return state.setup.by_id[card].value * noise * (WANTED if lacking else 1.0)

    def _best(self, state: DraftState, cards: Sequence[int]) -> int | None:
        """Return the card of the highest value, discounted if its salary exceeds the team's money per place."""
        sheet, demand = state.books.sheets[self.team], state.books.demands[self.team]
        share = max(1.0, sheet.left / max(1, demand.places))

        def score(card: int) -> float:
            return self._taste(state, card) * min(1.0, share / max(1, state.setup.prices[card]))

        return max(cards, key=lambda card: (score(card), -card), default=None)

    def _worth(self, state: DraftState, card: int, room: Room) -> int:
        """Return the price that the bot would pay."""
        own = state.books.demands[self.team]
        rich = (own.money / own.places / room.mean) ** 0.5 if own.places and room.mean else 1.0
        above = max(0.0, self._taste(state, card) - room.last)
        return int(state.setup.prices[card] + above * room.rate * rich)

    def _auction(self, state: DraftState, table: Auction) -> Act:
        """Return a raise of a fifth of the way to the card's worth, so that few bids reach it; or a nomination."""
        lot, room = table.lot, room_of(state)
        if lot is not None:
            least, worth = lot.high.amount + int(state.setup.settings["step"]), self._worth(state, lot.card, room)
            if least > worth:
                return Pass(self.team)
            bold = least + (worth - least) // 5
            legal = refusal(state.books, self.team, lot.card, bold) is None
            return Bid(self.team, lot.number, bold if legal else least)
        cards = legal_cards(state.books, self.team)
        if not state.books.demands[self.team].places:
            cards = [card for card in cards if self._worth(state, card, room) > state.setup.prices[card]]
        card = self._best(state, cards)
        return Pass(self.team) if card is None else Nominate(self.team, card, state.setup.prices[card])

    def _blind(self, state: DraftState, table: Blind) -> Act:
        """Return the next of its blind bids, or a pass once it has placed enough."""
        mine = {one.card for one in table.bids.get(self.team, ())}
        sheet = state.books.sheets[self.team]
        if len(mine) < sheet.open * AMBITION:
            cards = [card for card in legal_cards(state.books, self.team) if card not in mine]
            card = self._best(state, cards)
            if card is not None:
                worth, legal = self._worth(state, card, room_of(state)), most(state.books, self.team, card)
                return Seal(self.team, table.round, card, max(state.setup.prices[card], min(worth, legal or 0)))
        return Pass(self.team)

    def _deck(self, state: DraftState, table: Decks) -> Act:
        decks = usable(state, self.team)
        if not decks:
            return Pass(self.team)
        hidden = {number: legal_cards(state.books, self.team, sorted(table.decks[number])) for number in decks}
        promise = {
            number: sum(self._taste(state, card) for card in cards) / len(cards)
            for number, cards in hidden.items()
            if cards
        }
        shown = [card for number in decks for card in table.rows[number]]
        card = self._best(state, legal_cards(state.books, self.team, shown))
        deck = max(promise, key=lambda number: (promise[number], -number), default=None)
        if deck is None or (card is not None and self._taste(state, card) >= promise[deck]):
            assert card is not None
            return Take(self.team, card)
        return Draw(self.team, deck)
