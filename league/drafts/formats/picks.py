"""Picks: give a card to a team, undo a pick, and choose the card for a team that ran out of time.

Rosters change only here.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from engines.i18n import translate as _
from league.drafts.formats.actions import Force
from league.drafts.formats.entities import ActionError, Pick, Turn
from league.drafts.formats.feasibility import find_plan, fits
from league.drafts.formats.legality import find_refusal, plan_pick
from league.drafts.formats.rosters import Books
from league.drafts.formats.state import DraftState


def give_card(
    state: DraftState, team: int, card: int, price: int, how: str, at: datetime, *,
    turn: Turn | None = None, deck: int | None = None, drawn: bool = False,
) -> DraftState:  # fmt: skip
    """Return the draft with the card on the team's roster. Raises ActionError, changing nothing, if it is illegal."""
    plan = plan_pick(state.books, team, card, price)
    pick = Pick(state.made + 1, team, card, price, how, at, turn, deck, drawn)
    return replace(state, plan=plan, picks=(*state.picks, pick), made=pick.number)


def forced_price(state: DraftState, action: Force) -> int:
    """Return the price of a forced pick: the organiser's, or else the least price of the card."""
    return state.setup.prices.get(action.card, 0) if action.price is None else action.price


def get_pick(state: DraftState, number: int) -> Pick:
    """Return the pick with this number. Raises ActionError("no-such-pick") if there is none or it was undone."""
    for pick in state.picks:
        if pick.number == number:
            return pick
    raise ActionError("no-such-pick", _("Pick {number} not found, or already undone.", number=number), "pick")


def remove_pick(state: DraftState, pick: Pick) -> DraftState:
    """Return the draft without that pick; the kind's own part (turns, decks) is not touched.

    Raises ActionError, naming the first pick that would become illegal: one that cost less than the reserve of a place can
    depend on an earlier pick.
    """
    picks = tuple(other for other in state.picks if other != pick)
    books = Books(state.setup, picks, state.plan)
    if _lacks_reserve(books, pick.team):
        raise _build_undo_refusal(state, pick)
    plan, demand = {**state.plan}, books.demands[pick.team]
    if demand.places > len(plan[pick.team]):
        plan[pick.team] = (*plan[pick.team], pick.card)
    if not fits(demand, [books.item(card) for card in plan[pick.team]]):
        solution = find_plan(books.demands, books.remaining)
        if solution is None:
            raise _build_undo_refusal(state, pick)
        plan = solution
    return replace(state, picks=picks, plan=plan)


def _lacks_reserve(books: Books, team: int) -> bool:
    demand = books.demands[team]
    return demand.money < books.setup.rules.reserve * demand.places


def _build_undo_refusal(state: DraftState, pick: Pick) -> ActionError:
    """Return the refusal that names the team's first later pick that would lack money."""
    picks, culprit = tuple(other for other in state.picks if other != pick), pick
    for count, other in enumerate(picks, 1):
        later = other.team == pick.team and other.number > pick.number
        if later and _lacks_reserve(Books(state.setup, picks[:count], state.plan), pick.team):
            culprit = other
            break
    words = {"number": pick.number, "other": culprit.number, "handle": state.setup.by_id[culprit.card].handle}
    return ActionError(
        "undo-blocked", _("Without pick {number}, pick {other} ({handle}) would break the rules.", **words), "pick"
    )


def choose_autopick(state: DraftState, team: int, cards: Iterable[int] | None = None) -> int | None:
    """Return autopick's choice: the first legal card of the queue, else the most valuable of `cards` (or of all).

    Of equal value, a card of a genre that the team lacks comes first, then the cheaper one. None if no card is legal.
    """
    books = state.books
    among = {item.id for item in books.remaining} if cards is None else set(cards)
    queued = [card for card in state.queues.get(team, ()) if card in among]
    lacking, by_id = books.demands[team].genres, state.setup.by_id
    others = sorted(
        among, key=lambda card: (-by_id[card].value, by_id[card].genre not in lacking, books.setup.prices[card], card)
    )
    for card in (*queued, *others):
        if card not in books.owner and find_refusal(books, team, card, books.setup.prices[card]) is None:
            return card
    return None
