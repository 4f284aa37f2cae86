"""What the room says that a team may pay, against asking for every card by itself."""

from __future__ import annotations

from random import Random

import pytest

from league.drafts.formats.legality import find_max_price, find_refusal
from league.drafts.formats.registry import KINDS
from league.drafts.formats.visibility import list_offers
from tests.league.drafts.formats.playing import played, random_setup


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_offers_are_what_each_card_by_itself_would_be_allowed(kind: str, seed: int) -> None:
    rng = Random(seed)
    states = [state for state, _ in played(random_setup(kind, rng), rng)]
    for state in states[:: max(1, len(states) // 4)]:
        fixed = state.setup.settings.get("opening") is None
        for team in state.setup.order[:2]:
            alone = {
                one.id: (None if find_refusal(state.books, team, one.id, one.price) else one.price)
                if fixed
                else find_max_price(state.books, team, one.id)
                for one in state.books.remaining
            }
            assert list_offers(state, team) == {card: price for card, price in alone.items() if price is not None}
