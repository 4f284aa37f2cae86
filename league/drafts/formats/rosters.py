"""Rosters: each team's cards, money and needs in one state of a draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from league.drafts.formats.entities import Pick, Rules, Setup
from league.drafts.formats.feasibility import Demand, Item, RosterPlan


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """A team's cards, money left (under the cap, and its own where picks are paid) and places (of roster and turns)."""

    held: tuple[int, ...]
    left: int
    open: int
    genres: Mapping[str, int]
    payroll: int = 0
    """Salaries that count against the cap."""

    def demand(self, rules: Rules) -> Demand:
        """Return what the team still needs."""
        missing = {g: n - self.genres.get(g, 0) for g, n in rules.genres.items() if n > self.genres.get(g, 0)}
        return Demand(max(rules.roster_min - len(self.held), sum(missing.values()), 0), self.left, missing)

    def after(self, genre: str, price: int) -> TeamSheet:
        """Return the sheet with one more card."""
        genres = {**self.genres, genre: self.genres.get(genre, 0) + 1}
        return TeamSheet((*self.held, -1), self.left - price, self.open - 1, genres, self.payroll + price)


@dataclass(frozen=True)
class Books:
    """All rosters and the remaining cards. `turns` are those that each team has left, where there are turns."""

    setup: Setup
    picks: tuple[Pick, ...]
    plan: RosterPlan
    turns: Counter[int] | None = None

    @cached_property
    def owner(self) -> dict[int, int]:
        """Return the team of each card on a roster."""
        owners = {card: team.id for team in self.setup.teams for card in team.roster}
        return owners | {pick.card: pick.team for pick in self.picks}

    @cached_property
    def sheets(self) -> dict[int, TeamSheet]:
        rules, sheets = self.setup.rules, {}
        for team in self.setup.teams:
            picks = [pick for pick in self.picks if pick.team == team.id]
            cards, paid = (*team.roster, *(pick.card for pick in picks)), sum(pick.price for pick in picks)
            money_left, open_places = rules.cap - team.cap_used - paid, max(0, rules.roster_max - len(cards))
            if team.money is not None:
                money_left = min(money_left, team.money - paid)
            if self.turns is not None:
                open_places = min(open_places, self.turns[team.id])
            genres = Counter(self.setup.by_id[card].genre for card in cards)
            sheets[team.id] = TeamSheet(cards, money_left, open_places, genres, team.cap_used + paid)
        return sheets

    @cached_property
    def demands(self) -> dict[int, Demand]:
        return {team: sheet.demand(self.setup.rules) for team, sheet in self.sheets.items()}

    @cached_property
    def remaining(self) -> tuple[Item, ...]:
        """Return the available cards, the cheapest first."""
        free = (self.item(card) for card in self.setup.pool if card not in self.owner)
        return tuple(sorted(free, key=lambda item: (item.price, item.genre, item.id)))

    @cached_property
    def failed(self) -> set[tuple[int, int, int, str]]:
        """Return (team, price, least price, genre) known to leave no plan, to check equivalent cards once."""
        return set()

    @cached_property
    def planned(self) -> dict[int, int]:
        """Return the team for which each card is planned."""
        return {card: team for team, cards in self.plan.items() for card in cards}

    def item(self, card: int) -> Item:
        return Item(card, self.setup.prices[card], self.setup.by_id[card].genre)
