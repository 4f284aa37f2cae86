"""Round robin in any number of cycles. Late entrants play all the games that the others have played already.

Rounds follow the Berger tables of FIDE's handbook (C.05, annex 1): players are pairing numbers 1 to n, a pairing is
(home, away), and home has the first side. With an odd number, the player paired with the missing last number has a bye,
written (player, None).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engines.i18n import mark, translate as _
from league.formats.part_derivation import Part, get_made
from league.formats.play_offs import apply_play_offs, list_contenders, list_unplayed, split_history
from league.formats.points import POINTS_FIELD, POINTS_SYSTEMS, STANDARD, get_points_system
from league.formats.protocol import Clinching, Entrant, Format, History, Kind, Pairing, Round, TableRow, has_undecided
from league.formats.settings import BadSetting, Field, check_entrant_count, parse_settings
from league.formats.tables import Tally, append_expunged, rank_entrants, tally_results
from league.formats.tie_breaks.derivation import Derivation
from league.formats.ties import PLAY_OFF, SEED
from league.formats.withdrawal_policy import WITHDRAWAL_FIELD, apply_withdrawals, catch_up, list_expunged, map_withdrawn

BergerRound = tuple[tuple[int, int | None], ...]
"""A round of pairing numbers: (home, away), or (player, None) for a bye."""
MAX_ENTRANTS = 200


def build_schedule(players: int, cycles: int = 1) -> tuple[BergerRound, ...]:
    """Return all rounds of an event. Every second cycle swaps the sides.

    With several cycles, the last two rounds of each cycle but the last are swapped, as the handbook advises: otherwise
    some players would have the same side three times in a row (four players in three or more cycles still do).

    >>> build_schedule(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    if players < 2 or cycles < 1:
        raise ValueError("A round robin needs two players and one cycle at least.")
    table = build_berger_table(players)
    rounds: list[BergerRound] = []
    for cycle in range(cycles):
        cycle_rounds = table if cycle == cycles - 1 or len(table) < 2 else (*table[:-2], table[-1], table[-2])
        rounds.extend(_swap_sides(pairings) if cycle % 2 else pairings for pairings in cycle_rounds)
    return tuple(rounds)


def count_rounds(players: int, cycles: int) -> int:
    """Return the number of rounds of `build_schedule`."""
    return cycles * (players - 1 + players % 2)


def build_berger_table(players: int) -> tuple[BergerRound, ...]:
    """Return the Berger table for this number of players; byes come last in their round."""
    return tuple(_build_round(players, number) for number in range(1, players + players % 2))


def _build_round(players: int, number: int) -> BergerRound:
    """Return round `number`: the last player's pairing comes first; odd numbers of players lack the last player."""
    even = players + players % 2
    ring = even - 1
    leader = (number + 1) // 2 if number % 2 else even // 2 + number // 2
    others = (((leader + step - 1) % ring + 1, (leader - step - 1) % ring + 1) for step in range(1, even // 2))
    if players % 2:
        return (*others, (leader, None))
    return ((leader, even) if number % 2 else (even, leader), *others)


def _swap_sides(pairings: BergerRound) -> BergerRound:
    return tuple((home, away) if away is None else (away, home) for home, away in pairings)


@dataclass(frozen=True, slots=True)
class Settings:
    """Options that all round robin formats share."""

    cycles: int = 1
    leaver: str = "forfeit"
    points: str = STANDARD
    ties: str = SEED


class RoundRobin(Format[Settings]):
    """A round robin in one group."""

    key = "round-robin"
    title = mark("Round robin")
    within = mark("round robin")
    about = mark("All players play each other.")
    fields = (
        Field(
            "cycles", mark("Cycles"), 1, 1, 8, help=mark("How often all players play each other. Sides are swapped each time.")
        ),
        POINTS_FIELD,
        WITHDRAWAL_FIELD,
    )
    fixed = True
    takes_late = True
    crosstable = True
    tie_breaks = ("SB", "DE", "WIN")
    clinching = Clinching.SCHEDULE
    report = "Individual: Round-Robin"

    def worth(self, data: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool) -> tuple[int, ...]:
        return get_points_system(data).score(halves)

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**parse_settings(self.fields, data))
        check_entrant_count(2, MAX_ENTRANTS, entrants, mark("A round robin"))
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return count_rounds(entrants, settings.cycles)

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        """Return the next Berger round; after a late entry, a round of games that are still due."""
        ids = [entrant.id for entrant in entrants]
        withdrawn = map_withdrawn(settings.leaver, entrants, history, settings.cycles)
        if any(entrant.joined for entrant in entrants):
            planned = catch_up(ids, withdrawn, history, settings.cycles)
        else:
            planned = find_planned_round(ids, settings.cycles, len(history))
        return apply_withdrawals(planned or (), withdrawn, POINTS_SYSTEMS[settings.points].win) or None

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        return compute_table([entrant.id for entrant in entrants], self.expunged(settings, entrants, history), history)

    def expunged(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> frozenset[int]:
        return list_expunged(settings.leaver, entrants, history, settings.cycles)


def find_planned_round(ids: Sequence[int], cycles: int, number: int, key: str = "") -> tuple[Pairing, ...] | None:
    """Return round `number` (from 0) of the Berger tables, or None after the last. Byes are worth nothing."""
    if len(ids) < 2:
        return None
    table = build_schedule(len(ids), cycles)
    if number >= len(table):
        return None
    return tuple(
        Pairing((ids[home - 1], None), (0, None), Kind.PAIRING_BYE, key)
        if away is None
        else Pairing((ids[home - 1], ids[away - 1]), key=key)
        for home, away in table[number]
    )


def compute_table(
    ids: Sequence[int], expunged: frozenset[int], history: History, group: str = "", lots: Mapping[int, int] = {}
) -> tuple[TableRow, ...]:
    """Return the standings: points, Sonneborn-Berger, direct encounter, wins, lots. Entrants in `expunged` come last."""
    counted = [entrant for entrant in ids if entrant not in expunged]
    table = tally_results(counted, history)
    points = {entrant: tally.points for entrant, tally in table.items()}
    sonneborn = {entrant: sum(halves * points[other] for other, halves in tally.results) for entrant, tally in table.items()}
    direct = compute_direct_points(table, {entrant: (points[entrant], sonneborn[entrant]) for entrant in counted}, all_met=True)
    lines = rank_entrants(
        counted,
        table,
        lambda entrant: (points[entrant], sonneborn[entrant], direct[entrant], table[entrant].wins),
        ("sonneborn_quarters", "direct_halves"),
        group,
        lots,
    )
    return append_expunged(lines, ids, expunged, group)


def compute_direct_points(
    table: Mapping[int, Tally], figures: Mapping[int, tuple[int, int]], *, all_met: bool
) -> dict[int, int]:
    """Return points from the matches between tied entrants; with `all_met`, 0 if some of them have not met."""
    tiers: dict[tuple[int, int], set[int]] = {}
    for entrant, figure in figures.items():
        tiers.setdefault(figure, set()).add(entrant)
    direct = dict.fromkeys(table, 0)
    for tied in tiers.values():
        if not all_met or all({other for other, _ in table[entrant].results} >= tied - {entrant} for entrant in tied):
            for entrant in tied:
                direct[entrant] = sum(halves for other, halves in table[entrant].results if other in tied)
    return direct


S = TypeVar("S", bound=Settings)


class ParallelRoundRobins(Format[S], Protocol[S]):
    """Base of formats with several parts, each of which is a round robin."""

    def parts(self, settings: S, entrants: Sequence[Entrant]) -> Mapping[str, Sequence[int]]:
        """Return the entrants by name of their group or division, in seed order."""

    derives_columns: bool = True

    def list_cuts(self, settings: S, tables: Mapping[str, Sequence[TableRow]]) -> Mapping[str, Collection[int]]:
        """Return, by part, the numbers of entrants above each line where a tie decides something."""

    def table(
        self, settings: S, ids: Sequence[int], expunged: frozenset[int], history: History, name: str, lots: Mapping[int, int]
    ) -> tuple[TableRow, ...]:
        """Return the standings of one part; entrants in `expunged` are last, without results."""
        return compute_table(ids, expunged, history, name, lots)

    def build_part(self, settings: S, ids: Sequence[int], history: History) -> Part:
        """Return the results of one part and how its entrants are compared, for derivations."""
        table = tally_results(ids, history)
        points = {entrant: tally.points for entrant, tally in table.items()}
        sonneborn = {entrant: sum(halves * points[other] for other, halves in row.results) for entrant, row in table.items()}
        tiers = {entrant: (points[entrant], sonneborn[entrant]) for entrant in ids}
        return Part(history, points, tiers, all_met=True, worth=get_made)

    def derive(self, settings: S, entrants: Sequence[Entrant], history: History, entrant: int, key: str) -> Derivation | None:
        """Return the derivation of an entrant's figure in a column; None if it has no results that count."""
        column = next(column for column in self.columns if column.short == key)
        for _name, ids, expunged, played in self._iter_parts(settings, entrants, history):
            if entrant in ids and entrant not in expunged:
                part = self.build_part(settings, [one for one in ids if one not in expunged], played)
                return part.derive_sonneborn(entrant, _(column.text)) if key == "SB" else part.derive_encounter(entrant)
        return None

    def next_round(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """Return the next round of all parts that have one, then of play-offs (`ties`), or None when all is complete."""
        regular, _played = split_history(history)
        by_id = {entrant.id: entrant for entrant in entrants}
        pairings: list[Pairing] = []
        for name, ids in self.parts(settings, entrants).items():
            planned = find_planned_round(ids, settings.cycles, len(regular), name)
            if planned is not None:
                played = _filter_history(ids, regular)
                withdrawn = map_withdrawn(settings.leaver, [by_id[entrant] for entrant in ids], played, settings.cycles)
                pairings += apply_withdrawals(planned, withdrawn, POINTS_SYSTEMS[settings.points].win)
        if pairings or settings.ties != PLAY_OFF:
            return tuple(pairings) or None
        return () if has_undecided(history) else self._pair_play_offs(settings, entrants, history)

    def _pair_play_offs(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """Return the pairings of the first play-offs that are not complete: for each tie a round of its Berger table."""
        _regular, played = split_history(history)
        withdrawn = {entrant.id for entrant in entrants if not entrant.there}
        seeds = [entrant.id for entrant in entrants]
        for ties in self.list_contenders(settings, self.tables(settings, entrants, history), withdrawn):
            pairings = [item for tied in ties for item in _pair_tied(sorted(tied, key=seeds.index), played)]
            if pairings:
                return tuple(pairings)
        return None

    def list_contenders(
        self, settings: S, tables: Mapping[str, Sequence[TableRow]], withdrawn: Collection[int]
    ) -> Iterator[list[list[int]]]:
        """Yield the ties that play-offs decide; each item can only be known when those before it are decided."""
        cuts = self.list_cuts(settings, tables)
        yield [tied for name, table in tables.items() for tied in list_contenders(table, cuts[name], withdrawn)]

    def tables(self, settings: S, entrants: Sequence[Entrant], history: History) -> dict[str, tuple[TableRow, ...]]:
        """Return the standings of every part."""
        lots = {entrant.id: entrant.lot for entrant in entrants if entrant.lot is not None}
        tables = {
            name: self.table(settings, ids, expunged, played, name, lots)
            for name, ids, expunged, played in self._iter_parts(settings, entrants, history)
        }
        if settings.ties != PLAY_OFF:
            return tables
        _regular, played_off = split_history(history)
        withdrawn = {entrant.id for entrant in entrants if not entrant.there}
        return {name: apply_play_offs(table, played_off, withdrawn) for name, table in tables.items()}

    def _iter_parts(
        self, settings: S, entrants: Sequence[Entrant], history: History
    ) -> Iterator[tuple[str, Sequence[int], frozenset[int], History]]:
        """Yield name, entrants, expunged ones and regular pairings of each part."""
        regular, _played = split_history(history)
        by_id = {entrant.id: entrant for entrant in entrants}
        for name, ids in self.parts(settings, entrants).items():
            played = _filter_history(ids, regular)
            yield name, ids, list_expunged(settings.leaver, [by_id[one] for one in ids], played, settings.cycles), played


def _pair_tied(tied: Sequence[int], played: History) -> list[Pairing]:
    """Return the first round of the Berger table of the tied in which some have yet to meet in a play-off."""
    unplayed = list_unplayed(tied, played)
    for number in range(count_rounds(len(tied), 1)):
        planned = find_planned_round(tied, 1, number, PLAY_OFF) or ()
        if due := [pairing for pairing in planned if frozenset(pairing.entrants) in unplayed]:
            return due
    return []


def require_on_time(entrants: Sequence[Entrant], title: str) -> list[int]:
    """Return the ids of the entrants. Raises BadSetting if one joined after the start."""
    if any(entrant.joined for entrant in entrants):
        raise BadSetting("entrants", _("{what} can't take new entrants once they have started.", what=_(title)))
    return [entrant.id for entrant in entrants]


def _filter_history(ids: Sequence[int], history: History) -> History:
    """Return the pairings between these entrants, round by round."""
    members = set(ids)
    return [tuple(pairing for pairing in pairings if members.issuperset(pairing.entrants)) for pairings in history]
