"""The order of a stage, best first, as its format has it."""

from __future__ import annotations

from league.events.formats.elimination.play import ranking
from league.events.formats.protocol import Place
from league.events.formats.registry import format_of
from league.events.models import Stage, StagePlace
from league.events.queries.brackets import standing
from league.events.queries.history import entrants_of, history_of
from league.events.rules.brackets import FORMATS as BRACKETS


def order_of(stage: Stage) -> list[int]:
    """The entrants in the order in which the stage has placed them."""
    if stage.format in BRACKETS:
        ranks = ranking(dict(standing(stage)))
        seeds = StagePlace.objects.filter(stage=stage).order_by("seed").values_list("entrant", "seed")
        return [entrant for entrant, seed in sorted(seeds, key=lambda one: (ranks.get(one[1], 0), one[1]))]
    return [place.entrant for place in places_of(stage)]


def places_of(stage: Stage) -> tuple[Place, ...]:
    """The standings of a format that is played in rounds, by its own tie-breaks."""
    format, entrants = format_of(stage.format), entrants_of(stage)
    return format.standings(format.check(stage.settings, len(entrants)), entrants, history_of(stage, published=True))
