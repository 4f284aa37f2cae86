"""Tie-breaks by what a contender did, whoever the opponents were (article 7)."""

from __future__ import annotations

from collections.abc import Sequence

from league.formats.tie_breaks.ledger import Cell, Ledger
from league.formats.tie_breaks.results import SECOND, Kind


def wins(row: Sequence[Cell], win: int) -> list[Cell]:
    """Rounds that brought a win's points, with or without playing (article 7.1)."""
    return [cell for cell in row if cell.halves >= win]


def won(row: Sequence[Cell], win: int) -> list[Cell]:
    """Games won by playing (article 7.2)."""
    return [cell for cell in row if cell.halves >= win and cell.kind is Kind.GAME]


def second_games(row: Sequence[Cell], win: int) -> list[Cell]:
    """Games played as second mover (article 7.3)."""
    return [cell for cell in row if cell.side == SECOND and cell.kind is Kind.GAME]


def second_wins(row: Sequence[Cell], win: int) -> list[Cell]:
    """Games won by playing as second mover (article 7.4)."""
    return [cell for cell in row if cell.side == SECOND and cell.kind is Kind.GAME and cell.halves >= win]


def elected(row: Sequence[Cell], win: int) -> list[Cell]:
    """Rounds less byes asked for, absences and forfeit losses (article 7.6)."""
    return [cell for cell in row if not cell.voluntary]


def scores(ledger: Ledger, number: int) -> list[int]:
    """Half points after each round, which the progressive score adds up (article 7.5)."""
    brought = dict.fromkeys(range(1, ledger.rounds + 1), 0)
    for cell in ledger.cells[number]:
        brought[cell.round] = cell.halves
    total, found = 0, []
    for halves in brought.values():
        total += halves
        found.append(total)
    return found


def progressive(row: Sequence[Cell], rounds: int, cut: int) -> int:
    """The sum of the scores after each round, less those after the first `cut`: points count in every later score."""
    total = sum([cell.halves * (rounds + 1 - cell.round) for cell in row])
    for cell in row[:cut]:
        if cell.round <= cut:
            total -= cell.halves * (min(cut, rounds) + 1 - cell.round)
    return total
