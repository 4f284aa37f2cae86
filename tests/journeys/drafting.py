"""A season of the demo league whose draft is set up and waits for its start. Runs at the desk."""

from datetime import timedelta
from typing import Any

BOT_PACE_MS = 150


def open_draft(asked: dict[str, Any]) -> int:
    """The id of the draft; `owners` found the franchises, `terms` are the season's, and the rest the draft's settings."""
    from league.drafts.actions.lifecycle import create_draft
    from league.drafts.models import Draft
    from league.leagues.actions import SeasonDetails, create_season
    from league.leagues.models import League
    from league.people.models import Player
    from league.seasons.actions.franchises import create_franchise
    from league.seasons.actions.pool import fill_pool
    from league.seasons.actions.settings import change_phase, enable_franchises
    from matches.server_time import now

    owners, terms = asked.pop("owners"), asked.pop("terms")
    at, people = now(), dict(Player.objects.values_list("username", "pk"))
    league, by = League.objects.get(slug="demo-league"), people["olivia"]
    days = SeasonDetails(f"Season by {asked['kind']}", at.date(), at.date() + timedelta(days=30))
    season = create_season(league_id=league.pk, by=by, days=days, at=at)
    enable_franchises(season_id=season, by=by, data={"salaries_paid": False, **terms}, at=at)
    fill_pool(season_id=season, by=by, default=True, at=at)
    for name in owners:
        create_franchise(season_id=season, by=people[name], name=f"The {name}s", at=at)
    change_phase(season_id=season, by=by, to="draft", at=at)
    made = create_draft(season_id=season, by=by, data={"order": "hand", **asked}, at=at)
    Draft.objects.filter(pk=made).update(bot_pace_ms=BOT_PACE_MS)
    return made
