"""Conversion of a tournament report to the input of the next round's pairing."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.formats.protocol import Kind
from league.formats.swiss.tournament import BLACK, OTHER, WHITE, Player, Round, Tournament
from league.formats.trf.records import BadTrf, Byes, Cell, Listed, PlayerLine, Prohibited
from league.formats.trf.report import Report
from league.formats.trf.scoring import Players, Scale, by_start, check_points, check_rounds, fictitious, points, scale

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


def next_round(report: Report) -> NextRound:
    """Return the pairing input. Raises BadTrf for contradictory or incomplete reports."""
    baku = _system(report)
    lines = list(report.of(PlayerLine))
    if not lines:
        raise BadTrf(1, "There is no player in this file: it has no line that starts with 001.")
    players = by_start(lines)
    check_rounds(players)
    line, rounds = _rounds(report)
    played = _played(one for _, one in lines)
    if played >= rounds:
        raise BadTrf(line, f"All {rounds} rounds are paired already: the player lines have {played}.")
    by_rank = any("rank" in field.value.lower().split() for _, field in report.fields("XXC"))
    order = [one.start for _, one in lines] if by_rank else sorted(players)
    numbers = {start: place for place, start in enumerate(order, 1)} if by_rank else {start: start for start in order}
    worth = scale(report)
    extra = fictitious(report, order, rounds, worth, baku=baku)
    check_points(players, worth, played, extra)
    absent = _absent(report, players, played)
    values = {*worth.values(), *(one for row in extra.values() for one in row)}
    unit = HALF if all(value % HALF == 0 for value in values) else 1
    made = []
    for start in order:
        cells = players[start][1].rounds[:played]
        cells += (Cell(),) * (played - len(cells))
        rows = tuple(_round(cell, numbers, worth, unit) for cell in cells)
        made.append(Player(numbers[start], rows, start in absent))
    tournament = Tournament(
        players=tuple(made),
        rounds=rounds,
        played=played,
        first_colour=_said_colour(report) or _seen_colour(made, played),
        extra={numbers[start]: tuple(one // unit for one in row) for start, row in extra.items() if start in numbers},
        forbidden=_forbidden(report, numbers, played + 1),
        win=max(worth["WW"], worth["BW"]) // unit,
        loss=min(worth["WL"], worth["BL"]) // unit,
    )
    return NextRound(tournament, {number: start for start, number in numbers.items()})


def _system(report: Report) -> bool:
    """Return whether Baku acceleration is used. Raises BadTrf for a system other than the Dutch one."""
    for line in report.lines:
        if _TEAM.fullmatch(line.text):
            text = "This is a tournament of teams; only tournaments of single players can be paired."
            raise BadTrf(line.number, text)
    for line in report.lines:
        if line.text[:3] in ("310", "299"):
            what = "teams" if line.text[:3] == "310" else "points that are not results (299)"
            raise BadTrf(line.number, f"This file has {what}, which this program does not pair with.")
    baku = False
    for number, field in report.fields("192"):
        system = field.value.upper()
        baku = system.endswith(_BAKU)
        if system.removesuffix(_BAKU) not in _DUTCH:
            raise BadTrf(number, f"“{field.value}” is not the Dutch system (FIDE_DUTCH), the only one paired here.")
    return baku


def _rounds(report: Report) -> tuple[int, int]:
    """Return the number of the line with the planned rounds, and that number of rounds."""
    found = report.fields("142", "XXR")
    if not found:
        raise BadTrf(1, "The number of rounds is missing: add a line such as “XXR 9”.")
    for number, field in found:
        if not (field.value.isascii() and field.value.isdigit() and int(field.value)):
            raise BadTrf(number, f"“{field.value}” is no number of rounds.")
    counts = {int(field.value) for _, field in found}
    if len(counts) > 1:
        raise BadTrf(found[-1][0], f"The number of rounds is given twice and differently: {sorted(counts)}.")
    return found[-1][0], counts.pop()


def _played(players: Iterable[PlayerLine]) -> int:
    """Return the number of paired rounds; a round in which all players have an entry counts, too."""
    rows = [one.rounds for one in players]
    paired = [at for row in rows for at, cell in enumerate(row, 1) if cell.opponent or cell.result in ("U", "+")]
    played = max(paired, default=0)
    return played + all(len(row) > played for row in rows)


def _absent(report: Report, players: Players, played: int) -> set[int]:
    """Return the players not to be paired: by an entry for the next round, a 240 line, or an XXZ line."""
    found = {start for start, (_, one) in players.items() if len(one.rounds) > played and not one.rounds[played].blank}
    named: list[tuple[int, tuple[int, ...]]] = [
        *((number, one.players) for number, one in report.of(Byes) if one.round == played + 1),
        *((number, one.players) for number, one in report.of(Listed) if one.code == "XXZ"),
    ]
    for number, starts in named:
        for start in starts:
            if start not in players:
                raise BadTrf(number, f"There is no player {start} in this file.")
        found.update(starts)
    return found


def _round(cell: Cell, numbers: Mapping[int, int], worth: Scale, unit: int) -> Round:
    gained = points(worth, cell) // unit
    if not cell.opponent:
        return Round(_KINDS.get(cell.result, Kind.ABSENT), gained)
    kind = Kind.FORFEIT if cell.result in ("+", "-") else Kind.GAME
    return Round(kind, gained, numbers[cell.opponent], cell.colour.strip("-"))


def _said_colour(report: Report) -> str:
    said = ""
    for number, field in report.fields("152", "XXC"):
        words = [word.upper() for word in field.value.split()]
        if field.code == "152" and (len(words) != 1 or words[0] not in ("W", "B")):
            raise BadTrf(number, "A 152 line says W or B, the colour of the highest player in the first round.")
        said = next((_COLOURS[word] for word in words if word in _COLOURS), said)
    return said


def _seen_colour(players: Sequence[Player], played: int) -> str:
    """Return the top player's colour in the first round with colours, derived from the next player who has one."""
    first = min((at for one in players for at in range(played) if one.rounds[at].colour), default=None)
    if first is None:
        return WHITE
    paired = [
        one
        for one in players
        if any(done.opponent or done.kind is Kind.PAIRING_BYE for done in one.rounds[: first + 1])
    ]
    place, given = next((at, one.rounds[first].colour) for at, one in enumerate(paired) if one.rounds[first].colour)
    return OTHER[given] if place % 2 else given


def _forbidden(report: Report, numbers: Mapping[int, int], at: int) -> frozenset[frozenset[int]]:
    groups = [(number, one.players) for number, one in report.of(Listed) if one.code == "XXP"]
    groups += [
        (number, one.players) for number, one in report.of(Prohibited) if one.first_round <= at <= one.last_round
    ]
    found = set()
    for number, starts in groups:
        if missing := [start for start in starts if start not in numbers]:
            raise BadTrf(number, f"There is no player {missing[0]} in this file.")
        found |= {frozenset((numbers[one], numbers[two])) for one in starts for two in starts if one < two}
    return frozenset(found)
