"""Entries before the start: joining, requests, waiting list, check-in, leaving."""

from datetime import datetime

from django.conf import settings
from django.db import transaction

from engines.bots import list_levels
from engines.i18n import translate as _
from league.events.actions.bot_entry import check_bot_account
from league.events.actions.event_lifecycle import announce, get_entrant, lock_event, lock_managed, log_action
from league.events.actions.franchise_entry import check_franchise, list_missing_franchises
from league.events.actions.notifications import notify_check_in, notify_entered
from league.events.models import BEFORE_START, OVER, Entrant, EntrantStatus, Event, EventStatus, Registration
from league.people.actions.bots import get_free_bot
from league.people.models import Player
from league.ratings.queries.players import get_rating_values
from league.registration.actions.consent import check_invitations, choose_statuses
from league.registration.actions.continuous_entries import find_continuous_stage, join_continuous_stage
from league.registration.actions.late_entries import accept_late
from league.registration.actions.no_shows import (
    check_admission,
    check_can_enter,
    check_linked_account,
    get_player_by_name,
    record_no_shows,
)
from league.registration.actions.waiting_list import count_free_spots, offer_free_spots
from league.teams.actions.rosters import check_captain, ensure_teams
from matches.errors import ActionError


@transaction.atomic
def join_event(*, event_id: int, player_id: int, at: datetime) -> str:
    """Enter a player, or add them to the requests or the waiting list; return the status. It accepts an invitation.

    The event's lock ensures that only one player gets the last spot.
    """
    event = lock_event(event_id)
    player = Player.objects.filter(pk=player_id, is_guest=False, is_active=True).first()
    if player is None:
        raise ActionError("account-needed", _("Guests can't join events. Create an account first; you keep your matches."))
    check_bot_account(event, player)
    entrant = event.entrants.filter(player=player_id).first()
    if entrant and entrant.status == EntrantStatus.INVITED and event.status == EventStatus.RUNNING:
        check_can_enter(event, player, at)
        accept_late(event, entrant, at)
        announce(event_id)
        return str(EntrantStatus.ENTERED)
    stage = find_continuous_stage(event)
    if stage is not None and event.registration == Registration.OPEN:
        _check_eligibility(event, player_id, at)
        join_continuous_stage(event, stage, player_id, at, accepted=True)
        return str(EntrantStatus.ENTERED)
    if event.status not in (BEFORE_START[1:] if entrant else [EventStatus.REGISTRATION]):
        raise ActionError("not-open", _("This event isn't open for registration."))
    if entrant and entrant.status != EntrantStatus.INVITED:
        raise ActionError("already-joined", _("You have already joined this event."))
    if entrant is None and event.registration == Registration.INVITE:
        raise ActionError("invitation-needed", _("This event is invite only. Ask the organiser for an invitation."))
    _check_eligibility(event, player_id, at, invited=entrant is not None)
    check_captain(event, player_id)
    waiting = event.entrants.filter(status=EntrantStatus.WAITING).count()
    # waiting players come first for free spots
    status = EntrantStatus.ENTERED if count_free_spots(event) > waiting else EntrantStatus.WAITING
    if entrant is None and event.registration == Registration.APPROVAL:
        status = EntrantStatus.APPLIED
    Entrant.objects.update_or_create(
        event=event,
        player_id=player_id,
        defaults={"status": status, "accepted_at": at},
        create_defaults={"status": status, "accepted_at": at, "joined_at": at},
    )
    ensure_teams(event, at)
    offer_free_spots(event, at)
    announce(event_id)
    return str(status)


@transaction.atomic
def leave_event(*, event_id: int, player_id: int, at: datetime) -> None:
    """Withdraw an entry before the start and offer the spot to the waiting list, or decline an invitation at any time."""
    event = lock_event(event_id)
    rows = event.entrants.filter(player=player_id)
    if event.status not in BEFORE_START and not rows.filter(status=EntrantStatus.INVITED).exists():
        raise ActionError("not-open", _("You can only leave before the event starts. After that, withdraw instead."))
    if not rows.delete()[0]:
        raise ActionError("not-joined", _("You haven't joined this event."))
    offer_free_spots(event, at)
    announce(event_id)


@transaction.atomic
def enter_player(*, event_id: int, by: int, username: str, at: datetime) -> int:
    """Enter a player by username, or invite them (`choose_statuses`); return the entrant's id."""
    event = lock_managed(event_id, by)
    player = get_player_by_name(username)
    status = choose_statuses(event, by, [player])[player.pk]
    entrant = _create_entrant(event, player, at, status)
    notify_entered(event, by, [entrant], at)
    act = "entrant.invited" if status == EntrantStatus.INVITED else "entrant.entered"
    log_action(event, by, act, after={"player": player.username}, at=at)
    return entrant.pk


