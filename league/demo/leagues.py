"""The league that runs the demo's events, so that there is one to look at."""

from datetime import datetime, timedelta

from league.leagues.actions import Days, add_staff, create_league, create_season
from league.leagues.models import League, Role

SLUG = "demo-league"
NAME = "Demo League"
ABOUT = "Bots play here season after season, in every game for two, so that there is always a match to watch."
SEASON_DAYS = 90


def open_league(*, organiser: int, referee: str, at: datetime) -> int:
    """The id of the demo's league, which is made with a staff of two and a season where it is missing."""
    known = demo_league()
    if known is not None:
        return known
    league_id = create_league(by=organiser, name=NAME, slug=SLUG, about=ABOUT, at=at)
    add_staff(league_id=league_id, by=organiser, username=referee, role=Role.REFEREE, at=at)
    first_day = at.date()
    days = Days(f"Season {first_day.year}", first_day, first_day + timedelta(days=SEASON_DAYS))
    create_season(league_id=league_id, by=organiser, days=days, at=at)
    return league_id


def demo_league() -> int | None:
    """The id of the demo's league, None where it was not loaded."""
    return League.objects.filter(slug=SLUG).values_list("pk", flat=True).first()
