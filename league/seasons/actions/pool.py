"""Edit a season's pool of Gamers and their salaries."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from engines.i18n import translate as _
from league.gamers.actions import load_default_gamers
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.models import Season
from league.seasons.actions.common import lock_as_organiser, log_action, require_phase
from league.seasons.actions.settings import check_terms
from league.seasons.models import Contract, Phase, SeasonSettings
from league.seasons.queries.rosters import get_gamer
from league.seasons.rules.settings import MAX_MONEY
from matches.errors import ActionError


@transaction.atomic
def fill_pool(*, season_id: int, by: int, default: bool = False, own: bool = False, why: str = "", at: datetime) -> int:
    """Add the default set, the league's own Gamers, or both, at their usual salaries; return how many were new."""
    season, terms = lock_as_organiser(season_id, by)
    require_phase(terms, Phase.SETUP)
    if not default and not own:
        raise ActionError("nothing-chosen", _("Choose the default set, the league's own Gamers, or both."), "default")
    if default:
        load_default_gamers(at=at)
    no_rows = Q(pk__in=[])
    gamers = Gamer.objects.filter((Q(league=None) if default else no_rows) | (Q(league=season.league_id) if own else no_rows))
    if own and not default and not gamers.exists():
        raise ActionError("no-gamers", _("This league hasn't imported any Gamers yet. Import some first."), "own")
    existing = SeasonGamer.objects.filter(season=season).values("gamer")
    new_rows = [SeasonGamer(season=season, gamer=gamer, salary=gamer.salary) for gamer in gamers.exclude(pk__in=existing)]
    SeasonGamer.objects.bulk_create(new_rows)
    if new_rows:
        log_action(season, "season.pool-filled", by=by, after={"gamers": len(new_rows)}, why=why, at=at)
    return len(new_rows)


@transaction.atomic
def set_salaries(*, season_id: int, by: int, salaries: dict[int, int], why: str = "", at: datetime) -> int:
    """Set the salaries of these season Gamers; return how many changed. Running contracts keep their salary."""
    season, terms = lock_as_organiser(season_id, by)
    require_phase(terms, Phase.SETUP)
    rows = SeasonGamer.objects.filter(season=season, pk__in=salaries).select_related("gamer")
    rows_by_id = {row.pk: row for row in rows}
    if salaries.keys() - rows_by_id.keys():
        raise ActionError("not-found", _("Gamer not found in this season."), "gamer_id")
    for salary in salaries.values():
        if not 1 <= salary <= MAX_MONEY:
            text = _("A salary must be a whole number from 1 to {maximum}.", maximum=f"{MAX_MONEY:,}")
            raise ActionError("bad-salary", text, "salary")
    changed = [row for pk, row in rows_by_id.items() if row.salary != salaries[pk]]
    before = {row.gamer.handle: row.salary for row in changed}
    for row in changed:
        row.salary = salaries[row.pk]
    SeasonGamer.objects.bulk_update(changed, ["salary"])
    if changed:
        check_terms(terms)
        after = {row.gamer.handle: row.salary for row in changed}
        log_action(season, "season.salaries", by=by, before=before, after=after, why=why, at=at)
    return len(changed)


@transaction.atomic
def drop_gamer(*, season_id: int, by: int, gamer: int, why: str = "", at: datetime) -> None:
    """Remove a Gamer without a contract from the season's pool."""
    season, terms = lock_as_organiser(season_id, by)
    require_phase(terms, Phase.SETUP)
    row = get_gamer(season_id, gamer)
    if Contract.objects.filter(gamer=row).exists():
        text = _("{handle} has a contract from last season.", handle=row.gamer.handle)
        raise ActionError("under-contract", text, "gamer")
    handle = row.gamer.handle
    row.delete()
    check_terms(terms)
    log_action(season, "season.pool-dropped", by=by, before={"gamer": handle}, after={}, why=why, at=at)


def copy_pool(old: Season, terms: SeasonSettings) -> None:
    """Add the missing Gamers of another season at their salaries there. Must hold the settings lock."""
    existing = SeasonGamer.objects.filter(season=terms.pk).values("gamer")
    rows = SeasonGamer.objects.filter(season=old).exclude(gamer__in=existing)
    SeasonGamer.objects.bulk_create(SeasonGamer(season_id=terms.pk, gamer_id=row.gamer_id, salary=row.salary) for row in rows)