@transaction.atomic
def add_bot(*, event_id: int, by: int, kind: str, at: datetime) -> int:
    """Enter a bot of a kind that is not in the event yet; return its player id."""
    event = lock_managed(event_id, by)
    if event.is_reported or kind not in {level.key for level in list_levels(event.game)}:
        raise ActionError("unknown-bot", _("Bot not found for this game."), "kind")
    bot = get_free_bot(kind=kind, taken=list(event.entrants.values_list("player", flat=True)), at=at)
    _create_entrant(event, Player.objects.get(pk=bot), at, EntrantStatus.ENTERED)
    log_action(event, by, "entrant.entered", after={"bot": kind}, at=at)
    return bot


@transaction.atomic
def enter_franchises(*, event_id: int, by: int, at: datetime) -> int:
    """Enter or invite all missing franchises of the event's season, or none if one fails; return how many."""
    event = lock_managed(event_id, by)
    if event.season_id is None:
        raise ActionError("not-possible", _("This event isn't part of a franchise season."))
    missing = list_missing_franchises(event)
    if not missing:
        raise ActionError("already-joined", _("All franchises of the season are already in the event."))
    for username in missing:
        enter_player(event_id=event_id, by=by, username=username, at=at)
    return len(missing)


@transaction.atomic
def approve_entrant(*, event_id: int, entrant_id: int, by: int, at: datetime) -> None:
    """Enter a player who requested to join or is on the waiting list."""
    event = lock_managed(event_id, by)
    _check_open(event)
    entrant = event.entrants.filter(pk=entrant_id).select_related("player").first()
    if entrant is None or entrant.status not in (EntrantStatus.APPLIED, EntrantStatus.WAITING):
        raise ActionError("not-waiting", _("This player isn't waiting for a spot."))
    _check_capacity(event)
    check_admission(event, entrant.player_id, at, name=str(entrant.player))
    names = {"player": entrant.player.log_name}
    log_action(event, by, "entrant.admitted", {**names, "status": entrant.status}, {**names, "status": "entered"}, at=at)
    entrant.update(status=EntrantStatus.ENTERED, offered_at=None, answer_by=None)


@transaction.atomic
def remove_entrant(*, event_id: int, entrant_id: int, by: int, at: datetime, why: str = "") -> None:
    """Remove an entry before the start, or an invitation at any time."""
    event = lock_managed(event_id, by)
    entrant = get_entrant(event, entrant_id)
    if entrant.status != EntrantStatus.INVITED:
        _check_open(event)
    log_action(event, by, "entrant.put-out", {"player": entrant.player.log_name, "status": entrant.status}, None, why, at=at)
    entrant.delete()
    offer_free_spots(event, at)


@transaction.atomic
def check_in(*, event_id: int, player_id: int, at: datetime) -> None:
    """Check a player in. Entrants who have not checked in by the start are removed.

    Waiting players who have checked in get free spots first.
    """
    event = lock_event(event_id)
    if event.status != EventStatus.CHECK_IN:
        raise ActionError("not-open", _("Check-in isn't open."))
    rows = event.entrants.filter(player=player_id, status__in=[EntrantStatus.ENTERED, EntrantStatus.WAITING])
    if not rows.exists():
        raise ActionError("not-joined", _("You aren't in this event."))
    check_linked_account(event, player_id)
    rows.filter(checked_in_at=None).update(checked_in_at=at)
    offer_free_spots(event, at)
    announce(event_id)


@transaction.atomic
def check_entrant_in(*, event_id: int, entrant_id: int, by: int, at: datetime, present: bool = True) -> None:
    """Check an entrant in for them, or undo it unless `present`. A no-op if nothing changes."""
    event = lock_managed(event_id, by)
    if event.status != EventStatus.CHECK_IN:
        raise ActionError("not-open", _("Check-in isn't open."))
    entrant = get_entrant(event, entrant_id)
    if entrant.status not in (EntrantStatus.ENTERED, EntrantStatus.WAITING):
        raise ActionError("not-joined", _("This player has no spot yet. Approve them first."), "entrant_id")
    if (entrant.checked_in_at is not None) == present:
        return
    act = "entrant.checked-in" if present else "entrant.check-in-undone"
    log_action(event, by, act, after={"player": entrant.player.log_name}, at=at)
    entrant.update(checked_in_at=at if present else None)
    offer_free_spots(event, at)
    announce(event_id)


