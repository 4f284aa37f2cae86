"""A season of franchises that are in its rounds, and an event of it."""

from __future__ import annotations

from typing import Any

from league.events.models import Event
from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.seasons.actions.contracts import sign_gamer
from league.seasons.models import Contract, Franchise, SeasonSettings, Signing
from tests.factories import NOON, BotFactory, event, franchise, organiser_of, season

GAME = "incursion-point-zero"


def in_rounds(teams: int = 2, each: int = 5, *, bots: bool = False, **terms: Any) -> list[Franchise]:
    """Franchises of a season in its rounds, with so many of the cheapest Gamers each."""
    made = season(**({"cap": 60} | terms))
    owned = [franchise(made, BotFactory() if bots else None) for _ in range(teams)]
    SeasonSettings.objects.filter(pk=made.pk).update(phase="rounds")
    held = SeasonSettings.objects.get(pk=made.pk)
    pool = list(SeasonGamer.objects.filter(season=made).order_by("salary", "pk"))
    for at, one in enumerate(pool[: teams * each]):
        sign_gamer(held, franchise=owned[at % teams].pk, gamer=one.pk, how=Signing.DRAFT, at=NOON)
    return owned


def season_event(teams: list[Franchise], *, game: str = GAME, **plan: Any) -> Event:
    """An event of the season that its franchises have entered."""
    of = Season.objects.select_related("league").get(pk=teams[0].season_id)
    by = of.league.staff.get(role="owner").player
    owners = [team.owner for team in teams]
    return event(*owners, organiser=by, league=of.league_id, season_id=of.pk, game=game, **plan)


def contracts(team: Franchise) -> list[int]:
    return list(Contract.objects.filter(franchise=team, ended_at=None).order_by("pk").values_list("pk", flat=True))


def handles(team: Franchise) -> set[str]:
    rows = Contract.objects.filter(franchise=team, ended_at=None)
    return set(rows.values_list("gamer__gamer__handle", flat=True))


def boss(team: Franchise) -> int:
    return organiser_of(Season.objects.select_related("league").get(pk=team.season_id).league)
