"""Elimination brackets as an organiser sets them: the draw, the length of series, and the names of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.words import Message, say
from league.formats.elimination.draw import Draw, Node, Part
from league.formats.elimination.format import Elimination
from league.formats.registry import format_of


def elimination(format: str) -> Elimination:
    """The format, which is a bracket."""
    found = format_of(format)
    assert isinstance(found, Elimination)
    return found


def bracket_of(format: str, given: Mapping[str, Any], entrants: int) -> Draw:
    """BadSetting if the settings, or the number of entrants, cannot be."""
    found = elimination(format)
    return found.draw(found.check(given, entrants), entrants)


def round_key(node: Node) -> tuple[int, int]:
    """Sorts rounds in the order in which they are played."""
    match node.part:
        case Part.WINNERS:
            return max(1, 2 * node.round - 2), 0
        case Part.LOSERS:
            return node.round + 1, 1
        case Part.THIRD:
            return max(1, 2 * node.round - 2), -1
        case _:
            return 1000 + node.round, 0


def round_name(node: Node, rounds: int, *, double: bool) -> Message:
    """What people call the round of a place, where the winners side has so many rounds.

    >>> from league.formats.elimination.draw import single_elimination
    >>> round_name(single_elimination(8).nodes[4], 3, double=False)
    'Semi-finals'
    """
    match node.part:
        case Part.LOSERS:
            return say("Losers round {number}", number=node.round)
        case Part.FINAL:
            return say("Grand final")
        case Part.RESET:
            return say("Second grand final")
        case Part.THIRD:
            return say("Third place")
    left = rounds - node.round
    if double:
        return say("Winners final") if left == 0 else say("Winners round {number}", number=node.round)
    return {0: say("Final"), 1: say("Semi-finals"), 2: say("Quarter-finals")}.get(
        left, say("Round of {number}", number=2 ** (left + 1))
    )
