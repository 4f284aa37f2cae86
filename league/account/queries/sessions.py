"""Where somebody is signed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from league.account.models import SignIn
from league.account.rules import browser_told
from league.people.models import Player
from league.people.session_store import row_key


@dataclass(frozen=True, slots=True)
class Browser:
    id: str
    browser: str
    address: str
    """Shortened; empty where it is not known."""
    since: datetime
    seen_at: datetime
    this: bool
    """Whether it is the one that asks."""


def browsers_of(player: Player, *, session_key: str | None = None, at: datetime) -> list[Browser]:
    """Sessions that let somebody in as this player, the one that asks first, then the newest.

    The sessions are looked into: one that a change of the password has ended, or that has run out, is none.
    """
    this = row_key(session_key) if session_key else ""
    rows = SignIn.objects.filter(player=player, session__expire_date__gt=at).select_related("session")
    found = [
        Browser(str(row.uid), browser_told(row.browser), row.address, row.since, row.seen_at, row.session_id == this)
        for row in rows
        if _lets_in(row.session, player)
    ]
    return sorted(found, key=lambda one: not one.this)


def _lets_in(session: Session, player: Player) -> bool:
    held = session.get_decoded()
    mark = str(held.get(HASH_SESSION_KEY, ""))
    return held.get(SESSION_KEY) == str(player.pk) and constant_time_compare(mark, player.get_session_auth_hash())
