"""Roll over franchises, their money and their running contracts into the next season."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from league.leagues.models import Season
from league.seasons.actions.common import lock_season_as_organiser, lock_terms, log_action, publish_season, require_phase
from league.seasons.actions.contracts import end_contract
from league.seasons.actions.payments import transfer
from league.seasons.actions.pool import copy_pool
from league.seasons.actions.settings import check_terms, create_terms, dump_terms
from league.seasons.models import Contract, Ending, Franchise, PaymentKind, Phase, SeasonSettings, Signing
from matches.errors import ActionError, get_or_refuse


@transaction.atomic
def roll_over(
    *, season_id: int, source: int, by: int, franchises: Collection[int] | None = None, why: str = "", at: datetime
) -> list[int]:
    """Roll over franchises of an archived season (by default all) into one in set-up; return their new ids.

    A new season without settings gets the old ones. Money moves from the old books to the old bank and from the new bank
    into the new books. Contracts with seasons left, and dead cap, lose one season. Raises ActionError: bad-source,
    already-carried, has-franchises, carry-impossible.
    """
    season = lock_season_as_organiser(season_id, by)
    rows = Season.objects.filter(pk=source, league=season.league_id).exclude(pk=season.pk)
    old = get_or_refuse(rows.first(), "bad-source", _("Choose another season of this league."), "source_id")
    old_terms, terms = _lock_both_terms(season, old)
    _check_can_roll_over(season, old_terms, terms)
    copy_pool(old, terms)
    chosen = Franchise.objects.filter(season=old).order_by("pk")
    if franchises is not None:
        chosen = chosen.filter(pk__in=franchises)
        if len(set(franchises)) != chosen.count():
            raise ActionError("not-found", _("Franchise not found in that season."), "franchise_ids")
    new_ids = {franchise.pk: _copy_franchise(franchise, old_terms, terms, at) for franchise in chosen}
    _copy_contracts(old_terms, terms, new_ids, at)
    SeasonSettings.objects.filter(pk=terms.pk).update(carried_from=old)
    try:
        check_terms(terms)
    except ActionError as refusal:
        text = _(
            "{refusal} Change the settings or the pool of {season} first, then roll over.",
            refusal=refusal.text,
            season=season.name,
        )
        raise ActionError("carry-impossible", text, "source_id") from None
    after: dict[str, Json] = {"from": old.name, "franchises": len(new_ids)}
    log_action(season, "season.carried-over", by=by, after=after, why=why, at=at)
    publish_season(old.pk)
    return list(new_ids.values())


def _lock_both_terms(season: Season, old: Season) -> tuple[SeasonSettings, SeasonSettings]:
    """Return the settings of both seasons, locked in the order of the seasons; create those of the new season if missing."""
    new = SeasonSettings.objects.filter(pk=season.pk).exists()
    locked = {pk: lock_terms(pk) for pk in sorted([old.pk, season.pk] if new else [old.pk])}
    old_terms = locked[old.pk]
    return old_terms, locked[season.pk] if new else create_terms(season, dump_terms(old_terms))


def _check_can_roll_over(season: Season, old_terms: SeasonSettings, terms: SeasonSettings) -> None:
    require_phase(terms, Phase.SETUP)
    if old_terms.phase != Phase.ARCHIVE:
        raise ActionError("bad-source", _("That season isn't archived. Archive it first."), "source_id")
    if SeasonSettings.objects.filter(carried_from=old_terms.pk).exists():
        raise ActionError("already-carried", _("That season has already been rolled over."), "source_id")
    if terms.carried_from_id:
        raise ActionError("already-carried", _("Franchises have already been rolled over into this season."), "source_id")
    if season.franchises.exists():
        raise ActionError("has-franchises", _("This season already has franchises. Roll over before creating any."))


def _copy_franchise(old: Franchise, old_terms: SeasonSettings, terms: SeasonSettings, at: datetime) -> int:
    """Create the franchise with its money in the new season; return its id."""
    new = Franchise.objects.create(
        season_id=terms.pk,
        owner_id=old.owner_id,
        name=old.name,
        created_at=at,
        carried_from=old,
        founded_by_owner=old.founded_by_owner,
    )
    amount = old.balance
    kind = PaymentKind.CARRIED
    transfer(old_terms, payer=old.pk, payee=None, amount=amount, kind=kind, key=f"carried.out.{old.pk}", at=at)
    transfer(terms, payer=None, payee=new.pk, amount=amount, kind=kind, key=f"carried.in.{new.pk}", at=at)
    return int(new.pk)


def _copy_contracts(old_terms: SeasonSettings, terms: SeasonSettings, new_ids: dict[int, int], at: datetime) -> None:
    """End running contracts in the old season and continue those with seasons left, and dead cap, in the new."""
    gamers = dict(terms.season.gamers.values_list("gamer", "pk"))
    rows = Contract.objects.filter(season=old_terms.pk).select_related("gamer").order_by("pk")
    for row in rows.exclude(ended_at__isnull=False, dead=0):
        continues = row.seasons_left > 1 and row.franchise_id in new_ids
        released = row.ended_at is not None
        if continues:
            Contract.objects.create(
                season_id=terms.pk, franchise_id=new_ids[row.franchise_id], gamer_id=gamers[row.gamer.gamer_id],
                salary=row.salary, seasons_left=row.seasons_left - 1, how=Signing.CARRIED, signed_at=at,
                ended_at=at if released else None, ending=Ending.RELEASED if released else "", dead=row.dead,
            )  # fmt: skip
        if not released:
            end_contract(row, ending=Ending.CARRIED if continues else Ending.EXPIRED, at=at)
