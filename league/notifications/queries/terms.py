"""What somebody wants to be told, as pages and doors show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from urllib.parse import urlsplit
from uuid import UUID

from league.notifications.kinds import Channel, Kind, wanted
from league.notifications.models import NoticeTerms, PushDevice
from league.notifications.quiet_hours import Quiet

NEVER_QUIET = Quiet("UTC", time(), time())


@dataclass(frozen=True, slots=True)
class Switch:
    kind: str
    label: str
    page: bool
    email: bool
    push: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    switches: tuple[Switch, ...]
    zone: str
    quiet_from: time | None
    quiet_until: time | None


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser through which somebody is told, by the host of its push service."""

    uid: UUID
    host: str
    made_at: datetime


def quiet_of(terms: NoticeTerms | None) -> Quiet | None:
    if terms is None or terms.quiet_from is None or terms.quiet_until is None:
        return None
    return Quiet(terms.zone, terms.quiet_from, terms.quiet_until)


def wishes(player_id: int) -> Wishes:
    terms = NoticeTerms.objects.filter(pk=player_id).first() or NoticeTerms(player_id=player_id)
    switches = tuple(
        Switch(
            kind.value, str(kind.label), wanted(terms.switches, kind, Channel.PAGE),
            wanted(terms.switches, kind, Channel.EMAIL),
            wanted(terms.switches, kind, Channel.PUSH),
        )
        for kind in Kind
    )  # fmt: skip
    return Wishes(switches, terms.zone, terms.quiet_from, terms.quiet_until)


def browsers(player_id: int) -> list[Browser]:
    rows = PushDevice.objects.filter(player=player_id).order_by("pk")
    return [Browser(one.uid, urlsplit(one.endpoint).hostname or "", one.made_at) for one in rows]
