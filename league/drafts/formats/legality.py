"""Legality of picks and feasibility of drafts.

A pick is legal if the team can pay it and every roster, its own and the others', can still be completed from the
remaining cards (`feasibility`): places, cap, the reserve for open places, and genres.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from engines.words import say, say_many
from league.drafts.formats.entities import Refused
from league.drafts.formats.feasibility import Demand, Item, Plan, cheapest, fits, solved
from league.drafts.formats.rosters import Books


def refusal(books: Books, team: int, card: int, price: int) -> Refused | None:
    """Return why the team may not have the card at that price; None if it may."""
    try:
        granted(books, team, card, price)
    except Refused as refused:
        return refused
    return None


def granted(books: Books, team: int, card: int, price: int) -> Plan:
    """Return the plan after the pick. Raises Refused, with code, sentence and field, if the pick is illegal."""
    after = _own_means(books, team, card, price)
    plan = _mended(books, team, card, after)
    if plan is not None:
        return plan
    left = [one for one in books.remaining if one.id != card]
    _own_completion(books, team, card, after, left)
    demands = {**books.demands, team: after}
    alike = (team, price, books.setup.prices[card], books.setup.by_id[card].genre)
    found = None if alike in books.failed else solved(demands, left)
    if found is None:
        books.failed.add(alike)
        text = say("Without {handle}, the other rosters couldn't all be completed.", **_words(books, team, card))
        raise Refused("others", text, "card")
    return found


def most(books: Books, team: int, card: int) -> int | None:
    """Return the highest price at which the team may have the card; None if there is none."""
    prices = range(books.setup.prices[card], books.sheets[team].left + 1)
    legal = bisect_left(prices, True, key=lambda price: refusal(books, team, card, price) is not None)
    return prices[legal - 1] if legal else None


def legal_cards(books: Books, team: int, cards: Sequence[int] | None = None) -> list[int]:
    """Return the cards (of `cards`, or of all that remain) that the team may have at their least price."""
    chosen = [one.id for one in books.remaining] if cards is None else cards
    return [card for card in chosen if refusal(books, team, card, books.setup.prices[card]) is None]


def can_take_any(books: Books, team: int) -> bool:
    """Return whether the team could use a turn."""
    return any(refusal(books, team, one.id, one.price) is None for one in books.remaining)


def _words(books: Books, team: int, card: int) -> dict[str, str]:
    """Return the placeholders for the team and the card in refusals."""
    return {"name": books.setup.team_of[team].name, "handle": books.setup.by_id[card].handle}


def _own_means(books: Books, team: int, card: int, price: int) -> Demand:
    """Return the team's demand after the pick. Raises Refused if the card is gone, or for places, cap or reserve."""
    rules, sheet = books.setup.rules, books.sheets[team]
    if card not in books.setup.by_id:
        raise Refused("no-such-card", say("Card not found in this draft."), "card")
    words, least = _words(books, team, card), books.setup.prices[card]
    if card in books.owner:
        text = say("{handle} is already with {team}.", team=books.setup.team_of[books.owner[card]].name, **words)
        raise Refused("taken", text, "card")
    if not sheet.open:
        text = say("{name} has {held} Gamers and no open spot in this draft.", held=len(sheet.held), **words)
        raise Refused("full", text, "team")
    if price < least:
        raise Refused("too-low", say("{handle} costs at least {price}.", price=least, **words), "amount")
    if price > sheet.left:
        text = say(
            "{handle} costs {price}, but {name} has {left} left to spend.", price=price, left=sheet.left, **words
        )
        raise Refused("cap", text, "amount")
    after = sheet.after(books.setup.by_id[card].genre, price)
    demand = after.demand(rules)
    if demand.places > after.open:
        genres = ", ".join(f"{count} {genre}" for genre, count in demand.genres.items())
        text = say_many(
            "With {handle}, {name} would have {n} spot left but still need {wanted}.",
            "With {handle}, {name} would have {n} spots left but still need {wanted}.",
            after.open, wanted=genres or say("{places} more", places=demand.places), **words,
        )  # fmt: skip
        raise Refused("genres", text, "card")
    if after.left < (kept := rules.reserve * demand.places):
        text = say_many(
            "{name} would have {left} left, but must keep {reserve} for {n} open spot: {kept}.",
            "{name} would have {left} left, but must keep {reserve} for each of {n} open spots: {kept}.",
            demand.places, left=after.left, reserve=rules.reserve, kept=kept, **words,
        )  # fmt: skip
        raise Refused("reserve", text, "amount")
    return demand


