"""What the sweep and organisers do about agreements: begin them, remind, apply the policy, set times and nudge."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_managed, log_action
from league.events.models import Entrant, Event, EventStatus, Pairing, SeriesMatch
from league.match_times.actions.agreements import LockedAgreement, change_start, lock_agreement, store, to_columns
from league.match_times.actions.notifications import (
    build_messages,
    notify_known_time,
    notify_moved_match,
    notify_players,
    notify_staff,
)
from league.match_times.models import TimeAgreement
from league.match_times.queries import get_terms, list_common_slots
from league.match_times.rules.availability import add_days, choose_default_slot
from league.match_times.rules.negotiation import Negotiation, TimeStatus
from league.notifications.actions.create import notify
from league.notifications.kinds import Kind
from matches.errors import ActionError

NUDGE_INTERVAL = timedelta(hours=1)


def hold_for_times(event: Event, seated: Iterable[tuple[Pairing, Collection[Entrant]]], at: datetime) -> set[int]:
    """Return which of these pairings of the locked event wait for their time, and begin the agreements that are missing.

    Each pairing comes with its entrants by side. Without a play window none waits, nor does a match between bots.
    The players of teams agree board by board.
    Players of a table of more than two don't agree on a time: it has the default one.
    """
    if not event.play_days or event.teams is not None:
        return set()
    seated = list(seated)
    known = {row.pairing_id: row for row in TimeAgreement.objects.filter(pairing__in=[pairing for pairing, _side in seated])}
    held, messages = set(), []
    for pairing, entrants in seated:
        row, sides = known.get(pairing.pk), [entrant.pk for entrant in entrants]
        if row is not None and row.entrants != sides:
            row.delete()
            change_start(pairing, None)
            row = None
        if row is None and not all(entrant.player.bot for entrant in entrants):
            locked = _begin(event, pairing, entrants, at)
            row = locked.row
            case = "open" if row.status == TimeStatus.WAITING else row.status
            messages += build_messages(locked, locked.players, case, at)
        if row is not None and (row.opens_at is not None or pairing.starts_at is None):
            held.add(pairing.pk)
    notify(messages, kind=Kind.MATCH_TIME, at=at, waits=True)
    return held


def _begin(event: Event, pairing: Pairing, entrants: Collection[Entrant], at: datetime) -> LockedAgreement:
    closes_at = add_days(at, event.play_days, event.slot_zone)
    default_at = choose_default_slot(at, closes_at, weekday=event.slot_day, clock=event.slot_time, zone=event.slot_zone)
    state = Negotiation(at, closes_at, default_at, at)
    if pairing.starts_at is not None:
        state = state.set_time(max(pairing.starts_at, at), at)
    elif len(entrants) != 2:
        state = state.set_default(at)
    change_start(pairing, state.time)
    row = TimeAgreement(
        pairing=pairing, entrants=[entrant.pk for entrant in entrants], opened_at=at, closes_at=closes_at,
        default_at=default_at, **to_columns(state, get_terms(event), is_open=True),
    )  # fmt: skip
    row.save()
    return LockedAgreement(event, row, [entrant.player for entrant in entrants])


@transaction.atomic
def apply_deadline(*, pairing_id: int, at: datetime) -> bool:
    """Send the reminder that is due for a pairing, or apply the event's policy to it. Safe to repeat."""
    event_id = Pairing.objects.filter(pk=pairing_id).values_list("round__event", flat=True).first()
    if event_id is None:
        return False
    locked = lock_agreement(event_id, pairing_id)
    before, event = locked.state, locked.event
    is_over = SeriesMatch.objects.filter(pairing=pairing_id).exists() or locked.pairing.counted_at is not None
    if event.status != EventStatus.RUNNING or event.paused_at or is_over:
        return False
    players = [player.pk for player in locked.players]
    policy_due = before.time is None and before.reminded and len(players) == 2
    slots = list_common_slots(locked.row, players, at, only_known=True) if policy_due else []
    state = before.apply_deadline(locked.terms, slots, at)
    if state is before:
        return False
    store(locked, state)
    if state.status == TimeStatus.REFEREE:
        notify_staff(locked, at)
    elif state.time is not None and before.time is None:
        notify_known_time(locked, "default", at)
    elif state.time is not None:
        notify_players(locked, locked.players, "soon", at)
    else:
        notify_players(locked, [locked.players[side] for side in state.list_silent_sides()], "reminder", at)
    return True


def set_agreed_time(event: Event, pairing: Pairing, starts_at: datetime | None, at: datetime) -> None:
    """Set the time of a locked pairing of the locked event as an organiser, and notify its players if they know of it.

    An open proposal no longer counts. None lets the players agree again.
    """
    if not TimeAgreement.objects.filter(pairing=pairing).exists():
        change_start(pairing, starts_at)
        if pairing.round.started_at is not None or not pairing.round.stage.traits.drafted:
            notify_moved_match(event, pairing, at)
        return
    locked = lock_agreement(event.pk, pairing.pk)
    store(locked, locked.state.set_time(starts_at, at))
    pairing.refresh_from_db(fields=["starts_at", "time_changes"])
    if starts_at is None:
        notify_players(locked, locked.players, "open", at)
    else:
        notify_known_time(locked, "organiser", at)


@transaction.atomic
def nudge(*, event_id: int, pairing_id: int, by: int, at: datetime) -> None:
    """Remind the players of a pairing whose turn it is, as an organiser; at most once an hour."""
    lock_managed(event_id, by)
    locked = lock_agreement(event_id, pairing_id)
    locked.check_open()
    sides = locked.state.list_silent_sides()
    if not sides:
        raise ActionError("answered", _("Nobody has to answer: the time of this match is known."), "pairing_id")
    if locked.row.nudged_at is not None and locked.row.nudged_at + NUDGE_INTERVAL > at:
        raise ActionError("too-soon", _("These players were reminded less than an hour ago. Try again later."), "pairing_id")
    locked.row.update(nudged_at=at)
    names = ", ".join(locked.players[side].log_name for side in sides)
    log_action(locked.event, by, "pairing.nudged", None, {"round": locked.pairing.round.number, "players": names}, at=at)
    notify_players(locked, [locked.players[side] for side in sides], "nudge", at)
    announce(event_id)
