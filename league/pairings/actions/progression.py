"""Progress of a running event: start of stages, publication of rounds, and what follows complete results."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import F

from engines.i18n import translate as _
from engines.randomness import hash_seed
from league.events.actions.event_lifecycle import announce, void_unstarted_matches
from league.events.actions.notifications import notify_event_end, notify_round, queue_webhook
from league.events.models import Entrant, Event, EventStatus, Pairing, PairingKind, Round, SeriesMatch, Stage, StageEntrant
from league.events.stage_plans import StagePlan, check_stages
from league.formats.registry import get_format
from league.formats.ties import LOTS, PLAY_OFF, SHARED
from league.match_times.actions.deadlines import hold_for_times
from league.pairings.actions.brackets import draw_bracket
from league.pairings.actions.continuous_pairing import schedule_tick, start_continuous_stage
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.pairings.actions.pairing_generation import (
    add_rounds,
    date_rounds,
    generate_all_rounds,
    generate_next_round,
    refresh_play_off,
)
from league.standings.rows import load_rows
from league.standings.standings_calculation import compute_lines
from league.standings.steps import load_log
from league.standings.tables import list_leaders
from league.teams.actions.match_starts import score_unplayed
from matches.errors import ActionError


def publish_round(event: Event, row: Round, at: datetime) -> bool:
    """Publish a round of the locked event and count its byes and forfeits; return whether anything of it has to be played."""
    check_running(event)
    if event.paused_at:
        raise ActionError("paused", _("The event is paused. Resume it first."))
    if event.rounds.filter(number__lt=row.number, finished_at=None).exists():
        raise ActionError("round-running", _("The previous round hasn't finished. Wait until all its results are in."))
    row.update(started_at=at)
    event.update(next_round_at=None, problem="")
    row.pairings.exclude(kind=PairingKind.GAME).update(counted_at=at, reason=F("kind"))
    row.pairings.filter(forfeit=True).update(counted_at=at, reason="withdrawn")
    if event.teams is not None:
        score_unplayed(event, row)
    pairings = list(row.pairings.filter(counted_at=None))
    seated = list_entrants_by_side(pairings)
    held = hold_for_times(event, [(pairing, seated[pairing.pk]) for pairing in pairings], at)
    due = [DueMatch(pairing, seated[pairing.pk]) for pairing in pairings if pairing.pk not in held]
    create_due_matches(event, due, at)
    notify_round(event, row, at)
    announce(event.pk)
    return bool(pairings)


def check_running(event: Event) -> None:
    """Raise ActionError unless the event is running."""
    if event.status != EventStatus.RUNNING:
        raise ActionError("not-running", _("This event is not running."))


def start_stage(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> bool:
    """Seed the entrants in this order and make the first pairings; return whether a match was opened.

    With a calendar, no match opens before the first round's date. Raises ActionError if the format cannot take that many.
    """
    check_stages([StagePlan(stage.format, stage.settings)], len(entrants), ())
    stage.update(started_at=at, size=len(entrants))
    if stage.ties == LOTS:
        seed = secrets.token_bytes(32)
        stage.update(lots_seed=seed.hex(), lots_commitment=hash_seed(seed))
    StageEntrant.objects.bulk_create(
        StageEntrant(stage=stage, entrant=entrant, seed=seed) for seed, entrant in enumerate(entrants, start=1)
    )
    if stage.traits.is_bracket:
        return draw_bracket(event, stage, entrants, at)
    if stage.traits.continuous:
        start_continuous_stage(event, stage, entrants, at)
        return True
    if stage.traits.fixed:
        rows = add_rounds(stage, generate_all_rounds(stage))
        date_rounds(stage, rows)
    else:
        _unused, pairings = generate_next_round(stage)
        if not pairings:
            raise ActionError("cannot-pair", _("No round can be paired for these entrants."))
        rows = add_rounds(stage, [pairings])
    planned = rows[0].starts_at
    return False if planned and planned > at else publish_round(event, rows[0], at)


def advance_event(event: Event, at: datetime, *, no_more_rounds: bool = False) -> None:
    """Finish complete rounds, the stage and the locked event; otherwise set when the next round is due.

    `no_more_rounds` ends the stage although its format planned another round. Idempotent.
    """
    stage = event.stages.filter(started_at__isnull=False, finished_at=None).order_by("number").first()
    if event.status != EventStatus.RUNNING or stage is None:
        return
    open_rounds = Pairing.objects.filter(round__event=event, counted_at=None, needed=True).values("round")
    running = Round.objects.filter(event=event, started_at__isnull=False, finished_at=None)
    finished = list(running.exclude(pk__in=open_rounds))
    Round.objects.filter(pk__in=[row.pk for row in finished]).update(finished_at=at)
    if not stage.traits.continuous:
        for row in finished:
            announce_standings(event, row, at)
    advance_stage(event, stage, at, no_more_rounds=no_more_rounds)


def announce_standings(event: Event, row: Round, at: datetime) -> None:
    """Tell webhooks the standings after a round whose results are all in."""
    data = {"round": row.number, "round_name": row.name}
    key = f"standings.{row.pk}"
    queue_webhook(event, "standings.updated", key, data, at, lambda: {"standings": list_leaders(event)})


def advance_stage(event: Event, stage: Stage, at: datetime, *, no_more_rounds: bool = False) -> None:
    """Do what `advance_event` does for an event known to be running in this stage, with complete rounds finished."""
    if stage.traits.continuous:
        _advance_continuous_stage(event, stage, at, end=no_more_rounds)
        announce(event.pk)
        return
    if event.rounds.filter(started_at__isnull=False, finished_at=None).exists():
        return
    if stage.ties == PLAY_OFF and not no_more_rounds:
        refresh_play_off(stage)
    if not no_more_rounds and _has_more_rounds(stage):
        if not stage.traits.is_bracket:
            _schedule_next_round(event, at)
    else:
        _finish_stage(event, stage, at)
    announce(event.pk)


def _advance_continuous_stage(event: Event, stage: Stage, at: datetime, *, end: bool) -> None:
    """End an arena whose time is up, or any stage with `end`; otherwise schedule the next sweep."""
    log = load_log(stage)
    moment = log.moment(at)
    if end or log.is_over(moment):
        stage.rounds.filter(started_at__isnull=False, finished_at=None).update(finished_at=moment)
        void_unstarted_matches(SeriesMatch.objects.filter(pairing__round__stage=stage, counted_at=None), moment)
        _finish_stage(event, stage, moment)
    else:
        schedule_tick(event, stage, at)


def _has_more_rounds(stage: Stage) -> bool:
    if stage.traits.is_bracket:
        return Pairing.objects.filter(round__stage=stage, counted_at=None, needed=True).exists()
    if stage.rounds.filter(started_at=None).exists():
        return True
    format, entrants = get_format(stage.format), stage.places.count()
    return not format.fixed and stage.rounds.count() < format.rounds_planned(format.check(stage.settings, entrants), entrants)


def _schedule_next_round(event: Event, at: datetime) -> None:
    """Set when the next round starts: at its planned time, else after the break between rounds, else by hand."""
    following = event.rounds.filter(started_at=None).order_by("number").first()
    planned = following.starts_at if following else None
    if event.paused_at:
        return
    if planned is not None:
        event.next_round_at = max(planned, at)
    elif event.auto_advance:
        has_people = event.entrants.filter(player__bot="").exists()  # bots need no break, except in the demo
        pause = timedelta(seconds=event.round_gap_s if has_people or event.demo else 0)
        event.next_round_at = event.next_round_at or at + pause
    event.save(update_fields=["next_round_at"])


def _finish_stage(event: Event, stage: Stage, at: datetime) -> None:
    stage.update(finished_at=at)
    if not stage.traits.is_bracket:
        stage.rounds.filter(started_at=None).delete()
    following = event.stages.filter(number=stage.number + 1).first()
    qualifiers = _list_qualifiers(stage, following) if following else []
    if following is None or len(qualifiers) < 2:
        event.update(status=EventStatus.FINISHED, finished_at=at, next_round_at=None)
        notify_event_end(event, at, lambda: {"standings": list_leaders(event)})
        return
    if not start_stage(event, following, qualifiers, at):
        advance_event(event, at)


def _list_qualifiers(stage: Stage, following: Stage) -> list[Entrant]:
    """Return the qualifiers for the following stage, without withdrawn entrants."""
    format = get_format(stage.format)
    limit = following.takes or format.qualifier_count(format.check(stage.settings, stage.places.count()))
    active = StageEntrant.objects.filter(stage=stage, left=None).values("entrant")
    entrants = {entrant.pk: entrant for entrant in Entrant.objects.filter(pk__in=active).select_related("player")}
    lines = [line for line in compute_lines(load_rows(stage)) if line.entrant in entrants]
    chosen = lines[:limit]
    if stage.ties == SHARED and chosen:
        last = chosen[-1]
        same = takewhile(lambda line: line.qualifies or (line.tied and line.rank == last.rank), lines[len(chosen) :])
        chosen += [line for line in same if line.group == last.group or line.qualifies]
    return [entrants[line.entrant] for line in chosen]
