"""Everybody meets everybody, in any number of cycles. Who comes late plays all that the others have played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.words import marked
from league.formats.protocol import Clinching, Entrant, Format, History, Kind, Pairing, Place, Round
from league.formats.round_robin import schedule
from league.formats.settings import Field, entrants_from, read
from league.formats.standings import standings
from league.formats.tables import games
from league.formats.withdrawal_policy import LEAVER, after_withdrawals, catch_up, left_behind, struck

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
        return settings.cycles * (entrants - 1 + entrants % 2)

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
    lines = [
        Place(
            line.rank, line.entrant, line.halves, line.played, line.wins, line.draws, line.losses, group,
            (("sonneborn_quarters", line.sonneborn_quarters), ("direct_halves", line.direct_halves or 0)),
        )
        for line in standings(counted, games(counted, history))
    ]  # fmt: skip
    last = [Place(len(lines) + 1, one, group=group) for one in ids if one in out]
    return (*lines, *last)
