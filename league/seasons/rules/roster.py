"""Rules of rosters, and the choice of the Gamers for a match. No queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engines.contract import Json
from engines.i18n import translate as _, translate_n
from league.gamers.models import STATS
from matches.errors import ActionError

MIN_SQUAD = 4
"""The minimum number of Gamers on a side of a match."""
MAX_SQUAD = 40
"""The maximum number of Gamers on a side of a match."""


@dataclass(frozen=True, slots=True)
class RosterRules:
    """A season's cap, roster sizes, reserve for each open spot, and minimum number of Gamers by genre."""

    cap: int
    least: int
    most: int
    reserve: int
    genres: Mapping[str, int]
    budget: int | None = None
    """The starting budget where signing costs the salary; else None."""


@dataclass(frozen=True, slots=True)
class RosterGamer:
    """A Gamer on a roster or available; `salary` counts against the cap."""

    gamer: int
    genre: str
    salary: int


@dataclass(frozen=True, slots=True)
class Roster:
    """The Gamers and dead cap of a franchise."""

    held: tuple[RosterGamer, ...] = ()
    dead: int = 0
    """The dead cap of released Gamers."""

    @property
    def payroll(self) -> int:
        return self.dead + sum(gamer.salary for gamer in self.held)

    def plus(self, *gamers: RosterGamer) -> Roster:
        return Roster((*self.held, *gamers), self.dead)

    def without(self, *gamers: int, dead: int = 0) -> Roster:
        """Return the roster without these Gamers and with this much more dead cap."""
        return Roster(tuple(gamer for gamer in self.held if gamer.gamer not in gamers), self.dead + dead)


def check_roster(rules: RosterRules, roster: Roster, free: Iterable[RosterGamer], money: int | None = None) -> int:
    """Return the least cost of completing the roster. `money` is the franchise's, where signing costs the salary.

    Raises ActionError unless the roster is legal and can still be completed with Gamers who are `free`, under the cap and
    with the money. Codes: roster-full, over-cap, genres-impossible, roster-impossible, purse-too-low.
    """
    if len(roster.held) > rules.most:
        text = _("A roster has {most} spots, but this would be {held} Gamers.", most=rules.most, held=len(roster.held))
        raise ActionError("roster-full", text, "gamer_id")
    if roster.payroll > rules.cap:
        text = _("The payroll would be {payroll}, but the salary cap is {cap}.", payroll=roster.payroll, cap=rules.cap)
        raise ActionError("over-cap", text, "gamer_id")
    cost, places = completion_cost(rules, roster, free), open_places(rules, roster)
    if roster.payroll + cost > rules.cap:
        text = _(
            "With a payroll of {payroll}, filling the {places_to_fill} open spots (at least {cost}) would "
            "exceed the cap of {cap}.",
            payroll=roster.payroll,
            places_to_fill=places,
            cost=cost,
            cap=rules.cap,
        )
        raise ActionError("roster-impossible", text, "gamer_id")
    if money is not None and cost > money:
        text = translate_n(
            "The franchise would have {money} left, but filling {n} more spot costs at least {cost}.",
            "The franchise would have {money} left, but filling {n} more spots costs at least {cost}.",
            places,
            money=money,
            cost=cost,
        )
        raise ActionError("purse-too-low", text, "gamer_id")
    return cost


def missing_genres(rules: RosterRules, roster: Roster) -> dict[str, int]:
    """Return by genre how many Gamers the roster still needs.

    >>> missing_genres(RosterRules(40, 4, 6, 1, {"FPS": 2}), Roster((RosterGamer(1, "FPS", 3),)))
    {'FPS': 1}
    """
    counts = Counter(gamer.genre for gamer in roster.held)
    return {genre: need - counts[genre] for genre, need in rules.genres.items() if need > counts[genre]}


def open_places(rules: RosterRules, roster: Roster) -> int:
    """Return the number of open places up to the least size, or more where genres need it."""
    return max(0, rules.least - len(roster.held), sum(missing_genres(rules, roster).values()))


