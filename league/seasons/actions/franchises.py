"""Founding franchises, and what organisers change about them."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from engines.words import marked, say
from league.audit.actions import reason
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED
from league.people.actions.bots import KINDS, free_bot
from league.people.models import Player
from league.seasons.actions.locking import locked_terms, must_be, not_over, organised, season_changed, tell
from league.seasons.models import Franchise, Phase, SeasonTerms
from league.seasons.queries.rosters import pool_of, rules_of
from league.seasons.rules.terms import check_pool
from league.text_cleaning import one_line
from matches.refusals import Refused


def found(*, season_id: int, by: int, name: str, owner: str = "", bot: str = "", why: str = "", at: datetime) -> int:
    """Found a franchise and return its id: for oneself, or, by an organiser, for somebody or a bot of a kind."""
    with _Once(), transaction.atomic():
        if owner or bot:
            season, terms = organised(season_id, by)
            person = _person(owner) if owner else _bot(season_id, bot, at)
        else:
            terms = locked_terms(season_id)
            season, person = terms.season, Player.objects.get(pk=by)
            if not terms.founding_open and not allowed(by, season.league_id, DEED):
                raise Refused("not-open", say("The organisers found the franchises of this season. Ask one of them."))
        _check(terms, person)
        franchise = Franchise.objects.create(season=season, owner=person, name=_name(name), created_at=at)
        if owner or bot:
            after = {"name": franchise.name, "owner": person.username}
            tell(season, "franchise.founded", subject=("franchise", franchise.pk), by=by, after=after, why=why, at=at)
        season_changed(season_id)
        return int(franchise.pk)


def _check(terms: SeasonTerms, person: Player) -> None:
    must_be(terms, Phase.SETUP)
    if person.is_guest or not person.is_active:
        raise Refused("account-needed", say("A franchise needs an account: sign up first."), "owner")
    teams = Franchise.objects.filter(season=terms.pk)
    if teams.filter(owner=person).exists():
        raise Refused("already-founded", say("{person} has a franchise in this season.", person=person), "owner")
    if teams.count() >= terms.franchises_most:
        raise Refused(
            "season-full",
            say("The season takes {franchises_most} franchises, and has them.", franchises_most=terms.franchises_most),
        )
    if pool := pool_of(terms.pk):
        check_pool(rules_of(terms), pool, teams.count() + 1)


def rename(*, season_id: int, franchise_id: int, by: int, name: str, why: str = "", at: datetime) -> None:
    """Give a franchise another name: its owner in set-up, organisers until the archive."""
    with _Once(), transaction.atomic():
        owns = _owner_in_setup(season_id, franchise_id, by)
        season, terms = (None, locked_terms(season_id)) if owns else organised(season_id, by)
        franchise = franchise_of(season_id, franchise_id)
        if season is None:
            must_be(terms, Phase.SETUP)
        not_over(terms)
        name, before = _name(name), franchise.name
        if name == before:
            return
        Franchise.objects.filter(pk=franchise.pk).update(name=name)
        if season is None:
            season_changed(season_id)
        else:
            tell(
                season, "franchise.renamed", subject=("franchise", franchise_id), by=by,
                before={"name": before}, after={"name": name}, why=why, at=at,
            )  # fmt: skip


def hand_over(*, season_id: int, franchise_id: int, by: int, owner: str, why: str, at: datetime) -> None:
    """Give a franchise to another player or bot, for a stated reason, until the archive."""
    with _Once(), transaction.atomic():
        season, terms = organised(season_id, by)
        not_over(terms)
        franchise, person, why = franchise_of(season_id, franchise_id), _person(owner), reason(why, needed=True)
        if person.is_guest:
            raise Refused("account-needed", say("Guests cannot have a franchise."), "owner")
        before = {"name": franchise.name, "owner": franchise.owner.username}
        Franchise.objects.filter(pk=franchise.pk).update(owner=person)
        tell(
            season, "franchise.handed-over", subject=("franchise", franchise_id), by=by,
            before=before, after={"name": franchise.name, "owner": person.username}, why=why, at=at,
        )  # fmt: skip


@transaction.atomic
def remove(*, season_id: int, franchise_id: int, by: int, why: str = "", at: datetime) -> None:
    """Take a franchise out of a season in set-up: organisers any, owners theirs. Not one that came with a past."""
    owns = _owner_in_setup(season_id, franchise_id, by)
    season, terms = (None, locked_terms(season_id)) if owns else organised(season_id, by)
    franchise = franchise_of(season_id, franchise_id)
    must_be(terms, Phase.SETUP)
    if franchise.carried_from_id or franchise.received.exists() or franchise.paid.exists():
        text = say(
            "{franchise} has entries in the books, which stay. Hand it over to somebody else.", franchise=franchise.name
        )
        raise Refused("has-a-past", text)
    before = {"name": franchise.name, "owner": franchise.owner.username}
    franchise.delete()
    season_changed(season_id)
    if season is not None:
        tell(
            season, "franchise.removed", subject=("franchise", franchise_id), by=by, before=before, after={},
            why=why, at=at,
        )  # fmt: skip


def franchise_of(season_id: int, franchise_id: int) -> Franchise:
    franchise = Franchise.objects.select_related("owner").filter(pk=franchise_id, season=season_id).first()
    if franchise is None:
        raise Refused("not-found", say("There is no such franchise in this season."))
    return franchise


def _owner_in_setup(season_id: int, franchise_id: int, by: int) -> bool:
    """Whether this needs no organiser. What is looked at here is checked again under the lock."""
    rows = Franchise.objects.filter(pk=franchise_id, season=season_id, owner=by)
    return rows.filter(season__terms__phase=Phase.SETUP).exists()


def _name(name: str) -> str:
    return one_line(name, least=2, most=40, field="name", what=marked("A name"))


def _bot(season_id: int, kind: str, at: datetime) -> Player:
    """A bot of the kind that has no franchise in the season yet."""
    if kind not in KINDS:
        raise Refused("unknown-bot", say("The bots are: {kinds}.", kinds=", ".join(KINDS)), "bot")
    taken = list(Franchise.objects.filter(season=season_id).values_list("owner", flat=True))
    return Player.objects.get(pk=free_bot(kind=kind, taken=taken, at=at))


def _person(username: str) -> Player:
    name = username.strip()
    person = Player.objects.filter(username__iexact=name, is_active=True).first() if name.isprintable() else None
    if person is None:
        raise Refused("unknown-player", say("There is no player of this name. Check the spelling."), "owner")
    return person


class _Once:
    """Turns the database's refusal of a second franchise of a name, or of an owner, into ours."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, IntegrityError):
            if "owner" in str(error):
                raise Refused("already-founded", say("This player has a franchise in this season."), "owner") from None
            raise Refused("name-taken", say("The season has a franchise of this name."), "name") from None
