"""Snake-seeded round robins in groups. The standings begin with the qualifiers, in seed order for the next stage.

Entrants of groups of different sizes are compared by points per match, not by total points.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import networkx as nx

from engines.i18n import mark, translate_n
from league.formats import round_robin
from league.formats.elimination.draw import get_bracket_size, seed_order
from league.formats.play_offs import rank_tied, split_history
from league.formats.points import POINTS_FIELD, get_points_system
from league.formats.protocol import Column, Entrant, History, TableRow
from league.formats.round_robin import ParallelRoundRobins, count_rounds, require_on_time
from league.formats.settings import BadSetting, Field, check_entrant_count, parse_settings
from league.formats.ties import PLAY_OFF, SHARED, TIES_FIELD
from league.formats.withdrawal_policy import WITHDRAWAL_FIELD

Table = Sequence[TableRow]


def distribute_in_snake(entrants: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Distribute the entrants, best first, over the groups in snake order, so that the groups are about equally strong.

    Sizes differ by at most one. Raises BadSetting if a group would have fewer than two entrants.

    >>> distribute_in_snake([1, 2, 3, 4, 5, 6, 7, 8], 3)
    ((1, 6, 7), (2, 5, 8), (3, 4))
    """
    if groups > len(entrants):
        text = translate_n(
            "{groups} groups are too many for {n} entrant.",
            "{groups} groups are too many for {n} entrants.",
            len(entrants),
            groups=groups,
        )
        raise BadSetting("groups", text)
    if len(entrants) < 2 * groups:
        text = translate_n(
            "{entrants} entrants fill at most {n} group of two, not {groups}.",
            "{entrants} entrants fill at most {n} groups of two, not {groups}.",
            len(entrants) // 2,
            entrants=len(entrants),
            groups=groups,
        )
        raise BadSetting("groups", text)
    distributed: list[list[int]] = [[] for _ in range(groups)]
    for index, entrant in enumerate(entrants):
        row, place = divmod(index, groups)
        distributed[groups - 1 - place if row % 2 else place].append(entrant)
    return tuple(tuple(group) for group in distributed)


def get_group_name(number: int) -> str:
    """Return the name of the group with this index: A to Z, then AA.

    >>> get_group_name(0), get_group_name(25), get_group_name(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def get_points_per_match(line: TableRow) -> tuple[Fraction, Fraction]:
    """Return half points and wins per match."""
    played = max(1, line.played)
    return Fraction(line.halves, played), Fraction(line.wins, played)


def list_qualifiers(
    tables: Sequence[Table], top: int, wild_cards: int = 0, *, order: Mapping[int, int] = {}, shared: bool = False
) -> tuple[int, ...]:
    """Return the first `top` of every group and the best next-placed, in seed order for the next stage.

    Group winners come before all runners-up, and so on; wild cards come last. Within a place, more points per match
    mean a better seed. Lower places are reordered so that entrants of one group meet as late as possible in a bracket
    with standard seeding: winner and runner-up are in opposite halves.

    `order` decides between equal wild cards, lowest first. With `shared`, all who are tied with the last one to qualify
    do so too.
    """
    group = {line.entrant: index for index, table in enumerate(tables) for line in table}
    levels = [_sort_by_rate([table[place] for table in tables if len(table) > place]) for place in range(top)]
    if shared:
        levels.append(_sort_by_rate([line for table in tables for line in table[top:] if _share_place(line, table[top - 1])]))
    if wild_cards:
        levels.append(
            [line.entrant for line in _choose_wild_cards(_list_next_placed(tables, top, shared), wild_cards, order, shared)]
        )
    total = sum(len(level) for level in levels)
    if total < 2:
        return tuple(entrant for level in levels for entrant in level)
    line_of = {seed: index for index, seed in enumerate(seed_order(get_bracket_size(total)))}
    seeded: list[int] = []
    for level in levels:
        seeded += _spread_groups(level, seeded, group, line_of)
    return tuple(seeded)


def _share_place(line: TableRow, other: TableRow) -> bool:
    return line.tied and line.rank == other.rank


def _list_next_placed(tables: Sequence[Table], top: int, shared: bool) -> Table:
    """Return those who can get a wild card: none of a group that has more than `top` qualifiers by a `shared` place."""
    return [table[top] for table in tables if len(table) > top and not (shared and _share_place(table[top], table[top - 1]))]


def _choose_wild_cards(places: Table, count: int, order: Mapping[int, int], shared: bool) -> Table:
    ranked = sorted(places, key=lambda line: order.get(line.entrant, 0))
    ranked.sort(key=get_points_per_match, reverse=True)
    chosen = ranked[:count]
    level = [line for line in ranked[count:] if shared and get_points_per_match(line) == get_points_per_match(chosen[-1])]
    return [*chosen, *level]


def find_tied_wild_cards(tables: Sequence[Table], top: int, wild_cards: int, *, shared: bool = False) -> frozenset[int]:
    """Return the entrants among whom points per match don't decide who gets the last wild card."""
    ranked = sorted(map(get_points_per_match, places := _list_next_placed(tables, top, shared)), reverse=True)
    if not 0 < wild_cards < len(ranked) or ranked[wild_cards - 1] != ranked[wild_cards]:
        return frozenset()
    return frozenset(line.entrant for line in places if get_points_per_match(line) == ranked[wild_cards])


