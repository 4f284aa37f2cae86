"""The value of each result in tenths of a point, and consistency checks between the lines of a report.

The values of the rules apply unless 162, XXS or BB? lines differ.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from league.formats.swiss.acceleration import compute_baku
from league.formats.trf.records import Acceleration, BadTrf, Cell, Fictitious, Field, OffColumn, PlayerLine, to_tenths
from league.formats.trf.report import Report

Scale = dict[str, int]
"""By the names of the XXS line: wins, draws and losses of White and Black, byes, forfeits."""


def build_scale(win: int, draw: int) -> Scale:
    """Return the points of every result if losses are worth nothing, and byes as much as the same result of a game."""
    return {
        **dict.fromkeys(("WW", "BW", "FW", "FPB", "PAB"), win),
        **dict.fromkeys(("WD", "BD", "HPB"), draw),
        **dict.fromkeys(("WL", "BL", "FL", "ZPB"), 0),
    }


DEFAULT_SCALE = build_scale(10, 5)
_WIN, _DRAW, _LOSS = ("WW", "BW", "FW", "FPB"), ("WD", "BD", "HPB"), ("WL", "BL")
_SHORT = {"W": _WIN, "D": _DRAW}
_TRF26 = {"W": _WIN, "D": _DRAW, "L": _LOSS, "A": ("ZPB", "FL"), "P": ("PAB",)}
_BBP = {"BBW": _WIN, "BBD": _DRAW, "BBL": _LOSS, "BBZ": ("ZPB",), "BBF": ("FL",), "BBU": ("PAB",)}
_PAIR = re.compile(r"([A-Z])\s*([\d.,]+)")
_BYES = {"F": "FPB", "H": "HPB", "Z": "ZPB", "U": "PAB", "+": "PAB", "=": "HPB", "-": "ZPB", "": "ZPB"}
Extra = dict[int, tuple[int, ...]]
Players = Mapping[int, tuple[int, PlayerLine]]
"""Line number and line, by starting rank."""
_SAME_KIND = {**dict.fromkeys("1=0", "game"), **dict.fromkeys("WDL", "short game"), **dict.fromkeys("+-", "forfeit")}
_WORTH = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1, "0": 0, "L": 0, "-": 0}
_ALONE = "UHFZ+=-"


def parse_scale(report: Report) -> Scale:
    """Return the points of every result; later lines override. By default a pairing-allocated bye is worth a win."""
    result: Scale = dict(DEFAULT_SCALE)
    bye_is_given = False
    for number, field in report.of(Field):
        if field.code not in ("162", "XXS", *_BBP):
            continue
        try:
            values = _parse_values(field)
        except OffColumn as error:
            raise BadTrf(number, str(error)) from None
        bye_is_given |= "PAB" in values or field.code == "XXS"
        result |= values
        if not bye_is_given:
            result["PAB"] = result["WW"]
    return result


def get_points(scale: Scale, cell: Cell) -> int:
    """Return the tenths of one round of a player."""
    if not cell.opponent:
        return scale[_BYES[cell.result]]
    if cell.result in ("+", "-"):
        return scale["FW" if cell.result == "+" else "FL"]
    side = "W" if cell.colour == "w" else "B"
    return scale[side + {"1": "W", "W": "W", "=": "D", "D": "D", "0": "L", "L": "L"}[cell.result]]


def _parse_values(field: Field) -> Scale:
    """Return the values of a 162, XXS or BB? line."""
    pairs: list[tuple[str, str]]
    names, rest = _BBP, ""
    if field.code == "162":
        pairs, names, rest = _PAIR.findall(field.value), _TRF26, _PAIR.sub("", field.value)
    elif field.code == "XXS":
        words = [word.partition("=") for word in field.value.upper().split()]
        pairs, names = [(name, value) for name, _, value in words], _SHORT | {name: (name,) for name in DEFAULT_SCALE}
    else:
        pairs = [(field.code, field.value)]
    result: Scale = {}
    for name, value in pairs:
        if name not in names:
            raise OffColumn(f"The {field.code} line gives points for “{name}”; expected one of {', '.join(names)}.")
        if (points := to_tenths(value)) is None:
            raise OffColumn(f"The {field.code} line gives no points for “{name}”.")
        result |= dict.fromkeys(names[name], points)
    if rest.strip() or not result:
        raise OffColumn(f"The {field.code} line cannot be read: “{field.value}”.")
    return result


def compute_fictitious(report: Report, order: Sequence[int], rounds: int, scale: Scale, *, baku: bool) -> Extra:
    """Return the fictitious points; `order` has the players by rank, `rounds` is the planned number."""
    result: dict[int, list[int]] = {}
    lines: list[tuple[int, Acceleration | Fictitious]] = [*report.of(Acceleration), *report.of(Fictitious)]
    for number, record in sorted(lines, key=lambda line: line[0]):
        last = record.last_round if isinstance(record, Acceleration) else len(record.points)
        if last > rounds:
            raise BadTrf(number, f"Points for round {last} are given, but there are only {rounds} rounds.")
        if isinstance(record, Fictitious):
            result[record.start] = list(record.points)
            continue
        for start in range(record.first, record.last + 1):
            row = result.setdefault(start, [])
            row.extend([0] * (record.last_round - len(row)))
            row[record.first_round - 1 : record.last_round] = [record.points] * (record.last_round - record.first_round + 1)
    if baku and not lines:
        return compute_baku(order, rounds, scale["WW"], scale["WD"])
    return {start: tuple(row) for start, row in result.items()}


def index_by_start(players: Sequence[tuple[int, PlayerLine]]) -> Players:
    """Return the players by starting rank. Raises BadTrf if one occurs twice."""
    result: dict[int, tuple[int, PlayerLine]] = {}
    for number, line in players:
        if line.start in result:
            raise BadTrf(number, f"Player {line.start} appears twice in this file, first in line {result[line.start][0]}.")
        result[line.start] = number, line
    return result


def check_rounds(players: Players) -> None:
    """Raise BadTrf for an unknown opponent, a round without a result, or contradicting lines of a game."""
    for find_fault in (_find_own_fault, _find_opponent_fault):
        for number, line in players.values():
            for index, cell in enumerate(line.rounds):
                if fault := find_fault(players, line.start, index, cell):
                    raise BadTrf(number, f"Round {index + 1} of player {line.start}: {fault}")


def _find_own_fault(players: Players, start: int, index: int, cell: Cell) -> str:
    """Return what is wrong with a round regardless of the opponent's line."""
    if not cell.opponent:
        if cell.colour in ("w", "b"):
            return "there is a colour but no opponent."
        bye = not cell.result or cell.result in _ALONE
        return "" if bye else f"the result “{cell.result}” needs an opponent."
    if cell.opponent == start:
        return "the opponent is the player's own number."
    if cell.opponent not in players:
        return f"player {cell.opponent} not found in this file."
    if cell.result not in _WORTH:
        return "a bye has no opponent." if cell.result else f"the game against {cell.opponent} has no result."
    if cell.colour not in ("w", "b") and cell.result not in "+-":
        return f"the game against {cell.opponent} has no colour."
    return ""


