"""Round robin in any number of cycles. Late entrants play all the games that the others have played already.

Rounds follow the Berger tables of FIDE's handbook (C.05, annex 1): players are pairing numbers 1 to n, a pairing is
(home, away), and home has the first side. With an odd number, the player paired with the missing last number has a bye,
written (player, None).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engines.words import marked, say, told
from league.formats.protocol import Clinching, Entrant, Format, History, Kind, Pairing, Place, Round
from league.formats.settings import BadSetting, Field, entrants_from, read
from league.formats.tables import Tally, place, tallies, with_struck
from league.formats.withdrawal_policy import LEAVER, after_withdrawals, catch_up, left_behind, struck

BergerRound = tuple[tuple[int, int | None], ...]
"""A round of pairing numbers: (home, away), or (player, None) for a bye."""
MOST = 200


def schedule(players: int, cycles: int = 1) -> tuple[BergerRound, ...]:
    """Return all rounds of an event. Every second cycle swaps the sides.

    With several cycles, the last two rounds of each cycle but the last are swapped, as the handbook advises: otherwise
    some players would have the same side three times in a row (four players in three or more cycles still do).

    >>> schedule(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    if players < 2 or cycles < 1:
        raise ValueError("A round robin needs two players and one cycle at least.")
    table = berger(players)
    rounds: list[BergerRound] = []
    for cycle in range(cycles):
        cycle_rounds = table if cycle == cycles - 1 or len(table) < 2 else (*table[:-2], table[-1], table[-2])
        rounds.extend(_swapped(pairings) if cycle % 2 else pairings for pairings in cycle_rounds)
    return tuple(rounds)


def rounds_of(players: int, cycles: int) -> int:
    """Return the number of rounds of `schedule`."""
    return cycles * (players - 1 + players % 2)


def berger(players: int) -> tuple[BergerRound, ...]:
    """Return the Berger table for this number of players; byes come last in their round."""
    return tuple(_round(players, number) for number in range(1, players + players % 2))


def _round(players: int, number: int) -> BergerRound:
    """Return round `number`: the last player's pairing comes first; odd numbers of players lack the last player."""
    even = players + players % 2
    ring = even - 1
    leader = (number + 1) // 2 if number % 2 else even // 2 + number // 2
    rest = (((leader + step - 1) % ring + 1, (leader - step - 1) % ring + 1) for step in range(1, even // 2))
    if players % 2:
        return (*rest, (leader, None))
    return ((leader, even) if number % 2 else (even, leader), *rest)


def _swapped(pairings: BergerRound) -> BergerRound:
    return tuple((home, away) if away is None else (away, home) for home, away in pairings)


@dataclass(frozen=True, slots=True)
class Settings:
    """Options that all round robin formats share."""

    cycles: int = 1
    leaver: str = "forfeit"


class RoundRobin(Format[Settings]):
    """A round robin in one group."""

    key = "round-robin"
    title = marked("Round robin")
    within = marked("round robin")
    about = marked("All players play each other.")
    fields = (
        Field(
            "cycles",
            marked("Cycles"),
            1,
            1,
            8,
            help=marked("How often all players play each other. Sides are swapped each time."),
        ),
        LEAVER,
    )
    fixed = True
    takes_late = True
    crosstable = True
    tie_breaks = ("SB", "DE", "WIN")
    clinching = Clinching.SCHEDULE
    report = "Individual: Round-Robin"

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**read(self.fields, given))
        entrants_from(2, MOST, entrants, marked("A round robin"))
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return rounds_of(entrants, settings.cycles)

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        """Return the next Berger round; after a late entry, a round of games that are still due."""
        ids = [one.id for one in entrants]
        gone = left_behind(settings.leaver, entrants, history, settings.cycles)
        if any(one.joined for one in entrants):
            made = catch_up(ids, gone, history, settings.cycles)
        else:
            made = planned_round(ids, settings.cycles, len(history))
        return after_withdrawals(made or (), gone) or None

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        return table_of([one.id for one in entrants], self.struck(settings, entrants, history), history)

    def struck(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> frozenset[int]:
        return struck(settings.leaver, entrants, history, settings.cycles)


def planned_round(ids: Sequence[int], cycles: int, number: int, key: str = "") -> tuple[Pairing, ...] | None:
    """Return round `number` (from 0) of the Berger tables, or None after the last. Byes are worth nothing."""
    if len(ids) < 2:
        return None
    table = schedule(len(ids), cycles)
    if number >= len(table):
        return None
    return tuple(
        Pairing((ids[home - 1], None), (0, None), Kind.PAIRING_BYE, key)
        if away is None
        else Pairing((ids[home - 1], ids[away - 1]), key=key)
        for home, away in table[number]
    )


def table_of(ids: Sequence[int], out: frozenset[int], history: History, group: str = "") -> tuple[Place, ...]:
    """Return the standings: points, Sonneborn-Berger, direct encounter, wins. Entrants in `out` come last."""
    counted = [one for one in ids if one not in out]
    table = tallies(counted, history)
    points = {one: tally.points for one, tally in table.items()}
    sonneborn = {one: sum(made * points[other] for other, made in tally.results) for one, tally in table.items()}
    direct = direct_points(table, {one: (points[one], sonneborn[one]) for one in counted}, all_met=True)
    lines = place(
        counted,
        table,
        lambda one: (points[one], sonneborn[one], direct[one], table[one].wins),
        ("sonneborn_quarters", "direct_halves"),
        group,
    )
    return with_struck(lines, ids, out, group)


def direct_points(
    table: Mapping[int, Tally], figures: Mapping[int, tuple[int, int]], *, all_met: bool
) -> dict[int, int]:
    """Return points from the matches between tied entrants; with `all_met`, 0 if some of them have not met."""
    tiers: dict[tuple[int, int], set[int]] = {}
    for one, own in figures.items():
        tiers.setdefault(own, set()).add(one)
    direct = dict.fromkeys(table, 0)
    for tied in tiers.values():
        if not all_met or all({other for other, _ in table[one].results} >= tied - {one} for one in tied):
            for one in tied:
                direct[one] = sum(made for other, made in table[one].results if other in tied)
    return direct


S = TypeVar("S", bound=Settings)


class SideBySide(Format[S], Protocol[S]):
    """Base of formats with several parts, each of which is a round robin."""

    def parts(self, settings: S, entrants: Sequence[Entrant]) -> Mapping[str, Sequence[int]]:
        """Return the entrants by name of their group or division, in seed order."""

    def table(
        self, settings: S, ids: Sequence[int], out: frozenset[int], history: History, name: str
    ) -> tuple[Place, ...]:
        """Return the standings of one part; entrants in `out` are last, without results."""
        return table_of(ids, out, history, name)

    def next_round(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """Return the next round of all parts that have one, or None when all parts are complete."""
        known = {one.id: one for one in entrants}
        made: list[Pairing] = []
        for name, ids in self.parts(settings, entrants).items():
            planned = planned_round(ids, settings.cycles, len(history), name)
            if planned is not None:
                own = _of_part(ids, history)
                gone = left_behind(settings.leaver, [known[one] for one in ids], own, settings.cycles)
                made += after_withdrawals(planned, gone)
        return tuple(made) or None

    def tables(self, settings: S, entrants: Sequence[Entrant], history: History) -> dict[str, tuple[Place, ...]]:
        """Return the standings of every part."""
        known = {one.id: one for one in entrants}
        made = {}
        for name, ids in self.parts(settings, entrants).items():
            own = _of_part(ids, history)
            out = struck(settings.leaver, [known[one] for one in ids], own, settings.cycles)
            made[name] = self.table(settings, ids, out, own, name)
        return made


def on_time(entrants: Sequence[Entrant], what: str) -> list[int]:
    """Return the ids of the entrants. Raises BadSetting if one joined after the start."""
    if any(one.joined for one in entrants):
        raise BadSetting("entrants", say("{what} can't take new entrants once they have started.", what=told(what)))
    return [one.id for one in entrants]


def _of_part(ids: Sequence[int], history: History) -> History:
    """Return the pairings between these entrants, round by round."""
    known = set(ids)
    return [tuple(one for one in made if known.issuperset(one.entrants)) for made in history]
