"""What an organiser declares: stages of formats with their settings. It fetches nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.events.formats.registry import ROUNDS, format_of
from league.events.formats.settings import BadSetting
from league.events.formats.tie_breaks.columns import BadTieBreaks, check
from matches.refusals import Refused

MOST_STAGES = 5


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A format with its settings; each stage but the first `takes` the best of the one before."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    takes: int | None = None


def check_stages(stages: Sequence[StagePlan], entrants: int, tie_breaks: Sequence[str]) -> Sequence[StagePlan]:
    """The stages, if an event of so many entrants can have them. Refused names stage and field otherwise."""
    if not 1 <= len(stages) <= MOST_STAGES:
        raise Refused("bad-stages", f"An event has 1 to {MOST_STAGES} stages.", "stages")
    _check_tie_breaks(stages[0], tie_breaks)
    there = entrants
    for number, one in enumerate(stages, start=1):
        there = _taken(one, number, there)
        check_stage(one, there, number)
    return stages


def check_stage(one: StagePlan, entrants: int, number: int = 1) -> None:
    """Refused unless this format can be played by so many."""
    try:
        format_of(one.format).check(one.settings, entrants)
    except BadSetting as bad:
        where = "" if number == 1 else f"Stage {number}: "
        raise Refused("bad-setting", f"{where}{bad.sentence}", bad.field) from bad


def everybody_meets(format: str) -> bool:
    """Whether a format's pairings are known beforehand: forfeits then count like games in its tie-breaks."""
    return format in ROUNDS and ROUNDS[format].fixed


def _check_tie_breaks(first: StagePlan, keys: Sequence[str]) -> None:
    try:
        check(keys, everybody_meets=everybody_meets(first.format))
    except BadTieBreaks as bad:
        raise Refused(bad.code, str(bad), bad.field) from bad


def _taken(one: StagePlan, number: int, there: int) -> int:
    if number == 1:
        if one.takes is not None:
            raise Refused("bad-stages", "The first stage takes all entrants.", "takes")
        return there
    if one.takes is None or not 2 <= one.takes <= there:
        raise Refused("bad-stages", f"Stage {number} takes 2 to {there} of the stage before.", "takes")
    return one.takes
