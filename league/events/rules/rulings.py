"""What an organiser may rule on a pairing, and what the ruling is worth. It fetches nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.words import say
from league.events.rules.brackets import FORMATS as BRACKETS
from league.events.rules.worth import worth
from matches.refusals import Refused

POSSIBLE = ((2, 0), (0, 2), (1, 1), (0, 0))
"""Half points by side of a ruling between two."""
BY_PLACES = ("heats",)
"""Formats whose rulings give places at a table."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling: half points by side in the format's own currency, and ranks by side (nobody 1: nobody scores)."""

    halves: tuple[int, ...]
    ranks: tuple[int, ...]

    def by_seat(self, first: int) -> tuple[int, ...]:
        """The ranks by seat of a match in which side `first` had seat 0; empty where nobody scores.

        >>> Ruled((2, 0), (1, 2)).by_seat(1), Ruled((0, 0), (2, 2)).by_seat(0)
        ((2, 1), ())
        """
        return (*self.ranks[first:], *self.ranks[:first]) if 1 in self.ranks else ()


def ruled(
    format: str, settings: Mapping[str, Any], sides: int, *, halves: Sequence[int], places: Sequence[int], forfeit: bool
) -> Ruled:
    """The ruling, from `halves` (a win 2, a draw 1) between two, or from `places` at a table, both by side.

    A place of 0 is that of one who is disqualified, or did not come: no points, and last. Refused where it cannot be.
    """
    if format in BY_PLACES:
        check_places(places, sides)
        if not any(places):
            return Ruled((0,) * sides, (sides,) * sides)
        ranks = tuple(place or sides for place in places)
        made = worth(format, settings, (), ranks, forfeit=forfeit)
        return Ruled(tuple(half if place else 0 for half, place in zip(made, places, strict=True)), ranks)
    if tuple(halves) not in POSSIBLE or sides > 2:
        raise Refused("bad-result", say("A result is a win for one side, a draw, or nothing for both."), "halves")
    if format in BRACKETS and tuple(halves) == (1, 1):
        raise Refused("bad-result", say("Somebody must go on: a bracket knows no draw."), "halves")
    best = max(halves)
    by_points = tuple(1 if best and one == best else 2 for one in halves)
    return Ruled(worth(format, settings, halves, (), forfeit=forfeit), by_points)


def check_places(places: Sequence[int], sides: int) -> None:
    """Refused unless these are the places of a table: who shares one takes up as many (1, 2, 2, 4); 0 has none."""
    placed = [one for one in places if one]
    right = all(one == 1 + sum(other < one for other in placed) for one in placed)
    if len(places) != sides or not right:
        raise Refused(
            "bad-result",
            say(
                "Give the places of all {sides} from the first on; who shares one takes up as many (1, "
                "2, 2, 4), and 0 is for who has none.",
                sides=sides,
            ),
            "places",
        )
