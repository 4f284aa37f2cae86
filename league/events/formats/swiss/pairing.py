"""The pairs of the next round by FIDE's Dutch system (C.04.3, in force from February 2026)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.words import marked, told
from league.events.formats.swiss.brackets import pair_bracket
from league.events.formats.swiss.colours import colour_of
from league.events.formats.swiss.field import Field
from league.events.formats.swiss.pool import pool
from league.events.formats.swiss.standing import Standing, standings
from league.events.formats.swiss.tournament import WHITE, Tournament

WHY = (
    marked("The players cannot all be paired: too many of them have met or must have the same colour."),
    marked("The players cannot all be paired, whoever has the bye."),
)
"""Of an even number, and of an odd one."""


class NoPairing(Exception):
    """The players cannot all be paired without breaking an absolute criterion."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Pair:
    """Start numbers; `black` 0 is the pairing-allocated bye."""

    white: int
    black: int


def pair(tournament: Tournament) -> list[Pair]:
    """The next round, best board first (article 5 of the general rules), a bye last; NoPairing where there is none."""
    players = standings(tournament)
    everybody = pool(players, tournament.forbidden)
    if everybody is None:
        raise NoPairing(told(WHY[len(players) % 2]))
    waiting = list(range(len(players)))
    boards: list[tuple[Standing, Standing]] = []
    moved = 0
    while moved < len(waiting):
        end = _group_end(players, waiting, moved)
        pairs = pair_bracket(Field(everybody, waiting, moved, end, _group_end(players, waiting, end)))
        boards += [(players[waiting[one]], players[waiting[other]]) for one, other in pairs]
        taken = {at for edge in pairs for at in edge}
        moved = end - len(taken)
        waiting = [one for at, one in enumerate(waiting) if at not in taken]
    boards.sort(key=lambda board: (-board[0].score, -board[1].score, board[0].number))
    byes = [Pair(players[one].number, 0) for one in waiting]
    return [*(_seated(*board, tournament.first_colour) for board in boards), *byes]


def _group_end(players: Sequence[Standing], waiting: Sequence[int], start: int) -> int:
    """Behind the last of those waiting with the score of the one at `start`."""
    at = start
    while at < len(waiting) and players[waiting[at]].score == players[waiting[start]].score:
        at += 1
    return at


def _seated(higher: Standing, lower: Standing, first_colour: str) -> Pair:
    if colour_of(higher, lower, first_colour) == WHITE:
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)
