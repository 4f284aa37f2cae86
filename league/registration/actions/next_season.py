"""The next season, with promotion and relegation."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from engines.words import say
from league.events.actions.event_copies import make_after, plan_of, without_entrants
from league.events.actions.event_lifecycle import managed, note
from league.events.models import Entrant, Event, Seeding
from league.events.stage_plans import StagePlan
from league.formats.season.divisions import Divisions, moves_that_fit
from league.leagues.queries.roles import may_organise
from league.standings.next_season import divisions_after, made_after, next_name, playoffs_of, season_rows, settings_of
from league.standings.rows import StageRows
from league.standings.tables import stage_rows
from matches.refusals import Refused


@transaction.atomic
def make_next_season(*, event_id: int, by: int, at: datetime, winners: Collection[int] = (), name: str = "") -> int:
    """Create a draft of the season after a finished one, with entrants in new divisions; return its id.

    `winners` are the entrants of lower divisions who won their play-off. Withdrawn entrants are not entered again, and
    free places are filled from below. An event can have only one uncancelled next season.
    """
    event = managed(event_id, by)
    rows = season_rows(event, stage_rows([event_id]))
    if rows is None:
        raise Refused("no-season", say("Only a finished season can have a next season."))
    if made_after(event) is not None:
        raise Refused("already-made", say("The next season already exists. Cancel it to create a new one."))
    unknown = set(winners) - {lower for _, lower in playoffs_of(rows)}
    if unknown:
        raise Refused(
            "no-play-off",
            say("Only play-off entrants of the lower division can win a place in the higher one."),
            "winners",
        )
    divisions = divisions_after(rows, winners)
    order = [one for division in divisions for one in division]
    if len(order) < 2:
        raise Refused("too-few", say("Another season needs at least two remaining entrants."))
    Event.objects.filter(repeat_of=event).update(repeat_of=None)
    made = make_after(
        event, by, at, name=name.strip() or next_name(event.name), stages=_stages(event, rows, divisions),
        league=event.league_id if event.league_id and may_organise(by, event.league_id) else None,
        max_entrants=len(order), seeding=Seeding.MANUAL, starts_at=None, repeat_days=0, draft=True,
    )  # fmt: skip
    before = event.entrants.in_bulk(order)
    Entrant.objects.bulk_create(
        Entrant(event_id=made, player_id=before[one].player_id, club=before[one].club, seed=seed, joined_at=at)
        for seed, one in enumerate(order, 1)
    )
    note(event, by, "season.next", after={"event": made, "divisions": [len(one) for one in divisions]}, at=at)
    return made


def _stages(event: Event, rows: StageRows, divisions: Divisions) -> list[StagePlan]:
    """Return the stage plans with the new sizes of the divisions."""
    settings, sizes = settings_of(rows), [len(one) for one in divisions]
    moving, playoff = moves_that_fit(sizes, settings.moving, settings.playoff)
    first, *rest = (without_entrants(one) for one in plan_of(event).stages)
    sized = {"divisions": sizes if len(sizes) > 1 else [], "moving": moving, "playoff": playoff}
    return [replace(first, settings={**first.settings, **sized}), *rest]
