"""Choosing what one is told, in which way and when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time

from django.db import transaction

from engines.words import say
from league.notifications.email_messages import read_stop
from league.notifications.kinds import Channel, Kind
from league.notifications.models import Mail, Notice, NoticeTerms
from league.notifications.quiet_hours import quiet_given
from matches.refusals import Refused


@transaction.atomic
def choose(
    *, player_id: int, switches: Mapping[str, bool], zone: str, quiet_from: time | None, quiet_until: time | None
) -> None:
    """Set these switches (by `kind:channel`; the others stay) and the quiet hours."""
    known = {f"{kind}:{channel}" for kind in Kind.values for channel in Channel.values}
    for name, on in switches.items():
        if name not in known or not isinstance(on, bool):
            raise Refused("bad-switch", say("A switch is a kind and a channel, on or off."), "switches")
    quiet_given(zone, quiet_from, quiet_until)
    terms = _locked(player_id)
    terms.switches = {**terms.switches, **switches}
    terms.zone, terms.quiet_from, terms.quiet_until = zone, quiet_from, quiet_until
    terms.save()


@transaction.atomic
def stop_letters(*, token: str) -> str:
    """Switch letters of a kind off for whoever's letter has this token; return the kind. Refused if it is not ours."""
    player_id, kind = read_stop(token)
    terms = _locked(player_id)
    terms.switches = {**terms.switches, f"{kind}:{Channel.EMAIL}": False}
    terms.save()
    Notice.objects.filter(player=player_id, kind=kind, mail=Mail.DUE).update(mail=Mail.DROPPED)
    return kind


def _locked(player_id: int) -> NoticeTerms:
    NoticeTerms.objects.get_or_create(pk=player_id)
    return NoticeTerms.objects.select_for_update().get(pk=player_id)
