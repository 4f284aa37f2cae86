"""The pairs of the next round and their colours by FIDE's Dutch system (C.04.3, in force from February 2026)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.words import marked, told
from league.formats.swiss.exact import weigh_bracket
from league.formats.swiss.graphs import Edge
from league.formats.swiss.pool import Field, pool
from league.formats.swiss.quick import pair_quickly
from league.formats.swiss.standing import OTHER, Standing, standings
from league.formats.swiss.tournament import WHITE, Tournament

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


def pair_bracket(field: Field) -> list[Edge]:
    """The pairs (higher, lower position) of the bracket at the top of the field; all others of it float down."""
    found = pair_quickly(field)
    return weigh_bracket(field) if found is None else found


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


def colour_of(one: Standing, other: Standing, first_colour: str) -> str:
    """The colour that `one` gets against `other`: the first rule of article 5.2 that decides."""
    if _agree(one, other):
        if one.preference or other.preference:
            return one.preference or OTHER[other.preference]
    elif stronger := _stronger(one, other):
        return one.preference if stronger is one else OTHER[other.preference]
    elif last := _last_difference(one, other):
        return last
    higher = one if (-one.score, one.number) < (-other.score, other.number) else other
    given = higher.preference or (first_colour if higher.rank % 2 else OTHER[first_colour])
    return given if higher is one else OTHER[given]


def _agree(one: Standing, other: Standing) -> bool:
    return one.preference != other.preference or not one.preference


def _stronger(one: Standing, other: Standing) -> Standing | None:
    """Article 5.2.2: the stronger of two equal preferences; of two absolute ones that of the wider difference."""
    if one.absolute or other.absolute:
        mine, theirs = (abs(s.difference) if s.absolute else -1 for s in (one, other))
        return None if mine == theirs else one if mine > theirs else other
    return None if one.strong == other.strong else one if one.strong else other


def _last_difference(one: Standing, other: Standing) -> str:
    """Article 5.2.3: the colour opposite to that of the last game in which they had different ones."""
    for mine, theirs in zip(reversed(one.colours), reversed(other.colours), strict=False):
        if mine != theirs:
            return theirs
    return ""
