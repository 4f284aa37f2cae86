"""Create, rename, transfer and remove franchises."""

from datetime import datetime

from django.db import transaction

from engines.i18n import mark, translate as _
from league.audit.actions import clean_reason
from league.leagues.actions import get_named_player, reject_duplicates
from league.leagues.models import Season
from league.leagues.queries.roles import has_league_permission
from league.leagues.rules import PLAN_SEASONS
from league.people.actions.bots import BOT_KINDS, get_free_bot
from league.people.models import Player
from league.seasons.actions.common import (
    lock_as_organiser,
    lock_terms,
    log_franchise_action,
    require_not_archived,
    require_phase,
)
from league.seasons.models import Franchise, Phase, SeasonSettings
from league.seasons.queries.rosters import get_roster_rules, list_pool_gamers
from league.seasons.rules.settings import check_pool
from league.text_cleaning import clean_line
from matches.errors import ActionError, get_or_refuse

NAME_TAKEN = mark("A franchise in this season already has this name. Choose another.")


def create_franchise(*, season_id: int, by: int, name: str, owner: str = "", bot: str = "", why: str = "", at: datetime) -> int:
    """Create a franchise and return its id: for the user, or, by an organiser, for another player or a bot."""
    with reject_duplicates("name-taken", _(NAME_TAKEN), "name"):
        if owner or bot:
            season, terms = lock_as_organiser(season_id, by)
            player = get_named_player(owner, "owner") if owner else _get_free_bot(season_id, bot, at)
        else:
            terms = lock_terms(season_id)
            season, player = terms.season, Player.objects.get(pk=by)
            if not terms.founding_open and not has_league_permission(by, season.league_id, PLAN_SEASONS):
                raise ActionError("not-open", _("Only organisers can create franchises in this season. Ask one of them."))
        _check_can_create(terms, player)
        franchise = Franchise.objects.create(
            season=season, owner=player, name=_clean_name(name), created_at=at, founded_by_owner=player.pk == by
        )
        season_to_log = season if owner or bot else None
        after = {"owner": player.username}
        log_franchise_action(season_to_log, "franchise.founded", franchise, by=by, after=after, why=why, at=at)
        return int(franchise.pk)


def _check_can_create(terms: SeasonSettings, player: Player) -> None:
    require_phase(terms, Phase.SETUP)
    if player.is_guest or not player.is_active:
        raise ActionError("account-needed", _("You need an account to own a franchise. Create an account first."), "owner")
    teams = Franchise.objects.filter(season=terms.pk)
    if teams.filter(owner=player).exists():
        raise ActionError("already-founded", _("{person} already has a franchise in this season.", person=player), "owner")
    if teams.count() >= terms.franchises_most:
        raise ActionError(
            "season-full", _("The season already has its maximum of {limit} franchises.", limit=terms.franchises_most)
        )
    if pool := list_pool_gamers(terms.pk):
        check_pool(get_roster_rules(terms), pool, teams.count() + 1)


def rename_franchise(*, season_id: int, franchise_id: int, by: int, name: str, why: str = "", at: datetime) -> None:
    """Rename a franchise: its owner in set-up, organisers until the archive."""
    with reject_duplicates("name-taken", _(NAME_TAKEN), "name"):
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
    taken_text = _("This player already has a franchise in this season.")
    with reject_duplicates("already-founded", taken_text, "owner"):
        season, terms = lock_as_organiser(season_id, by)
        require_not_archived(terms)
        franchise, player = get_franchise(season_id, franchise_id), get_named_player(owner, "owner")
        why = clean_reason(why, required=True)
        if player.is_guest:
            raise ActionError("account-needed", _("Guests can't own a franchise."), "owner")
        before, after = {"owner": franchise.owner.username}, {"owner": player.username}
        Franchise.objects.filter(pk=franchise.pk).update(owner=player, founded_by_owner=player.pk == by)
        log_franchise_action(season, "franchise.handed-over", franchise, by=by, before=before, after=after, why=why, at=at)


@transaction.atomic
def remove_franchise(*, season_id: int, franchise_id: int, by: int, why: str = "", at: datetime) -> None:
    """Remove a franchise in set-up: organisers any, owners their own. Raises ActionError if it was rolled over."""
    season, terms, franchise = _lock_franchise(season_id, franchise_id, by)
    require_phase(terms, Phase.SETUP)
    if franchise.carried_from_id or franchise.received.exists() or franchise.paid.exists():
        text = _(
            "{franchise} has entries in the ledger and can't be removed. Transfer its ownership instead.",
            franchise=franchise.name,
        )
        raise ActionError("has-a-past", text)
    before = {"owner": franchise.owner.username}
    log_franchise_action(season, "franchise.removed", franchise, by=by, before=before, after={}, why=why, at=at)
    franchise.delete()


def get_franchise(season_id: int, franchise_id: int) -> Franchise:
    """Return a franchise of the season. Raises ActionError("not-found")."""
    rows = Franchise.objects.select_related("owner").filter(pk=franchise_id, season=season_id)
    return get_or_refuse(rows.first(), "not-found", _("Franchise not found in this season."))


def get_owned_franchise(
    season_id: int, franchise_id: int, by: int, refusal: str = mark("Only the owner of {franchise} can do this.")
) -> Franchise:
    """Return a franchise of the season. Raises ActionError("not-allowed") for all but its owner."""
    franchise = get_franchise(season_id, franchise_id)
    if franchise.owner_id != by:
        raise ActionError("not-allowed", _(refusal, franchise=franchise.name))
    return franchise


def _lock_franchise(season_id: int, franchise_id: int, by: int) -> tuple[Season | None, SeasonSettings, Franchise]:
    """Return the season if an organiser acts, the locked settings, and the franchise; owners act alone in set-up."""
    owned = Franchise.objects.filter(pk=franchise_id, season=season_id, owner=by, season__terms__phase=Phase.SETUP)
    season, terms = (None, lock_terms(season_id)) if owned.exists() else lock_as_organiser(season_id, by)
    return season, terms, get_franchise(season_id, franchise_id)


def _clean_name(name: str) -> str:
    return clean_line(name, min_length=2, max_length=40, field="name", label=mark("A name"))


def _get_free_bot(season_id: int, kind: str, at: datetime) -> Player:
    """Return a bot of the kind that has no franchise in the season yet."""
    if kind not in BOT_KINDS:
        raise ActionError("unknown-bot", _("The bot must be one of {kinds}.", kinds=", ".join(BOT_KINDS)), "bot")
    taken_ids = list(Franchise.objects.filter(season=season_id).values_list("owner", flat=True))
    return Player.objects.get(pk=get_free_bot(kind=kind, taken=taken_ids, at=at))
