"""May a team have a card at a price? And can the draft be held at all?

A pick is legal if the team can pay it and every roster, its own and the others', can still be completed: places, the
cap, the reserve kept for places still open, and genres, from the cards that truly remain (`feasibility`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from engines.words import say, say_many
from league.drafts.formats.entities import Refused, Setup
from league.drafts.formats.feasibility import Demand, Item, Plan, cheapest, fits, possible, solved
from league.drafts.formats.rosters import Books, Sheet


def refusal(books: Books, team: int, card: int, price: int) -> Refused | None:
    """Why the team may not have the card at that price; None if it may."""
    try:
        granted(books, team, card, price)
    except Refused as refused:
        return refused
    return None


def granted(books: Books, team: int, card: int, price: int) -> Plan:
    """The plan once the team has the card. Refused, with code, sentence and field, if it may not have it."""
    _own_means(books, team, card, price)
    after = books.sheets[team].after(books.setup.by_id[card].genre, price).demand(books.setup.rules)
    plan = _mended(books, team, card, after)
    if plan is not None:
        return plan
    left = [one for one in books.remaining if one.id != card]
    _own_completion(books, team, card, after, left)
    demands = {**books.demands, team: after}
    alike = (team, price, books.setup.prices[card], books.setup.by_id[card].genre)
    tried = alike in books.failed or not possible(list(demands.values()), left)
    found = None if tried else solved(demands, left)
    if found is None:
        books.failed.add(alike)
        text = say("Without {handle} the other rosters could not all be completed.", handle=_handle(books, card))
        raise Refused("others", text, "card")
    return found


def most(books: Books, team: int, card: int) -> int | None:
    """The highest price at which the team may have the card; None if there is none."""
    low, high = books.setup.prices[card], books.sheets[team].left
    if low > high or refusal(books, team, card, low):
        return None
    while low < high:
        middle = (low + high + 1) // 2
        if refusal(books, team, card, middle):
            high = middle - 1
        else:
            low = middle
    return low


def legal_cards(books: Books, team: int, cards: Sequence[int] | None = None) -> list[int]:
    """The cards (of these, or of all that remain) that the team may have at their least price."""
    chosen = [one.id for one in books.remaining] if cards is None else cards
    return [card for card in chosen if refusal(books, team, card, books.setup.prices[card]) is None]


def can_take_any(books: Books, team: int) -> bool:
    """Whether a turn is of any use to it."""
    if not books.sheets[team].open:
        return False
    return any(refusal(books, team, one.id, one.price) is None for one in books.remaining)


def _own_means(books: Books, team: int, card: int, price: int) -> None:
    """Refused if the card is not to be had, or for the team's places, cap or reserve."""
    rules, sheet = books.setup.rules, books.sheets[team]
    if card not in books.setup.by_id:
        raise Refused("no-such-card", say("There is no such card in this draft."), "card")
    name, handle = books.setup.team_of[team].name, _handle(books, card)
    if card in books.owner:
        text = say("{handle} is with {team} already.", handle=handle, team=books.setup.team_of[books.owner[card]].name)
        raise Refused("taken", text, "card")
    if not sheet.open:
        text = say("{name} has {held} gamers and no place left in this draft.", name=name, held=len(sheet.held))
        raise Refused("full", text, "team")
    if price < books.setup.prices[card]:
        text = say("{handle} costs at least {price}.", handle=handle, price=books.setup.prices[card])
        raise Refused("too-low", text, "amount")
    if price > sheet.left:
        text = say(
            "{handle} costs {price}, and {name} has {left} left to spend.",
            handle=handle,
            price=price,
            name=name,
            left=sheet.left,
        )
        raise Refused("cap", text, "amount")
    after = sheet.after(books.setup.by_id[card].genre, price)
    _own_places(name, handle, after, after.demand(rules))
    kept = rules.reserve * after.demand(rules).places
    if after.left < kept:
        text = say_many(
            "{name} would have {left} left, and keeps {reserve} for {n} place still to fill: {kept}.",
            "{name} would have {left} left, and keeps {reserve} for each of {n} places still to fill: {kept}.",
            after.demand(rules).places,
            name=name,
            left=after.left,
            reserve=rules.reserve,
            kept=kept,
        )
        raise Refused("reserve", text, "amount")


def _own_places(name: str, handle: str, after: Sheet, demand: Demand) -> None:
    if demand.places > after.open:
        wanted = ", ".join(f"{count} {genre}" for genre, count in demand.genres.items()) or say(
            "{places} more", places=demand.places
        )
        text = say_many(
            "With {handle}, {name} has {n} place left, but still needs {wanted}.",
            "With {handle}, {name} has {n} places left, but still needs {wanted}.",
            after.open,
            handle=handle,
            name=name,
            wanted=wanted,
        )
        raise Refused("genres", text, "card")


