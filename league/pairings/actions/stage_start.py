"""The beginning of an event and of its stages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engines.words import say
from league.events.models import Entrant, Event, Stage, StagePlace
from league.events.rules.declaring import StagePlan, check_stages
from league.pairings.actions.brackets import draw_bracket
from league.pairings.actions.continuous_pairing import begin_continuous
from league.pairings.actions.pairing_generation import pair_all, pair_next
from league.pairings.actions.pairing_rows import write_rounds
from league.pairings.actions.round_dates import date_rounds
from league.pairings.actions.round_publication import publish
from matches.refusals import Refused


def begin_stage(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> bool:
    """Seat the entrants in this order and make the first pairings; say whether a match was opened: none is before
    the day of the first round, where there is a calendar.

    Refused where the format cannot take so many.
    """
    check_stages([StagePlan(stage.format, stage.settings)], len(entrants), ())
    stage.started_at, stage.size = at, len(entrants)
    stage.save(update_fields=["started_at", "size"])
    StagePlace.objects.bulk_create(
        StagePlace(stage=stage, entrant=entrant, seed=seed) for seed, entrant in enumerate(entrants, start=1)
    )
    if stage.traits.is_bracket:
        return draw_bracket(event, stage, entrants, at)
    if stage.traits.continuous:
        begin_continuous(event, stage, entrants, at)
        return True
    if stage.traits.fixed:
        rows = write_rounds(stage, pair_all(stage))
        date_rounds(stage, rows)
    else:
        _, made = pair_next(stage)
        if not made:
            raise Refused("cannot-pair", say("No round can be paired for these entrants."))
        rows = write_rounds(stage, [made])
    planned = rows[0].starts_at
    return False if planned and planned > at else publish(event, rows[0], at)
