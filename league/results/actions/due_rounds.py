"""Work of the sweep for running events: due rounds and updates, deferred matches, and internal errors."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps

from django.db import DatabaseError, transaction
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from engines.i18n import to_stored, translate as _
from league.events.actions.event_lifecycle import announce, lock_event
from league.events.models import Event, EventStatus, Pairing, PairingKind, Round, SeriesMatch, Stage
from league.formats.registry import keys_with
from league.formats.series import Decision, Game, continue_or_decide
from league.match_times.queries import waiting_for_time
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.pairings.actions.brackets import open_playable_matches
from league.pairings.actions.continuous_pairing import pair_waiting_players, record_time_passed, schedule_tick
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.pairings.actions.progression import advance_event, publish_round
from league.pairings.actions.rounds import create_next_round
from league.pairings.queries.due import HELD_FOR_REVIEW, WAITING_FOR_GAMERS
from league.registration.actions.continuous_entries import accept_bot_challenges, find_continuous_stage
from league.standings.steps import load_log
from matches.errors import ActionError

logger = logging.getLogger(__name__)


@transaction.atomic
def tick_event(*, event_id: int, at: datetime) -> bool:
    """Pair waiting entrants of an arena or end it; apply time effects and bot answers on a ladder.

    Returns False if nothing was due: the lock ensures that concurrent sweeps create each match only once.
    """
    event = lock_event(event_id)
    stage = find_continuous_stage(event)
    due = event.next_round_at is not None and event.next_round_at <= at
    if stage is None or event.paused_at or not due:
        return False
    log = load_log(stage)
    if stage.traits.by_challenge:
        change = log.ladder(log.known_at).next_change()
        if change is not None and change <= at:
            record_time_passed(stage, log.moment(at))
        accept_bot_challenges(event, stage, at)
        schedule_tick(event, stage, at)
    elif log.is_over(log.moment(at)):
        advance_event(event, at)
    else:
        pair_waiting_players(event, stage, log, at)
        schedule_tick(event, stage, at, paired=True)
    announce(event_id)
    return True


def start_due_round(*, event_id: int, at: datetime) -> bool:
    """Generate (if needed) and publish the next round if it is due; return whether that happened."""
    if not Event.objects.filter(pk=event_id, next_round_at__lte=at, paused_at=None).exists():
        return False
    if Stage.objects.filter(event=event_id, format__in=keys_with("continuous")).exists():
        return tick_event(event_id=event_id, at=at)
    has_unpublished = Round.objects.filter(event=event_id, started_at=None, stage__finished_at=None).exists()
    try:
        if not has_unpublished and create_next_round(event_id=event_id, at=at) is None:
            return False
    except ActionError as refusal:
        if refusal.code != "cannot-pair":
            raise
        _report_pairing_failure(event_id, refusal.text)
        return False
    return _publish_due_round(event_id, at)


@transaction.atomic
def _report_pairing_failure(event_id: int, reason: str) -> None:
    event = lock_event(event_id)
    number = event.rounds.count() + 1
    problem = _("Round {number} can't be paired. {why}", number=number, why=reason)
    event.update(next_round_at=None, problem=to_stored(problem))
    announce(event_id)


@transaction.atomic
def _publish_due_round(event_id: int, at: datetime) -> bool:
    event = lock_event(event_id)
    following = event.rounds.filter(started_at=None).order_by("number").first()
    if event.next_round_at is None or event.next_round_at > at or following is None:
        return False
    publish_round(event, following, at)
    advance_event(event, at)
    return True


@transaction.atomic
def open_deferred_matches(*, event_id: int, at: datetime) -> bool:
    """Open deferred matches that can be played now; return whether that or the event's problem text changed."""
    event = lock_event(event_id)
    has_deferred = isinstance(event.problem, dict) and event.problem.get("join", ())[:1] == [to_stored(WAITING_FOR_GAMERS)]
    if event.status != EventStatus.RUNNING or event.paused_at or not has_deferred:
        return False
    before, count_before = event.problem, _list_deferred_pairings(event).count()
    event.problem = ""
    open_playable_matches(event, at)
    _open_deferred(event, _list_deferred_pairings(event), at)
    event.save(update_fields=["problem"])
    changed = event.problem != before or _list_deferred_pairings(event).count() != count_before
    if changed:
        announce(event_id)
    return changed


def _list_deferred_pairings(event: Event) -> QuerySet[Pairing]:
    """Return pairings of started rounds with two known sides and without an open or running match."""
    running = SeriesMatch.objects.filter(pairing__round__event=event, counted_at=None).values("pairing")
    rows = (
        Pairing.objects.filter(
            round__event=event, round__started_at__isnull=False, kind=PairingKind.GAME, counted_at=None, needed=True
        )
        .exclude(waiting_for_time())
        .exclude(pk__in=running)
    )
    known = rows.annotate(known=Count("sides", filter=Q(sides__entrant__isnull=False))).filter(known=2)
    return known.select_related("round__stage").prefetch_related("series").order_by("pk")


def _open_deferred(event: Event, pairings: Iterable[Pairing], at: datetime) -> None:
    """Open first matches outside brackets, and the next matches of any series."""
    rows = [pairing for pairing in pairings if not pairing.round.stage.traits.is_bracket or pairing.series.exists()]
    seated = list_entrants_by_side(rows)
    due = []
    for pairing in rows:
        games = [Game(tuple(row.halves or ()), row.first) for row in pairing.series.order_by("number")]
        seeds = [entrant.seed or 0 for entrant in seated[pairing.pk]]
        stage = pairing.round.stage
        first = continue_or_decide(stage.format, stage.settings, games, pairing.best_of, seeds) if games else 0
        if not isinstance(first, Decision):
            due.append(DueMatch(pairing, seated[pairing.pk], len(games) + 1, first))
    create_due_matches(event, due, at)


def hold_event_on_error(action: Callable[..., object]) -> Callable[..., object]:
    """Decorate a sweep action so that its failure holds only this event, unless the database failed."""

    @wraps(action)
    def guarded(*, event_id: int, at: datetime) -> object:
        try:
            return action(event_id=event_id, at=at)
        except (ActionError, DatabaseError):
            raise
        except Exception:
            logger.exception("event %s failed; it is now under review", event_id)
            return hold_event_for_review(event_id=event_id, at=at)

    return guarded


@transaction.atomic
def hold_event_for_review(*, event_id: int, at: datetime) -> bool:
    """Pause a running event and notify its organiser; return whether that was new. Running matches continue."""
    event = lock_event(event_id)
    if event.status != EventStatus.RUNNING or event.problem == HELD_FOR_REVIEW:
        return False
    event.update(paused_at=event.paused_at or at, next_round_at=None, problem=HELD_FOR_REVIEW)
    key = f"event.{event.pk}.{int(at.timestamp())}"
    data = {"event": event.name}
    notify(
        [NewNotification(event.organiser_id, key, data, reverse("event", args=[event.pk]), case="event")], kind=Kind.HELD, at=at
    )
    announce(event.pk)
    return True
