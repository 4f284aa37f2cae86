"""The chain of stages of an event and its validation.

Each stage takes entrants from the previous one in the order of its standings, which becomes their seed order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engines.common import steps
from engines.words import say
from league.formats.elimination.format import Elimination
from league.formats.protocol import Entrant, Format, History, Place, Round
from league.formats.registry import format_of, traits_of
from league.formats.settings import BadSetting

MOST_ROUNDS = 5_000
"""Upper limit of the rounds of any format."""
MOST_STAGES = 8


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage as declared. `take` is the number of entrants from the previous stage, None for all qualifiers."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    take: int | None = None


class BadStage(BadSetting):
    """Raised for a setting of stage `stage` (from 1) with which the chain cannot be played."""

    def __init__(self, stage: int, title: str, why: BadSetting) -> None:
        super().__init__(why.field, say("Stage {stage} ({title}): {why}", stage=stage, title=title, why=why.sentence))
        self.stage = stage


@dataclass(frozen=True, slots=True)
class Planned:
    """A validated stage with its number of entrants."""

    title: str
    format: Format[Any]
    settings: Any
    entrants: int

    @property
    def rounds(self) -> int:
        return self.format.rounds_planned(self.settings, self.entrants)


def check(stages: Sequence[Stage], entrants: int) -> tuple[Planned, ...]:
    """Return the chain with the size of every stage. Raises BadStage for the first invalid stage and field."""
    if not 1 <= len(stages) <= MOST_STAGES:
        raise BadSetting("stages", say("Choose 1 to {most} stages.", most=MOST_STAGES))
    planned: list[Planned] = []
    for number, stage in enumerate(stages, 1):
        try:
            planned.append(_planned(stage, planned[-1] if planned else None, entrants))
        except BadSetting as why:
            raise BadStage(number, stage.format, why) from why
    return tuple(planned)


def through(stage: Planned, entrants: Sequence[Entrant], history: History, take: int) -> tuple[int, ...]:
    """Return the qualifiers in seed order: the top of the standings without withdrawn entrants."""
    there = {one.id for one in entrants if one.there}
    order = [line.entrant for line in stage.format.standings(stage.settings, entrants, history)]
    return tuple(one for one in order if one in there)[:take]


def _planned(stage: Stage, before: Planned | None, entrants: int) -> Planned:
    if traits_of(stage.format).continuous:
        raise BadSetting("format", say("Ladders and arenas have no rounds and can't be combined with other stages."))
    format_ = format_of(stage.format)
    size = entrants if before is None else _size(stage, before)
    if before is None and stage.take not in (None, entrants):
        text = say("The first stage takes all {entrants} entrants, not {take}.", entrants=entrants, take=stage.take)
        raise BadSetting("take", text)
    return Planned(format_.name, format_, format_.check(stage.settings, size), size)


def _size(stage: Stage, before: Planned) -> int:
    named = before.format.sends_on(before.settings)
    sends = before.entrants if named is None else named
    if stage.take is None:
        return sends
    if named is not None and stage.take != sends:
        raise BadSetting(
            "take", say("The group stage has {sends} qualifiers, not {take}.", sends=sends, take=stage.take)
        )
    if not 2 <= stage.take <= sends:
        text = say(
            "Take 2 to {sends} of the {sends} entrants of the previous stage, not {take}.", sends=sends, take=stage.take
        )
        raise BadSetting("take", text)
    if isinstance(before.format, Elimination) and stage.take < sends:
        lines = _played_out(before.format, before.settings, sends)
        if lines[stage.take - 1].rank == lines[stage.take].rank:
            text = say(
                "Can't take {take} entrants from the bracket: several share the last qualifying rank. Choose "
                "another number.",
                take=stage.take,
            )
            raise BadSetting("take", text)
    return stage.take


@lru_cache(maxsize=16)
def _played_out(format_: Elimination, settings: Any, size: int) -> tuple[Place, ...]:
    """Return the standings of a bracket in which the better seed always wins."""
    entrants = [Entrant(seed) for seed in range(1, size + 1)]
    history: list[Round] = []
    for _ in steps(MOST_ROUNDS, "a bracket"):
        made = format_.next_round(settings, entrants, history)
        if made is None:
            break
        history.append(
            tuple(replace(one, halves=(2, 0) if one.entrants[0] < one.entrants[1] else (0, 2)) for one in made)
        )
    return format_.standings(settings, entrants, history)
