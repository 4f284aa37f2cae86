"""The next season, with promotion and relegation."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_copies import clear_entrant_settings, create_from_event, get_event_plan
from league.events.actions.event_lifecycle import lock_managed, log_action
from league.events.models import Entrant, Event, Seeding
from league.events.stage_plans import StagePlan
from league.formats.season.divisions import Divisions, fit_moves
from league.leagues.queries.roles import can_organise
from league.standings.next_season import (
    compute_next_divisions,
    find_next_event_id,
    find_season_rows,
    get_settings,
    increment_name,
    list_playoffs,
)
from league.standings.rows import StageRows
from league.standings.tables import load_stage_rows
from matches.errors import ActionError


@transaction.atomic
def create_next_season(*, event_id: int, by: int, at: datetime, winners: Collection[int] = (), name: str = "") -> int:
    """Create a draft of the season after a finished one, with entrants in new divisions; return its id.

    `winners` are the entrants of lower divisions who won their play-off. Withdrawn entrants are not entered again, and
    free places are filled from below. An event can have only one uncancelled next season.
    """
    event = lock_managed(event_id, by)
    rows = find_season_rows(event, load_stage_rows([event_id]))
    if rows is None:
        raise ActionError("no-season", _("Only a finished season can have a next season."))
    if find_next_event_id(event) is not None:
        raise ActionError("already-made", _("The next season already exists. Cancel it to create a new one."))
    unknown = set(winners) - {lower for _unused, lower in list_playoffs(rows)}
    if unknown:
        raise ActionError(
            "no-play-off", _("Only play-off entrants of the lower division can win a spot in the higher one."), "winners"
        )
    divisions = compute_next_divisions(rows, winners)
    order = [item for division in divisions for item in division]
    if len(order) < 2:
        raise ActionError("too-few", _("Another season needs at least two remaining entrants."))
    Event.objects.filter(repeat_of=event).update(repeat_of=None)
    next_id = create_from_event(
        event, by, at, name=name.strip() or increment_name(event.name), stages=_build_stage_plans(event, rows, divisions),
        league=event.league_id if event.league_id and can_organise(by, event.league_id) else None,
        max_entrants=len(order), seeding=Seeding.MANUAL, starts_at=None, repeat_days=0, draft=True,
    )  # fmt: skip
    entrants = event.entrants.in_bulk(order)
    Entrant.objects.bulk_create(
        Entrant(event_id=next_id, player_id=entrants[item].player_id, club=entrants[item].club, seed=seed, joined_at=at)
        for seed, item in enumerate(order, 1)
    )
    log_action(event, by, "season.next", after={"event": next_id, "divisions": [len(item) for item in divisions]}, at=at)
    return next_id


def _build_stage_plans(event: Event, rows: StageRows, divisions: Divisions) -> list[StagePlan]:
    """Return the stage plans with the new sizes of the divisions."""
    settings, sizes = get_settings(rows), [len(item) for item in divisions]
    moving, playoff = fit_moves(sizes, settings.moving, settings.playoff)
    first, *rest = (clear_entrant_settings(item) for item in get_event_plan(event).stages)
    new_settings = {"divisions": sizes if len(sizes) > 1 else [], "moving": moving, "playoff": playoff}
    return [replace(first, settings={**first.settings, **new_settings}), *rest]
