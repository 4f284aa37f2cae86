"""What an organiser declares: stages of formats with their settings. It fetches nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engines.words import say
from league.formats.protocol import Traits
from league.formats.registry import ALL, traits_of
from league.formats.settings import BadSetting
from league.formats.stages import Stage
from league.formats.stages import check as check_chain
from league.formats.tie_breaks.columns import BadTieBreaks, check
from matches.refusals import Refused

MOST_STAGES = 5
MOST_CLUB = 40


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A format with its settings; each stage but the first `takes` the best of the one before."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    takes: int | None = None


def check_stages(stages: Sequence[StagePlan], entrants: int, tie_breaks: Sequence[str]) -> Sequence[StagePlan]:
    """The stages, if an event of so many entrants can have them. Refused names stage and field otherwise."""
    if not 1 <= len(stages) <= MOST_STAGES:
        raise Refused("bad-stages", say("An event has 1 to {most} stages.", most=MOST_STAGES), "stages")
    if stages[0].takes is not None:
        raise Refused("bad-stages", say("The first stage takes all entrants."), "takes")
    first = ALL.get(stages[0].format)
    _check_tie_breaks(tie_breaks, everybody_meets=first is not None and first.fixed)
    if len(stages) == 1 and first is not None and first.continuous:
        _check_settings(first, stages[0].settings, entrants)
        return stages
    try:
        check_chain([Stage(one.format, one.settings, one.takes) for one in stages], entrants)
    except BadSetting as bad:
        alone = len(stages) == 1 and isinstance(bad.__cause__, BadSetting)
        sentence = bad.__cause__.sentence if alone and isinstance(bad.__cause__, BadSetting) else bad.sentence
        field = "takes" if bad.field == "take" else bad.field
        code = "unknown-format" if field == "format" else "bad-setting"
        raise Refused(code, sentence, field) from bad
    return stages


def check_seats(stages: Sequence[StagePlan], seat_counts: Sequence[int]) -> None:
    """Refused unless the game can be played at every table that the formats seat."""
    for one in stages:
        format = ALL.get(one.format)
        seats = format.seats(one.settings) if format else ()
        if not set(seats) <= set(seat_counts):
            raise Refused(
                "not-for-so-many", say("This game cannot be played by {seats} at a table.", seats=seats[0]), "seats"
            )


def _check_settings(format: Traits, settings: Mapping[str, Any], entrants: int) -> None:
    try:
        format.check(settings, entrants)
    except BadSetting as bad:
        raise Refused("bad-setting", bad.sentence, bad.field) from bad


def _check_tie_breaks(keys: Sequence[str], *, everybody_meets: bool) -> None:
    """Where everybody meets everybody, forfeits count like games."""
    try:
        check(keys, everybody_meets=everybody_meets)
    except BadTieBreaks as bad:
        raise Refused(bad.code, bad.sentence, bad.field) from bad


def club_name(text: str) -> str:
    """The name without needless spaces; Refused if it is too long, or holds what no text has."""
    club = " ".join(text.split())
    if len(club) > MOST_CLUB or "\x00" in club:
        raise Refused("too-long", say("The name of a club has at most {most} characters.", most=MOST_CLUB), "club")
    return club


class Chosen(Protocol):
    tie_breaks: Sequence[str]


def tie_breaks_of(event: Chosen, format: str) -> tuple[str, ...]:
    """The keys of the tie-breaks of a stage, in order."""
    return tuple(event.tie_breaks) or traits_of(format).tie_breaks
