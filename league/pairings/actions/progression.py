"""Progress of a running event: start of stages, publication of rounds, and what follows complete results."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F

from engines.words import say
from league.events.actions.event_lifecycle import announce, call_off_unbegun
from league.events.actions.notifications import tell_end, tell_round
from league.events.models import (
    Entrant,
    Event,
    EventStatus,
    Pairing,
    PairingKind,
    Round,
    SeriesMatch,
    Stage,
    StagePlace,
)
from league.events.stage_plans import StagePlan, check_stages
from league.formats.registry import format_of
from league.pairings.actions.brackets import draw_bracket
from league.pairings.actions.continuous_pairing import begin_continuous, plan_pulse
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.pairings.actions.pairing_generation import date_rounds, pair_all, pair_next, write_rounds
from league.standings.standings_calculation import order_of
from league.standings.steps import log_of
from matches.refusals import Refused


def publish(event: Event, row: Round, at: datetime) -> bool:
    """Publish a round of the locked event and count its byes and forfeits; return whether a match was opened."""
    check_running(event)
    if event.paused_at:
        raise Refused("paused", say("The event is paused. Resume it first."))
    if event.rounds.filter(number__lt=row.number, finished_at=None).exists():
        raise Refused("round-running", say("The previous round hasn't finished. Wait until all its results are in."))
    row.update(started_at=at)
    event.update(next_round_at=None, trouble="")
    row.pairings.exclude(kind=PairingKind.GAME).update(counted_at=at, reason=F("kind"))
    row.pairings.filter(forfeit=True).update(counted_at=at, reason="withdrawn")
    pairings = list(row.pairings.filter(counted_at=None))
    seated = entrants_by_side(pairings)
    open_due(event, [Due(one, seated[one.pk]) for one in pairings], at)
    tell_round(event, row, at)
    announce(event.pk)
    return bool(pairings)


def check_running(event: Event) -> None:
    """Raise Refused unless the event is running."""
    if event.status != EventStatus.RUNNING:
        raise Refused("not-running", say("This event is not running."))


def begin_stage(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> bool:
    """Seed the entrants in this order and make the first pairings; return whether a match was opened.

    With a calendar, no match opens before the first round's date. Raises Refused if the format cannot take that many.
    """
    check_stages([StagePlan(stage.format, stage.settings)], len(entrants), ())
    stage.update(started_at=at, size=len(entrants))
    StagePlace.objects.bulk_create(
        StagePlace(stage=stage, entrant=entrant, seed=seed) for seed, entrant in enumerate(entrants, start=1)
    )
    if stage.traits.is_bracket:
        return draw_bracket(event, stage, entrants, at)
    if stage.traits.continuous:
        begin_continuous(event, stage, entrants, at)
        return True
    if stage.traits.fixed:
        rows = write_rounds(stage, pair_all(stage))
        date_rounds(stage, rows)
    else:
        _, made = pair_next(stage)
        if not made:
            raise Refused("cannot-pair", say("No round can be paired for these entrants."))
        rows = write_rounds(stage, [made])
    planned = rows[0].starts_at
    return False if planned and planned > at else publish(event, rows[0], at)


def go_on(event: Event, at: datetime, *, paired_out: bool = False) -> None:
    """Finish complete rounds, the stage and the locked event; otherwise set when the next round is due.

    `no_more_rounds` ends the stage although its format planned another round. Idempotent.
    """
    stage = event.stages.filter(started_at__isnull=False, finished_at=None).order_by("number").first()
    if event.status != EventStatus.RUNNING or stage is None:
        return
    still = Pairing.objects.filter(round__event=event, counted_at=None, needed=True).values("round")
    running = Round.objects.filter(event=event, started_at__isnull=False, finished_at=None)
    running.exclude(pk__in=still).update(finished_at=at)
    go_on_from(event, stage, at, paired_out=paired_out)


def go_on_from(event: Event, stage: Stage, at: datetime, *, paired_out: bool = False) -> None:
    """Do what `go_on` does for an event known to be running in this stage, with complete rounds finished."""
    if stage.traits.continuous:
        _go_on_without_rounds(event, stage, at, end=paired_out)
        announce(event.pk)
        return
    if event.rounds.filter(started_at__isnull=False, finished_at=None).exists():
        return
    if not paired_out and _more_rounds(stage):
        if not stage.traits.is_bracket:
            _plan_next(event, at)
    else:
        _finish_stage(event, stage, at)
    announce(event.pk)


def _go_on_without_rounds(event: Event, stage: Stage, at: datetime, *, end: bool) -> None:
    """End an arena whose time is up, or any stage with `end`; otherwise schedule the next sweep."""
    log = log_of(stage)
    moment = log.moment(at)
    if end or log.is_over(moment):
        stage.rounds.filter(started_at__isnull=False, finished_at=None).update(finished_at=moment)
        call_off_unbegun(SeriesMatch.objects.filter(pairing__round__stage=stage, counted_at=None), moment)
        _finish_stage(event, stage, moment)
    else:
        plan_pulse(event, stage, at)


def _more_rounds(stage: Stage) -> bool:
    if stage.traits.is_bracket:
        return Pairing.objects.filter(round__stage=stage, counted_at=None, needed=True).exists()
    if stage.rounds.filter(started_at=None).exists():
        return True
    format, entrants = format_of(stage.format), stage.places.count()
    return not format.fixed and stage.rounds.count() < format.rounds_planned(
        format.check(stage.settings, entrants), entrants
    )


def _plan_next(event: Event, at: datetime) -> None:
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
    chosen = _sent_on(stage, following) if following else []
    if following is None or len(chosen) < 2:
        event.update(status=EventStatus.FINISHED, finished_at=at, next_round_at=None)
        tell_end(event, at)
        return
    if not begin_stage(event, following, chosen, at):
        go_on(event, at)


def _sent_on(stage: Stage, following: Stage) -> list[Entrant]:
    """Return the qualifiers for the following stage, without withdrawn entrants."""
    format = format_of(stage.format)
    most = following.takes or format.sends_on(format.check(stage.settings, stage.places.count()))
    here = StagePlace.objects.filter(stage=stage, left=None).values("entrant")
    there = {one.pk: one for one in Entrant.objects.filter(pk__in=here).select_related("player")}
    return [there[one] for one in order_of(stage) if one in there][:most]
