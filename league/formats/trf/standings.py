"""The results and standings of a tournament report."""

from collections.abc import Sequence

from league.formats.protocol import History, Kind, Pairing, Round
from league.formats.tie_breaks.definitions import DECISIVE, TIE_BREAKS
from league.formats.tie_breaks.ledger import Contender, Rules
from league.formats.tie_breaks.standings import ContenderLine, compute_standings
from league.formats.trf.next_round import ReadReport
from league.formats.trf.records import Cell, Field
from league.formats.trf.scoring import get_points

POINTS = "PTS"
_CODES = {
    **{key.replace("-", "/"): key for key, row in TIE_BREAKS.items() if key not in DECISIVE and not row.teams},
    "TPN": "SEED",
}
"""FIDE's codes of tie-breaks (lines 202 and 212) and their keys here."""
_KINDS = {"U": Kind.PAIRING_BYE, "+": Kind.PAIRING_BYE, "F": Kind.BYE, "H": Kind.BYE, "=": Kind.BYE}


def build_history(read: ReadReport) -> History:
    """Return all paired rounds by starting rank, in the report's unit of points."""
    return [_build_round(read, index) for index in range(read.played)]


def _build_round(read: ReadReport, index: int) -> Round:
    cells = {start: get_cell(read, start, index + 1) for start in read.numbers}
    pairings = []
    for start, cell in cells.items():
        if not cell.opponent:
            points = get_points(read.scale, cell) // read.unit
            pairings.append(Pairing((start, None), (points, None), _KINDS.get(cell.result, Kind.ABSENT)))
            continue
        other = cells[cell.opponent]
        if has_white(start, cell, other):
            halves = (get_points(read.scale, cell) // read.unit, get_points(read.scale, other) // read.unit)
            kind = Kind.FORFEIT if cell.result in ("+", "-") else Kind.GAME
            pairings.append(Pairing((start, cell.opponent), halves, kind))
    return tuple(pairings)


def has_white(start: int, cell: Cell, other: Cell) -> bool:
    """Return whether a player has White in a contested round; without colours, the lower starting rank has."""
    if "w" in (cell.colour, other.colour) or "b" in (cell.colour, other.colour):
        return cell.colour == "w" or other.colour == "b"
    return start < cell.opponent


def get_cell(read: ReadReport, start: int, number: int) -> Cell:
    """Return a player's entry for a round, blank without one."""
    rounds = read.players[start][1].rounds
    return rounds[number - 1] if number <= len(rounds) else Cell()


def compute_report_standings(read: ReadReport, tie_breaks: Sequence[str]) -> list[ContenderLine]:
    """Return the standings by points and these tie-breaks; contenders are starting ranks."""
    contenders = [
        Contender(start, number, int(rating) if (rating := read.players[start][1].person.rating).isdecimal() else None)
        for start, number in read.numbers.items()
    ]
    rules = Rules(win=read.scale["WW"] // read.unit, draw=read.scale["WD"] // read.unit)
    return compute_standings(contenders, build_history(read), tie_breaks, rules)


def find_tie_breaks(read: ReadReport) -> list[str]:
    """Return the tie-breaks of the report's 212 or 202 line, up to the first one that isn't known here."""
    lines = read.report.fields("212") or read.report.fields("202")
    codes = lines[-1][1].value.upper().replace(":GP", "").split(",") if lines else []
    keys: list[str] = []
    for code in map(str.strip, codes):
        if code == POINTS:
            continue
        if code not in _CODES or _CODES[code] in keys:
            break
        keys.append(_CODES[code])
        if keys[-1] in DECISIVE:
            break
    return keys


def build_tie_breaks(keys: Sequence[str]) -> Field:
    """Return the 212 line of these tie-breaks, up to the first one without a code of FIDE's."""
    codes = [POINTS]
    by_key = {key: code for code, key in _CODES.items()}
    for key in keys:
        if key not in by_key:
            break
        codes.append(by_key[key])
    return Field("212", ",".join(codes))
