"""Players in a running arena or ladder: joining, pausing, returning, and ladder challenges."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_event
from league.events.actions.notifications import notify_challenge
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, Stage, StageEntrant
from league.formats.ladder.state import Accepted, Challenged, Declined, NotAllowed, OpenChallenge, check_challenge
from league.formats.registry import CONTINUOUS_FORMATS, keys_with
from league.pairings.actions.continuous_pairing import BOT_DELAY, joined_step, open_wave, schedule_tick, write_steps
from league.ratings.queries.players import get_rating_values
from league.standings.steps import AnyStep, Log, get_log_moment, load_log
from matches.errors import ActionError


def find_continuous_stage(event: Event) -> Stage | None:
    """Return the arena or ladder of a running event, or None."""
    if event.status != EventStatus.RUNNING:
        return None
    return event.stages.filter(format__in=keys_with("continuous"), started_at__isnull=False, finished_at=None).first()


def join_continuous_stage(event: Event, stage: Stage, player_id: int, at: datetime, *, accepted: bool) -> int:
    """Enter a player into the locked event's running arena or ladder, if allowed; return the entrant's id."""
    if event.entrants.filter(player=player_id).exclude(status=EntrantStatus.INVITED).exists():
        raise ActionError("already-joined", _("This player is already in the event or has left it."), "username")
    if event.entrants.filter(status=EntrantStatus.ENTERED).count() >= event.max_entrants:
        raise ActionError("event-full", _("This event is full."))
    log = load_log(stage)
    _check_open(log, at)
    entrant = add_late_entrant(event, stage, player_id, at, accepted=accepted)
    _append_step(event, stage, joined_step(stage, entrant, log.moment(at)), at)
    return int(entrant.pk)


def add_late_entrant(event: Event, stage: Stage, player_id: int, at: datetime, *, accepted: bool) -> Entrant:
    """Add a player, who may be invited, at the end of a running stage. `accepted`: the player agreed themself."""
    seed = (event.entrants.aggregate(last=Max("seed"))["last"] or 0) + 1
    rating = get_rating_values([player_id], event.seeding_pool)[player_id]
    values: dict[str, Any] = {"status": EntrantStatus.ENTERED, "seed": seed, "joined_at": at, "rating": rating, "byes": {}}
    entrant, _created = Entrant.objects.update_or_create(
        event=event, player_id=player_id, defaults={**values, "accepted_at": at if accepted else None}
    )
    StageEntrant.objects.create(stage=stage, entrant=entrant, seed=seed, joined=stage.rounds.count())
    return entrant


def log_withdrawal(event: Event, stage: Stage, entrant: Entrant, at: datetime) -> None:
    """Log that an entrant has withdrawn."""
    write_steps(stage, [CONTINUOUS_FORMATS[stage.format].left(entrant.pk, get_log_moment(stage, at))])
    schedule_tick(event, stage, at)


def _append_step(event: Event, stage: Stage, step: AnyStep, at: datetime) -> None:
    write_steps(stage, [step])
    schedule_tick(event, stage, at)
    announce(event.pk)


@transaction.atomic
def pause_entry(*, event_id: int, player_id: int, at: datetime) -> None:
    """Pause an entrant's pairing in an arena. A running match continues."""
    _unused, stage, entrant, log = _lock_entry(event_id, player_id, on_ladder=False)
    if entrant.pk not in log.arena(log.moment(at)).ready:
        raise ActionError("already-paused", _("You are already paused."))
    write_steps(stage, [CONTINUOUS_FORMATS[stage.format].left(entrant.pk, log.moment(at))])
    announce(event_id)


@transaction.atomic
def resume_entry(*, event_id: int, player_id: int, at: datetime) -> None:
    """Resume an entrant's pairing in an arena."""
    event, stage, entrant, log = _lock_entry(event_id, player_id, on_ladder=False)
    _check_open(log, at)
    if entrant.pk in log.arena(log.moment(at)).ready:
        raise ActionError("not-paused", _("You aren't paused. Your next match starts as soon as an opponent is free."))
    _append_step(event, stage, joined_step(stage, entrant, log.moment(at)), at)