def completion_cost(rules: RosterRules, roster: Roster, free: Iterable[RosterGamer]) -> int:
    """Return the least payroll to complete the roster: the cheapest free Gamers, at least the reserve per place.

    Raises ActionError (genres-impossible, roster-impossible) if there are too few.
    """
    needs, places = missing_genres(rules, roster), open_places(rules, roster)
    if sum(needs.values()) > rules.most - len(roster.held):
        text = _("No spot would be left for {gamers}, which a roster needs.", gamers=_format_needs(needs))
        raise ActionError("genres-impossible", text, "gamer_id")
    roster_ids = {gamer.gamer for gamer in roster.held}
    remaining = sorted(
        (gamer for gamer in free if gamer.gamer not in roster_ids), key=lambda gamer: (gamer.salary, gamer.gamer)
    )
    chosen: list[RosterGamer] = []
    for genre, need in needs.items():
        cheapest = [gamer for gamer in remaining if gamer.genre == genre][:need]
        if len(cheapest) < need:
            text = _("There aren't enough free Gamers left for {gamers}.", gamers=_format_needs({genre: need}))
            raise ActionError("genres-impossible", text, "gamer_id")
        chosen += cheapest
    chosen_ids = {gamer.gamer for gamer in chosen}
    chosen += [gamer for gamer in remaining if gamer.gamer not in chosen_ids][: places - len(chosen)]
    if len(chosen) < places:
        text = translate_n(
            "{n} spot must be filled, but {left} Gamers are free.",
            "{n} spots must be filled, but {left} Gamers are free.",
            places,
            left=len(remaining),
        )
        raise ActionError("roster-impossible", text, "gamer_id")
    return max(sum(gamer.salary for gamer in chosen), places * rules.reserve)


def max_salary(
    rules: RosterRules, roster: Roster, free: Iterable[RosterGamer], genre: str, money: int | None = None
) -> int | None:
    """Return the highest salary that one more Gamer of this genre may have; None if the roster takes none.

    `money` is the franchise's, where signing costs the salary.
    """
    after = roster.plus(RosterGamer(0, genre, 0))
    try:
        cost = check_roster(rules, after, free, money)
    except ActionError:
        return None
    under_cap = rules.cap - after.payroll - cost
    return under_cap if money is None else min(under_cap, money - cost)


def _format_needs(needs: Mapping[str, int]) -> str:
    return ", ".join(f"{need} {genre}" for genre, need in needs.items())


def roster_faults(rules: RosterRules, roster: Roster) -> list[str]:
    """Return a sentence for each way in which a roster breaks the season's rules.

    Other franchises may take the Gamers it needs, so whether it can be completed is not checked.
    """
    faults: list[str] = []
    if len(roster.held) > rules.most:
        faults.append(_("{held} Gamers in {places} spots", held=len(roster.held), places=rules.most))
    if roster.payroll > rules.cap:
        faults.append(_("a payroll of {payroll} over the cap of {cap}", payroll=roster.payroll, cap=rules.cap))
    gamers = [gamer.gamer for gamer in roster.held]
    if duplicates := sorted({gamer for gamer in gamers if gamers.count(gamer) > 1}):
        faults.append(_("Gamer {number} twice", number=duplicates[0]))
    if sum(missing_genres(rules, roster).values()) > rules.most - len(roster.held):
        faults.append(_("no spot left for a required genre"))
    reserved = open_places(rules, roster) * rules.reserve
    if roster.payroll <= rules.cap < roster.payroll + reserved:
        faults.append(
            _(
                "a payroll of {payroll}, which leaves less than the reserve of {kept} under the cap of {cap}",
                payroll=roster.payroll,
                kept=reserved,
                cap=rules.cap,
            )
        )
    return faults


@dataclass(frozen=True, slots=True)
class Card:
    """A Gamer under contract. `stats` in the order of STATS, `salary` in this season, `usual` on the card."""

    contract: int
    handle: str
    name: str
    genre: str
    salary: int
    usual: int
    stats: tuple[int, ...]
    talent: str
    text: str
    own: bool
    """Whether it is the league's own, not of the default set."""

    @property
    def strength(self) -> int:
        return sum(self.stats)

    def entry(self) -> Json:
        """Return the Gamer for the match option `rosters`: a handle of the default set, or the whole card."""
        if not self.own:
            return self.handle
        return {
            "handle": self.handle, "name": self.name, "genre": self.genre, "salary": self.usual,
            "stats": dict(zip(STATS, self.stats, strict=True)), "talent": self.talent or None, "text": self.text,
        }  # fmt: skip


def select_squad(roster: Sequence[Card], planned: Collection[int], busy: Collection[int]) -> list[Card]:
    """Return the squad: the planned Gamers if at least four of them are available, else the four best available.

    The best have the highest sum of stats, then the higher salary, then the earlier contract. `busy` are contracts that
    play another match of the round. With fewer than four the match cannot be played.
    """
    available = [card for card in roster if card.contract not in busy]
    chosen = [card for card in available if card.contract in planned]
    if len(chosen) >= MIN_SQUAD:
        return chosen[:MAX_SQUAD]
    strongest = sorted(available, key=lambda card: (-card.strength, -card.salary, card.contract))
    return strongest[:MIN_SQUAD]
