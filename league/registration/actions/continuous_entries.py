"""Those who come to a running arena or ladder, pause and come back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engines.words import say
from league.events.actions.event_lifecycle import announce, locked
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, Stage, StagePlace
from league.formats.registry import CONTINUOUS, keys_with
from league.pairings.actions.continuous_pairing import joined_step, plan_pulse, write_steps
from league.ratings.queries import values
from league.standings.steps import Log, log_of, moment_of
from matches.refusals import Refused


def running_continuous(event: Event) -> Stage | None:
    """The arena or the ladder that a running event is."""
    if event.status != EventStatus.RUNNING:
        return None
    return event.stages.filter(format__in=keys_with("continuous"), started_at__isnull=False, finished_at=None).first()


def come(event: Event, stage: Stage, player_id: int, at: datetime) -> int:
    """Enter a player who may enter into the locked event's running arena or ladder; return the entrant's id."""
    if event.entrants.filter(player=player_id).exists():
        raise Refused("already-joined", say("This player is in the event already, or has left it."), "username")
    if event.entrants.filter(status=EntrantStatus.ENTERED).count() >= event.max_entrants:
        raise Refused("event-full", say("Every place of this event is taken."))
    log = log_of(stage)
    _check_on(log, at)
    entrant = seat_late(event, stage, player_id, at)
    write_steps(stage, [joined_step(stage, entrant, log.moment(at))])
    plan_pulse(event, stage, at)
    announce(event.pk)
    return int(entrant.pk)


def seat_late(event: Event, stage: Stage, player_id: int, at: datetime) -> Entrant:
    """Give a player a place in a running stage, behind all others."""
    seed = (event.entrants.aggregate(last=Max("seed"))["last"] or 0) + 1
    rating = values([player_id], event.game)[player_id]
    entrant = Entrant.objects.create(event=event, player_id=player_id, seed=seed, joined_at=at, rating=rating)
    StagePlace.objects.create(stage=stage, entrant=entrant, seed=seed, joined=stage.rounds.count())
    return entrant


def log_leaving(event: Event, stage: Stage, entrant: Entrant, at: datetime) -> None:
    """Log that an entrant has withdrawn."""
    write_steps(stage, [CONTINUOUS[stage.format].left(entrant.pk, moment_of(stage, at))])
    plan_pulse(event, stage, at)


@transaction.atomic
def rest(*, event_id: int, player_id: int, at: datetime) -> None:
    """Stop being paired in an arena for a while. A match that runs goes on."""
    _, stage, entrant, log = _in_arena(event_id, player_id)
    if entrant.pk not in log.arena(log.moment(at)).ready:
        raise Refused("already-paused", say("You have paused already."))
    write_steps(stage, [CONTINUOUS[stage.format].left(entrant.pk, log.moment(at))])
    announce(event_id)


@transaction.atomic
def come_back(*, event_id: int, player_id: int, at: datetime) -> None:
    """Be paired again in an arena."""
    event, stage, entrant, log = _in_arena(event_id, player_id)
    _check_on(log, at)
    if entrant.pk in log.arena(log.moment(at)).ready:
        raise Refused("not-paused", say("You have not paused: the next match comes as soon as there is an opponent."))
    write_steps(stage, [joined_step(stage, entrant, log.moment(at))])
    plan_pulse(event, stage, at)
    announce(event_id)


def _in_arena(event_id: int, player_id: int) -> tuple[Event, Stage, Entrant, Log]:
    event = locked(event_id)
    stage = running_continuous(event)
    if stage is None or stage.traits.by_challenge:
        raise Refused("not-running", say("This event is not an arena that is running."))
    entrant = event.entrants.filter(player=player_id, status=EntrantStatus.ENTERED).first()
    if entrant is None:
        raise Refused("not-joined", say("You are not in this arena. Join it first."))
    return event, stage, entrant, log_of(stage)


def _check_on(log: Log, at: datetime) -> None:
    if not log.is_open(log.moment(at)):
        raise Refused("time-up", say("The time of this arena is up. No more matches are made."))
