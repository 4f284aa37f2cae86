"""Who may organise an event."""

from django.db.models import OuterRef, QuerySet, Subquery

from engines.words import say
from league.events.models import Event, EventStatus
from league.leagues.models import Staff
from league.leagues.queries.roles import Rights, may_organise, rights_of, rights_of_row
from league.people.models import Player
from matches.refusals import Refused


def may_manage(event: Event, player_id: int | None) -> bool:
    """Its organiser may, those of its league, and the staff of the site."""
    if player_id is None or player_id == event.organiser_id:
        return player_id is not None
    return _organises(event, rights_of(player_id, event.league_id))


def manageable(rows: QuerySet[Event], player: Player | None) -> tuple[Event, bool] | None:
    """The event of these rows, and whether this person may manage it, in one query with them.

    None where there is no such event, or the person may not even know of it.
    """
    role = Staff.objects.filter(league=OuterRef("league"), player=player).values("role")[:1]
    event = rows.annotate(role=Subquery(role)).first()
    if event is None:
        return None
    may = player is not None and (
        player.pk == event.organiser_id or _organises(event, rights_of_row(player, vars(event)["role"]))
    )
    return None if event.status == EventStatus.DRAFT and not may else (event, may)


def may_rule(event: Event, player_id: int) -> bool:
    """Whoever may manage it may, and the referees of its league."""
    if player_id == event.organiser_id:
        return True
    rights = rights_of(player_id, event.league_id)
    return rights.staff or (event.league_id is not None and (rights.may_organise or rights.may_referee))


def check_there(event_id: int, reader: Player | None) -> None:
    """Refused where there is no such event, and of a draft to everybody who does not organise it."""
    event = Event.objects.filter(pk=event_id).first()
    if event is None or (event.status == EventStatus.DRAFT and not manages(event, reader)):
        raise Refused("not-found", say("There is no such event."))


def manages(event: Event, reader: Player | None) -> bool:
    """The same of a player who has been read already, for one query at most."""
    if reader is None or not reader.is_active:
        return False
    if reader.pk == event.organiser_id or reader.is_staff:
        return True
    return event.league_id is not None and may_organise(reader.pk, event.league_id)


def _organises(event: Event, rights: Rights) -> bool:
    return rights.staff or (event.league_id is not None and rights.may_organise)
