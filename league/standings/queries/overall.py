"""Standings as people read them: group by group, and over all stages of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from league.events.models import Stage
from league.standings.queries.standings_calculation import Line

OVERALL = 0
"""The number that stands for all stages together, where tables are numbered by stage."""


def by_group(stage: Stage, lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines group by group, best first, ranked in their group; as they are where there are no groups.

    A group stage lists its qualifiers first, as seeds of what follows.

    >>> from league.events.models import Stage
    >>> mixed = [Line(at, at, 0, 0, 0, 0, 0, group, ("1",)) for at, group in ((1, "B"), (2, "A"))]
    >>> [(line.group, line.rank) for line in by_group(Stage(format="groups"), mixed)]
    [('A', 1), ('B', 1)]
    """
    if not stage.traits.ranks_in_groups:
        return lines
    ordered = sorted(lines, key=lambda line: (len(line.group), line.group))
    return [replace(line, rank=int(line.figures[0])) for line in ordered]


def overall(stages: Sequence[Sequence[Line]]) -> list[Line]:
    """Return everybody once, from the lines of the stages that have begun, the first stage first.

    The players of the last stage come first, in its order; then those who went out in the stage before, and so on.
    Results are added up over all stages.
    """
    placed: list[Line] = []
    seen: set[int] = set()
    for lines in reversed(stages):
        rest = [line for line in lines if line.entrant not in seen]
        placed += [_behind(line, lines, seen) for line in rest]
        seen |= {line.entrant for line in rest}
    return [_summed(line, stages) for line in placed]


def _behind(line: Line, lines: Sequence[Line], before: set[int]) -> Line:
    """The line with its rank behind all who went on."""
    if line.rank is None:
        return replace(line, group="", figures=())
    better = sum(
        1 for other in lines if other.entrant not in before and (other.rank is None or other.rank < line.rank)
    )  # fmt: skip
    return replace(line, rank=len(before) + better + 1, group="", figures=())


def _summed(line: Line, stages: Sequence[Sequence[Line]]) -> Line:
    own = [other for lines in stages for other in lines if other.entrant == line.entrant]
    return replace(
        line, halves=sum(one.halves for one in own), played=sum(one.played for one in own),
        wins=sum(one.wins for one in own), draws=sum(one.draws for one in own), losses=sum(one.losses for one in own),
    )  # fmt: skip
