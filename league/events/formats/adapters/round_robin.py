"""Everybody meets everybody, in any number of cycles. Who comes late plays all that the others have played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.words import marked
from league.events.formats.due import LEAVER, after_withdrawals, catch_up, left_behind, struck
from league.events.formats.protocol import Clinching, Entrant, Format, History, Kind, Pairing, Place, Round
from league.events.formats.round_robin import rounds_of, schedule
from league.events.formats.settings import Field, entrants_from, read
from league.events.formats.tables import Tally, place, tallies, with_struck

MOST = 200


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
        Pairing((ids[home - 1], None), (0, None), Kind.BYE, key)
        if away is None
        else Pairing((ids[home - 1], ids[away - 1]), key=key)
        for home, away in table[number]
    )


def table_of(ids: Sequence[int], out: frozenset[int], history: History, group: str = "") -> tuple[Place, ...]:
    """Points, Sonneborn-Berger, direct encounter, wins. Those in `out` come last, without results."""
    counted = [one for one in ids if one not in out]
    table = tallies(counted, history)
    points = {one: sum(made for _, made in tally.results) for one, tally in table.items()}
    sonneborn = {one: sum(made * points[other] for other, made in tally.results) for one, tally in table.items()}
    direct = _direct(table, {one: (points[one], sonneborn[one]) for one in counted})
    lines = place(
        counted,
        table,
        lambda one: (points[one], sonneborn[one], direct[one], table[one].wins),
        ("sonneborn_quarters", "direct_halves"),
        group,
    )
    return with_struck(lines, ids, out, group)


def _direct(table: Mapping[int, Tally], figures: Mapping[int, tuple[int, int]]) -> dict[int, int]:
    """Points in the matches among those with equal figures; 0 where there is no tie, or they have not all met."""
    tiers: dict[tuple[int, int], set[int]] = {}
    for one, own in figures.items():
        tiers.setdefault(own, set()).add(one)
    direct = dict.fromkeys(table, 0)
    for tied in tiers.values():
        if all({other for other, _ in table[one].results} >= tied - {one} for one in tied):
            for one in tied:
                direct[one] = sum(made for other, made in table[one].results if other in tied)
    return direct