def _check_open(log: Log, at: datetime) -> None:
    if not log.is_open(log.moment(at)):
        raise ActionError("time-up", _("This arena's time is up. No new matches are created."))


@transaction.atomic
def create_challenge(*, event_id: int, player_id: int, entrant_id: int, at: datetime) -> int:
    """Challenge a higher entrant; return the challenge's number. Raises ActionError with the ladder's codes."""
    event, stage, challenger, log = _lock_entry(event_id, player_id, on_ladder=True)
    moment = log.moment(at)
    ladder = log.ladder(moment)
    try:
        check_challenge(ladder, challenger.pk, entrant_id, moment)
    except NotAllowed as error:
        raise ActionError(error.code, error.sentence, "entrant_id") from error
    _append_step(event, stage, Challenged(challenger.pk, entrant_id, moment), at)
    notify_challenge(event, challenger.pk, entrant_id, ladder.challenges + 1, at)
    return ladder.challenges + 1


@transaction.atomic
def accept_challenge(*, event_id: int, player_id: int, number: int, at: datetime) -> None:
    """Accept a challenge and open its match."""
    event, stage, entrant, log = _lock_entry(event_id, player_id, on_ladder=True)
    _open_challenge_match(event, stage, log, _get_open_challenge(log, number, entrant, at), at)
    schedule_tick(event, stage, at)
    announce(event_id)


@transaction.atomic
def decline_challenge(*, event_id: int, player_id: int, number: int, at: datetime) -> None:
    """Decline a challenge. The ladder's limit of consecutive declines leads to a penalty."""
    event, stage, entrant, log = _lock_entry(event_id, player_id, on_ladder=True)
    pending = _get_open_challenge(log, number, entrant, at)
    _append_step(event, stage, Declined(pending.challenger, pending.challenged, log.moment(at)), at)


def accept_bot_challenges(event: Event, stage: Stage, at: datetime) -> None:
    """Accept challenges to bots after a short delay."""
    bots = set(stage.places.exclude(entrant__player__bot="").values_list("entrant", flat=True))
    log = load_log(stage)
    pending = log.ladder(log.moment(at)).open
    for challenge in pending:
        if not challenge.accepted and challenge.challenged in bots and challenge.at + BOT_DELAY <= at:
            _open_challenge_match(event, stage, load_log(stage), challenge, at)


def _open_challenge_match(event: Event, stage: Stage, log: Log, challenge: OpenChallenge, at: datetime) -> None:
    step = Accepted(challenge.challenger, challenge.challenged, log.moment(at))
    due = CONTINUOUS_FORMATS[stage.format].pairings(log.settings, (*log.steps, step), step.at)
    drawn = next(pairing for pairing in due if pairing.key == str(challenge.number))
    pairings = open_wave(event, stage, [drawn], _("Challenge {number}", number=challenge.number), at)
    write_steps(stage, [step], [pairings[0].pk])


def _get_open_challenge(log: Log, number: int, entrant: Entrant, at: datetime) -> OpenChallenge:
    """Return the open challenge with this number if this entrant may answer it."""
    for pending in log.ladder(log.moment(at)).open:
        if pending.number == number and not pending.accepted:
            if pending.challenged != entrant.pk:
                raise ActionError("not-allowed", _("Only the challenged player can answer."))
            return pending
    raise ActionError("not-open", _("This challenge is no longer open."))


def _lock_entry(event_id: int, player_id: int, *, on_ladder: bool) -> tuple[Event, Stage, Entrant, Log]:
    """Return the locked event, its arena or ladder, the player's entrant, and the log."""
    event = lock_event(event_id)
    stage = find_continuous_stage(event)
    if stage is None or stage.traits.by_challenge != on_ladder:
        text = _("This event isn't a running arena.")
        raise ActionError("not-running", _("This event isn't a running ladder.") if on_ladder else text)
    if on_ladder and event.paused_at:
        raise ActionError("paused", _("The event is paused. Wait until the organiser resumes it."))
    entrant = event.entrants.filter(player=player_id, status=EntrantStatus.ENTERED).first()
    if entrant is None:
        text = _("You are not in this arena. Join it first.")
        raise ActionError("not-joined", _("You are not on this ladder. Join it first.") if on_ladder else text)
    return event, stage, entrant, load_log(stage)
