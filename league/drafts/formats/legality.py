"""Legality of picks and feasibility of drafts.

A pick is legal if the team can pay it and every roster, its own and the others', can still be completed from the
remaining cards (`feasibility`): places, cap, the reserve for open places, and genres.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from engines.i18n import translate as _, translate_n
from league.drafts.formats.entities import ActionError
from league.drafts.formats.feasibility import Demand, Item, RosterPlan, find_cheapest, find_plan, fits
from league.drafts.formats.rosters import Books


def find_refusal(books: Books, team: int, card: int, price: int) -> ActionError | None:
    """Return why the team may not have the card at that price; None if it may."""
    try:
        plan_pick(books, team, card, price)
    except ActionError as refused:
        return refused
    return None


def plan_pick(books: Books, team: int, card: int, price: int) -> RosterPlan:
    """Return the plan after the pick. Raises ActionError, with code, sentence and field, if the pick is illegal."""
    after = _compute_demand_after(books, team, card, price)
    plan = _repair_plan(books, team, card, after)
    if plan is not None:
        return plan
    remaining = [item for item in books.remaining if item.id != card]
    _check_own_completion(books, team, card, after, remaining)
    demands = {**books.demands, team: after}
    key = (team, price, books.setup.prices[card], books.setup.by_id[card].genre)
    solution = None if key in books.failed else find_plan(demands, remaining)
    if solution is None:
        books.failed.add(key)
        text = _("Without {handle}, the other rosters couldn't all be completed.", **_get_names(books, team, card))
        raise ActionError("others", text, "card")
    return solution


def find_max_price(books: Books, team: int, card: int) -> int | None:
    """Return the highest price at which the team may have the card; None if there is none."""
    prices = range(books.setup.prices[card], books.sheets[team].left + 1)
    legal = bisect_left(prices, True, key=lambda price: find_refusal(books, team, card, price) is not None)
    return prices[legal - 1] if legal else None


def legal_cards(books: Books, team: int, cards: Sequence[int] | None = None) -> list[int]:
    """Return the cards (of `cards`, or of all that remain) that the team may have at their least price."""
    chosen = [item.id for item in books.remaining] if cards is None else cards
    return [card for card in chosen if find_refusal(books, team, card, books.setup.prices[card]) is None]


def can_take_any(books: Books, team: int) -> bool:
    """Return whether the team could use a turn."""
    return any(find_refusal(books, team, item.id, item.price) is None for item in books.remaining)


def _get_names(books: Books, team: int, card: int) -> dict[str, str]:
    """Return the placeholders for the team and the card in refusals."""
    return {"name": books.setup.team_of[team].name, "handle": books.setup.by_id[card].handle}


def _compute_demand_after(books: Books, team: int, card: int, price: int) -> Demand:
    """Return the team's demand after the pick. Raises ActionError if the card is gone, or for places, cap or reserve."""
    rules, sheet = books.setup.rules, books.sheets[team]
    if card not in books.setup.by_id:
        raise ActionError("no-such-card", _("Card not found in this draft."), "card")
    words, minimum = _get_names(books, team, card), books.setup.prices[card]
    if card in books.owner:
        text = _("{handle} is already with {team}.", team=books.setup.team_of[books.owner[card]].name, **words)
        raise ActionError("taken", text, "card")
    if not sheet.open:
        text = _("{name} has {held} Gamers and no open spot in this draft.", held=len(sheet.held), **words)
        raise ActionError("full", text, "team")
    if price < minimum:
        raise ActionError("too-low", _("{handle} costs at least {price}.", price=minimum, **words), "amount")
    if price > sheet.left:
        text = _("{handle} costs {price}, but {name} has {left} left to spend.", price=price, left=sheet.left, **words)
        raise ActionError("cap", text, "amount")
    after = sheet.after(books.setup.by_id[card].genre, price)
    demand = after.demand(rules)
    if demand.places > after.open:
        genres = ", ".join(f"{count} {genre}" for genre, count in demand.genres.items())
        text = translate_n(
            "With {handle}, {name} would have {n} spot left but still need {wanted}.",
            "With {handle}, {name} would have {n} spots left but still need {wanted}.",
            after.open, wanted=genres or _("{places} more", places=demand.places), **words,
        )  # fmt: skip
        raise ActionError("genres", text, "card")
    if after.left < (reserved := rules.reserve * demand.places):
        text = translate_n(
            "{name} would have {left} left, but must keep {reserve} for {n} open spot: {kept}.",
            "{name} would have {left} left, but must keep {reserve} for each of {n} open spots: {kept}.",
            demand.places, left=after.left, reserve=rules.reserve, kept=reserved, **words,
        )  # fmt: skip
        raise ActionError("reserve", text, "amount")
    return demand


