"""The pairs of the next round by FIDE's Dutch system (C.04.3, in force from February 2026)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.formats.swiss.brackets import Field, pair_bracket
from league.events.formats.swiss.colours import colour_of
from league.events.formats.swiss.criteria import may_meet
from league.events.formats.swiss.matching import can_all_be_matched
from league.events.formats.swiss.standing import Standing, standings
from league.events.formats.swiss.tournament import WHITE, Tournament

RULES = "FIDE Dutch system, C.04.3, from 1 February 2026"


class NoPairing(Exception):
    """The players cannot all be paired without breaking an absolute criterion."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Start numbers; `black` 0 is the pairing-allocated bye."""

    white: int
    black: int


def pair(tournament: Tournament) -> list[Pair]:
    """The next round, best board first (article 5 of the general rules), a bye last; NoPairing where there is none."""
    waiting = standings(tournament)
    bye_score = _bye_score(waiting, tournament.forbidden)
    boards: list[tuple[Standing, Standing]] = []
    moved = 0
    while moved < len(waiting) and (moved == 0 or len(waiting) > 1):
        end = _group_end(waiting, moved)
        field = Field(waiting, moved, end, _group_end(waiting, end), bye_score, tournament.forbidden)
        pairs = pair_bracket(field)
        boards += [(waiting[one], waiting[other]) for one, other in pairs]
        taken = {at for edge in pairs for at in edge}
        moved = end - len(taken)
        waiting = [one for at, one in enumerate(waiting) if at not in taken]
    boards.sort(key=lambda board: (-board[0].score, -board[1].score, board[0].number))
    return [*(_seated(*board, tournament.first_colour) for board in boards), *(Pair(one.number, 0) for one in waiting)]


def _group_end(players: Sequence[Standing], start: int) -> int:
    """Behind the last player with the score of the one at `start`."""
    return next((at for at in range(start, len(players)) if players[at].score != players[start].score), len(players))


def _bye_score(players: Sequence[Standing], forbidden: frozenset[frozenset[int]]) -> int | None:
    """C5: the lowest score with which somebody can have the bye, None for an even number. C4 for all of them."""
    bye = len(players)
    edges = [(a, b) for b in range(bye) for a in range(b) if may_meet(players[a], players[b], forbidden)]
    if not bye % 2:
        if not can_all_be_matched(range(bye), edges):
            raise NoPairing("The players cannot all be paired: too many of them have met or must have the same colour.")
        return None
    able = {at: one.score for at, one in enumerate(players) if one.may_have_bye}
    for score in sorted(set(able.values())):
        byes = [(at, bye) for at, own in able.items() if own <= score]
        if can_all_be_matched(range(bye + 1), [*edges, *byes]):
            return score
    raise NoPairing("The players cannot all be paired, whoever has the bye.")


def _seated(higher: Standing, lower: Standing, first_colour: str) -> Pair:
    if colour_of(higher, lower, first_colour) == WHITE:
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)