def _sort_by_rate(places: Table) -> list[int]:
    return [line.entrant for line in sorted(places, key=get_points_per_match, reverse=True)]


def _spread_groups(level: list[int], seeded: list[int], group: dict[int, int], line_of: dict[int, int]) -> list[int]:
    """Return entrants of one place in the order of their new seeds: first far from their own group, then by points."""
    start = len(seeded) + 1
    near = {entrant: [index for index, other in enumerate(seeded, 1) if group[other] == group[entrant]] for entrant in level}
    if not any(near.values()):
        return level
    graph: nx.Graph = nx.Graph()
    size = len(level)
    for rank, entrant in enumerate(level):
        for index in range(size):
            early = sum(_compute_meeting_cost(line_of[start + index], line_of[seed], len(line_of)) for seed in near[entrant])
            graph.add_edge(("entrant", entrant), ("seed", index), weight=early * size**3 + (rank - index) ** 2)
    matched = nx.min_weight_matching(graph)
    taken = {seed[1]: entrant[1] for entrant, seed in (sorted(pair) for pair in matched)}
    return [taken[index] for index in range(size)]


def _compute_meeting_cost(line: int, other: int, size: int) -> int:
    """Return the cost of when two lines of a draw would meet: 0 in the final, times four per earlier round."""
    rounds = (size - 1).bit_length()
    return (1 << 2 * (rounds - (line ^ other).bit_length())) - 1


@dataclass(frozen=True, slots=True)
class Settings(round_robin.Settings):
    """Options of the groups format."""

    groups: int = 4
    top: int = 2
    wild_cards: int = 0

    @property
    def qualifiers(self) -> int:
        return self.groups * self.top + self.wild_cards


