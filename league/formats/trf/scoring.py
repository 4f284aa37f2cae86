"""The value of each result in tenths of a point, and consistency checks between the lines of a report.

The values of the rules apply unless 162, XXS or BB? lines differ.
"""

import re
from collections.abc import Mapping, Sequence

from league.formats.trf.records import Acceleration, BadTrf, Cell, Fictitious, Field, OffColumn, PlayerLine, tenths
from league.formats.trf.report import Report

Scale = dict[str, int]
"""By the names of the XXS line: wins, draws and losses of White and Black, byes, forfeits."""

USUAL: Scale = {
    "WW": 10, "BW": 10, "WD": 5, "BD": 5, "WL": 0, "BL": 0,
    "ZPB": 0, "HPB": 5, "FPB": 10, "PAB": 10, "FW": 10, "FL": 0,
}  # fmt: skip
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


def scale(report: Report) -> Scale:
    """Return the points of every result; later lines override. By default a pairing-allocated bye is worth a win."""
    found: Scale = dict(USUAL)
    bye_is_given = False
    for number, field in report.of(Field):
        if field.code not in ("162", "XXS", *_BBP):
            continue
        try:
            given = _given(field)
        except OffColumn as off:
            raise BadTrf(number, str(off)) from None
        bye_is_given |= "PAB" in given or field.code == "XXS"
        found |= given
        if not bye_is_given:
            found["PAB"] = found["WW"]
    return found


def points(scale: Scale, cell: Cell) -> int:
    """Return the tenths of one round of a player."""
    if not cell.opponent:
        return scale[_BYES[cell.result]]
    if cell.result in ("+", "-"):
        return scale["FW" if cell.result == "+" else "FL"]
    side = "W" if cell.colour == "w" else "B"
    return scale[side + {"1": "W", "W": "W", "=": "D", "D": "D", "0": "L", "L": "L"}[cell.result]]


def _given(field: Field) -> Scale:
    """Return the values of a 162, XXS or BB? line."""
    pairs: list[tuple[str, str]]
    names, rest = _BBP, ""
    if field.code == "162":
        pairs, names, rest = _PAIR.findall(field.value), _TRF26, _PAIR.sub("", field.value)
    elif field.code == "XXS":
        words = [word.partition("=") for word in field.value.upper().split()]
        pairs, names = [(name, value) for name, _, value in words], _SHORT | {name: (name,) for name in USUAL}
    else:
        pairs = [(field.code, field.value)]
    found: Scale = {}
    for name, value in pairs:
        if name not in names:
            raise OffColumn(f"The {field.code} line gives points for “{name}”, which is none of {', '.join(names)}.")
        if (worth := tenths(value)) is None:
            raise OffColumn(f"The {field.code} line says no points for “{name}”.")
        found |= dict.fromkeys(names[name], worth)
    if rest.strip() or not found:
        raise OffColumn(f"The {field.code} line cannot be read: “{field.value}”.")
    return found


def fictitious(report: Report, order: Sequence[int], rounds: int, scale: Scale, *, baku: bool) -> Extra:
    """Return the fictitious points; `order` has the players by rank, `rounds` is the planned number."""
    found: dict[int, list[int]] = {}
    given: list[tuple[int, Acceleration | Fictitious]] = [*report.of(Acceleration), *report.of(Fictitious)]
    for number, one in sorted(given, key=lambda line: line[0]):
        last = one.last_round if isinstance(one, Acceleration) else len(one.points)
        if last > rounds:
            raise BadTrf(number, f"Points for round {last} are given, but there are only {rounds} rounds.")
        if isinstance(one, Fictitious):
            found[one.start] = list(one.points)
            continue
        for start in range(one.first, one.last + 1):
            row = found.setdefault(start, [])
            row.extend([0] * (one.last_round - len(row)))
            row[one.first_round - 1 : one.last_round] = [one.points] * (one.last_round - one.first_round + 1)
    if baku and not given:
        return _baku(order, rounds, scale)
    return {start: tuple(row) for start, row in found.items()}


