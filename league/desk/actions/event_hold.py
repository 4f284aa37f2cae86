"""All matches of an event stand still, and go on: each by a ruling of its own, so that none holds up another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engines.words import say
from league.audit.actions import record
from league.desk.actions.rulings import rule
from league.desk.queries.access import checked_event
from league.desk.queries.event_hold import held, running
from league.events.actions.event_lifecycle import announce
from league.events.models import Event, EventNote
from matches.actions.ruling import checked_reason
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Left:
    """A match that the ruling could not be given, and why."""

    match_id: int
    title: str
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruled:
    match_ids: tuple[int, ...]
    left: tuple[Left, ...]


def hold_event(*, event_id: int, by: int, why: str, at: datetime) -> Ruled:
    """Pause every match of the event that is being played, with one reason. What begins later is not held.

    That it was asked for is in the logs before the first match is paused; each pause is written down with it. Codes:
    not-found, not-allowed, plays-here, bad-reason, nothing-to-hold.
    """
    nothing = Refused("nothing-to-hold", say("No match of this event is open or being played."))
    return _rule_each(event_id, by, why, at, deed="pause", act="event.held", among=running, nothing=nothing)


def let_event_go_on(*, event_id: int, by: int, why: str, at: datetime) -> Ruled:
    """Let those matches go on that stand still because their event was held, and for nothing that was ruled since.

    Codes: not-found, not-allowed, plays-here, bad-reason, nothing-held.
    """
    nothing = Refused("nothing-held", say("No match stands still because this event is on hold."))
    return _rule_each(event_id, by, why, at, deed="resume", act="event.let-go-on", among=held, nothing=nothing)


@transaction.atomic
def _note(event: Event, by: int, act: str, why: str, at: datetime) -> int:
    record(by=by, act=act, subject=("event", event.pk), at=at, league_id=event.league_id, why=why)
    made = EventNote.objects.create(event=event, by_id=by, act=act, why=why, at=at)
    announce(event.pk)
    return int(made.pk)


def _rule_each(
    event_id: int, by: int, why: str, at: datetime, *, deed: str, act: str, among: Callable[[int], dict[int, str]],
    nothing: Refused,
) -> Ruled:  # fmt: skip
    """Give each of these matches the ruling; `nothing` is the refusal where there are none."""
    event, why = checked_event(by, event_id), checked_reason(why)
    found = among(event.pk)
    if not found:
        raise nothing
    asked = _note(event, by, act, why, at)
    ruled, left = [], []
    for match_id, title in found.items():
        try:
            rule(match_id=match_id, by=by, deed=deed, given={}, why=why, at=at, part_of=asked)
        except Refused as refusal:
            left.append(Left(match_id, title, refusal.code, refusal.text))
        else:
            ruled.append(match_id)
    return Ruled(tuple(ruled), tuple(left))
