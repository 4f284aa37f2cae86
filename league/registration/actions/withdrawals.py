"""Withdrawals from a running event, and late entries."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Max

from engines.contract import Json
from engines.i18n import translate as _
from league.events.actions.event_lifecycle import get_entrant, lock_event, lock_managed, log_action
from league.events.models import (
    BEFORE_START,
    Entrant,
    EntrantStatus,
    Event,
    EventStatus,
    Pairing,
    Round,
    SeriesMatch,
    Stage,
    StageEntrant,
)
from league.events.queries import is_manager
from league.formats.protocol import Kind, Pairing as Drawn
from league.match_times.queries import waiting_for_time
from league.pairings.actions.brackets import reconcile_bracket
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.pairings.actions.pairing_generation import add_rounds, create_pairings, generate_all_rounds, set_round_starts
from league.pairings.actions.progression import advance_event
from league.people.models import Player
from league.registration.actions.continuous_entries import add_late_entrant, join_continuous_stage, log_withdrawal
from league.registration.actions.entries import leave_event
from league.registration.actions.no_shows import check_can_enter, get_player_by_name
from league.registration.actions.placeholders import resolve_names
from league.teams.actions.changes import mark_team_withdrawn
from league.teams.actions.rosters import ensure_teams
from matches.actions.endings import forfeit
from matches.errors import ActionError


@transaction.atomic
def withdraw(*, event_id: int, entrant_id: int, by: int, at: datetime, why: str = "") -> None:
    """Withdraw an entrant from a running event, by themselves or by the organiser.

    A running match is lost and one not begun is forfeited; later pairings follow the format's rule.
    """
    event = lock_event(event_id)
    entrant = get_entrant(event, entrant_id)
    if by != entrant.player_id and not is_manager(event, by):
        raise ActionError("not-allowed", _("Only the organiser or the player can do this."))
    if event.boards_of_id is not None:
        raise ActionError("boards", _("Players stay on the roster of their team. Ask your captain not to name you."))
    if event.status in BEFORE_START:
        leave_event(event_id=event_id, player_id=entrant.player_id, at=at)
        return
    if event.status != EventStatus.RUNNING or entrant.status != EntrantStatus.ENTERED:
        raise ActionError("not-running", _("Only entrants of a running event can withdraw."))
    log_action(event, by, "entrant.withdrawn", {"player": entrant.player.log_name}, None, why, at=at)
    entrant.update(status=EntrantStatus.WITHDRAWN, withdrawn_at=at)
    for stage in event.stages.filter(started_at__isnull=False, finished_at=None):
        _withdraw_from_stage(event, stage, entrant, at)
    _open_held_matches(event, entrant, at)
    unplayed = SeriesMatch.objects.filter(pairing__sides__entrant=entrant, counted_at=None)
    for match_id in unplayed.values_list("match", flat=True):
        forfeit(match_id=match_id, player_id=entrant.player_id, at=at)
    mark_team_withdrawn(entrant)
    advance_event(event, at)


def _open_held_matches(event: Event, entrant: Entrant, at: datetime) -> None:
    """Open the matches that wait for their agreed time, so that the entrant can forfeit them."""
    rows = Pairing.objects.filter(waiting_for_time(), round__event=event, sides__entrant=entrant, counted_at=None, series=None)
    pairings = list(rows.select_related("round__stage"))
    seated = list_entrants_by_side(pairings)
    create_due_matches(event, [DueMatch(pairing, seated[pairing.pk]) for pairing in pairings], at, notify=False)


@transaction.atomic
def enter_late(*, event_id: int, by: int, username: str, at: datetime, halves: int = 0) -> int:
    """Enter a player into a running event with late entries; return the entrant's id.

    `halves` are the half points of a bye in each round missed, where the format has requested byes.
    """
    event = lock_managed(event_id, by)
    stage = _get_late_stage(event, halves)
    player = get_player_by_name(username)
    if event.entrants.filter(player=player).exists():
        raise ActionError("already-joined", _("This player is already in the event."), "username")
    check_can_enter(event, player, at)
    return _enter_late(event, stage, [player], halves, by, at)[0]


@transaction.atomic
def enter_names_late(*, event_id: int, by: int, names: Sequence[str], at: datetime, halves: int = 0) -> list[int]:
    """Enter people by name as `create_placeholders` does, but into a running event; all or none, as `enter_late` does."""
    event = lock_managed(event_id, by)
    stage = _get_late_stage(event, halves)
    return _enter_late(event, stage, resolve_names(event, names, at), halves, by, at)


def _get_late_stage(event: Event, halves: int) -> Stage:
    """Return the stage of the locked event that late entrants join. Raises ActionError."""
    stage = event.stages.filter(started_at__isnull=False, finished_at=None, number=1).first()
    if event.status != EventStatus.RUNNING or stage is None:
        raise ActionError("not-running", _("Late entry is only possible during the first stage."))
    if not stage.traits.continuous and not stage.traits.takes_late:
        raise ActionError("too-late", _("This format doesn't allow late entries."))
    if halves and not stage.traits.requested_byes:
        raise ActionError("no-byes", _("This format gives no points for rounds missed."), "halves")
    return stage


def _enter_late(event: Event, stage: Stage, players: Sequence[Player], halves: int, by: int, at: datetime) -> list[int]:
    if stage.traits.continuous:
        return [join_continuous_stage(event, stage, player.pk, at) for player in players]
    byes: dict[str, Json] = {"halves": halves} if halves else {}
    dates = _delete_unpublished_rounds(stage)
    entrants = []
    for player in players:
        log_action(event, by, "entrant.late", after={"player": player.log_name, **byes}, at=at)
        entrants.append(entrant := add_late_entrant(event, stage, player.pk, at))
        if halves:
            _add_missed_byes(stage, entrant, halves, at)
    ensure_teams(event, at)
    _regenerate_rounds(stage, dates)
    return [entrant.pk for entrant in entrants]


def _add_missed_byes(stage: Stage, entrant: Entrant, halves: int, at: datetime) -> None:
    """Give a late entrant a bye in each published round: full-point if `halves` is 2, half-point if 1."""
    bye = Drawn((entrant.pk, None), (stage.traits.score(stage.settings, halves), None), Kind.BYE)
    rows = stage.rounds.annotate(last=Max("pairings__board"))
    pairings = create_pairings([(row, (vars(row)["last"] or 0) + 1, bye) for row in rows])
    Pairing.objects.filter(pk__in=[pairing.pk for pairing in pairings]).update(counted_at=at, reason=F("kind"))


def _withdraw_from_stage(event: Event, stage: Stage, entrant: Entrant, at: datetime) -> None:
    dates = _delete_unpublished_rounds(stage)
    paired = stage.rounds.count()
    StageEntrant.objects.filter(stage=stage, entrant=entrant, left=None).update(left=paired)
    if stage.traits.is_bracket:
        reconcile_bracket(event, stage, at)
    elif stage.traits.continuous:
        log_withdrawal(event, stage, entrant, at)
    else:
        _regenerate_rounds(stage, dates)


def _delete_unpublished_rounds(stage: Stage) -> dict[int, datetime | None]:
    """Delete unpublished rounds, to be generated again, and return their planned starts."""
    if stage.traits.is_bracket:
        return {}
    unpublished = Round.objects.filter(stage=stage, started_at=None)
    dates = dict(unpublished.values_list("number", "starts_at"))
    unpublished.delete()
    return dates


def _regenerate_rounds(stage: Stage, dates: Mapping[int, datetime | None]) -> None:
    if stage.traits.fixed:
        rows = add_rounds(stage, generate_all_rounds(stage))
        set_round_starts(rows, [dates.get(row.number) for row in rows])