def _own_completion(books: Books, team: int, card: int, after: Demand, left: Sequence[Item]) -> None:
    """Raise Refused if the team alone could not complete its roster from the remaining cards."""
    chosen, words = cheapest([after], left), _words(books, team, card)
    if chosen is None:
        raise Refused("too-few", say("With {handle}, too few suitable cards would remain for {name}.", **words), "card")
    cost = sum(one.price for one in chosen)
    if cost > after.money:
        text = say_many(
            "{name} would have {money} left, but filling {n} more spot costs at least {cost}.",
            "{name} would have {money} left, but filling {n} more spots costs at least {cost}.",
            after.places, money=after.money, cost=cost, **words,
        )  # fmt: skip
        raise Refused("incompletable", text, "amount")


def _mended(books: Books, team: int, card: int, after: Demand) -> Plan | None:
    """Return the plan with only this team's cards and those of the card's planned team changed; None if impossible."""
    mine = [books.item(one) for one in books.plan[team] if one != card]
    spare = None
    if len(mine) > after.places:  # Drop the dearest card that the genres do not need.
        counts = Counter(one.genre for one in mine)
        able = [one for one in mine if counts[one.genre] > after.genres.get(one.genre, 0)]
        spare = max(able, key=lambda one: (one.price, one.id), default=None)
        mine = [one for one in mine if one is not spare]
    if not fits(after, mine):
        return None
    plan = {**books.plan, team: tuple(one.id for one in mine)}
    loser = books.planned.get(card, team)
    if loser == team:
        return plan
    theirs = [books.item(one) for one in books.plan[loser] if one != card]
    free = (one for one in books.remaining if one.id not in books.planned and one.id != card)
    for other in chain([] if spare is None else [spare], free):
        if fits(books.demands[loser], [*theirs, other]):
            return {**plan, loser: tuple(one.id for one in (*theirs, other))}
    return None


def feasible(books: Books) -> dict[int, tuple[int, ...]]:
    """Return a plan that completes every roster. Raises Refused, with the arithmetic, if there is none."""
    for team, demand in books.demands.items():
        sheet, reserve = books.sheets[team], books.setup.rules.reserve
        words = {"name": books.setup.team_of[team].name, "open": sheet.open, "left": sheet.left, "reserve": reserve}
        if demand.places > sheet.open:
            text = say_many(
                "{name} needs {n} more Gamer but has {open} spots or turns.",
                "{name} needs {n} more Gamers but has {open} spots or turns.",
                demand.places, **words,
            )  # fmt: skip
            raise Refused("places", text, "rules")
        if sheet.left < (kept := reserve * demand.places):
            text = say_many(
                "{name} has {left} left, but {n} spot x {reserve} = {kept}.",
                "{name} has {left} left, but {n} spots x {reserve} = {kept}.",
                demand.places, kept=kept, **words,
            )  # fmt: skip
            raise Refused("reserve", text, "rules")
    _enough(books)
    plan = solved(books.demands, books.remaining)
    if plan is None:
        text = say("Found no way to complete every roster within the cap. Raise the cap.")
        raise Refused("packing", text, "rules")
    return plan


def _enough(books: Books) -> None:
    """Raise Refused if the pool has too few cards in all or of a genre, or no affordable ones."""
    demands, left = list(books.demands.values()), books.remaining
    needed, money = sum(demand.places for demand in demands), sum(demand.money for demand in demands)
    if needed > len(left):
        each = {demand.places for demand in demands}
        words = {"needed": needed, "left": len(left), "franchises": len(demands), "each": min(each)}
        text = say("{franchises} franchises x {each} = {needed} Gamers, but the pool has {left}.", **words)
        if len(each) > 1:
            text = say("The franchises need {needed} Gamers, but the pool has {left}.", **words)
        raise Refused("pool", text, "cards")
    for genre in books.setup.rules.genres:
        words = {"wanted": sum(demand.genres.get(genre, 0) for demand in demands)}
        words["there"] = sum(one.genre == genre for one in left)
        if words["wanted"] > words["there"]:
            text = say("The franchises need {wanted} {genre} Gamers, but the pool has {there}.", genre=genre, **words)
            raise Refused("genres", text, "cards")
    chosen = cheapest(demands, left)
    if chosen is None:
        text = say("The pool doesn't have {needed} Gamers with the required genres.", needed=needed)
        raise Refused("genres", text, "cards")
    words = {"needed": needed, "cost": sum(one.price for one in chosen), "money": money}
    if words["cost"] > money:
        text = say("The cheapest {needed} Gamers cost {cost}, but the franchises have {money} in total.", **words)
        raise Refused("cap", text, "rules")
    for team, demand in books.demands.items():
        words = {"places": demand.places, "money": demand.money}
        words["least"] = sum(one.price for one in cheapest([demand], left) or [])
        if words["least"] > demand.money:
            name = books.setup.team_of[team].name
            text = say("The cheapest {places} Gamers for {name} cost {least}, but it has {money}.", name=name, **words)
            raise Refused("cap", text, "rules")
