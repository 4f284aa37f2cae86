"""Planning the seasons of a league."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction

from engines.contract import Json
from engines.words import marked, say
from league.audit.actions import changes, record
from league.leagues.actions.leagues import managed
from league.leagues.models import League, Season
from league.leagues.rules import DEED, check_days
from league.text_cleaning import one_line
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Days:
    """What an organiser says about a season: its name, its first and its last day."""

    name: str
    starts_on: date
    ends_on: date

    def checked(self) -> Days:
        check_days(self.starts_on, self.ends_on)
        return Days(
            one_line(self.name, least=2, most=60, field="name", what=marked("A name")), self.starts_on, self.ends_on
        )

    def dump(self) -> dict[str, Json]:
        return {"name": self.name, "starts_on": self.starts_on.isoformat(), "ends_on": self.ends_on.isoformat()}


def create_season(*, league_id: int, by: int, days: Days, why: str = "", at: datetime) -> int:
    """Plan a season and return its id."""
    with _Once(), transaction.atomic():
        league = managed(league_id, by, DEED)
        days = days.checked()
        season = Season.objects.create(league=league, name=days.name, starts_on=days.starts_on, ends_on=days.ends_on)
        record(
            by=by, act="season.created", subject=("season", season.pk), league_id=league.pk,
            after=days.dump(), why=why, at=at,
        )  # fmt: skip
        return int(season.pk)


def edit_season(*, league_id: int, season_id: int, by: int, days: Days, why: str = "", at: datetime) -> None:
    """Change the name or the days of a season that is not in the archive."""
    with _Once(), transaction.atomic():
        league = managed(league_id, by, DEED)
        season = _season(league, season_id)
        if season.archived_at:
            raise Refused("season-archived", say("Take the season back from the archive to edit it."))
        days = days.checked()
        before, after = changes(Days(season.name, season.starts_on, season.ends_on).dump(), days.dump())
        if not after:
            return
        Season.objects.filter(pk=season.pk).update(name=days.name, starts_on=days.starts_on, ends_on=days.ends_on)
        record(
            by=by, act="season.edited", subject=("season", season.pk), league_id=league.pk,
            before=before, after=after, why=why, at=at,
        )  # fmt: skip


@transaction.atomic
def archive_season(
    *, league_id: int, season_id: int, by: int, archived: bool = True, why: str = "", at: datetime
) -> None:
    """Put a season into the archive, or take it back. What is so already stays so."""
    league = managed(league_id, by, DEED)
    season = _season(league, season_id)
    if bool(season.archived_at) == archived:
        return
    if hasattr(season, "terms"):
        raise Refused("has-phases", say("A season with franchises goes into the archive, and back, by its phases."))
    Season.objects.filter(pk=season.pk).update(archived_at=at if archived else None)
    record(
        by=by, act="season.archived" if archived else "season.reopened", subject=("season", season.pk),
        league_id=league.pk, before={"name": season.name, "archived": not archived},
        after={"name": season.name, "archived": archived}, why=why, at=at,
    )  # fmt: skip


def _season(league: League, season_id: int) -> Season:
    season = Season.objects.filter(pk=season_id, league=league).first()
    if season is None:
        raise Refused("not-found", say("There is no such season."))
    return season


class _Once:
    """Turns the database's refusal of a second season of a name into ours."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, IntegrityError):
            raise Refused("name-taken", say("The league has a season of this name."), "name") from None