def _check_own_completion(books: Books, team: int, card: int, after: Demand, remaining: Sequence[Item]) -> None:
    """Raise ActionError if the team alone could not complete its roster from the remaining cards."""
    chosen, words = find_cheapest([after], remaining), _get_names(books, team, card)
    if chosen is None:
        raise ActionError("too-few", _("With {handle}, too few suitable cards would remain for {name}.", **words), "card")
    cost = sum(item.price for item in chosen)
    if cost > after.money:
        text = translate_n(
            "{name} would have {money} left, but filling {n} more spot costs at least {cost}.",
            "{name} would have {money} left, but filling {n} more spots costs at least {cost}.",
            after.places, money=after.money, cost=cost, **words,
        )  # fmt: skip
        raise ActionError("incompletable", text, "amount")


def _repair_plan(books: Books, team: int, card: int, after: Demand) -> RosterPlan | None:
    """Return the plan with only this team's cards and those of the card's planned team changed; None if impossible."""
    own_items = [books.item(entry) for entry in books.plan[team] if entry != card]
    spare = None
    if len(own_items) > after.places:  # Drop the dearest card that the genres do not need.
        counts = Counter(entry.genre for entry in own_items)
        droppable = [entry for entry in own_items if counts[entry.genre] > after.genres.get(entry.genre, 0)]
        spare = max(droppable, key=lambda entry: (entry.price, entry.id), default=None)
        own_items = [entry for entry in own_items if entry is not spare]
    if not fits(after, own_items):
        return None
    plan = {**books.plan, team: tuple(entry.id for entry in own_items)}
    loser = books.planned.get(card, team)
    if loser == team:
        return plan
    theirs = [books.item(entry) for entry in books.plan[loser] if entry != card]
    free = (entry for entry in books.remaining if entry.id not in books.planned and entry.id != card)
    for other in chain([] if spare is None else [spare], free):
        if fits(books.demands[loser], [*theirs, other]):
            return {**plan, loser: tuple(entry.id for entry in (*theirs, other))}
    return None


def build_plan(books: Books) -> dict[int, tuple[int, ...]]:
    """Return a plan that completes every roster. Raises ActionError, with the arithmetic, if there is none."""
    for team, demand in books.demands.items():
        sheet, reserve = books.sheets[team], books.setup.rules.reserve
        words = {"name": books.setup.team_of[team].name, "open": sheet.open, "left": sheet.left, "reserve": reserve}
        if demand.places > sheet.open:
            text = translate_n(
                "{name} needs {n} more Gamer but has {open} spots or turns.",
                "{name} needs {n} more Gamers but has {open} spots or turns.",
                demand.places, **words,
            )  # fmt: skip
            raise ActionError("places", text, "rules")
        if sheet.left < (reserved := reserve * demand.places):
            text = translate_n(
                "{name} has {left} left, but {n} spot × {reserve} = {kept}.",
                "{name} has {left} left, but {n} spots × {reserve} = {kept}.",
                demand.places, kept=reserved, **words,
            )  # fmt: skip
            raise ActionError("reserve", text, "rules")
    _check_pool(books)
    plan = find_plan(books.demands, books.remaining)
    if plan is None:
        text = _("Found no way to complete every roster within the cap. Raise the cap.")
        raise ActionError("packing", text, "rules")
    return plan


def _check_pool(books: Books) -> None:
    """Raise ActionError if the pool has too few cards in all or of a genre, or no affordable ones."""
    demands, remaining = list(books.demands.values()), books.remaining
    needed, money = sum(demand.places for demand in demands), sum(demand.money for demand in demands)
    if needed > len(remaining):
        each = {demand.places for demand in demands}
        words = {"needed": needed, "left": len(remaining), "franchises": len(demands), "each": min(each)}
        text = _("{franchises} franchises × {each} = {needed} Gamers, but the pool has {left}.", **words)
        if len(each) > 1:
            text = _("The franchises need {needed} Gamers, but the pool has {left}.", **words)
        raise ActionError("pool", text, "cards")
    for genre in books.setup.rules.genres:
        words = {"wanted": sum(demand.genres.get(genre, 0) for demand in demands)}
        words["there"] = sum(item.genre == genre for item in remaining)
        if words["wanted"] > words["there"]:
            text = _("The franchises need {wanted} {genre} Gamers, but the pool has {there}.", genre=genre, **words)
            raise ActionError("genres", text, "cards")
    chosen = find_cheapest(demands, remaining)
    if chosen is None:
        text = _("The pool doesn't have {needed} Gamers with the required genres.", needed=needed)
        raise ActionError("genres", text, "cards")
    words = {"needed": needed, "cost": sum(item.price for item in chosen), "money": money}
    if words["cost"] > money:
        text = _("The cheapest {needed} Gamers cost {cost}, but the franchises have {money} in total.", **words)
        raise ActionError("cap", text, "rules")
    for team, demand in books.demands.items():
        words = {"places": demand.places, "money": demand.money}
        words["least"] = sum(item.price for item in find_cheapest([demand], remaining) or [])
        if words["least"] > demand.money:
            name = books.setup.team_of[team].name
            text = _("The cheapest {places} Gamers for {name} cost {least}, but it has {money}.", name=name, **words)
            raise ActionError("cap", text, "rules")
