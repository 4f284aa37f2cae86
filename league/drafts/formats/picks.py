"""A card goes to a team, or comes back, and which card is picked for a team whose time is over.

This is the one place where rosters change.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from engines.words import say
from league.drafts.formats.acts import Force
from league.drafts.formats.entities import Pick, Refused, Turn
from league.drafts.formats.feasibility import fits, solved
from league.drafts.formats.legality import granted, refusal
from league.drafts.formats.rosters import Books
from league.drafts.formats.state import DraftState


def given(
    state: DraftState, team: int, card: int, price: int, how: str, at: datetime, *,
    turn: Turn | None = None, deck: int | None = None, drawn: bool = False,
) -> DraftState:  # fmt: skip
    """The team has the card. Refused, changing nothing, if it may not."""
    plan = granted(state.books, team, card, price)
    pick = Pick(state.made + 1, team, card, price, how, at, turn, deck, drawn)
    return replace(state, plan=plan, picks=(*state.picks, pick), made=pick.number)


def forced_price(state: DraftState, act: Force) -> int:
    return state.setup.prices.get(act.card, 0) if act.price is None else act.price


def found(state: DraftState, number: int) -> Pick:
    for pick in state.picks:
        if pick.number == number:
            return pick
    raise Refused("no-such-pick", say("There is no pick {number} that stands.", number=number), "pick")


def taken_back(state: DraftState, pick: Pick) -> DraftState:
    """Without that pick; what a kind keeps beside it (turns, decks) is not touched.

    Refused, with the name of the first pick that could not stand, if a later one becomes illegal: one that cost less
    than the reserve of a place is what makes that possible.
    """
    picks = tuple(one for one in state.picks if one != pick)
    books = Books(state.setup, picks, state.plan)
    if _lacks_reserve(books, pick.team):
        raise _blocked(state, pick)
    plan, demand = {**state.plan}, books.demands[pick.team]
    if demand.places > len(plan[pick.team]):
        plan[pick.team] = (*plan[pick.team], pick.card)
    if not fits(demand, [books.item(card) for card in plan[pick.team]]):
        again = solved(books.demands, books.remaining)
        if again is None:
            raise _blocked(state, pick)
        plan = again
    return replace(state, picks=picks, plan=plan)


def _lacks_reserve(books: Books, team: int) -> bool:
    demand = books.demands[team]
    return demand.money < books.setup.rules.reserve * demand.places


def _blocked(state: DraftState, pick: Pick) -> Refused:
    """Names the first later pick of the team after which it would have had too little left."""
    picks, culprit = tuple(one for one in state.picks if one != pick), pick
    for upto, one in enumerate(picks, 1):
        later = one.team == pick.team and one.number > pick.number
        if later and _lacks_reserve(Books(state.setup, picks[:upto], state.plan), pick.team):
            culprit = one
            break
    words = {"number": pick.number, "other": culprit.number, "handle": state.setup.by_id[culprit.card].handle}
    return Refused("undo-blocked", say("Without pick {number}, pick {other} ({handle}) is not legal.", **words), "pick")


def best(state: DraftState, team: int, cards: Iterable[int] | None = None) -> int | None:
    """The first card of the team's queue that it may have at the least price; else of these (or all) the one of most
    value, among equals one of a genre it lacks, then the cheaper. None if it may have none."""
    books = state.books
    among = {one.id for one in books.remaining} if cards is None else set(cards)
    wanted = [card for card in state.queues.get(team, ()) if card in among]
    lacking, by_id = books.demands[team].genres, state.setup.by_id
    others = sorted(
        among, key=lambda card: (-by_id[card].value, by_id[card].genre not in lacking, books.setup.prices[card], card)
    )
    for card in (*wanted, *others):
        if card not in books.owner and refusal(books, team, card, books.setup.prices[card]) is None:
            return card
    return None
