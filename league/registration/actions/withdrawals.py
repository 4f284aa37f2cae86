"""Withdrawals from a running event, and late entries."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from engines.words import say
from league.events.actions.event_lifecycle import entrant_of, locked, managed, note
from league.events.models import (
    BEFORE_START,
    Entrant,
    EntrantStatus,
    Event,
    EventStatus,
    Round,
    SeriesMatch,
    Stage,
    StagePlace,
)
from league.events.queries import may_manage
from league.pairings.actions.brackets import reconcile
from league.pairings.actions.pairing_generation import pair_all, write_dates, write_rounds
from league.pairings.actions.progression import go_on
from league.registration.actions.continuous_entries import come, log_leaving, seat_late
from league.registration.actions.entries import leave
from league.registration.actions.no_shows import check_may_enter, named_player
from matches.actions.endings import give_up
from matches.refusals import Refused


@transaction.atomic
def withdraw(*, event_id: int, entrant_id: int, by: int, at: datetime, why: str = "") -> None:
    """Withdraw an entrant from a running event, by themselves or by the organiser.

    A running match is lost and one not begun is forfeited; later pairings follow the format's rule.
    """
    event = locked(event_id)
    entrant = entrant_of(event, entrant_id)
    if by != entrant.player_id and not may_manage(event, by):
        raise Refused("not-allowed", say("Only the organiser or the player can do this."))
    if event.status in BEFORE_START:
        leave(event_id=event_id, player_id=entrant.player_id, at=at)
        return
    if event.status != EventStatus.RUNNING or entrant.status != EntrantStatus.ENTERED:
        raise Refused("not-running", say("Only entrants of a running event can withdraw."))
    note(event, by, "entrant.withdrawn", {"player": entrant.player.username}, None, why, at=at)
    entrant.update(status=EntrantStatus.WITHDRAWN, withdrawn_at=at)
    for stage in event.stages.filter(started_at__isnull=False, finished_at=None):
        _leave_stage(event, stage, entrant, at)
    unplayed = SeriesMatch.objects.filter(pairing__sides__entrant=entrant, counted_at=None)
    for match_id in unplayed.values_list("match", flat=True):
        give_up(match_id=match_id, player_id=entrant.player_id, at=at)
    go_on(event, at)


@transaction.atomic
def enter_late(*, event_id: int, by: int, username: str, at: datetime) -> int:
    """Enter a player into a running event with late entries; return the entrant's id."""
    event = managed(event_id, by)
    stage = event.stages.filter(started_at__isnull=False, finished_at=None, number=1).first()
    if event.status != EventStatus.RUNNING or stage is None:
        raise Refused("not-running", say("Late entry is only possible during the first stage."))
    if not stage.traits.continuous and not stage.traits.takes_late:
        raise Refused("too-late", say("This format doesn't allow late entries."))
    player = named_player(username)
    if event.entrants.filter(player=player).exists():
        raise Refused("already-joined", say("This player is already in the event."), "username")
    check_may_enter(event, player, at)
    if stage.traits.continuous:
        return come(event, stage, player.pk, at)
    note(event, by, "entrant.late", after={"player": player.username}, at=at)
    dates = _drop_drafts(stage)
    entrant = seat_late(event, stage, player.pk, at)
    _pair_anew(stage, dates)
    return entrant.pk


def _leave_stage(event: Event, stage: Stage, entrant: Entrant, at: datetime) -> None:
    dates = _drop_drafts(stage)
    paired = stage.rounds.count()
    StagePlace.objects.filter(stage=stage, entrant=entrant, left=None).update(left=paired)
    if stage.traits.is_bracket:
        reconcile(event, stage, at)
    elif stage.traits.continuous:
        log_leaving(event, stage, entrant, at)
    else:
        _pair_anew(stage, dates)


def _drop_drafts(stage: Stage) -> dict[int, datetime | None]:
    """Delete unpublished rounds, to be generated again, and return their planned starts."""
    if stage.traits.is_bracket:
        return {}
    drafts = Round.objects.filter(stage=stage, started_at=None)
    dates = dict(drafts.values_list("number", "starts_at"))
    drafts.delete()
    return dates


def _pair_anew(stage: Stage, dates: Mapping[int, datetime | None]) -> None:
    if stage.traits.fixed:
        rows = write_rounds(stage, pair_all(stage))
        write_dates(rows, [dates.get(row.number) for row in rows])
