"""Work of the sweep for running events: due rounds and updates, deferred matches, and internal errors."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps

from django.db import DatabaseError, transaction
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from engines.words import say, stored
from league.events.actions.event_lifecycle import announce, locked
from league.events.models import Event, EventStatus, Pairing, PairingKind, Round, SeriesMatch, Stage
from league.formats.registry import keys_with
from league.formats.series import Decision, Game, next_or_decided
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.pairings.actions.brackets import open_known
from league.pairings.actions.continuous_pairing import pair_waiting, plan_pulse, write_passed
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.pairings.actions.progression import go_on, publish
from league.pairings.actions.rounds import draft_round
from league.pairings.queries.due import HELD, WAITS
from league.registration.actions.continuous_entries import accept_as_bot, running_continuous
from league.standings.steps import log_of
from matches.refusals import Refused

logger = logging.getLogger(__name__)


@transaction.atomic
def pulse(*, event_id: int, at: datetime) -> bool:
    """Pair waiting entrants of an arena or end it; apply time effects and bot answers on a ladder.

    Returns False if nothing was due: the lock ensures that concurrent sweeps create each match only once.
    """
    event = locked(event_id)
    stage = running_continuous(event)
    due = event.next_round_at is not None and event.next_round_at <= at
    if stage is None or event.paused_at or not due:
        return False
    log = log_of(stage)
    if stage.traits.by_challenge:
        change = log.ladder(log.known_at).next_change()
        if change is not None and change <= at:
            write_passed(stage, log.moment(at))
        accept_as_bot(event, stage, at)
        plan_pulse(event, stage, at)
    elif log.is_over(log.moment(at)):
        go_on(event, at)
    else:
        pair_waiting(event, stage, log, at)
        plan_pulse(event, stage, at, paired=True)
    announce(event_id)
    return True


def start_due_round(*, event_id: int, at: datetime) -> bool:
    """Generate (if needed) and publish the next round if it is due; return whether that happened."""
    if not Event.objects.filter(pk=event_id, next_round_at__lte=at, paused_at=None).exists():
        return False
    if Stage.objects.filter(event=event_id, format__in=keys_with("continuous")).exists():
        return pulse(event_id=event_id, at=at)
    drafted = Round.objects.filter(event=event_id, started_at=None, stage__finished_at=None).exists()
    try:
        if not drafted and draft_round(event_id=event_id, at=at) is None:
            return False
    except Refused as refusal:
        if refusal.code != "cannot-pair":
            raise
        _leave_to_organiser(event_id, refusal.text)
        return False
    return _publish_due(event_id, at)


@transaction.atomic
def _leave_to_organiser(event_id: int, why: str) -> None:
    event = locked(event_id)
    number = event.rounds.count() + 1
    trouble = say("Round {number} can't be paired: {why}", number=number, why=why)
    event.update(next_round_at=None, trouble=stored(trouble))
    announce(event_id)


@transaction.atomic
def _publish_due(event_id: int, at: datetime) -> bool:
    event = locked(event_id)
    following = event.rounds.filter(started_at=None).order_by("number").first()
    if event.next_round_at is None or event.next_round_at > at or following is None:
        return False
    publish(event, following, at)
    go_on(event, at)
    return True


@transaction.atomic
def open_waiting(*, event_id: int, at: datetime) -> bool:
    """Open deferred matches that can be played now; return whether that or the event's trouble text changed."""
    event = locked(event_id)
    waits = isinstance(event.trouble, dict) and event.trouble.get("join", ())[:1] == [stored(WAITS)]
    if event.status != EventStatus.RUNNING or event.paused_at or not waits:
        return False
    before, waited = event.trouble, _waiting(event).count()
    event.trouble = ""
    open_known(event, at)
    _open(event, _waiting(event), at)
    event.save(update_fields=["trouble"])
    changed = event.trouble != before or _waiting(event).count() != waited
    if changed:
        announce(event_id)
    return changed


def _waiting(event: Event) -> QuerySet[Pairing]:
    """Return pairings of started rounds with two known sides and without an open or running match."""
    going = SeriesMatch.objects.filter(pairing__round__event=event, counted_at=None).values("pairing")
    rows = Pairing.objects.filter(
        round__event=event, round__started_at__isnull=False, kind=PairingKind.GAME, counted_at=None, needed=True
    ).exclude(pk__in=going)
    known = rows.annotate(known=Count("sides", filter=Q(sides__entrant__isnull=False))).filter(known=2)
    return known.select_related("round__stage").prefetch_related("series").order_by("pk")


def _open(event: Event, pairings: Iterable[Pairing], at: datetime) -> None:
    """Open first matches outside brackets, and the next matches of any series."""
    rows = [one for one in pairings if not one.round.stage.traits.is_bracket or one.series.exists()]
    seated = entrants_by_side(rows)
    due = []
    for one in rows:
        games = [Game(tuple(row.halves or ()), row.first) for row in one.series.order_by("number")]
        seeds = [entrant.seed or 0 for entrant in seated[one.pk]]
        stage = one.round.stage
        first = next_or_decided(stage.format, stage.settings, games, one.best_of, seeds) if games else 0
        if not isinstance(first, Decision):
            due.append(Due(one, seated[one.pk], len(games) + 1, first))
    open_due(event, due, at)


def held_on_fault(act: Callable[..., object]) -> Callable[..., object]:
    """Decorate a sweep action so that its failure holds only this event, unless the database failed."""

    @wraps(act)
    def guarded(*, event_id: int, at: datetime) -> object:
        try:
            return act(event_id=event_id, at=at)
        except (Refused, DatabaseError):
            raise
        except Exception:
            logger.exception("event %s cannot go on; it is held for review", event_id)
            return hold_for_review(event_id=event_id, at=at)

    return guarded


@transaction.atomic
def hold_for_review(*, event_id: int, at: datetime) -> bool:
    """Pause a running event and notify its organiser; return whether that was new. Running matches continue."""
    event = locked(event_id)
    if event.status != EventStatus.RUNNING or event.trouble == HELD:
        return False
    event.update(paused_at=event.paused_at or at, next_round_at=None, trouble=HELD)
    key = f"event.{event.pk}.{int(at.timestamp())}"
    about = {"event": event.name}
    tell([Told(event.organiser_id, key, about, reverse("event", args=[event.pk]), case="event")], kind=Kind.HELD, at=at)
    announce(event.pk)
    return True
