"""Making a league and editing it."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from engines.contract import Json
from engines.words import marked, say, told
from league.audit.actions import changes, record
from league.leagues import rules
from league.leagues.models import League, Role, Staff
from league.leagues.policy import Policy, check_policy
from league.leagues.queries.roles import allowed
from league.leagues.quotas import check_leagues
from league.people.models import Player
from league.text_cleaning import one_line, paragraphs
from matches.refusals import Refused


def _no_league() -> Refused:
    return Refused("not-found", say("There is no such league."))


def create_league(*, by: int, name: str, slug: str = "", about: str = "", at: datetime) -> int:
    """Make a league, whose first organiser is its maker; return its id. Without a slug one is made of the name."""
    name = one_line(name, least=3, most=60, field="name", what=marked("A name"))
    about = paragraphs(about, most=rules.MOST_ABOUT, field="about")
    slug = rules.league_slug(slug or rules.slug_from(name))
    if not Player.objects.filter(pk=by, is_guest=False, bot="", is_active=True).exists():
        raise Refused("account-needed", say("Sign up to make a league; your matches stay with you."))
    try:
        with transaction.atomic():
            return _create(by, name, slug, about, at)
    except IntegrityError:
        raise Refused("slug-taken", say("This address is taken. Choose another one."), "slug") from None


def _create(by: int, name: str, slug: str, about: str, at: datetime) -> int:
    check_leagues(by)
    league = League.objects.create(name=name, slug=slug, about=about, created_at=at)
    Staff.objects.create(league=league, player_id=by, role=Role.ORGANISER, since=at)
    after = {"name": name, "slug": slug, "about": about}
    record(by=by, act="league.created", subject=("league", league.pk), league_id=league.pk, after=after, at=at)
    return int(league.pk)


@transaction.atomic
def edit_league(
    *, league_id: int, by: int, name: str, about: str, policy: Policy | None = None, why: str = "", at: datetime
) -> None:
    """Change the name, the description, and, where one is given, what follows when somebody does not appear."""
    league = managed(league_id, by, "edit the league")
    now = Policy(league.no_show_warnings, league.ban_length, league.ban_unit)
    before, after = changes(
        {"name": league.name, "about": league.about, **_columns(now)},
        {
            "name": one_line(name, least=3, most=60, field="name", what=marked("A name")),
            "about": paragraphs(about, most=rules.MOST_ABOUT, field="about"),
            **_columns(check_policy(policy or now)),
        },
    )
    if not after:
        return
    League.objects.filter(pk=league.pk).update(**after)
    record(
        by=by, act="league.edited", subject=("league", league.pk), league_id=league.pk,
        before=before, after=after, why=why, at=at,
    )  # fmt: skip


def _columns(policy: Policy) -> dict[str, Json]:
    return {"no_show_warnings": policy.warnings, "ban_length": policy.length, "ban_unit": str(policy.unit)}


def managed(league_id: int, by: int, deed: str) -> League:
    """The league, locked, for somebody who may do this deed in it; Refused to anyone else."""
    league = League.objects.select_for_update().filter(pk=league_id).first()
    if league is None:
        raise _no_league()
    if not allowed(by, league_id, deed):
        raise Refused("not-allowed", say("Only an organiser of this league may {deed}.", deed=told(deed)))
    return league
