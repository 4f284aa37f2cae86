"""The bot of mock drafts. It sees only what its team may see, and never makes an illegal pick.

A bot's price for a Gamer: the money in the room beyond the cheapest rosters is divided among the Gamers in proportion
to their value above that of the last one to be drafted; a team with much money per place, or without the genre, pays
more; and each bot misjudges each Gamer by up to `NOISE`, always the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from league.drafts.formats.actions import Action, Bid, Draw, Nominate, Pass, Seal, Take
from league.drafts.formats.deck import list_usable_decks
from league.drafts.formats.draft_rules import teams_to_act
from league.drafts.formats.feasibility import find_cheapest
from league.drafts.formats.legality import find_max_price, find_refusal, legal_cards
from league.drafts.formats.state import AuctionTable, BlindTable, DeckTable, DraftState

NOISE = 0.15
NEEDED_GENRE_FACTOR = 1.25
"""The factor on the value of a Gamer whose genre is still needed."""
BIDS_PER_PLACE = 1.5
"""Blind bids per open place, to make up for lost bids."""


@dataclass(frozen=True, slots=True)
class Market:
    """The market: the value of the last Gamer to be drafted, money per point of value above it and per open place."""

    last: float
    rate: float
    mean: float


def get_market(state: DraftState) -> Market:
    """Return the market as it can be computed from the state."""
    demands, remaining = state.books.demands, state.books.remaining
    places = sum(demand.places for demand in demands.values())
    ranked = sorted((state.setup.by_id[item.id].value for item in remaining), reverse=True)
    last = ranked[places] if places < len(ranked) else min(ranked, default=0.0) * 0.9
    above = sum(value - last for value in ranked[: max(1, places)])
    minimum_cost = sum(item.price for item in find_cheapest(list(demands.values()), remaining) or [])
    money = sum(demand.money for demand in demands.values() if demand.places)
    return Market(last, max(0, money - minimum_cost) / above if above > 0 else 0.0, money / max(1, places))


@dataclass(frozen=True, slots=True)
class DraftBot:
    """A mock team's bot. The seed sets its taste; the same state and seed give the same action."""

    team: int
    seed: str

    def act(self, state: DraftState) -> Action | None:
        """Return the bot's next action; None if it is not to act."""
        if self.team not in teams_to_act(state):
            return None
        match state.table:
            case AuctionTable():
                return self._act_in_auction(state, state.table)
            case BlindTable():
                return self._act_in_blind_auction(state, state.table)
            case DeckTable():
                return self._act_in_deck_draft(state, state.table)
            case _:
                card = self._choose_card(state, legal_cards(state.books, self.team))
                return Pass(self.team) if card is None else Take(self.team, card)

    def _estimate_value(self, state: DraftState, card: int) -> float:
        """Return the value of a card to this bot."""
        genre = state.setup.by_id[card].genre
        lacking = genre in state.books.demands[self.team].genres
        noise = 1 + NOISE * Random(f"{self.seed} {self.team} {card}").uniform(-1, 1)
        return state.setup.by_id[card].value * noise * (NEEDED_GENRE_FACTOR if lacking else 1.0)

    def _choose_card(self, state: DraftState, cards: Sequence[int]) -> int | None:
        """Return the card of the highest value, discounted if its salary exceeds the team's money per place."""
        sheet, demand = state.books.sheets[self.team], state.books.demands[self.team]
        share = max(1.0, sheet.left / max(1, demand.places))

        def score(card: int) -> float:
            return self._estimate_value(state, card) * min(1.0, share / max(1, state.setup.prices[card]))

        return max(cards, key=lambda card: (score(card), -card), default=None)

    def _worth(self, state: DraftState, card: int, market: Market) -> int:
        """Return the price that the bot would pay."""
        demand = state.books.demands[self.team]
        rich = (demand.money / demand.places / market.mean) ** 0.5 if demand.places and market.mean else 1.0
        above = max(0.0, self._estimate_value(state, card) - market.last)
        return int(state.setup.prices[card] + above * market.rate * rich)

    def _act_in_auction(self, state: DraftState, table: AuctionTable) -> Action:
        """Return a raise of a fifth of the way to the card's worth, so that few bids reach it; or a nomination."""
        lot, market = table.lot, get_market(state)
        if lot is not None:
            minimum, worth = lot.high.amount + int(state.setup.settings["step"]), self._worth(state, lot.card, market)
            if minimum > worth:
                return Pass(self.team)
            bold = minimum + (worth - minimum) // 5
            legal = find_refusal(state.books, self.team, lot.card, bold) is None
            return Bid(self.team, lot.number, bold if legal else minimum)
        cards = legal_cards(state.books, self.team)
        if not state.books.demands[self.team].places:
            cards = [card for card in cards if self._worth(state, card, market) > state.setup.prices[card]]
        card = self._choose_card(state, cards)
        return Pass(self.team) if card is None else Nominate(self.team, card, state.setup.prices[card])

    def _act_in_blind_auction(self, state: DraftState, table: BlindTable) -> Action:
        """Return the next of its blind bids, or a pass once it has placed enough."""
        bid_cards = {bid.card for bid in table.bids.get(self.team, ())}
        sheet = state.books.sheets[self.team]
        if len(bid_cards) < sheet.open * BIDS_PER_PLACE:
            cards = [card for card in legal_cards(state.books, self.team) if card not in bid_cards]
            card = self._choose_card(state, cards)
            if card is not None:
                worth, legal = self._worth(state, card, get_market(state)), find_max_price(state.books, self.team, card)
                return Seal(self.team, table.round, card, max(state.setup.prices[card], min(worth, legal or 0)))
        return Pass(self.team)

    def _act_in_deck_draft(self, state: DraftState, table: DeckTable) -> Action:
        decks = list_usable_decks(state, self.team)
        if not decks:
            return Pass(self.team)
        hidden = {number: legal_cards(state.books, self.team, sorted(table.decks[number])) for number in decks}
        averages = {
            number: sum(self._estimate_value(state, card) for card in cards) / len(cards)
            for number, cards in hidden.items()
            if cards
        }
        open_cards = [card for number in decks for card in table.rows[number]]
        card = self._choose_card(state, legal_cards(state.books, self.team, open_cards))
        deck = max(averages, key=lambda number: (averages[number], -number), default=None)
        if deck is None or (card is not None and self._estimate_value(state, card) >= averages[deck]):
            assert card is not None
            return Take(self.team, card)
        return Draw(self.team, deck)