@transaction.atomic
def open_check_in(*, event_id: int, by: int, at: datetime) -> None:
    """Open the check-in by hand."""
    event = lock_managed(event_id, by)
    start_check_in(event, at)
    log_action(event, by, "check-in.opened", after={"status": event.status}, at=at)


@transaction.atomic
def open_due_check_in(*, event_id: int, at: datetime) -> None:
    """Open the check-in of an event when it is due. Idempotent."""
    event = lock_event(event_id)
    if event.status == EventStatus.REGISTRATION and event.check_in_min and event.starts_at:
        start_check_in(event, at)


def start_check_in(event: Event, at: datetime) -> None:
    """Close registration and notify entrants to check in. Bots are checked in automatically."""
    if event.status != EventStatus.REGISTRATION:
        raise ActionError("not-possible", _("Check-in can only be opened during registration."))
    event.update(status=EventStatus.CHECK_IN)
    event.entrants.exclude(player__bot="").update(checked_in_at=at)
    notify_check_in(event, at)
    announce(event.pk)


@transaction.atomic
def close_registration(*, event_id: int, by: int, at: datetime) -> None:
    """Move on to seeding. After a check-in, spots of absent entrants are offered to the waiting list."""
    event = lock_managed(event_id, by)
    if event.status not in (EventStatus.REGISTRATION, EventStatus.CHECK_IN):
        raise ActionError("not-possible", _("Registration isn't open."))
    log_action(event, by, "registration.closed", {"status": event.status}, {"status": EventStatus.SEEDING}, at=at)
    remove_absent_entrants(event, at)
    event.update(status=EventStatus.SEEDING)
    offer_free_spots(event, at)


def remove_absent_entrants(event: Event, at: datetime) -> None:
    """Remove entrants who have not checked in, and record the no-shows."""
    if event.status == EventStatus.CHECK_IN:
        absent = event.entrants.filter(status=EntrantStatus.ENTERED, checked_in_at=None)
        record_no_shows(event, list(absent.values_list("player", flat=True)), at)
        absent.delete()


def _create_entrant(event: Event, player: Player, at: datetime, status: EntrantStatus) -> Entrant:
    _check_open(event)
    if event.entrants.filter(player=player).exists():
        raise ActionError("already-joined", _("This player is already in the event."), "username")
    if status == EntrantStatus.INVITED:
        check_invitations(event, 1)
    else:
        _check_capacity(event)
    check_can_enter(event, player, at)
    if player.bot and event.teams is not None:
        raise ActionError("no-bots", _("Bots can't be captains of teams. Enter a player."))
    if player.bot and not event.demo:
        bots = Entrant.objects.filter(player__bot__gt="", event__demo=False).exclude(event__status__in=OVER)
        if bots.filter(event__organiser=event.organiser_id).count() >= (limit := settings.QUOTAS["event_bots_per_person"]):
            text = _("You've reached the limit of {limit} bots in events. Finish or cancel an event first.", limit=limit)
            raise ActionError("limit-reached", text)
        if bots.count() >= settings.QUOTAS["event_bots"]:
            raise ActionError("limit-reached", _("Too many bots are playing in events. Try again later."))
    check_captain(event, player.pk)
    entrant = event.entrants.create(player=player, joined_at=at, status=status)
    ensure_teams(event, at)
    return entrant


def _check_open(event: Event) -> None:
    if event.status not in BEFORE_START:
        raise ActionError("not-open", _("This event has already started."))


def _check_capacity(event: Event) -> None:
    if count_free_spots(event) <= 0:
        raise ActionError("event-full", _("This event is full."))


def _check_eligibility(event: Event, player_id: int, at: datetime, *, invited: bool = False) -> None:
    """Raise ActionError if the player may not enter by themself; an invitation overrides the rating limits."""
    check_franchise(event, player_id)
    check_admission(event, player_id, at)
    if invited or (event.least_rating is None and event.most_rating is None):
        return
    rating = round(get_rating_values([player_id], event.seeding_pool)[player_id])
    if event.least_rating is not None and rating < event.least_rating:
        raise ActionError(
            "rating-too-low",
            _("This event requires a rating of at least {least}; yours is {rating}.", least=event.least_rating, rating=rating),
        )
    if event.most_rating is not None and rating > event.most_rating:
        raise ActionError(
            "rating-too-high",
            _("This event requires a rating of at most {most}; yours is {rating}.", most=event.most_rating, rating=rating),
        )
