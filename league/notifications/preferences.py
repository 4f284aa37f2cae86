"""Choice of notifications, channels and quiet hours."""

from collections.abc import Mapping
from datetime import time
from functools import cache
from zoneinfo import available_timezones

from django.db import transaction

from engines.words import say
from league.notifications.actions.email_delivery import read_stop
from league.notifications.kinds import Channel
from league.notifications.models import Mail, Notice, NoticeTerms
from matches.refusals import Refused


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones, sorted."""
    return tuple(sorted(one for one in available_timezones() if "/" in one or one == "UTC"))


def check_quiet_hours(zone: str, begins: time | None, ends: time | None) -> None:
    """Raise Refused if the zone is unknown, or only one end of the quiet hours is set."""
    if zone not in zones():
        raise Refused("bad-zone", say("Time zone not found. Enter one like Europe/Berlin."), "zone")
    if (begins is None) != (ends is None):
        field = "quiet_from" if begins is None else "quiet_until"
        raise Refused("missing-field", say("Enter both a start and an end for do not disturb, or neither."), field)
    if begins is not None and begins == ends:
        raise Refused("bad-quiet", say("Do not disturb must start and end at different times."), "quiet_until")


@transaction.atomic
def choose(
    *, player_id: int, switches: Mapping[str, bool], zone: str, quiet_from: time | None, quiet_until: time | None
) -> None:
    """Set these switches (by `kind:channel`; the others stay) and the quiet hours."""
    if not switches.keys() <= NoticeTerms().all_switches.keys():
        raise Refused("bad-switch", say("Each switch must be a kind and a channel, on or off."), "switches")
    check_quiet_hours(zone, quiet_from, quiet_until)
    terms = _locked(player_id)
    terms.switches = {**terms.switches, **switches}
    terms.zone, terms.quiet_from, terms.quiet_until = zone, quiet_from, quiet_until
    terms.save()


@transaction.atomic
def stop_letters(*, token: str) -> str:
    """Unsubscribe the token's player from emails of its kind; return the kind. Raises Refused if it is invalid."""
    player_id, kind = read_stop(token)
    terms = _locked(player_id)
    terms.switches = {**terms.switches, f"{kind}:{Channel.EMAIL}": False}
    terms.save()
    Notice.objects.filter(player=player_id, kind=kind, mail=Mail.DUE).update(mail=Mail.DROPPED)
    return kind


def _locked(player_id: int) -> NoticeTerms:
    NoticeTerms.objects.get_or_create(pk=player_id)
    return NoticeTerms.objects.select_for_update().get(pk=player_id)
