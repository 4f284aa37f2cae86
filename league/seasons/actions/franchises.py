"""Create, rename, transfer and remove franchises."""

from datetime import datetime

from django.db import transaction

from engines.words import marked, say, told
from league.audit.actions import reason
from league.leagues.actions import get_person, unique_or_refused
from league.leagues.models import Season
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED
from league.people.actions.bots import KINDS, free_bot
from league.people.models import Player
from league.seasons.actions.locking import locked_terms, must_be, not_over, organised, tell_franchise
from league.seasons.models import Franchise, Phase, SeasonTerms
from league.seasons.queries.rosters import pool_of, rules_of
from league.seasons.rules.terms import check_pool
from league.text_cleaning import one_line
from matches.refusals import Refused, get_or_refuse

NAME_TAKEN = marked("A franchise in this season already has this name. Choose another.")


def found(*, season_id: int, by: int, name: str, owner: str = "", bot: str = "", why: str = "", at: datetime) -> int:
    """Create a franchise and return its id: for the user, or, by an organiser, for another player or a bot."""
    with unique_or_refused("name-taken", told(NAME_TAKEN), "name"):
        if owner or bot:
            season, terms = organised(season_id, by)
            person = get_person(owner, "owner") if owner else _bot(season_id, bot, at)
        else:
            terms = locked_terms(season_id)
            season, person = terms.season, Player.objects.get(pk=by)
            if not terms.founding_open and not allowed(by, season.league_id, DEED):
                raise Refused("not-open", say("Only organisers can create franchises in this season. Ask one of them."))
        _check(terms, person)
        franchise = Franchise.objects.create(season=season, owner=person, name=_name(name), created_at=at)
        logged = season if owner or bot else None
        after = {"owner": person.username}
        tell_franchise(logged, "franchise.founded", franchise, by=by, after=after, why=why, at=at)
        return int(franchise.pk)


def _check(terms: SeasonTerms, person: Player) -> None:
    must_be(terms, Phase.SETUP)
    if person.is_guest or not person.is_active:
        raise Refused(
            "account-needed", say("You need an account to own a franchise. Create an account first."), "owner"
        )
    teams = Franchise.objects.filter(season=terms.pk)
    if teams.filter(owner=person).exists():
        raise Refused(
            "already-founded", say("{person} already has a franchise in this season.", person=person), "owner"
        )
    if teams.count() >= terms.franchises_most:
        raise Refused(
            "season-full",
            say(
                "The season already has its maximum of {franchises_most} franchises.",
                franchises_most=terms.franchises_most,
            ),
        )
    if pool := pool_of(terms.pk):
        check_pool(rules_of(terms), pool, teams.count() + 1)


def rename(*, season_id: int, franchise_id: int, by: int, name: str, why: str = "", at: datetime) -> None:
    """Rename a franchise: its owner in set-up, organisers until the archive."""
    with unique_or_refused("name-taken", told(NAME_TAKEN), "name"):
        season, terms, franchise = _locked(season_id, franchise_id, by)
        if season is None:
            must_be(terms, Phase.SETUP)
        not_over(terms)
        name, before = _name(name), {"name": franchise.name}
        if name == franchise.name:
            return
        Franchise.objects.filter(pk=franchise.pk).update(name=name)
        after = {"name": name}
        tell_franchise(season, "franchise.renamed", franchise, by=by, before=before, after=after, why=why, at=at)


def hand_over(*, season_id: int, franchise_id: int, by: int, owner: str, why: str, at: datetime) -> None:
    """Transfer a franchise to another player or bot, for a stated reason, until the archive."""
    taken = say("This player already has a franchise in this season.")
    with unique_or_refused("already-founded", taken, "owner"):
        season, terms = organised(season_id, by)
        not_over(terms)
        franchise, person = franchise_of(season_id, franchise_id), get_person(owner, "owner")
        why = reason(why, needed=True)
        if person.is_guest:
            raise Refused("account-needed", say("Guests can't own a franchise."), "owner")
        before, after = {"owner": franchise.owner.username}, {"owner": person.username}
        Franchise.objects.filter(pk=franchise.pk).update(owner=person)
        tell_franchise(season, "franchise.handed-over", franchise, by=by, before=before, after=after, why=why, at=at)


@transaction.atomic
def remove(*, season_id: int, franchise_id: int, by: int, why: str = "", at: datetime) -> None:
    """Remove a franchise in set-up: organisers any, owners their own. Raises Refused if it was rolled over."""
    season, terms, franchise = _locked(season_id, franchise_id, by)
    must_be(terms, Phase.SETUP)
    if franchise.carried_from_id or franchise.received.exists() or franchise.paid.exists():
        text = say(
            "{franchise} has entries in the ledger and can't be removed. Transfer its ownership instead.",
            franchise=franchise.name,
        )
        raise Refused("has-a-past", text)
    before = {"owner": franchise.owner.username}
    tell_franchise(season, "franchise.removed", franchise, by=by, before=before, after={}, why=why, at=at)
    franchise.delete()


def franchise_of(season_id: int, franchise_id: int) -> Franchise:
    """Return a franchise of the season. Raises Refused("not-found")."""
    rows = Franchise.objects.select_related("owner").filter(pk=franchise_id, season=season_id)
    return get_or_refuse(rows.first(), "not-found", say("Franchise not found in this season."))


def owned_franchise(
    season_id: int, franchise_id: int, by: int, refusal: str = marked("Only the owner of {franchise} can do this.")
) -> Franchise:
    """Return a franchise of the season. Raises Refused("not-allowed") for all but its owner."""
    franchise = franchise_of(season_id, franchise_id)
    if franchise.owner_id != by:
        raise Refused("not-allowed", told(refusal, franchise=franchise.name))
    return franchise


def _locked(season_id: int, franchise_id: int, by: int) -> tuple[Season | None, SeasonTerms, Franchise]:
    """Return the season if an organiser acts, the locked terms, and the franchise; owners act alone in set-up."""
    owned = Franchise.objects.filter(pk=franchise_id, season=season_id, owner=by, season__terms__phase=Phase.SETUP)
    season, terms = (None, locked_terms(season_id)) if owned.exists() else organised(season_id, by)
    return season, terms, franchise_of(season_id, franchise_id)


def _name(name: str) -> str:
    return one_line(name, least=2, most=40, field="name", what=marked("A name"))


def _bot(season_id: int, kind: str, at: datetime) -> Player:
    """Return a bot of the kind that has no franchise in the season yet."""
    if kind not in KINDS:
        raise Refused("unknown-bot", say("The bot must be one of {kinds}.", kinds=", ".join(KINDS)), "bot")
    taken = list(Franchise.objects.filter(season=season_id).values_list("owner", flat=True))
    return Player.objects.get(pk=free_bot(kind=kind, taken=taken, at=at))
