"""Create, rename, transfer and remove franchises."""

from datetime import datetime

from django.db import transaction

from engines.i18n import marked, say, told
from league.audit.actions import clean_reason
from league.leagues.actions import get_named_player, reject_duplicates
from league.leagues.models import Season
from league.leagues.queries.roles import has_league_permission
from league.leagues.rules import PLAN_SEASONS
from league.people.actions.bots import BOT_KINDS, get_free_bot
from league.people.models import Player
from league.seasons.actions.common import lock_terms, require_phase, require_not_archived, lock_as_organiser, log_franchise_action
from league.seasons.models import Franchise, Phase, SeasonTerms
from league.seasons.queries.rosters import list_pool_gamers, get_roster_rules
from league.seasons.rules.settings import check_pool
from league.text_cleaning import clean_line
from matches.refusals import Refused, get_or_refuse

NAME_TAKEN = marked("A franchise in this season already has this name. Choose another.")


def create_franchise(*, season_id: int, by: int, name: str, owner: str = "", bot: str = "", why: str = "", at: datetime) -> int:
    """Create a franchise and return its id: for the user, or, by an organiser, for another player or a bot."""
    with reject_duplicates("name-taken", told(NAME_TAKEN), "name"):
        if owner or bot:
            season, terms = lock_as_organiser(season_id, by)
            player = get_named_player(owner, "owner") if owner else _get_free_bot(season_id, bot, at)
        else:
            terms = lock_terms(season_id)
            season, player = terms.season, Player.objects.get(pk=by)
            if not terms.founding_open and not has_league_permission(by, season.league_id, PLAN_SEASONS):
                raise Refused("not-open", say("Only organisers can create franchises in this season. Ask one of them."))
        _check_can_create(terms, player)
        franchise = Franchise.objects.create(season=season, owner=player, name=_clean_name(name), created_at=at)
        season_to_log = season if owner or bot else None
        after = {"owner": player.username}
        log_franchise_action(season_to_log, "franchise.founded", franchise, by=by, after=after, why=why, at=at)
        return int(franchise.pk)


def _check_can_create(terms: SeasonTerms, player: Player) -> None:
    require_phase(terms, Phase.SETUP)
    if player.is_guest or not player.is_active:
        raise Refused(
            "account-needed", say("You need an account to own a franchise. Create an account first."), "owner"
        )
    teams = Franchise.objects.filter(season=terms.pk)
    if teams.filter(owner=player).exists():
        raise Refused(
            "already-founded", say("{person} already has a franchise in this season.", person=player), "owner"
        )
    if teams.count() >= terms.franchises_most:
        raise Refused(
            "season-full",
            say(
                "The season already has its maximum of {franchises_most} franchises.",
                franchises_most=terms.franchises_most,
            ),
        )
    if pool := list_pool_gamers(terms.pk):
        check_pool(get_roster_rules(terms), pool, teams.count() + 1)


def rename_franchise(*, season_id: int, franchise_id: int, by: int, name: str, why: str = "", at: datetime) -> None:
    """Rename a franchise: its owner in set-up, organisers until the archive."""
    with reject_duplicates("name-taken", told(NAME_TAKEN), "name"):
        season, terms, franchise = _lock_franchise(season_id, franchise_id, by)
        if season is None:
            require_phase(terms, Phase.SETUP)
        require_not_archived(terms)
        name, before = _clean_name(name), {"name": franchise.name}
        if name == franchise.name:
            return
        Franchise.objects.filter(pk=franchise.pk).update(name=name)
        after = {"name": name}
        log_franchise_action(season, "franchise.renamed", franchise, by=by, before=before, after=after, why=why, at=at)


def transfer_franchise(*, season_id: int, franchise_id: int, by: int, owner: str, why: str, at: datetime) -> None:
    """Transfer a franchise to another player or bot, for a stated reason, until the archive."""
    taken_text = say("This player already has a franchise in this season.")
    with reject_duplicates("already-founded", taken_text, "owner"):
        season, terms = lock_as_organiser(season_id, by)
        require_not_archived(terms)
        franchise, player = get_franchise(season_id, franchise_id), get_named_player(owner, "owner")
        why = clean_reason(why, required=True)
        if player.is_guest:
            raise Refused("account-needed", say("Guests can't own a franchise."), "owner")
        before, after = {"owner": franchise.owner.username}, {"owner": player.username}
        Franchise.objects.filter(pk=franchise.pk).update(owner=player)
        log_franchise_action(season, "franchise.handed-over", franchise, by=by, before=before, after=after, why=why, at=at)


@transaction.atomic
def remove_franchise(*, season_id: int, franchise_id: int, by: int, why: str = "", at: datetime) -> None:
    """Remove a franchise in set-up: organisers any, owners their own. Raises Refused if it was rolled over."""
    season, terms, franchise = _lock_franchise(season_id, franchise_id, by)
    require_phase(terms, Phase.SETUP)
    if franchise.carried_from_id or franchise.received.exists() or franchise.paid.exists():
        text = say(
            "{franchise} has entries in the ledger and can't be removed. Transfer its ownership instead.",
            franchise=franchise.name,
        )
        raise Refused("has-a-past", text)
    before = {"owner": franchise.owner.username}
    log_franchise_action(season, "franchise.removed", franchise, by=by, before=before, after={}, why=why, at=at)
    franchise.delete()


def get_franchise(season_id: int, franchise_id: int) -> Franchise:
    """Return a franchise of the season. Raises Refused("not-found")."""
    rows = Franchise.objects.select_related("owner").filter(pk=franchise_id, season=season_id)
    return get_or_refuse(rows.first(), "not-found", say("Franchise not found in this season."))


def get_owned_franchise(
    season_id: int, franchise_id: int, by: int, refusal: str = marked("Only the owner of {franchise} can do this.")
) -> Franchise:
    """Return a franchise of the season. Raises Refused("not-allowed") for all but its owner."""
    franchise = get_franchise(season_id, franchise_id)
    if franchise.owner_id != by:
        raise Refused("not-allowed", told(refusal, franchise=franchise.name))
    return franchise


def _lock_franchise(season_id: int, franchise_id: int, by: int) -> tuple[Season | None, SeasonTerms, Franchise]:
    """Return the season if an organiser acts, the locked terms, and the franchise; owners act alone in set-up."""
    owned = Franchise.objects.filter(pk=franchise_id, season=season_id, owner=by, season__terms__phase=Phase.SETUP)
    season, terms = (None, lock_terms(season_id)) if owned.exists() else lock_as_organiser(season_id, by)
    return season, terms, get_franchise(season_id, franchise_id)


def _clean_name(name: str) -> str:
    return clean_line(name, min_length=2, max_length=40, field="name", label=marked("A name"))


def _get_free_bot(season_id: int, kind: str, at: datetime) -> Player:
    """Return a bot of the kind that has no franchise in the season yet."""
    if kind not in BOT_KINDS:
        raise Refused("unknown-bot", say("The bot must be one of {kinds}.", kinds=", ".join(BOT_KINDS)), "bot")
    taken_ids = list(Franchise.objects.filter(season=season_id).values_list("owner", flat=True))
    return Player.objects.get(pk=get_free_bot(kind=kind, taken=taken_ids, at=at))
