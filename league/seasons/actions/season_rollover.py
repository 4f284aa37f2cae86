"""Roll over franchises, their money and their running contracts into the next season."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.leagues.models import Season
from league.seasons.actions.contracts import finish
from league.seasons.actions.locking import locked_terms, must_be, organised_season, season_changed, tell
from league.seasons.actions.payments import pay
from league.seasons.actions.pool import copy_pool
from league.seasons.actions.terms import check_whole, dumped, open_terms
from league.seasons.models import Contract, Ending, Franchise, PaymentKind, Phase, SeasonTerms, Signing
from matches.refusals import Refused, get_or_refuse


@transaction.atomic
def carry_over(
    *, season_id: int, source: int, by: int, franchises: Collection[int] | None = None, why: str = "", at: datetime
) -> list[int]:
    """Roll over franchises of an archived season (by default all) into one in set-up; return their new ids.

    A new season without terms gets the old ones. Money moves from the old books to the old bank and from the new bank
    into the new books. Contracts with seasons left, and dead money, lose one season. Codes: bad-source,
    already-carried, has-franchises, carry-impossible.
    """
    season = organised_season(season_id, by)
    rows = Season.objects.filter(pk=source, league=season.league_id).exclude(pk=season.pk)
    old = get_or_refuse(rows.first(), "bad-source", say("Choose another season of this league."), "source_id")
    before, terms = _locked(season, old)
    _check(season, before, terms)
    copy_pool(old, terms)
    chosen = Franchise.objects.filter(season=old).order_by("pk")
    if franchises is not None:
        chosen = chosen.filter(pk__in=franchises)
        if len(set(franchises)) != chosen.count():
            raise Refused("not-found", say("Franchise not found in that season."), "franchise_ids")
    came = {one.pk: _carry(one, before, terms, at) for one in chosen}
    _carry_contracts(before, terms, came, at)
    SeasonTerms.objects.filter(pk=terms.pk).update(carried_from=old)
    try:
        check_whole(terms)
    except Refused as refusal:
        text = say(
            "{refusal} Change the settings or the pool of {season} first, then roll over.",
            refusal=refusal.text,
            season=season.name,
        )
        raise Refused("carry-impossible", text, "source_id") from None
    after: dict[str, Json] = {"from": old.name, "franchises": len(came)}
    tell(season, "season.carried-over", by=by, after=after, why=why, at=at)
    season_changed(old.pk)
    return list(came.values())


def _locked(season: Season, old: Season) -> tuple[SeasonTerms, SeasonTerms]:
    """Return both terms, locked in the order of their seasons; create those of the new season if missing."""
    new = SeasonTerms.objects.filter(pk=season.pk).exists()
    held = {pk: locked_terms(pk) for pk in sorted([old.pk, season.pk] if new else [old.pk])}
    before = held[old.pk]
    return before, held[season.pk] if new else open_terms(season, dumped(before))


def _check(season: Season, before: SeasonTerms, terms: SeasonTerms) -> None:
    must_be(terms, Phase.SETUP)
    if before.phase != Phase.ARCHIVE:
        raise Refused("bad-source", say("That season isn't archived. Archive it first."), "source_id")
    if SeasonTerms.objects.filter(carried_from=before.pk).exists():
        raise Refused("already-carried", say("That season has already been rolled over."), "source_id")
    if terms.carried_from_id:
        raise Refused("already-carried", say("Franchises have already been rolled over into this season."), "source_id")
    if season.franchises.exists():
        raise Refused("has-franchises", say("This season already has franchises. Roll over before creating any."))


def _carry(old: Franchise, before: SeasonTerms, terms: SeasonTerms, at: datetime) -> int:
    """Create the franchise with its money in the new season; return its id."""
    new = Franchise.objects.create(
        season_id=terms.pk, owner_id=old.owner_id, name=old.name, created_at=at, carried_from=old
    )
    amount = old.balance
    kind = PaymentKind.CARRIED
    pay(before, payer=old.pk, payee=None, amount=amount, kind=kind, key=f"carried.out.{old.pk}", at=at)
    pay(terms, payer=None, payee=new.pk, amount=amount, kind=kind, key=f"carried.in.{new.pk}", at=at)
    return int(new.pk)


def _carry_contracts(before: SeasonTerms, terms: SeasonTerms, came: dict[int, int], at: datetime) -> None:
    """End running contracts in the old season and continue those with seasons left, and dead money, in the new."""
    gamers = dict(terms.season.gamers.values_list("gamer", "pk"))
    rows = Contract.objects.filter(season=before.pk).select_related("gamer").order_by("pk")
    for row in rows.exclude(ended_at__isnull=False, dead=0):
        lasts = row.seasons_left > 1 and row.franchise_id in came
        dead = row.ended_at is not None
        if lasts:
            Contract.objects.create(
                season_id=terms.pk, franchise_id=came[row.franchise_id], gamer_id=gamers[row.gamer.gamer_id],
                salary=row.salary, seasons_left=row.seasons_left - 1, how=Signing.CARRIED, signed_at=at,
                ended_at=at if dead else None, ending=Ending.RELEASED if dead else "", dead=row.dead,
            )  # fmt: skip
        if not dead:
            finish(row, ending=Ending.CARRIED if lasts else Ending.EXPIRED, at=at)
