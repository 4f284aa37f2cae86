"""Choice of notifications, channels and quiet hours."""

from collections.abc import Mapping
from datetime import time
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.http import HttpRequest

from engines.i18n import translate as _
from league.notifications.actions.email_delivery import parse_unsubscribe_token
from league.notifications.kinds import Channel
from league.notifications.models import EmailStatus, Notification, NotificationPreferences
from league.people.models import Player
from matches.errors import ActionError

ZONE_COOKIE = "zone"
"""The cookie in which pages keep the browser's time zone."""


@cache
def list_time_zones() -> tuple[str, ...]:
    """Return the names of all time zones, sorted."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def check_zone(zone: str, name: str = "zone") -> None:
    """Raise ActionError if the zone is unknown."""
    if zone not in list_time_zones():
        raise ActionError("bad-zone", _("Time zone not found. Enter one like Europe/Berlin."), name)


def check_quiet_hours(zone: str, begins: time | None, ends: time | None) -> None:
    """Raise ActionError if the zone is unknown, or only one end of the quiet hours is set."""
    if zone:
        check_zone(zone)
    if (begins is None) != (ends is None):
        field = "quiet_from" if begins is None else "quiet_until"
        raise ActionError("missing-field", _("Enter both a start and an end for do not disturb, or neither."), field)
    if begins is not None and begins == ends:
        raise ActionError("bad-quiet", _("Do not disturb must start and end at different times."), "quiet_until")


@transaction.atomic
def update_preferences(
    *, player_id: int, switches: Mapping[str, bool], zone: str, quiet_from: time | None, quiet_until: time | None
) -> None:
    """Set these switches (by `kind:channel`; the others stay), the zone (empty: not known) and the quiet hours."""
    if not switches.keys() <= NotificationPreferences().all_switches.keys():
        raise ActionError("bad-switch", _("Each switch must be a kind and a channel, on or off."), "switches")
    check_quiet_hours(zone, quiet_from, quiet_until)
    preferences = _lock_preferences(player_id)
    preferences.switches = {**preferences.switches, **switches}
    preferences.zone, preferences.quiet_from, preferences.quiet_until = zone, quiet_from, quiet_until
    preferences.save()


@transaction.atomic
def update_zone(*, player_id: int, zone: str) -> None:
    """Set the player's time zone."""
    check_zone(zone)
    preferences = _lock_preferences(player_id)
    preferences.zone = zone
    preferences.save(update_fields=["zone"])


def remember_zone(*, player_id: int, zone: str) -> None:
    """Take the zone of the player's browser for theirs unless theirs is known. One that isn't a zone is ignored."""
    is_known = NotificationPreferences.objects.filter(pk=player_id).exclude(zone="").exists()
    if is_known or zone not in list_time_zones():
        return
    with transaction.atomic():
        _lock_preferences(player_id)
        NotificationPreferences.objects.filter(pk=player_id, zone="").update(zone=zone)


def on_sign_in(*, request: HttpRequest | None, user: Any, **_: Any) -> None:
    """Take the zone of the browser at Django's sign-in signal."""
    zone = "" if request is None else request.COOKIES.get(ZONE_COOKIE, "")
    if zone and isinstance(user, Player) and not user.is_guest:
        remember_zone(player_id=user.pk, zone=zone)


@transaction.atomic
def unsubscribe(*, token: str) -> str:
    """Unsubscribe the token's player from emails of its kind; return the kind. Raises ActionError if it is invalid."""
    player_id, kind = parse_unsubscribe_token(token)
    preferences = _lock_preferences(player_id)
    preferences.switches = {**preferences.switches, f"{kind}:{Channel.EMAIL}": False}
    preferences.save()
    Notification.objects.filter(player=player_id, kind=kind, mail=EmailStatus.DUE).update(mail=EmailStatus.DROPPED)
    return kind


def _lock_preferences(player_id: int) -> NotificationPreferences:
    NotificationPreferences.objects.get_or_create(pk=player_id)
    return NotificationPreferences.objects.select_for_update().get(pk=player_id)
