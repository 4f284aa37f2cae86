"""Rulings of a referee on a match or a whole event, and their logs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from engines import registry
from engines.contract import Json
from engines.i18n import translate as _, translate_stored
from league.audit.actions import record
from league.desk.queries.access import get_access, get_desk_event
from league.desk.queries.available_rulings import list_held, list_running
from league.events.actions.event_lifecycle import announce, lock_event
from league.events.actions.notifications import queue_webhook
from league.events.models import Event, EventLogEntry, EventStatus, SeriesMatch
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.ratings.models import RatedMatch
from matches.actions import referee
from matches.actions.referee import validate_reason
from matches.errors import ActionError
from matches.models import Match, Seat, Status
from matches.pubsub import publish_on_commit


def replace_match(*, match_id: int, why: str, at: datetime) -> int:
    """Open a replacement for an annulled event match; return its id. The event must be locked.

    The new match has the same players and sides; the annulled one is detached from the event.
    """
    validate_reason(why)
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    rows = SeriesMatch.objects.select_related("pairing__round__event")
    row = rows.filter(match=match_id, counted_at=None, pairing__counted_at=None).first()
    if row is None:
        raise ActionError("not-possible", _("You can only replay an event match whose pairing has no result yet."))
    if match.status != Status.VOID:
        raise ActionError("not-annulled", _("Annul the match first."))
    pairing, event = row.pairing, row.pairing.round.event
    if event.status != EventStatus.RUNNING:
        raise ActionError("not-running", _("The event isn't running."))
    entrants = list_entrants_by_side([pairing])[pairing.pk]
    RatedMatch.objects.filter(match=match_id, counted_at=None).delete()
    row.delete()
    opened = create_due_matches(event, [DueMatch(pairing, entrants, row.number, row.first, is_alone=True)], at)
    if not opened:
        raise ActionError("not-possible", _("A franchise in this pairing doesn't have enough Gamers for another match."))
    publish_on_commit("desk")
    return opened[0]


@dataclass(frozen=True, slots=True)
class RulingType:
    """A ruling; `takes` are its fields besides the reason, `of_event` means that the event has to be locked."""

    audit: str
    act: Callable[..., int]
    takes: tuple[str, ...] = ()
    of_event: bool = False


RULINGS: Mapping[str, RulingType] = {
    "pause": RulingType("match.paused", referee.pause),
    "resume": RulingType("match.resumed", referee.resume),
    "add-time": RulingType("match.time-added", referee.add_time, ("seats", "seconds")),
    "result": RulingType("match.ruled", referee.rule_result, ("ranks",)),
    "disqualify": RulingType("match.disqualified", referee.disqualify, ("seat",)),
    "annul": RulingType("match.annulled", referee.annul, of_event=True),
    "reinstate": RulingType("match.reinstated", referee.reinstate, of_event=True),
    "play-again": RulingType("match.replaced", replace_match, of_event=True),
}


@transaction.atomic
def apply_ruling(
    *, match_id: int, by: int, kind: str, data: Mapping[str, Any], why: str, at: datetime, part_of: int | None = None
) -> int:
    """Give a ruling; return its entry number in the match's log (for `play-again`, the new match's id).

    `kind` is a key of RULINGS, `data` its fields. The audit log and the event's log are written, too. `part_of` is
    the event log entry of a ruling on all its matches.
    """
    ruling_type = RULINGS.get(kind)
    if ruling_type is None:
        raise ActionError("unknown-ruling", _("The ruling must be one of {rulings}.", rulings=", ".join(RULINGS)), "ruling")
    for name in ruling_type.takes:
        if name not in data:
            raise ActionError("missing-field", _("`{name}` is required.", name=name), name)
    access = get_access(by, match_id)
    if ruling_type.of_event and access.event is not None:
        lock_event(access.event.pk)
        access = get_access(by, match_id)
    if access.is_replaced:
        raise ActionError("not-possible", _("Another match has replaced this one, so no ruling on it counts."))
    event = access.event
    status = Match.objects.select_for_update(no_key=True).values_list("status", flat=True).get(pk=match_id)
    before: dict[str, Json] = {"status": status}
    values = {name: data[name] for name in ruling_type.takes}
    result = ruling_type.act(match_id=match_id, why=why, at=at, **values)
    after: dict[str, Json] = {**values, "status": Match.objects.values_list("status", flat=True).get(pk=match_id)}
    after["match" if kind == "play-again" else "entry"] = result
    if part_of is not None:
        after["part_of"] = part_of
    concerned = match_id if kind != "play-again" else result
    notify_ruling(concerned, kind, at)
    if event is not None:
        _send_ruling_webhook(event, concerned, kind, at)
    why, action = referee.validate_reason(why), ruling_type.audit
    league_id = access.league_id
    record(by=by, action=action, subject=("match", match_id), league_id=league_id, before=before, after=after, why=why, at=at)
    if event is not None:
        after = {"match": match_id, **after}
        EventLogEntry.objects.create(event=event, by_id=by, act=action, before=before, after=after, why=why, at=at)
        announce(event.pk)
    return result


def notify_ruling(match_id: int, kind: str, at: datetime) -> None:
    """Notify the players of the ruling at once; spectators see it with the match's delay."""
    match = Match.objects.only("title", "game", "engine_version").get(pk=match_id)
    params = {"match": match.title or registry.get_or_missing(match.game, match.engine_version).name}
    path = reverse("match", args=[match_id])
    players = Seat.objects.filter(match=match_id, player__isnull=False, bot="").values_list("player", flat=True)
    key = f"match.{match_id}.{kind}.{at.timestamp():.3f}"
    notifications = [NewNotification(player, key, params, path, case=kind, subject=match_id) for player in players if player]
    notify(notifications, kind=Kind.RULING, at=at)


