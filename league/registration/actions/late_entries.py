"""Late entries into a running event, and invitations to it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Max

from engines.contract import Json
from engines.i18n import translate as _
from league.events.actions.event_lifecycle import lock_managed, log_action
from league.events.actions.notifications import notify_entered
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, Pairing, Stage
from league.formats.protocol import Kind, Pairing as Drawn
from league.pairings.actions.pairing_generation import create_pairings, delete_unpublished_rounds, regenerate_rounds
from league.people.models import Player
from league.registration.actions.consent import check_invitations, choose_statuses
from league.registration.actions.continuous_entries import add_late_entrant, join_continuous_stage
from league.registration.actions.no_shows import check_can_enter, get_player_by_name
from league.registration.actions.placeholders import resolve_names
from league.teams.actions.rosters import ensure_teams
from matches.errors import ActionError


@transaction.atomic
def enter_late(*, event_id: int, by: int, username: str, at: datetime, halves: int = 0) -> int:
    """Enter a player into a running event with late entries, or invite them (`choose_statuses`); return the entrant's id.

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


def accept_late(event: Event, entrant: Entrant, at: datetime) -> None:
    """Enter an invited player into the locked running event, with a bye in each round that was missed when invited."""
    byes: dict[str, int] = entrant.byes
    stage = _get_late_stage(event, max(byes.values(), default=0))
    _add_to_stage(event, stage, [(entrant.player_id, byes)], at, accepted=True)


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
    statuses = choose_statuses(event, by, players)
    invited = [player for player in players if statuses[player.pk] == EntrantStatus.INVITED]
    check_invitations(event, len(invited))
    shown: dict[str, Json] = {"halves": halves} if halves else {}
    for player in players:
        act = "entrant.invited" if player in invited else "entrant.late"
        log_action(event, by, act, after={"player": player.log_name, **shown}, at=at)
    missed = dict.fromkeys(map(str, stage.rounds.exclude(started_at=None).values_list("number", flat=True)), halves)
    byes = missed if halves else {}
    Entrant.objects.bulk_create(
        Entrant(event=event, player=player, status=EntrantStatus.INVITED, byes=byes, joined_at=at) for player in invited
    )
    _add_to_stage(event, stage, [(player.pk, byes) for player in players if player not in invited], at)
    rows = {row.player_id: row for row in event.entrants.filter(player__in=players)}
    notify_entered(event, by, rows.values(), at)
    return [rows[player.pk].pk for player in players]


def _add_to_stage(
    event: Event, stage: Stage, players: Sequence[tuple[int, Mapping[str, int]]], at: datetime, *, accepted: bool = False
) -> None:
    if stage.traits.continuous:
        for player_id, _byes in players:
            join_continuous_stage(event, stage, player_id, at, accepted=accepted)
        return
    dates = delete_unpublished_rounds(stage)
    for player_id, byes in players:
        _add_missed_byes(stage, add_late_entrant(event, stage, player_id, at, accepted=accepted), byes, at)
    ensure_teams(event, at)
    regenerate_rounds(stage, dates)


def _add_missed_byes(stage: Stage, entrant: Entrant, byes: Mapping[str, int], at: datetime) -> None:
    """Give a late entrant byes in published rounds, by their numbers: full-point if it is 2, half-point if 1."""
    rows = stage.rounds.filter(number__in=byes).annotate(last=Max("pairings__board"))
    drawn = [
        (
            row,
            (vars(row)["last"] or 0) + 1,
            Drawn((entrant.pk, None), (stage.traits.score(stage.settings, halves), None), Kind.BYE),
        )
        for row in rows
        if (halves := byes[str(row.number)])
    ]
    pairings = create_pairings(drawn)
    Pairing.objects.filter(pk__in=[pairing.pk for pairing in pairings]).update(counted_at=at, reason=F("kind"))
