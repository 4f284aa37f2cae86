"""What somebody wants to be told, as pages and doors show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

from league.notices.kinds import Channel, Kind, wanted
from league.notices.models import NoticeTerms
from league.notices.quiet import Quiet


@dataclass(frozen=True, slots=True)
class Switch:
    kind: str
    label: str
    page: bool
    email: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    switches: tuple[Switch, ...]
    zone: str
    quiet_from: time | None
    quiet_until: time | None


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
        )
        for kind in Kind
    )  # fmt: skip
    return Wishes(switches, terms.zone, terms.quiet_from, terms.quiet_until)