def _own_completion(books: Books, team: int, card: int, after: Demand, left: Sequence[Item]) -> None:
    """Refused if the team alone could not complete its roster from what remains."""
    chosen = cheapest([after], left)
    name, handle = books.setup.team_of[team].name, _handle(books, card)
    if chosen is None:
        text = say("Without {handle} too few cards remain that {name} needs.", handle=handle, name=name)
        raise Refused("too-few", text, "card")
    cost = sum(one.price for one in chosen)
    if cost > after.money:
        text = say_many(
            "{name} would have {money} left, but filling {n} more place costs {cost} at least.",
            "{name} would have {money} left, but filling {n} more places costs {cost} at least.",
            after.places,
            name=name,
            money=after.money,
            cost=cost,
        )
        raise Refused("incompletable", text, "amount")


def _mended(books: Books, team: int, card: int, after: Demand) -> Plan | None:
    """The plan with one or two teams' cards exchanged, if that is enough."""
    if not books.plan:
        return None
    mine = [one for one in books.plan[team] if one != card]
    spare: int | None = None
    if len(mine) > after.places:
        spare = _dispensable(books, mine, after)
        if spare is None:
            return None
        mine.remove(spare)
    if not fits(after, [books.item(one) for one in mine]):
        return None
    plan = {**books.plan, team: tuple(mine)}
    loser = books.planned.get(card)
    if loser is None or loser == team:
        return plan
    theirs = [one for one in books.plan[loser] if one != card]
    for other in _replacements(books, spare, card):
        if fits(books.demands[loser], [books.item(one) for one in (*theirs, other)]):
            return {**plan, loser: (*theirs, other)}
    return None


def _dispensable(books: Books, mine: Sequence[int], after: Demand) -> int | None:
    """The dearest card that the team's genres can do without."""
    counts = Counter(books.setup.by_id[one].genre for one in mine)
    able = [one for one in mine if counts[genre := books.setup.by_id[one].genre] > after.genres.get(genre, 0)]
    return max(able, key=lambda one: (books.setup.prices[one], one), default=None)


def _replacements(books: Books, spare: int | None, card: int) -> list[int]:
    """The card that was let go, and those planned for nobody, the cheapest first."""
    first = [] if spare is None else [spare]
    return first + [one.id for one in books.remaining if one.id not in books.planned and one.id != card]


def _handle(books: Books, card: int) -> str:
    return books.setup.by_id[card].handle


def feasible(books: Books) -> dict[int, tuple[int, ...]]:
    """A plan that completes every roster, before the start. Refused with the arithmetic if there is none."""
    setup, rules = books.setup, books.setup.rules
    for team, demand in books.demands.items():
        sheet, name = books.sheets[team], setup.team_of[team].name
        if demand.places > sheet.open:
            text = say_many(
                "{name} needs {n} more gamer and has {open} places or turns.",
                "{name} needs {n} more gamers and has {open} places or turns.",
                demand.places,
                name=name,
                open=sheet.open,
            )
            raise Refused("places", text, "rules")
        if sheet.left < rules.reserve * demand.places:
            text = say_many(
                "{name} has {left} left; {n} place x {reserve} = {kept}.",
                "{name} has {left} left; {n} places x {reserve} = {kept}.",
                demand.places,
                name=name,
                left=sheet.left,
                reserve=rules.reserve,
                kept=demand.places * rules.reserve,
            )
            raise Refused("reserve", text, "rules")
    _enough(setup, books.demands, books.remaining)
    plan = solved(books.demands, books.remaining)
    if plan is None:
        text = say("No way was found to complete every roster within the cap; raise the cap.")
        raise Refused("packing", text, "rules")
    return plan


def _enough(setup: Setup, demands: Mapping[int, Demand], left: Sequence[Item]) -> None:
    needed, teams = sum(demand.places for demand in demands.values()), len(demands)
    if needed > len(left):
        alike = {demand.places for demand in demands.values()}
        if len(alike) == 1:
            text = say(
                "{franchises} franchises x {each} = {needed} Gamers, the pool has {left}.",
                franchises=teams, each=alike.pop(), needed=needed, left=len(left),
            )  # fmt: skip
        else:
            text = say("The franchises need {needed} Gamers, the pool has {left}.", needed=needed, left=len(left))
        raise Refused("pool", text, "cards")
    for genre in setup.rules.genres:
        wanted = sum(demand.genres.get(genre, 0) for demand in demands.values())
        there = sum(one.genre == genre for one in left)
        if wanted > there:
            text = say(
                "The franchises need {wanted} {genre} Gamers, the pool has {there}.",
                wanted=wanted,
                genre=genre,
                there=there,
            )
            raise Refused("genres", text, "cards")
    chosen = cheapest(list(demands.values()), left)
    if chosen is None:
        text = say("{needed} Gamers with the genres asked for are more than the pool has.", needed=needed)
        raise Refused("genres", text, "cards")
    cost, money = sum(one.price for one in chosen), sum(demand.money for demand in demands.values())
    if cost > money:
        text = say(
            "The cheapest {needed} Gamers cost {cost}, the franchises have {money} together.",
            needed=needed,
            cost=cost,
            money=money,
        )
        raise Refused("cap", text, "rules")
    for team, demand in demands.items():
        own = cheapest([demand], left) or []
        if (least := sum(one.price for one in own)) > demand.money:
            name = setup.team_of[team].name
            text = say(
                "{name}'s cheapest {places} cost {least}, it has {money}.",
                name=name,
                places=demand.places,
                least=least,
                money=demand.money,
            )
            raise Refused("cap", text, "rules")
