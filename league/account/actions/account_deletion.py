"""Deleting an account: at once, and for good."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db import transaction

from engines.words import say
from league.account.actions.deletion_cleanup import tidy
from league.account.actions.reauthentication import prove
from league.account.decisions import DECISIONS
from league.account.queries.deletion_blockers import hindrances
from league.audit.actions import record
from league.drafts.actions.match_drafts import rename_teams
from league.drafts.models import Draft
from league.notifications.topics import topic
from league.people.known_browsers import UNKNOWN, Source
from league.people.models import Player
from matches.actions.record_signing import remove_names
from matches.announce import changed
from matches.models import Message
from matches.refusals import Refused

MARK = "deleted-"


def delete_account(
    *,
    player_id: int,
    password: str,
    code: str = "",
    resigning: bool = False,
    without_chat: bool = False,
    at: datetime,
    source: Source = UNKNOWN,
) -> str:
    """Take a person's account away; return the name under which what stays is shown from now on.

    `resigning`: lose the matches that run. `without_chat`: take the text of chat lines away, but of those that the
    staff has been asked to look at. Codes: those of `prove`, and those of `hindrances`. Between looking and locking
    others may act: then it is refused all the same, though offers and entries have been taken back.
    """
    digest = prove(player_id=player_id, password=password, code=code, source=source)
    _check(player_id, resigning)
    tidy(player_id=player_id, at=at, resigning=resigning)
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(pk=player_id, is_active=True, password=digest).first()
        if player is None:
            raise Refused("wrong-password", say("This is not your password any more."), "password")
        _check(player_id)
        _remove(player)
        if without_chat:
            _silence(player_id, at)
        number = _rename(player, at)
        remove_names(player_id=player_id)
        rename_teams(player_id=player_id, name=_name(number))
        after = {"player": f"{MARK}{number}"}
        record(by=player_id, act="account.deleted", subject=("player", player_id), after=after, at=at)
        for where in ("home", "lobby", topic(player_id)):
            changed(where)
    return _name(number)


def _check(player_id: int, resigning: bool = False) -> None:
    found = hindrances(player_id, resigning=resigning)
    if found:
        raise Refused(found[0].code, found[0].text)


def _remove(player: Player) -> None:
    """All rows that DECISIONS lets go, the sessions behind the list of browsers, and mock drafts."""
    Session.objects.filter(sign_in__player=player).delete()
    for key, decision in DECISIONS.items():
        label, _, column = key.rpartition(".")
        model = apps.get_model(label)
        if decision.goes and model is Player:
            getattr(player, column).clear()
        elif decision.goes:
            model._default_manager.filter(**{column: player}).delete()
    Draft.objects.mock().filter(host=player).delete()


def _silence(player_id: int, at: datetime) -> None:
    asked_about = Message.objects.filter(reports__settled_at=None, reports__isnull=False).values("pk")
    lines = Message.objects.filter(by=player_id).exclude(pk__in=asked_about)
    lines.filter(removed_at=None).update(removed_at=at)
    lines.update(text="")


def _rename(player: Player, at: datetime) -> int:
    """Everything that says who it was, taken off the row. The number is drawn: it counts nobody."""
    number = secrets.randbelow(90_000_000) + 10_000_000
    while Player.objects.filter(username=f"{MARK}{number}").exists():
        number += 1
    Player.objects.filter(pk=player.pk).update(
        username=f"{MARK}{number}", display_name=_name(number), about="", email="", pending_email="", first_name="",
        last_name="", password=make_password(None), last_login=None, is_active=False, is_staff=False,
        is_superuser=False, deleted_at=at, calendar_salt="", language="",
    )  # fmt: skip
    return number


def _name(number: int) -> str:
    return f"Deleted player {number}"