class Groups(ParallelRoundRobins[Settings]):
    """Round robins in groups, from which the best qualify for the next stage."""

    key = "groups"
    title = mark("Groups")
    within = mark("groups")
    about = mark("Round robins in groups.")
    fields = (
        Field("groups", mark("Groups"), 2, 1, 128),
        Field("cycles", mark("Cycles"), 1, 1, 8, help=mark("How often all entrants of a group play each other.")),
        Field("top", mark("Qualifiers per group"), 2, 1, 64),
        Field(
            "wild_cards",
            mark("Wild cards"),
            0,
            0,
            128,
            help=mark("The best next-placed entrants of all groups, by points per match."),
        ),
        TIES_FIELD,
        POINTS_FIELD,
        WITHDRAWAL_FIELD,
    )
    fixed = True
    columns = (
        Column("SB", mark("Sonneborn-Berger"), mark("The sum, over your rounds, of your points times your opponent's points.")),
        Column(
            "DE",
            mark("Direct encounter"),
            mark("Points from the matches between players who are tied on points and SB, if all of them have met."),
        ),
    )
    ranks_in_groups = True
    names_qualifiers = True

    def worth(self, data: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool) -> tuple[int, ...]:
        return get_points_system(data).score(halves)

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**parse_settings(self.fields, data))
        check_entrant_count(2, 1024, entrants, mark("A group stage"))
        sizes = [len(group) for group in distribute_in_snake(range(entrants), settings.groups)]
        if settings.top > min(sizes):
            text = translate_n(
                "A group has only {n} entrant, so {top} can't qualify from it. Choose fewer qualifiers or groups.",
                "A group has only {n} entrants, so {top} can't qualify from it. Choose fewer qualifiers or groups.",
                min(sizes),
                top=settings.top,
            )
            raise BadSetting("top", text)
        available = sum(size > settings.top for size in sizes)
        if settings.wild_cards > available:
            text = translate_n(
                "Only {n} group has a next-placed entrant for a wild card.",
                "Only {n} groups have a next-placed entrant for a wild card.",
                available,
            )
            raise BadSetting("wild_cards", text)
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return count_rounds(-(-entrants // settings.groups), settings.cycles)

    def qualifier_count(self, settings: Settings) -> int:
        return settings.qualifiers

    def parts(self, settings: Settings, entrants: Sequence[Entrant]) -> dict[str, tuple[int, ...]]:
        ids = require_on_time(entrants, mark("Groups"))
        return {get_group_name(index): group for index, group in enumerate(distribute_in_snake(ids, settings.groups))}

    def list_cuts(self, settings: Settings, tables: Mapping[str, Table]) -> dict[str, tuple[int, ...]]:
        """Cut after the qualifiers, and after the next-placed entrant where that one can get a wild card."""
        wild_cards = sorted(
            (get_points_per_match(line) for line in _list_next_placed(list(tables.values()), settings.top, shared=False)),
            reverse=True,
        )[: settings.wild_cards]
        return {
            name: (settings.top, settings.top + 1)
            if wild_cards and len(table) > settings.top and get_points_per_match(table[settings.top]) >= wild_cards[-1]
            else (settings.top,)
            for name, table in tables.items()
        }

    def list_contenders(
        self, settings: Settings, tables: Mapping[str, Table], withdrawn: Collection[int]
    ) -> Iterator[list[list[int]]]:
        """Yield the ties in groups, then the one between groups for the last wild card."""
        yield from super().list_contenders(settings, tables, withdrawn)
        tied = find_tied_wild_cards(list(tables.values()), settings.top, settings.wild_cards)
        if tied:
            places = _list_next_placed(list(tables.values()), settings.top, shared=False)
            level = next(get_points_per_match(line) for line in places if line.entrant in tied)
            free = settings.wild_cards - sum(get_points_per_match(line) > level for line in places)
            active = [entrant for entrant in tied if entrant not in withdrawn]
            yield [active] if len(active) > free else []

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        """Return the qualifiers in seed order, then the others by rank in their group and points per match."""
        tables, shared = list(self.tables(settings, entrants, history).values()), settings.ties == SHARED
        tied = find_tied_wild_cards(tables, settings.top, settings.wild_cards, shared=shared)
        lines = {line.entrant: replace(line, tied=line.tied or line.entrant in tied) for table in tables for line in table}
        group_ranks = {line.entrant: line.rank if shared else at for table in tables for at, line in enumerate(table, 1)}
        order = {entrant.id: rank for rank, entrant in enumerate(entrants)}
        lots = {entrant.id: entrant.lot for entrant in entrants if entrant.lot is not None}
        if settings.ties == PLAY_OFF:
            withdrawn = {entrant.id for entrant in entrants if not entrant.there}
            before = rank_tied(sorted(tied, key=order.__getitem__), split_history(history)[1], withdrawn)
            order = {one: rank for rank, one in enumerate(sorted(order, key=lambda one: (before.get(one, 0), order[one])))}
        qualified = list_qualifiers(tables, settings.top, settings.wild_cards, order=lots or order, shared=shared)
        rest = sorted(set(lines) - set(qualified), key=order.__getitem__)
        rest.sort(key=lambda entrant: get_points_per_match(lines[entrant]), reverse=True)
        rest.sort(key=lambda entrant: group_ranks[entrant] or 0)
        return tuple(
            replace(
                lines[entrant],
                rank=rank,
                figures=(*lines[entrant].figures, ("group_rank", group_ranks[entrant] or 0)),
                qualifies=entrant in qualified,
            )
            for rank, entrant in enumerate((*qualified, *rest), 1)
        )
