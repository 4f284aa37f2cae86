"""Rules of rosters, and the choice of the Gamers for a match. No queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engines.contract import Json
from engines.words import say, say_many
from league.gamers.models import STATS
from matches.refusals import Refused

LEAST = 4
"""The minimum number of Gamers on a side of a match."""
MOST = 40
"""The maximum number of Gamers on a side of a match."""


@dataclass(frozen=True, slots=True)
class RosterRules:
    """A season's cap, roster sizes, reserve for each open place, and least number of Gamers by genre."""

    cap: int
    least: int
    most: int
    reserve: int
    genres: Mapping[str, int]
    purse: int | None = None
    """The starting budget where signing costs the salary; else None."""


@dataclass(frozen=True, slots=True)
class Held:
    """A Gamer on a roster or available; `salary` counts against the cap."""

    gamer: int
    genre: str
    salary: int


@dataclass(frozen=True, slots=True)
class Roster:
    """The Gamers and dead cap of a franchise."""

    held: tuple[Held, ...] = ()
    dead: int = 0
    """The dead cap of released Gamers."""

    @property
    def payroll(self) -> int:
        return self.dead + sum(one.salary for one in self.held)

    def plus(self, *more: Held) -> Roster:
        return Roster((*self.held, *more), self.dead)

    def without(self, *gamers: int, dead: int = 0) -> Roster:
        """Return the roster without these Gamers and with this much more dead cap."""
        return Roster(tuple(one for one in self.held if one.gamer not in gamers), self.dead + dead)


def check(rules: RosterRules, roster: Roster, free: Iterable[Held], money: int | None = None) -> int:
    """Return the least cost of completing the roster. `money` is the franchise's, where signing costs the salary.

    Raises Refused unless the roster is legal and can still be completed with Gamers who are `free`, under the cap and
    with the money. Codes: roster-full, over-cap, genres-impossible, roster-impossible, purse-too-low.
    """
    if len(roster.held) > rules.most:
        text = say(
            "A roster has {most} spots, but this would be {held} Gamers.", most=rules.most, held=len(roster.held)
        )
        raise Refused("roster-full", text, "gamer_id")
    if roster.payroll > rules.cap:
        text = say(
            "The payroll would be {payroll}, but the salary cap is {cap}.", payroll=roster.payroll, cap=rules.cap
        )
        raise Refused("over-cap", text, "gamer_id")
    cost, places = completion_cost(rules, roster, free), places_to_fill(rules, roster)
    if roster.payroll + cost > rules.cap:
        text = say(
            "With a payroll of {payroll}, filling the {places_to_fill} open spots (at least {cost}) would "
            "exceed the cap of {cap}.",
            payroll=roster.payroll,
            places_to_fill=places,
            cost=cost,
            cap=rules.cap,
        )
        raise Refused("roster-impossible", text, "gamer_id")
    if money is not None and cost > money:
        text = say_many(
            "The franchise would have {money} left, but filling {n} more spot costs at least {cost}.",
            "The franchise would have {money} left, but filling {n} more spots costs at least {cost}.",
            places,
            money=money,
            cost=cost,
        )
        raise Refused("purse-too-low", text, "gamer_id")
    return cost


def missing(rules: RosterRules, roster: Roster) -> dict[str, int]:
    """Return by genre how many Gamers the roster still needs.

    >>> missing_genres(RosterRules(40, 4, 6, 1, {"FPS": 2}), Roster((RosterGamer(1, "FPS", 3),)))
    {'FPS': 1}
    """
    have = Counter(one.genre for one in roster.held)
    return {genre: need - have[genre] for genre, need in rules.genres.items() if need > have[genre]}


def places_to_fill(rules: RosterRules, roster: Roster) -> int:
    """Return the number of open places up to the least size, or more where genres need it."""
    return max(0, rules.least - len(roster.held), sum(missing(rules, roster).values()))