def _baku(order: Sequence[int], rounds: int, scale: Scale) -> Extra:
    """Return Baku's virtual points for the upper half, rounded up to an even number.

    Half of the rounds (rounded up) are accelerated; half of those (rounded up) with a win's points, the others with a
    draw's.
    """
    upper = 2 * -(-len(order) // 4)
    half = -(-rounds // 2)
    full = -(-half // 2)
    row = (scale["WW"],) * full + (scale["WD"],) * (half - full)
    return dict.fromkeys(order[:upper], row)


def by_start(players: Sequence[tuple[int, PlayerLine]]) -> Players:
    """Return the players by starting rank. Raises BadTrf if one occurs twice."""
    found: dict[int, tuple[int, PlayerLine]] = {}
    for number, one in players:
        if one.start in found:
            raise BadTrf(number, f"Player {one.start} stands twice in this file, first in line {found[one.start][0]}.")
        found[one.start] = number, one
    return found


def check_rounds(players: Players) -> None:
    """Raise BadTrf for an unknown opponent, a round without a result, or contradicting lines of a game."""
    for look in (_alone, _against):
        for number, one in players.values():
            for at, cell in enumerate(one.rounds):
                if fault := look(players, one.start, at, cell):
                    raise BadTrf(number, f"Round {at + 1} of player {one.start}: {fault}")


def _alone(players: Players, start: int, at: int, cell: Cell) -> str:
    """Return what is wrong with a round regardless of the opponent's line."""
    if not cell.opponent:
        if cell.colour in ("w", "b"):
            return "there is a colour but no opponent."
        bye = not cell.result or cell.result in _ALONE
        return "" if bye else f"the result “{cell.result}” needs an opponent."
    if cell.opponent == start:
        return "the opponent is the player's own number."
    if cell.opponent not in players:
        return f"there is no player {cell.opponent} in this file."
    if cell.result not in _WORTH:
        return "a bye has no opponent." if cell.result else f"the game against {cell.opponent} has no result."
    if cell.colour not in ("w", "b") and cell.result not in "+-":
        return f"the game against {cell.opponent} has no colour."
    return ""


def _against(players: Players, start: int, at: int, cell: Cell) -> str:
    """Return what is wrong with a round according to the opponent's line."""
    if not cell.opponent:
        return ""
    line, opponent = players[cell.opponent]
    theirs = opponent.rounds[at] if at < len(opponent.rounds) else Cell()
    return _contradiction(start, cell, theirs, line)


def _contradiction(start: int, mine: Cell, theirs: Cell, line: int) -> str:
    other = f"player {mine.opponent} (line {line})"
    if theirs.opponent != start:
        said = f"player {theirs.opponent}" if theirs.opponent else "nobody"
        return f"{other} met {said} in that round."
    if mine.colour in ("w", "b") and mine.colour == theirs.colour:
        return f"{other} has the same colour."
    if _SAME_KIND[mine.result] != _SAME_KIND[theirs.result]:
        return f"{other} has “{theirs.result}”, which does not go with “{mine.result}”."
    if _WORTH[mine.result] + _WORTH[theirs.result] > 2:
        return f"both have points that only one can have: “{mine.result}” and “{theirs.result}” of {other}."
    return ""


def check_points(players: Players, scale: Scale, played: int, extra: Mapping[int, Sequence[int]]) -> None:
    """Raise BadTrf if a points column is not the sum of the rounds, with or without acceleration and byes."""
    for number, one in players.values():
        if one.points is None:
            raise BadTrf(number, f"Player {one.start} has no points in columns 81 to 84: is the line cut off?")
        sums = [sum(points(scale, cell) for cell in one.rounds[:end]) for end in range(played, len(one.rounds) + 1)]
        sums = sums or [sum(points(scale, cell) for cell in one.rounds)]
        fictitious = extra.get(one.start, ())
        added = fictitious[played] if played < len(fictitious) else 0
        if one.points not in {total + more for total in sums for more in (0, added)}:
            said, due = (f"{worth // 10}.{worth % 10}" for worth in (one.points, sums[0]))
            raise BadTrf(
                number, f"Player {one.start} has {said} points in columns 81 to 84, but the rounds give {due}."
            )
