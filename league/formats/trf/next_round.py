"""Conversion of a tournament report to the input of the next round's pairing."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.formats.protocol import Kind
from league.formats.swiss.tournament import BLACK, OTHER, WHITE, Player, Round, Tournament
from league.formats.trf.records import BadTrf, Byes, Cell, Listed, PlayerLine, Prohibited
from league.formats.trf.report import Report
from league.formats.trf.scoring import (
    Extra,
    Players,
    Scale,
    check_points,
    check_rounds,
    compute_fictitious,
    get_points,
    index_by_start,
    parse_scale,
)

HALF = 5
"""Tenths in a half point, the tournament's unit if every result is worth a multiple of it."""
_COLOURS = {"W": WHITE, "B": BLACK, "WHITE1": WHITE, "BLACK1": BLACK}
_DUTCH = {"FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026"}
_BAKU = "_BAKU"
_TEAM = re.compile(r"013(?:\s.{0,32}[\s\d]*)?", re.ASCII)
_KINDS = {"U": Kind.PAIRING_BYE, "+": Kind.PAIRING_BYE, "H": Kind.BYE, "F": Kind.BYE, "=": Kind.BYE}


@dataclass(frozen=True, slots=True)
class NextRound:
    """The pairing input. `starts` maps tournament numbers to starting ranks, which differ under `XXC rank`."""

    tournament: Tournament
    starts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A report without contradictions. `numbers` maps starting ranks to tournament numbers, in their order."""

    report: Report
    players: Players
    numbers: Mapping[int, int]
    rounds: int
    played: int
    scale: Scale
    extra: Extra
    unit: int
    """Tenths of the unit of points."""

    def build_tournament(self, played: int, absent: Collection[int]) -> Tournament:
        """Return the pairing input after `played` rounds; `absent` are starting ranks."""
        numbers, unit = self.numbers, self.unit
        entered = [Player(number, self._list_rounds(start), start in absent) for start, number in numbers.items()]
        extra = {start: row for start, row in self.extra.items() if start in numbers}
        return Tournament(
            players=tuple(replace(player, rounds=player.rounds[:played]) for player in entered),
            rounds=self.rounds,
            played=played,
            first_colour=_find_declared_colour(self.report) or _derive_colour(entered, self.played),
            extra={numbers[start]: tuple(entry // unit for entry in row) for start, row in extra.items()},
            forbidden=_list_forbidden(self.report, numbers, played + 1),
            win=max(self.scale["WW"], self.scale["BW"]) // unit,
            loss=min(self.scale["WL"], self.scale["BL"]) // unit,
        )

    def _list_rounds(self, start: int) -> tuple[Round, ...]:
        cells = (*self.players[start][1].rounds, *[Cell()] * self.played)[: self.played]
        return tuple(_to_round(cell, self.numbers, self.scale, self.unit) for cell in cells)


def read_report(report: Report) -> ReadReport:
    """Read a report without its points columns. Raises BadTrf for contradictory or incomplete ones.

    Without a line for it, the planned rounds are those in the file; 0 if there are none.
    """
    baku = _uses_baku(report)
    lines = list(report.of(PlayerLine))
    if not lines:
        raise BadTrf(1, "This file has no players: no line starts with 001.")
    players = index_by_start(lines)
    check_rounds(players)
    played = _count_played_rounds(entry for _, entry in lines)
    _, rounds = _find_planned_rounds(report) or (1, played)
    by_rank = any("rank" in field.value.lower().split() for _, field in report.fields("XXC"))
    order = [entry.start for _, entry in lines] if by_rank else sorted(players)
    numbers = {start: place for place, start in enumerate(order, 1)} if by_rank else {start: start for start in order}
    scale = parse_scale(report)
    extra = compute_fictitious(report, order, rounds, scale, baku=baku)
    amounts = {*scale.values(), *(entry for row in extra.values() for entry in row)}
    unit = HALF if all(value % HALF == 0 for value in amounts) else 1
    return ReadReport(report, players, numbers, rounds, played, scale, extra, unit)


def parse_next_round(report: Report) -> NextRound:
    """Return the pairing input. Raises BadTrf for contradictory or incomplete reports."""
    read = read_report(report)
    planned = _find_planned_rounds(report)
    if planned is None:
        raise BadTrf(1, "The number of rounds is missing: add a line such as “XXR 9”.")
    line, rounds = planned
    if read.played >= rounds:
        raise BadTrf(line, f"All {rounds} rounds are already paired: the player lines have {read.played}.")
    check_points(read.players, read.scale, read.played, read.extra)
    tournament = read.build_tournament(read.played, _list_absent(report, read.players, read.played))
    return NextRound(tournament, {number: start for start, number in read.numbers.items()})


def _uses_baku(report: Report) -> bool:
    """Return whether Baku acceleration is used. Raises BadTrf for a system other than the Dutch one."""
    for line in report.lines:
        if _TEAM.fullmatch(line.text):
            text = "This is a tournament of teams; only tournaments of single players can be paired."
            raise BadTrf(line.number, text)
    for line in report.lines:
        if line.text[:3] in ("310", "299"):
            feature = "teams" if line.text[:3] == "310" else "points that are not results (299)"
            raise BadTrf(line.number, f"This file has {feature}, which isn't supported.")
    baku = False
    for number, field in report.fields("192"):
        system = field.value.upper()
        baku = system.endswith(_BAKU)
        if system.removesuffix(_BAKU) not in _DUTCH:
            raise BadTrf(number, f"“{field.value}” is not the Dutch system (FIDE_DUTCH), the only one paired here.")
    return baku


def _find_planned_rounds(report: Report) -> tuple[int, int] | None:
    """Return the number of the line with the planned rounds, and that number of rounds; None without one."""
    lines = report.fields("142", "XXR")
    if not lines:
        return None
    for number, field in lines:
        if not (field.value.isascii() and field.value.isdigit() and int(field.value)):
            raise BadTrf(number, f"“{field.value}” is not a number of rounds.")
    counts = {int(field.value) for _, field in lines}
    if len(counts) > 1:
        raise BadTrf(lines[-1][0], f"The number of rounds is given twice and differently: {sorted(counts)}.")
    return lines[-1][0], counts.pop()


def _count_played_rounds(players: Iterable[PlayerLine]) -> int:
    """Return the number of paired rounds; a round in which all players have an entry counts, too."""
    rows = [player.rounds for player in players]
    paired = [at for row in rows for at, cell in enumerate(row, 1) if cell.opponent or cell.result in ("U", "+")]
    played = max(paired, default=0)
    return played + all(len(row) > played for row in rows)


def _list_absent(report: Report, players: Players, played: int) -> set[int]:
    """Return the players not to be paired: by an entry for the next round, a 240 line, or an XXZ line."""
    absent = {start for start, (_, line) in players.items() if len(line.rounds) > played and not line.rounds[played].blank}
    listed: list[tuple[int, tuple[int, ...]]] = [
        *((number, line.players) for number, line in report.of(Byes) if line.round == played + 1),
        *((number, line.players) for number, line in report.of(Listed) if line.code == "XXZ"),
    ]
    for number, starts in listed:
        for start in starts:
            if start not in players:
                raise BadTrf(number, f"Player {start} not found in this file.")
        absent.update(starts)
    return absent


def _to_round(cell: Cell, numbers: Mapping[int, int], scale: Scale, unit: int) -> Round:
    gained = get_points(scale, cell) // unit
    if not cell.opponent:
        return Round(_KINDS.get(cell.result, Kind.ABSENT), gained)
    kind = Kind.FORFEIT if cell.result in ("+", "-") else Kind.GAME
    return Round(kind, gained, numbers[cell.opponent], cell.colour.strip("-"))


def _find_declared_colour(report: Report) -> str:
    colour = ""
    for number, field in report.fields("152", "XXC"):
        words = [word.upper() for word in field.value.split()]
        if field.code == "152" and (len(words) != 1 or words[0] not in ("W", "B")):
            raise BadTrf(number, "A 152 line says W or B, the colour of the highest player in the first round.")
        colour = next((_COLOURS[word] for word in words if word in _COLOURS), colour)
    return colour


def _derive_colour(players: Sequence[Player], played: int) -> str:
    """Return the top player's colour in the first round with colours, derived from the next player who has one."""
    first = min((at for player in players for at in range(played) if player.rounds[at].colour), default=None)
    if first is None:
        return WHITE
    paired = [
        player
        for player in players
        if any(entry.opponent or entry.kind is Kind.PAIRING_BYE for entry in player.rounds[: first + 1])
    ]
    place, colour = next((at, player.rounds[first].colour) for at, player in enumerate(paired) if player.rounds[first].colour)
    return OTHER[colour] if place % 2 else colour


def _list_forbidden(report: Report, numbers: Mapping[int, int], at: int) -> frozenset[frozenset[int]]:
    groups = [(number, line.players) for number, line in report.of(Listed) if line.code == "XXP"]
    groups += [(number, line.players) for number, line in report.of(Prohibited) if line.first_round <= at <= line.last_round]
    pairs = set()
    for number, starts in groups:
        if missing := [start for start in starts if start not in numbers]:
            raise BadTrf(number, f"Player {missing[0]} not found in this file.")
        pairs |= {frozenset((numbers[first], numbers[second])) for first in starts for second in starts if first < second}
    return frozenset(pairs)
