"""Elimination brackets as an organiser sets them: the draw, the length of series, and the names of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engines.words import Message, say
from league.events.formats.adapters.elimination import Elimination, Settings
from league.events.formats.elimination.draw import Draw, Loser, Node, Part, Winner
from league.events.formats.registry import format_of


@dataclass(frozen=True, slots=True)
class Bracket:
    """A draw, and where the winner and the loser of each place go: (key, number of the side)."""

    draw: Draw
    nodes: Mapping[str, Node]
    winner_to: Mapping[str, tuple[tuple[str, int], ...]]
    loser_to: Mapping[str, tuple[tuple[str, int], ...]]


def elimination(format: str) -> Elimination:
    """The format, which is a bracket."""
    found = format_of(format)
    assert isinstance(found, Elimination)
    return found


def bracket_of(format: str, given: Mapping[str, Any], entrants: int) -> Bracket:
    """BadSetting if the settings, or the number of entrants, cannot be."""
    settings = elimination(format).check(given, entrants)
    return _bracket(format, entrants, settings.third_place, settings.reset)


def best_of(settings: Settings, node: Node, *, double: bool) -> int:
    """How many matches the pairing at a place is played in, at most."""
    final = node.part in (Part.FINAL, Part.RESET) or (node.last and not double)
    return (settings.best_of_final if final else None) or settings.best_of


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

    >>> from league.events.formats.elimination.draw import single_elimination
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


@lru_cache(maxsize=64)
def _bracket(format: str, entrants: int, third_place: bool, reset: bool) -> Bracket:
    made = elimination(format).draw(Settings(third_place=third_place, reset=reset), entrants)
    winner_to: dict[str, list[tuple[str, int]]] = {node.key: [] for node in made.nodes}
    loser_to: dict[str, list[tuple[str, int]]] = {node.key: [] for node in made.nodes}
    for node in made.nodes:
        for number, source in enumerate(node.sides):
            match source:
                case Winner(of):
                    winner_to[of].append((node.key, number))
                case Loser(of):
                    loser_to[of].append((node.key, number))
    return Bracket(
        made,
        {node.key: node for node in made.nodes},
        {key: tuple(to) for key, to in winner_to.items()},
        {key: tuple(to) for key, to in loser_to.items()},
    )
