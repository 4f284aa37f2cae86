"""Consent: nobody plays in an event because somebody else said so."""

from collections.abc import Collection

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from engines.i18n import translate as _
from league.events.models import OVER, Entrant, EntrantStatus, Event, Registration
from league.people.models import Player
from league.seasons.models import Franchise
from matches.errors import ActionError


def choose_statuses(event: Event, by: int, players: Collection[Player]) -> dict[int, EntrantStatus]:
    """Return by player whether they are entered at once or invited, if `by` enters them.

    Entered are those without an account, bots of the site, the user, and members of the event's league: who has agreed
    to play in one of its events, or founded a franchise in one of its seasons. Without a league, the organiser's events
    count. An invite-only event enters only those without an account and bots.
    """
    free = {player.pk for player in players if player.is_placeholder or player.bot}
    if event.registration != Registration.INVITE:
        free |= {by} | set(_filter_members(event, players).values_list("pk", flat=True))
    return {player.pk: EntrantStatus.ENTERED if player.pk in free else EntrantStatus.INVITED for player in players}


def _filter_members(event: Event, players: Collection[Player]) -> QuerySet[Player]:
    agreed = Entrant.objects.filter(player=OuterRef("pk"), accepted_at__isnull=False, event__league=event.league_id)
    if event.league_id is None:
        agreed = agreed.filter(event__organiser=event.organiser_id)
    founded = Franchise.objects.filter(owner=OuterRef("pk"), founded_by_owner=True, season__league=event.league_id)
    rows = Player.objects.filter(pk__in=[player.pk for player in players])
    return rows.filter(Q(Exists(agreed)) | Q(Exists(founded)))


def check_invitations(event: Event, count: int) -> None:
    """Raise ActionError("limit-reached") if so many more of this organiser's invitations would be unanswered."""
    rows = Entrant.objects.filter(status=EntrantStatus.INVITED, event__organiser=event.organiser_id)
    limit = settings.QUOTAS["invitations_per_person"]
    if count and rows.exclude(event__status__in=OVER).count() + count > limit:
        text = _("At most {limit} of your invitations can be unanswered. Wait for answers, or remove some.", limit=limit)
        raise ActionError("limit-reached", text)
