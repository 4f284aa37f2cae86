"""Writing down where somebody is signed in, and ending that."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction

from engines.words import say
from league.account.models import SignIn
from league.people.session_store import row_key
from matches.refusals import Refused


def note_browser(*, player_id: int, session_key: str, browser: str, address: str, at: datetime) -> None:
    """This session is this player's, and was in use just now. One that has ended meanwhile is not written down."""
    row = row_key(session_key)
    if SignIn.objects.filter(session=row, player=player_id).update(browser=browser, address=address, seen_at=at):
        return
    if not Session.objects.filter(pk=row).exists():
        return
    told = {"player_id": player_id, "browser": browser, "address": address, "since": at, "seen_at": at}
    try:
        with transaction.atomic():
            SignIn.objects.update_or_create(session_id=row, defaults=told)
    except IntegrityError:
        return


def end_browser(*, player_id: int, uid: UUID) -> None:
    """Sign one browser of this player out. The next thing that it asks for, it asks as a visitor."""
    gone, _ = Session.objects.filter(sign_in__uid=uid, sign_in__player=player_id).delete()
    if not gone:
        raise Refused("not-found", say("There is no such browser."))


def end_others(*, player_id: int, but: str | None) -> int:
    """Sign all browsers out but the one with this session; return how many."""
    others = SignIn.objects.filter(player=player_id).exclude(session=row_key(but) if but else "")
    keys = list(others.values_list("session", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)
