"""What is picked for a team whose time is over, or who asked for it: its own queue first, else the best value."""

from __future__ import annotations

from collections.abc import Iterable

from league.drafts.formats.legality import refusal
from league.drafts.formats.state import DraftState


def best(state: DraftState, team: int, cards: Iterable[int] | None = None) -> int | None:
    """The first card of the team's queue that it may have at the least price; else of these (or all) the one of most
    value, among equals one of a genre it lacks, then the cheaper. None if it may have none."""
    books = state.books
    among = {one.id for one in books.remaining} if cards is None else set(cards)
    wanted = [card for card in state.queues.get(team, ()) if card in among]
    lacking, by_id = books.demands[team].genres, state.setup.by_id
    others = sorted(
        among,
        key=lambda card: (-by_id[card].value, by_id[card].genre not in lacking, books.setup.prices[card], card),
    )
    for card in (*wanted, *others):
        if card not in books.owner and refusal(books, team, card, books.setup.prices[card]) is None:
            return card
    return None
