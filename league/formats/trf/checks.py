"""Whether the player lines of a report agree with one another and with their own points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.formats.trf.records import BadTrf, Cell, PlayerLine
from league.formats.trf.scoring import Scale, points

Players = Mapping[int, tuple[int, PlayerLine]]
"""By starting rank: the number of the line, and the line."""

_SAME_KIND = {**dict.fromkeys("1=0", "game"), **dict.fromkeys("WDL", "short game"), **dict.fromkeys("+-", "forfeit")}
_WORTH = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1, "0": 0, "L": 0, "-": 0}
_ALONE = "UHFZ+=-"


def by_start(players: Sequence[tuple[int, PlayerLine]]) -> Players:
    found: dict[int, tuple[int, PlayerLine]] = {}
    for number, one in players:
        if one.start in found:
            raise BadTrf(number, f"Player {one.start} stands twice in this file, first in line {found[one.start][0]}.")
        found[one.start] = number, one
    return found


def check_rounds(players: Players) -> None:
    """Refuse an unknown opponent, a round without a result, and two lines that tell a game differently."""
    for look in (_alone, _against):
        for number, one in players.values():
            for at, cell in enumerate(one.rounds):
                if fault := look(players, one.start, at, cell):
                    raise BadTrf(number, f"Round {at + 1} of player {one.start}: {fault}")


def _alone(players: Players, start: int, at: int, cell: Cell) -> str:
    """What is wrong with a round whatever the opponent's line says."""
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
    """What is wrong with a round by the opponent's line."""
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
    """Refuse a points column that is not what the rounds give, with or without acceleration and announced byes."""
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
