"""Entry rules of events for the franchises of a season."""

from collections.abc import Collection

from engines.i18n import join, translate as _
from league.events.models import Event
from league.events.queries import uses_rosters
from league.leagues.models import Season
from league.people.models import Player
from league.seasons.models import Franchise, Phase, SeasonSettings
from league.seasons.queries.rosters import PLANNING_PHASES, list_too_small_rosters
from league.seasons.rules.settings import format_phase
from matches.errors import ActionError


def check_season(event: Event, season_id: int | None) -> int | None:
    """Return the season an event is to belong to; an unchanged one is allowed in any phase.

    Raises ActionError: bad-season, and no-franchise if an entrant owns none there.
    """
    if season_id is None or season_id == event.season_id:
        return season_id
    season = Season.objects.select_related("terms").filter(pk=season_id, league=event.league_id).first()
    terms: SeasonSettings | None = getattr(season, "terms", None)
    if event.league_id is None or season is None or terms is None:
        text = _("Choose a season with franchises in the event's own league.")
        raise ActionError("bad-season", text, "season_id")
    if terms.phase not in PLANNING_PHASES:
        text = _(
            "{name} is in the phase {phase}. It can't have new events any more.",
            name=season.name,
            phase=repr(format_phase(terms.phase)),
        )
        raise ActionError("bad-season", text, "season_id")
    if event.pk:
        players = event.entrants.values_list("player", flat=True)
        if missing := list_players_without_franchise(season_id, players):
            raise ActionError(
                "no-franchise",
                _("Entrants without a franchise in this season: {names}.", names=", ".join(missing)),
                "season_id",
            )
    return season_id


def find_season_league(season_id: int | None) -> int | None:
    """Return the id of the season's league, None for an unknown season."""
    return Season.objects.filter(pk=season_id).values_list("league", flat=True).first() if season_id else None


def check_franchise(event: Event, player_id: int, *, name: str = "") -> None:
    """Raise ActionError if the player has no franchise in the event's season; `name`: set if another person enters them."""
    if event.season_id and list_players_without_franchise(event.season_id, [player_id]):
        text = _("Only franchises of this event's season can enter, and you don't have one.")
        if name:
            text = _("Only franchises of this event's season can enter, and {name} doesn't have one.", name=name)
        raise ActionError("no-franchise", text, "username")


def check_season_start(event: Event, players: Collection[int]) -> None:
    """Check the season's phase and rosters. Raises ActionError: wrong-phase, no-franchise, too-few-gamers."""
    if event.season_id is None:
        return
    terms = SeasonSettings.objects.get(pk=event.season_id)
    if terms.phase != Phase.ROUNDS:
        phase_text = _("The season is in the phase {phase}.", phase=repr(format_phase(terms.phase)))
        raise ActionError("wrong-phase", join([phase_text, _("The event can only start in the rounds phase.")]))
    if missing := list_players_without_franchise(event.season_id, players):
        text = _("Entrants without a franchise in the season: {names}.", names=", ".join(missing))
        raise ActionError("no-franchise", join([text, _("Remove them.")]))
    if uses_rosters(event) and (shortages := list_too_small_rosters(event.season_id, players)):
        raise ActionError("too-few-gamers", join(shortages))


def list_missing_franchises(event: Event) -> list[str]:
    """Return the usernames of franchise owners not in the event, in order of the franchises' creation."""
    franchises = Franchise.objects.filter(season=event.season_id).exclude(owner__in=event.entrants.values("player"))
    return list(franchises.order_by("pk").values_list("owner__username", flat=True))


def list_players_without_franchise(season_id: int, players: Collection[int]) -> list[str]:
    """Return the names of the players who own no franchise of the season."""
    owners = Franchise.objects.filter(season=season_id).values("owner")
    return [str(player) for player in Player.objects.filter(pk__in=players).exclude(pk__in=owners).order_by("pk")]
