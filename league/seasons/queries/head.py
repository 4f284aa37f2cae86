"""What every page of a season with franchises begins with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import OuterRef, Subquery

from engines.words import retell
from league.leagues.models import Season
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED
from league.people.models import Player
from league.seasons.models import Franchise, SeasonTerms, Waivers


@dataclass(frozen=True, slots=True)
class SeasonHead:
    league_id: int
    league: str
    slug: str
    season_id: int
    name: str
    starts_on: date
    ends_on: date
    archived: bool
    franchised: bool
    """Whether it is played with franchises; without, there is no phase."""
    phase: str
    phase_name: str
    sealed_bids: bool
    """Whether free agents go to the highest sealed bid."""
    may_edit: bool
    yours: int | None
    """The reader's franchise."""
    checked_at: datetime | None
    faults: tuple[str, ...] | None
    """What the nightly check found; None to all but site admins."""


def season_head(slug: str, season_id: int, reader: Player | None) -> SeasonHead | None:
    player = reader.pk if reader else None
    own = Franchise.objects.filter(season=OuterRef("pk"), owner=player).order_by("pk").values("pk")[:1]
    rows = Season.objects.select_related("league", "terms").filter(pk=season_id, league__slug=slug.lower())
    season = rows.annotate(yours=Subquery(own)).first()
    if season is None:
        return None
    terms: SeasonTerms | None = getattr(season, "terms", None)
    admin = reader is not None and reader.is_superuser
    return SeasonHead(
        league_id=season.league_id,
        league=season.league.name,
        slug=season.league.slug,
        season_id=season.pk,
        name=season.name,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        archived=season.archived_at is not None,
        franchised=terms is not None,
        phase=terms.phase if terms else "",
        phase_name=terms.get_phase_display() if terms else "",
        sealed_bids=terms is not None and terms.waivers == Waivers.BLIND,
        may_edit=player is not None and allowed(player, season.league_id, DEED),
        yours=vars(season)["yours"] if terms and player else None,
        checked_at=terms.checked_at if terms and admin else None,
        faults=tuple(map(retell, terms.faults)) if terms and admin else None,
    )