def completion_cost(rules: RosterRules, roster: Roster, free: Iterable[Held]) -> int:
    """Return the least payroll to complete the roster: the cheapest free Gamers, at least the reserve per place.

    Raises Refused (genres-impossible, roster-impossible) if there are too few.
    """
    needs, places = missing(rules, roster), places_to_fill(rules, roster)
    if sum(needs.values()) > rules.most - len(roster.held):
        text = say("No spot would be left for {gamers}, which a roster needs.", gamers=_named(needs))
        raise Refused("genres-impossible", text, "gamer_id")
    held = {one.gamer for one in roster.held}
    left = sorted((one for one in free if one.gamer not in held), key=lambda one: (one.salary, one.gamer))
    chosen: list[Held] = []
    for genre, need in needs.items():
        cheapest = [one for one in left if one.genre == genre][:need]
        if len(cheapest) < need:
            text = say("There aren't enough free Gamers left for {gamers}.", gamers=_named({genre: need}))
            raise Refused("genres-impossible", text, "gamer_id")
        chosen += cheapest
    taken = {one.gamer for one in chosen}
    chosen += [one for one in left if one.gamer not in taken][: places - len(chosen)]
    if len(chosen) < places:
        text = say_many(
            "{n} spot must be filled, but {left} Gamers are free.",
            "{n} spots must be filled, but {left} Gamers are free.",
            places,
            left=len(left),
        )
        raise Refused("roster-impossible", text, "gamer_id")
    return max(sum(one.salary for one in chosen), places * rules.reserve)


def room(rules: RosterRules, roster: Roster, free: Iterable[Held], genre: str, money: int | None = None) -> int | None:
    """Return the highest salary that one more Gamer of this genre may have; None if the roster takes none.

    `money` is the franchise's, where signing costs the salary.
    """
    after = roster.plus(Held(0, genre, 0))
    try:
        cost = check(rules, after, free, money)
    except Refused:
        return None
    under_cap = rules.cap - after.payroll - cost
    return under_cap if money is None else min(under_cap, money - cost)


def _named(needs: Mapping[str, int]) -> str:
    return ", ".join(f"{need} {genre}" for genre, need in needs.items())


def faults_of(rules: RosterRules, roster: Roster) -> list[str]:
    """Return a sentence for each way in which a roster breaks the season's rules.

    Other franchises may take the Gamers it needs, so whether it can be completed is not checked.
    """
    found: list[str] = []
    if len(roster.held) > rules.most:
        found.append(say("{held} Gamers in {places} spots", held=len(roster.held), places=rules.most))
    if roster.payroll > rules.cap:
        found.append(say("a payroll of {payroll} over the cap of {cap}", payroll=roster.payroll, cap=rules.cap))
    gamers = [one.gamer for one in roster.held]
    if twice := sorted({one for one in gamers if gamers.count(one) > 1}):
        found.append(say("Gamer {number} twice", number=twice[0]))
    if sum(missing(rules, roster).values()) > rules.most - len(roster.held):
        found.append(say("no spot left for a required genre"))
    kept = places_to_fill(rules, roster) * rules.reserve
    if roster.payroll <= rules.cap < roster.payroll + kept:
        found.append(
            say(
                "a payroll of {payroll}, which leaves less than the reserve of {kept} under the cap of {cap}",
                payroll=roster.payroll,
                kept=kept,
                cap=rules.cap,
            )
        )
    return found


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


def sent(roster: Sequence[Card], planned: Collection[int], busy: Collection[int]) -> list[Card]:
    """Return the squad: the planned Gamers if at least four of them are available, else the four best available.

    The best have the highest sum of stats, then the higher salary, then the earlier contract. `busy` are contracts that
    play another match of the round. With fewer than four the match cannot be played.
    """
    free = [one for one in roster if one.contract not in busy]
    chosen = [one for one in free if one.contract in planned]
    if len(chosen) >= LEAST:
        return chosen[:MOST]
    strongest = sorted(free, key=lambda one: (-one.strength, -one.salary, one.contract))
    return strongest[:LEAST]
