"""Edit a season's pool of Gamers and their salaries."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from engines.words import say
from league.gamers.actions import load_default_gamers
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.models import Season
from league.seasons.actions.locking import must_be, organised, tell
from league.seasons.actions.terms import check_whole
from league.seasons.models import Contract, Phase, SeasonTerms
from league.seasons.queries.rosters import get_gamer
from league.seasons.rules.terms import MOST_MONEY
from matches.refusals import Refused


@transaction.atomic
def fill_pool(*, season_id: int, by: int, default: bool = False, own: bool = False, why: str = "", at: datetime) -> int:
    """Add the default set, the league's own Gamers, or both, at their usual salaries; return how many were new."""
    season, terms = organised(season_id, by)
    must_be(terms, Phase.SETUP)
    if not default and not own:
        raise Refused("nothing-chosen", say("Choose the default set, the league's own Gamers, or both."), "default")
    if default:
        load_default_gamers(at=at)
    nobody = Q(pk__in=[])
    wanted = Gamer.objects.filter(
        (Q(league=None) if default else nobody) | (Q(league=season.league_id) if own else nobody)
    )
    if own and not default and not wanted.exists():
        raise Refused("no-gamers", say("This league hasn't imported any Gamers yet. Import some first."), "own")
    there = SeasonGamer.objects.filter(season=season).values("gamer")
    fresh = [SeasonGamer(season=season, gamer=one, salary=one.salary) for one in wanted.exclude(pk__in=there)]
    SeasonGamer.objects.bulk_create(fresh)
    if fresh:
        tell(season, "season.pool-filled", by=by, after={"gamers": len(fresh)}, why=why, at=at)
    return len(fresh)


@transaction.atomic
def set_salaries(*, season_id: int, by: int, salaries: dict[int, int], why: str = "", at: datetime) -> int:
    """Set the salaries of these season Gamers; return how many changed. Running contracts keep their salary."""
    season, terms = organised(season_id, by)
    must_be(terms, Phase.SETUP)
    rows = SeasonGamer.objects.filter(season=season, pk__in=salaries).select_related("gamer")
    held = {row.pk: row for row in rows}
    if salaries.keys() - held.keys():
        raise Refused("not-found", say("Gamer not found in this season."), "gamer_id")
    for salary in salaries.values():
        if not 1 <= salary <= MOST_MONEY:
            text = say("A salary must be a whole number from 1 to {most_money}.", most_money=f"{MOST_MONEY:,}")
            raise Refused("bad-salary", text, "salary")
    fresh = [row for pk, row in held.items() if row.salary != salaries[pk]]
    before = {row.gamer.handle: row.salary for row in fresh}
    for row in fresh:
        row.salary = salaries[row.pk]
    SeasonGamer.objects.bulk_update(fresh, ["salary"])
    if fresh:
        check_whole(terms)
        after = {row.gamer.handle: row.salary for row in fresh}
        tell(season, "season.salaries", by=by, before=before, after=after, why=why, at=at)
    return len(fresh)


@transaction.atomic
def drop_gamer(*, season_id: int, by: int, gamer: int, why: str = "", at: datetime) -> None:
    """Remove a Gamer without a contract from the season's pool."""
    season, terms = organised(season_id, by)
    must_be(terms, Phase.SETUP)
    row = get_gamer(season_id, gamer)
    if Contract.objects.filter(gamer=row).exists():
        text = say("{handle} has a contract from last season.", handle=row.gamer.handle)
        raise Refused("under-contract", text, "gamer")
    handle = row.gamer.handle
    row.delete()
    check_whole(terms)
    tell(season, "season.pool-dropped", by=by, before={"gamer": handle}, after={}, why=why, at=at)


def copy_pool(old: Season, terms: SeasonTerms) -> None:
    """Add the missing Gamers of another season at their salaries there. Must hold the terms lock."""
    there = SeasonGamer.objects.filter(season=terms.pk).values("gamer")
    rows = SeasonGamer.objects.filter(season=old).exclude(gamer__in=there)
    SeasonGamer.objects.bulk_create(
        SeasonGamer(season_id=terms.pk, gamer_id=row.gamer_id, salary=row.salary) for row in rows
    )
