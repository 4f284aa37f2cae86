"""Everybody meets everybody, in any number of cycles. Who comes late plays all that the others have played.

Rounds are those of the Berger tables of FIDE's handbook (C.05, annex 1), in which players are their pairing numbers, 1
to n, and a pairing is (home, away): home has the first side. With an odd number the one who would meet the missing last
player has a bye, written (player, None).
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
"""A round of numbers: (home, away), or (player, None) for who has a bye."""
MOST = 200


def schedule(players: int, cycles: int = 1) -> tuple[BergerRound, ...]:
    """All rounds of an event. Every second cycle swaps the sides.

    With several cycles, the last two rounds of a cycle change places (but not of the last), as the handbook advises:
    otherwise some players would have one side three times running (four players in three cycles or more still do).

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
    """How many rounds `schedule` has."""
    return cycles * (players - 1 + players % 2)


def berger(players: int) -> tuple[BergerRound, ...]:
    """The Berger table for this many players; byes come last in their round."""
    return tuple(_round(players, number) for number in range(1, players + players % 2))


def _round(players: int, number: int) -> BergerRound:
    """Round `number`: the last player's opponent leads, the rest pair around it; an odd number lacks that last one."""
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
    cycles: int = 1
    leaver: str = "forfeit"


class RoundRobin(Format[Settings]):
    key = "round-robin"
    title = marked("Round robin")
    within = marked("round robin")
    about = marked("Everybody meets everybody.")
    fields = (
        Field(
            "cycles",
            marked("Cycles"),
            1,
            1,
            8,
            help=marked("How often everybody meets everybody; sides are swapped every time."),
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
        """The Berger tables' next round; from the first late entry on, a round of games that are due."""
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
    """Round `number`, from 0, of the Berger tables; byes are worth nothing. None behind the last."""
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
    """Points, Sonneborn-Berger, direct encounter, wins. Those in `out` come last, without results."""
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
    """Points in the matches among those with equal figures; with `all_met` 0 where they have not all met."""
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
    """A format of parts, each of which is a round robin of its own."""

    def parts(self, settings: S, entrants: Sequence[Entrant]) -> Mapping[str, Sequence[int]]:
        """Entrants by the name of their group or division, in the order of their seeds."""

    def table(
        self, settings: S, ids: Sequence[int], out: frozenset[int], history: History, name: str
    ) -> tuple[Place, ...]:
        """The table of one part; those in `out` come last, without results."""
        return table_of(ids, out, history, name)

    def next_round(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """The next round of every part that still has one; None when nobody has anything more to play."""
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
        """The table of every part."""
        known = {one.id: one for one in entrants}
        made = {}
        for name, ids in self.parts(settings, entrants).items():
            own = _of_part(ids, history)
            out = struck(settings.leaver, [known[one] for one in ids], own, settings.cycles)
            made[name] = self.table(settings, ids, out, own, name)
        return made


def on_time(entrants: Sequence[Entrant], what: str) -> list[int]:
    """Their ids. BadSetting if one came after the start."""
    if any(one.joined for one in entrants):
        raise BadSetting("entrants", say("{what} take nobody once they have begun.", what=told(what)))
    return [one.id for one in entrants]


def _of_part(ids: Sequence[int], history: History) -> History:
    """The pairings among these, round by round."""
    known = set(ids)
    return [tuple(one for one in made if known.issuperset(one.entrants)) for made in history]