def _find_opponent_fault(players: Players, start: int, index: int, cell: Cell) -> str:
    """Return what is wrong with a round according to the opponent's line."""
    if not cell.opponent:
        return ""
    line, opponent = players[cell.opponent]
    theirs = opponent.rounds[index] if index < len(opponent.rounds) else Cell()
    return _find_contradiction(start, cell, theirs, line)


def _find_contradiction(start: int, cell: Cell, opponent_cell: Cell, line: int) -> str:
    other = f"player {cell.opponent} (line {line})"
    if opponent_cell.opponent != start:
        opponent = f"player {opponent_cell.opponent}" if opponent_cell.opponent else "nobody"
        return f"{other} met {opponent} in that round."
    if cell.colour in ("w", "b") and cell.colour == opponent_cell.colour:
        return f"{other} has the same colour."
    if _SAME_KIND[cell.result] != _SAME_KIND[opponent_cell.result]:
        return f"{other} has “{opponent_cell.result}”, which doesn't match “{cell.result}”."
    if _WORTH[cell.result] + _WORTH[opponent_cell.result] > 2:
        return f"both have points that only one can have: “{cell.result}” and “{opponent_cell.result}” of {other}."
    return ""


def check_points(players: Players, scale: Scale, played: int, extra: Mapping[int, Sequence[int]]) -> None:
    """Raise BadTrf for the first line that `find_wrong_points` finds."""
    for number, text in find_wrong_points(players, scale, played, extra):
        raise BadTrf(number, text)


def find_wrong_points(
    players: Players, scale: Scale, played: int, extra: Mapping[int, Sequence[int]]
) -> Iterator[tuple[int, str]]:
    """Yield lines whose points are not the sum of the rounds, with or without acceleration and announced byes."""
    for number, line in players.values():
        if line.points is None:
            yield number, f"Player {line.start} has no points in columns 81 to 84: is the line cut off?"
            continue
        sums = [sum(get_points(scale, cell) for cell in line.rounds[:end]) for end in range(played, len(line.rounds) + 1)]
        sums = sums or [sum(get_points(scale, cell) for cell in line.rounds)]
        fictitious = extra.get(line.start, ())
        added = fictitious[played] if played < len(fictitious) else 0
        if line.points not in {total + bonus for total in sums for bonus in (0, added)}:
            given, expected = (f"{tenths // 10}.{tenths % 10}" for tenths in (line.points, sums[0]))
            yield number, f"Player {line.start} has {given} points in columns 81 to 84, but the rounds give {expected}."