def _send_ruling_webhook(event: Event, match_id: int, kind: str, at: datetime) -> None:
    """Tell the league's webhooks, unless spectators see the match with a delay and so can't know of the ruling yet."""
    match = Match.objects.only("title", "delay_ms").get(pk=match_id)
    if not match.delay_ms:
        path = reverse("match", args=[match_id])
        data = {"case": kind, "match_id": match_id, "title": translate_stored(match.title), "path": path}
        queue_webhook(event, "ruling.made", f"ruling.{match_id}.{kind}.{at.timestamp():.3f}", data, at)


@dataclass(frozen=True, slots=True)
class SkippedMatch:
    """A match that the ruling was not possible for, and why."""

    match_id: int
    title: str
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class EventRuling:
    """The outcome of a ruling on an event."""

    match_ids: tuple[int, ...]
    left: tuple[SkippedMatch, ...]


EVENT_RULINGS = ("hold", "go-on")


def rule_on_event(*, event_id: int, by: int, do: str, why: str, at: datetime) -> EventRuling:
    """Pause every running match of an event (`hold`), or resume the matches paused that way.

    Matches that begin later are not paused, and matches with newer rulings stay as they are. The request is logged
    before the first match is ruled on; each ruling is logged with it. Raises ActionError: not-found, not-allowed,
    plays-here, bad-reason, nothing-to-hold, nothing-held.
    """
    event, why = get_desk_event(by, event_id), validate_reason(why)
    if do == "hold":
        kind, action, matches = "pause", "event.held", list_running(event.pk)
        nothing_to_do = ActionError("nothing-to-hold", _("This event has no open or running matches."))
    else:
        kind, action, matches = "resume", "event.let-go-on", list_held(event.pk)
        nothing_to_do = ActionError("nothing-held", _("No matches were paused together with this event."))
    if not matches:
        raise nothing_to_do
    with transaction.atomic():
        record(by=by, action=action, subject=("event", event.pk), at=at, league_id=event.league_id, why=why)
        event_note_id = EventLogEntry.objects.create(event=event, by_id=by, act=action, why=why, at=at).pk
        announce(event.pk)
    ruled, skipped = [], []
    for match_id, title in matches.items():
        try:
            apply_ruling(match_id=match_id, by=by, kind=kind, data={}, why=why, at=at, part_of=event_note_id)
        except ActionError as error:
            skipped.append(SkippedMatch(match_id, title, error.code, error.text))
        else:
            ruled.append(match_id)
    return EventRuling(tuple(ruled), tuple(skipped))
