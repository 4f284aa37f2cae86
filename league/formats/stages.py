"""The chain of stages of an event and its validation.

Each stage takes entrants from the previous one in the order of its standings, which becomes their seed order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engines.common import bounded_steps
from engines.i18n import translate as _
from league.formats.elimination.format import Elimination
from league.formats.protocol import Entrant, Format, History, Round, TableRow
from league.formats.registry import get_format, get_traits
from league.formats.settings import BadSetting
from league.formats.ties import PLAY_OFF, SHARED

ROUND_LIMIT = 5_000
"""Upper limit of the rounds of any format."""
MAX_STAGES = 8


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage as declared. `take` is the number of entrants from the previous stage, None for all qualifiers."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    take: int | None = None


class BadStage(BadSetting):
    """Raised for a setting of stage `stage` (from 1) with which the chain cannot be played."""

    def __init__(self, stage: int, title: str, error: BadSetting) -> None:
        super().__init__(error.field, _("Stage {stage} ({title}): {why}", stage=stage, title=title, why=error.sentence))
        self.stage = stage


@dataclass(frozen=True, slots=True)
class Planned:
    """A validated stage with its number of entrants."""

    title: str
    format: Format[Any]
    settings: Any
    entrants: int
    data: Mapping[str, Any] = field(default_factory=dict)
    """The settings as declared."""

    @property
    def rounds(self) -> int:
        return self.format.rounds_planned(self.settings, self.entrants)


def check_stages(stages: Sequence[Stage], entrants: int) -> tuple[Planned, ...]:
    """Return the chain with the size of every stage. Raises BadStage for the first invalid stage and field."""
    if not 1 <= len(stages) <= MAX_STAGES:
        raise BadSetting("stages", _("Choose 1 to {most} stages.", most=MAX_STAGES))
    planned: list[Planned] = []
    for number, stage in enumerate(stages, 1):
        try:
            planned.append(_plan_stage(stage, planned[-1] if planned else None, entrants))
        except BadSetting as error:
            raise BadStage(number, stage.format, error) from error
    return tuple(planned)


def select_qualifiers(stage: Planned, entrants: Sequence[Entrant], history: History, take: int) -> tuple[int, ...]:
    """Return the qualifiers in seed order: the top of the standings without withdrawn entrants."""
    active = {entrant.id for entrant in entrants if entrant.there}
    order = [line.entrant for line in stage.format.standings(stage.settings, entrants, history)]
    return tuple(entrant for entrant in order if entrant in active)[:take]


def _plan_stage(stage: Stage, previous: Planned | None, entrants: int) -> Planned:
    if get_traits(stage.format).continuous:
        raise BadSetting("format", _("Ladders and arenas have no rounds and can't be combined with other stages."))
    format_ = get_format(stage.format)
    if previous is not None and previous.data.get("ties") == SHARED and not isinstance(format_, Elimination):
        text = _("With shared places, more entrants may qualify, which only a bracket can take. Choose another rule for ties.")
        raise BadSetting("ties", text)
    if previous is not None and previous.data.get("ties") == PLAY_OFF and not previous.format.names_qualifiers:
        text = _("In a league season, play-offs don't decide who advances to another stage. Choose another rule for ties.")
        raise BadSetting("ties", text)
    size = entrants if previous is None else _get_size(stage, previous)
    if previous is None and stage.take not in (None, entrants):
        text = _("The first stage takes all {entrants} entrants, not {take}.", entrants=entrants, take=stage.take)
        raise BadSetting("take", text)
    return Planned(format_.name, format_, format_.check(stage.settings, size), size, stage.settings)


def _get_size(stage: Stage, previous: Planned) -> int:
    fixed_count = previous.format.qualifier_count(previous.settings)
    sends = previous.entrants if fixed_count is None else fixed_count
    if stage.take is None:
        return sends
    if fixed_count is not None and stage.take != sends:
        raise BadSetting("take", _("The group stage has {sends} qualifiers, not {take}.", sends=sends, take=stage.take))
    if not 2 <= stage.take <= sends:
        text = _("Take 2 to {sends} of the {sends} entrants of the previous stage, not {take}.", sends=sends, take=stage.take)
        raise BadSetting("take", text)
    if isinstance(previous.format, Elimination) and stage.take < sends:
        lines = _play_by_seed(previous.format, previous.settings, sends)
        if lines[stage.take - 1].rank == lines[stage.take].rank:
            text = _(
                "Can't take {take} entrants from the bracket: several share the last qualifying rank. Choose another number.",
                take=stage.take,
            )
            raise BadSetting("take", text)
    return stage.take


@lru_cache(maxsize=16)
def _play_by_seed(format_: Elimination, settings: Any, size: int) -> tuple[TableRow, ...]:
    """Return the standings of a bracket in which the better seed always wins."""
    entrants = [Entrant(seed) for seed in range(1, size + 1)]
    history: list[Round] = []
    for _unused in bounded_steps(ROUND_LIMIT, "a bracket"):
        pairings = format_.next_round(settings, entrants, history)
        if pairings is None:
            break
        history.append(
            tuple(
                replace(pairing, halves=(2, 0) if pairing.entrants[0] < pairing.entrants[1] else (0, 2)) for pairing in pairings
            )
        )
    return format_.standings(settings, entrants, history)
