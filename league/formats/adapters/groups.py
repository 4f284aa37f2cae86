"""Snake-seeded groups that play side by side; its standings begin with the qualifiers, as seeds of what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.words import marked, say_many
from league.formats.adapters.parallel_round_robins import SideBySide, on_time
from league.formats.adapters.round_robin import rounds_of, table_of
from league.formats.groups.draw import letters, qualifiers, rate, snake
from league.formats.protocol import Entrant, History, Place
from league.formats.settings import BadSetting, Field, entrants_from, read
from league.formats.withdrawal_policy import LEAVER


@dataclass(frozen=True, slots=True)
class Settings:
    groups: int = 4
    cycles: int = 1
    top: int = 2
    wild_cards: int = 0
    leaver: str = "forfeit"

    @property
    def qualifiers(self) -> int:
        return self.groups * self.top + self.wild_cards


class Groups(SideBySide[Settings]):
    key = "groups"
    title = marked("Groups")
    within = marked("groups")
    about = marked("Round robins in groups.")
    fields = (
        Field("groups", marked("Groups"), 2, 1, 128),
        Field("cycles", marked("Cycles"), 1, 1, 8, help=marked("How often everybody in a group meets everybody.")),
        Field("top", marked("Qualifiers of each group"), 2, 1, 64),
        Field(
            "wild_cards",
            marked("Wild cards"),
            0,
            0,
            128,
            help=marked("The best next-placed of all groups, by points a match."),
        ),
        LEAVER,
    )
    fixed = True
    ranks_in_groups = True
    names_qualifiers = True

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**read(self.fields, given))
        entrants_from(2, 1024, entrants, marked("A group stage"))
        sizes = [len(group) for group in snake(range(entrants), settings.groups)]
        if settings.top > min(sizes):
            raise BadSetting(
                "top",
                say_many(
                    "A group has only {n} entrant, so {top} of it cannot go on.",
                    "A group has only {n} entrants, so {top} of it cannot go on.",
                    min(sizes),
                    top=settings.top,
                ),
            )
        more = sum(size > settings.top for size in sizes)
        if settings.wild_cards > more:
            raise BadSetting(
                "wild_cards",
                say_many(
                    "Only {n} group has a next-placed entrant for a wild card.",
                    "Only {n} groups have a next-placed entrant for a wild card.",
                    more,
                ),
            )
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return rounds_of(-(-entrants // settings.groups), settings.cycles)

    def sends_on(self, settings: Settings) -> int:
        return settings.qualifiers

    def parts(self, settings: Settings, entrants: Sequence[Entrant]) -> dict[str, tuple[int, ...]]:
        ids = on_time(entrants, marked("Groups"))
        return {letters(at): group for at, group in enumerate(snake(ids, settings.groups))}

    def table(
        self, settings: Settings, ids: Sequence[int], out: frozenset[int], history: History, name: str
    ) -> tuple[Place, ...]:
        return table_of(ids, out, history, name)

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """The qualifiers in the order of their seeds, then the others by place in the group and points a match."""
        tables = self.tables(settings, entrants, history)
        lines = {line.entrant: line for table in tables.values() for line in table}
        standing = {line.entrant: at for table in tables.values() for at, line in enumerate(table, 1)}
        through = qualifiers(list(tables.values()), settings.top, settings.wild_cards)
        order = {one.id: at for at, one in enumerate(entrants)}
        rest = sorted(set(lines) - set(through), key=order.__getitem__)
        rest.sort(key=lambda one: rate(lines[one]), reverse=True)
        rest.sort(key=standing.__getitem__)
        return tuple(
            replace(lines[one], rank=at, figures=(("group_rank", standing[one]), *lines[one].figures))
            for at, one in enumerate((*through, *rest), 1)
        )
