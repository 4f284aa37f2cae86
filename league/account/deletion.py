"""Immediate and permanent deletion of accounts."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from engines.i18n import translate as _
from league.account.deletion_blockers import list_blockers, list_resignable
from league.account.deletion_policy import DECISIONS
from league.audit.actions import record
from league.drafts.actions.match_drafts import rename_teams
from league.drafts.models import Draft, DraftMessage, DraftReport
from league.events.models import BEFORE_START, EntrantStatus, EventStatus
from league.events.models.event import Entrant
from league.leagues.actions import remove_staff
from league.leagues.models import Staff
from league.lobby.challenges import withdraw_challenge
from league.lobby.models import Challenge
from league.lobby.queue import leave_queue
from league.notifications.inbox import get_topic
from league.people.actions.second_factor import verify_owner
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from league.registration.actions.entries import leave_event
from league.registration.actions.withdrawals import withdraw as withdraw_entrant
from matches.actions.adjudication import adjudicate
from matches.actions.endings import resign
from matches.actions.record_signing import remove_names
from matches.errors import ActionError
from matches.models import Message, Report, Status
from matches.pubsub import publish_on_commit

DELETED_PREFIX = "deleted-"
logger = logging.getLogger(__name__)
FOLLOW_UP_PERIOD = timedelta(hours=1)
"""How long after a deletion the sweep looks for activity that started at the same moment."""


def delete_account(
    *,
    player_id: int,
    password: str = "",
    code: str = "",
    resigning: bool = False,
    without_chat: bool = False,
    at: datetime,
    source: Source = NO_SOURCE,
) -> str:
    """Delete an account; return the name that replaces it in the remaining data.

    `resigning` resigns running matches. `without_chat` removes the text of chat messages except reported ones. Codes:
    those of `verify_owner` and of `list_blockers`. A blocker that appears after the first
    check still refuses the deletion, although offers and entries have been withdrawn by then.
    """
    digest = verify_owner(player_id=player_id, password=password, code=code, source=source)
    _check_blockers(player_id, resigning)
    end_activity(player_id=player_id, at=at, resigning=resigning)
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(pk=player_id, is_active=True, password=digest).first()
        if player is None:
            raise ActionError("wrong-password", _("Your password has just been changed. Enter the new one."), "password")
        _check_blockers(player_id)
        _delete_rows(player)
        if without_chat:
            for model, reports in ((Message, Report), (DraftMessage, DraftReport)):
                reported = reports._default_manager.filter(settled_at=None).values_list("message", flat=True)
                lines = model._default_manager.filter(by=player_id).exclude(pk__in=reported)
                lines.filter(removed_at=None).update(removed_at=at)
                lines.update(text="")
        username, name = _anonymize(player, at)
        remove_names(player_id=player_id)
        rename_teams(player_id=player_id, name=name)
        after = {"player": username}
        record(by=player_id, action="account.deleted", subject=("player", player_id), after=after, at=at)
        for topic_name in ("home", "lobby", get_topic(player_id)):
            publish_on_commit(topic_name)
    return name


def _check_blockers(player_id: int, resigning: bool = False) -> None:
    blockers = list_blockers(player_id, resigning=resigning)
    if blockers:
        raise ActionError(blockers[0].code, blockers[0].text)


def _delete_rows(player: Player) -> None:
    """Delete all rows that DECISIONS removes, the sessions and mock drafts."""
    Session.objects.filter(user_session__player=player).delete()
    for key, decision in DECISIONS.items():
        label, _, column = key.rpartition(".")
        model = apps.get_model(label)
        if decision.goes and model is Player:
            getattr(player, column).clear()
        elif decision.goes:
            model._default_manager.filter(**{column: player}).delete()
    Draft.objects.mock().filter(host=player).delete()


def _anonymize(player: Player, at: datetime) -> tuple[str, str]:
    """Remove all personal data from the row; return the new names, with a random number that reveals no count."""
    number = secrets.randbelow(90_000_000) + 10_000_000
    while Player.objects.filter(username=f"{DELETED_PREFIX}{number}").exists():
        number += 1
    username, name = f"{DELETED_PREFIX}{number}", f"Deleted player {number}"
    Player.objects.filter(pk=player.pk).update(
        username=username, display_name=name, about="", email="", pending_email="", first_name="",
        last_name="", password=make_password(None), last_login=None, is_active=False, is_staff=False,
        is_superuser=False, deleted_at=at, calendar_salt="", language="",
    )  # fmt: skip
    return username, name


def end_activity(*, player_id: int, at: datetime, resigning: bool) -> None:
    """Withdraw offers and entries, give up roles, and optionally resign matches. Log and skip refused actions."""
    leave_queue(player_id=player_id)
    is_own = Q(challenger=player_id) | Q(match__seats__player=player_id)
    offers = Challenge.objects.filter(is_own, match__status=Status.OPEN).distinct().order_by("match")
    for match_id in list(offers.values_list("match", flat=True)):
        with _errors_logged():
            withdraw_challenge(match_id=match_id, by=player_id, at=at)
    entries = Entrant.objects.filter(player=player_id, event__status__in=BEFORE_START).order_by("event")
    for event_id in list(entries.values_list("event", flat=True)):
        with _errors_logged():
            leave_event(event_id=event_id, player_id=player_id, at=at)
    for league_id in Staff.objects.filter(player=player_id).values_list("league", flat=True):
        with _errors_logged():
            remove_staff(league_id=league_id, by=player_id, player_id=player_id, why="", at=at)
    for match_id in list_resignable(player_id) if resigning else ():
        with _errors_logged():
            resign(match_id=match_id, player_id=player_id, received_at=at)
            adjudicate(match_id=match_id, at=at)


def end_late_activity(*, player_id: int, at: datetime) -> None:
    """End activity that started at the moment of the deletion."""
    end_activity(player_id=player_id, at=at, resigning=True)
    running = Entrant.objects.filter(
        player=player_id, status=EntrantStatus.ENTERED, event__status=EventStatus.RUNNING
    ).values_list("event", "pk")
    for event_id, entrant_id in running:
        with _errors_logged():
            withdraw_entrant(event_id=event_id, entrant_id=entrant_id, by=player_id, at=at)


def recently_deleted(at: datetime) -> list[int]:
    """Return the accounts deleted within FOLLOW_UP_PERIOD."""
    return list(Player.objects.filter(deleted_at__gt=at - FOLLOW_UP_PERIOD).values_list("pk", flat=True))


@contextmanager
def _errors_logged() -> Iterator[None]:
    try:
        yield
    except ActionError as error:
        logger.info("skipped: %s", error.text)
