"""Players in a running arena or ladder: joining, pausing, returning, and ladder challenges."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engines.words import say
from league.events.actions.event_lifecycle import announce, locked
from league.events.actions.notifications import tell_challenge
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, Stage, StagePlace
from league.formats.ladder.state import Accepted, Challenged, Declined, NotAllowed, Open, check_challenge
from league.formats.registry import CONTINUOUS, keys_with
from league.pairings.actions.continuous_pairing import BOT_THINKS, joined_step, open_wave, plan_pulse, write_steps
from league.ratings.queries.players import values
from league.standings.steps import AnyStep, Log, log_of, moment_of
from matches.refusals import Refused


def running_continuous(event: Event) -> Stage | None:
    """Return the arena or ladder of a running event, or None."""
    if event.status != EventStatus.RUNNING:
        return None
    return event.stages.filter(format__in=keys_with("continuous"), started_at__isnull=False, finished_at=None).first()


def come(event: Event, stage: Stage, player_id: int, at: datetime) -> int:
    """Enter a player into the locked event's running arena or ladder, if allowed; return the entrant's id."""
    if event.entrants.filter(player=player_id).exists():
        raise Refused("already-joined", say("This player is already in the event or has left it."), "username")
    if event.entrants.filter(status=EntrantStatus.ENTERED).count() >= event.max_entrants:
        raise Refused("event-full", say("This event is full."))
    log = log_of(stage)
    _check_on(log, at)
    entrant = seat_late(event, stage, player_id, at)
    _go_on(event, stage, joined_step(stage, entrant, log.moment(at)), at)
    return int(entrant.pk)


def seat_late(event: Event, stage: Stage, player_id: int, at: datetime) -> Entrant:
    """Add a player at the end of a running stage."""
    seed = (event.entrants.aggregate(last=Max("seed"))["last"] or 0) + 1
    rating = values([player_id], event.game)[player_id]
    entrant = Entrant.objects.create(event=event, player_id=player_id, seed=seed, joined_at=at, rating=rating)
    StagePlace.objects.create(stage=stage, entrant=entrant, seed=seed, joined=stage.rounds.count())
    return entrant


def log_leaving(event: Event, stage: Stage, entrant: Entrant, at: datetime) -> None:
    """Log that an entrant has withdrawn."""
    write_steps(stage, [CONTINUOUS[stage.format].left(entrant.pk, moment_of(stage, at))])
    plan_pulse(event, stage, at)


def _go_on(event: Event, stage: Stage, step: AnyStep, at: datetime) -> None:
    write_steps(stage, [step])
    plan_pulse(event, stage, at)
    announce(event.pk)


@transaction.atomic
def rest(*, event_id: int, player_id: int, at: datetime) -> None:
    """Pause an entrant's pairing in an arena. A running match continues."""
    _, stage, entrant, log = _playing(event_id, player_id, on_ladder=False)
    if entrant.pk not in log.arena(log.moment(at)).ready:
        raise Refused("already-paused", say("You are already paused."))
    write_steps(stage, [CONTINUOUS[stage.format].left(entrant.pk, log.moment(at))])
    announce(event_id)


@transaction.atomic
def come_back(*, event_id: int, player_id: int, at: datetime) -> None:
    """Resume an entrant's pairing in an arena."""
    event, stage, entrant, log = _playing(event_id, player_id, on_ladder=False)
    _check_on(log, at)
    if entrant.pk in log.arena(log.moment(at)).ready:
        raise Refused("not-paused", say("You aren't paused. Your next match starts as soon as an opponent is free."))
    _go_on(event, stage, joined_step(stage, entrant, log.moment(at)), at)


def _check_on(log: Log, at: datetime) -> None:
    if not log.is_open(log.moment(at)):
        raise Refused("time-up", say("This arena's time is up. No new matches are created."))


@transaction.atomic
def challenge(*, event_id: int, player_id: int, entrant_id: int, at: datetime) -> int:
    """Challenge a higher entrant; return the challenge's number. Raises Refused with the ladder's codes."""
    event, stage, own, log = _playing(event_id, player_id, on_ladder=True)
    moment = log.moment(at)
    ladder = log.ladder(moment)
    try:
        check_challenge(ladder, own.pk, entrant_id, moment)
    except NotAllowed as why:
        raise Refused(why.code, why.sentence, "entrant_id") from why
    _go_on(event, stage, Challenged(own.pk, entrant_id, moment), at)
    tell_challenge(event, own.pk, entrant_id, ladder.challenges + 1, at)
    return ladder.challenges + 1


@transaction.atomic
def accept(*, event_id: int, player_id: int, number: int, at: datetime) -> None:
    """Accept a challenge and open its match."""
    event, stage, own, log = _playing(event_id, player_id, on_ladder=True)
    _accept(event, stage, log, _waiting(log, number, own, at), at)
    plan_pulse(event, stage, at)
    announce(event_id)


@transaction.atomic
def decline(*, event_id: int, player_id: int, number: int, at: datetime) -> None:
    """Decline a challenge. The ladder's limit of consecutive declines leads to a penalty."""
    event, stage, own, log = _playing(event_id, player_id, on_ladder=True)
    one = _waiting(log, number, own, at)
    _go_on(event, stage, Declined(one.challenger, one.challenged, log.moment(at)), at)


def accept_as_bot(event: Event, stage: Stage, at: datetime) -> None:
    """Accept challenges to bots after a short delay."""
    bots = set(stage.places.exclude(entrant__player__bot="").values_list("entrant", flat=True))
    log = log_of(stage)
    waiting = log.ladder(log.moment(at)).open
    for one in waiting:
        if not one.accepted and one.challenged in bots and one.at + BOT_THINKS <= at:
            _accept(event, stage, log_of(stage), one, at)


def _accept(event: Event, stage: Stage, log: Log, one: Open, at: datetime) -> None:
    step = Accepted(one.challenger, one.challenged, log.moment(at))
    due = CONTINUOUS[stage.format].pairings(log.settings, (*log.steps, step), step.at)
    drawn = next(pairing for pairing in due if pairing.key == str(one.number))
    pairings = open_wave(event, stage, [drawn], say("Challenge {number}", number=one.number), at)
    write_steps(stage, [step], [pairings[0].pk])


def _waiting(log: Log, number: int, own: Entrant, at: datetime) -> Open:
    """Return the open challenge with this number if this entrant may answer it."""
    for one in log.ladder(log.moment(at)).open:
        if one.number == number and not one.accepted:
            if one.challenged != own.pk:
                raise Refused("not-allowed", say("Only the challenged player can answer."))
            return one
    raise Refused("not-open", say("This challenge is no longer open."))


def _playing(event_id: int, player_id: int, *, on_ladder: bool) -> tuple[Event, Stage, Entrant, Log]:
    """Return the locked event, its arena or ladder, the player's entrant, and the log."""
    event = locked(event_id)
    stage = running_continuous(event)
    if stage is None or stage.traits.by_challenge != on_ladder:
        text = say("This event isn't a running arena.")
        raise Refused("not-running", say("This event isn't a running ladder.") if on_ladder else text)
    if on_ladder and event.paused_at:
        raise Refused("paused", say("The event is paused. Wait until the organiser resumes it."))
    own = event.entrants.filter(player=player_id, status=EntrantStatus.ENTERED).first()
    if own is None:
        text = say("You are not in this arena. Join it first.")
        raise Refused("not-joined", say("You are not on this ladder. Join it first.") if on_ladder else text)
    return event, stage, own, log_of(stage)
