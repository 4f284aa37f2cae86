"""Shared steps of season actions: locks, phase checks and audit log entries."""

from datetime import datetime
from typing import Any

from engines.i18n import translate as _
from league.audit.actions import Values, record
from league.leagues.actions import lock_league_if_allowed
from league.leagues.models import Season
from league.leagues.rules import PLAN_SEASONS
from league.seasons.models import Franchise, Phase, SeasonSettings
from league.seasons.rules.settings import format_phase
from matches.errors import ActionError, get_or_refuse
from matches.pubsub import publish_on_commit


def lock_terms(season_id: int) -> SeasonSettings:
    """Return the settings of a season, locked. Every action that changes money or rosters takes this lock."""
    rows = SeasonSettings.objects.select_for_update().filter(pk=season_id)
    return get_or_refuse(rows.first(), "no-franchises", _("This season is played without franchises."))


def require_phase(terms: SeasonSettings, *phases: Phase) -> None:
    """Raise ActionError unless the season is in one of these phases."""
    if terms.phase not in phases:
        current, required, *others = (format_phase(phase) for phase in (terms.phase, *phases))
        if others:
            text = _(
                "The season must be in the {wanted} or {other} phase, but it's in {phase}.",
                phase=current,
                wanted=required,
                other=others[0],
            )
        else:
            text = _("The season must be in the {wanted} phase, but it's in {phase}.", phase=current, wanted=required)
        raise ActionError("wrong-phase", text)


def lock_season_as_organiser(season_id: int, by: int) -> Season:
    """Return the season, its league locked. Raises ActionError unless the user may plan its seasons."""
    rows = Season.objects.select_related("league").filter(pk=season_id)
    season = get_or_refuse(rows.first(), "not-found", _("Season not found."))
    lock_league_if_allowed(season.league_id, by, PLAN_SEASONS)
    season.refresh_from_db(fields=["archived_at"])
    return season


def lock_as_organiser(season_id: int, by: int) -> tuple[Season, SeasonSettings]:
    """Return the season and its settings, locked after the league. Raises as `lock_season_as_organiser`."""
    season = lock_season_as_organiser(season_id, by)
    return season, lock_terms(season_id)


def log_action(
    season: Season,
    action: str,
    *,
    by: int,
    at: datetime,
    subject: tuple[str, int] | None = None,
    before: Values = None,
    after: Values = None,
    why: str = "",
) -> None:
    """Write the action to the audit log, and refresh open pages of the season.

    Its subject is the season, unless `subject` is set.
    """
    if subject is None:
        subject = ("season", season.pk)
        before, after = ({"name": season.name, **(values or {})} for values in (before, after))
    record(by=by, action=action, subject=subject, league_id=season.league_id, before=before, after=after, why=why, at=at)
    publish_season(season.pk)


def log_franchise_action(
    season: Season | None, action: str, franchise: Franchise, *, before: Values = None, after: Values = None, **entry: Any
) -> None:
    """Log an action on a franchise as `log_action` does; its owner's own actions (no `season`) are not logged."""
    if season is None:
        publish_season(franchise.season_id)
    else:
        before, after = ({"name": franchise.name, **values} if values else values for values in (before, after))
        log_action(season, action, subject=("franchise", franchise.pk), before=before, after=after, **entry)


def publish_season(season_id: int) -> None:
    """On commit, refresh open pages of the season."""
    publish_on_commit(f"season.{season_id}")


def require_not_archived(terms: SeasonSettings) -> None:
    """Raise ActionError("wrong-phase") if the season is in the archive."""
    if terms.phase == Phase.ARCHIVE:
        raise ActionError("wrong-phase", _("The season is archived. Its money and rosters can't be changed."))
