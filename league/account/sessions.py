"""Active sessions of a player: recording, listing and ending them."""

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address
from typing import Any
from uuid import UUID

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import Error as DatabaseFailure, IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from engines.i18n import mark, translate as _, translate_in
from league.account.models import UserSession
from league.people.models import Player
from league.people.session_store import digest_key
from league.people.sessions import find_viewer
from matches.bounded_cache import BoundedCache
from matches.client_ip import parse_address
from matches.errors import ActionError
from matches.server_time import now

logger = logging.getLogger(__name__)

BROWSER_PATTERNS = (
    (r"\bEdgA?(iOS)?/", "Edge"),
    (r"\bOPR/|\bOpera\b", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\bFirefox/|\bFxiOS/", "Firefox"),
    (r"\bChrome/|\bCriOS/|\bChromium/", "Chrome"),
    (r"\bVersion/.*\bSafari/", "Safari"),
)
"""Browsers by user agent pattern, in order, because most also name others."""
SYSTEM_PATTERNS = (
    (r"\biPad\b", "iPad"),
    (r"\biPhone\b|\biPod\b", "iPhone"),
    (r"\bAndroid\b", "Android"),
    (r"\bCrOS\b", "ChromeOS"),
    (r"\bWindows\b", "Windows"),
    (r"\bMacintosh\b|\bMac OS X\b", "macOS"),
    (r"\bLinux\b|\bX11\b", "Linux"),
)
MAX_USER_AGENT_LENGTH = 1000
"""Most characters of the user agent that are matched."""
PROGRAM, BROWSER, SEPARATOR = mark("A program"), mark("A browser"), " on "
MAX_PURGED = 50_000
"""Most sessions deleted at once: a statement takes at most 65,535 parameters."""
UPDATE_INTERVAL_S = 300.0
"""The least time between two updates of a session, in seconds."""
_saved_at = BoundedCache[str, float]()
"""When this process saved or first saw each session."""


def describe_user_agent(agent: str) -> str:
    """Return browser and system from a `User-Agent`.

    >>> describe_user_agent("Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0")
    'Firefox on Linux'
    >>> describe_user_agent("curl/8.5.0"), describe_user_agent("")
    ('A program', 'A program')
    """
    agent = agent[:MAX_USER_AGENT_LENGTH]
    browser, system = _find_first(BROWSER_PATTERNS, agent), _find_first(SYSTEM_PATTERNS, agent)
    if not browser and not system:
        return PROGRAM
    return f"{browser or BROWSER}{SEPARATOR}{system}" if system else browser


def translate_browser(text: str) -> str:
    """Return a stored browser text in the active language."""
    browser, separator, system = text.partition(SEPARATOR)
    return " ".join([_(browser), translate_in("a browser on a system", "on"), system]) if separator else _(text)


def shorten_address(address: str) -> str:
    """Return the network of an address: 24 bits of IPv4, 48 of IPv6; empty if invalid.

    >>> shorten_address("203.0.113.77"), shorten_address("2001:db8:12:34::5"), shorten_address("::ffff:203.0.113.77")
    ('203.0.113.…', '2001:db8:12:…', '203.0.113.…')
    """
    ip = parse_address(address)
    if ip is None:
        return ""
    if isinstance(ip, IPv6Address):
        return ":".join(f"{int(ip) >> shift & 0xFFFF:x}" for shift in (112, 96, 80)) + ":…"
    return ".".join(str(ip).split(".")[:3]) + ".…"


def _find_first(table: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for pattern, name in table if re.search(pattern, agent)), "")


@dataclass(frozen=True, slots=True)
class ActiveSession:
    """An active session as the list shows it."""

    id: str
    browser: str
    address: str
    """The shortened address; empty if unknown."""
    since: datetime
    seen_at: datetime
    this: bool
    """Whether it is the session of this request."""


def list_sessions(player: Player, *, session_key: str | None = None, at: datetime) -> list[ActiveSession]:
    """Return the active sessions of this player, this request's first, then the newest.

    Sessions that have expired or were ended by a change of the password are left out.
    """
    current_key = digest_key(session_key) if session_key else ""
    rows = UserSession.objects.filter(player=player, session__expire_date__gt=at).select_related("session")
    sessions = [
        ActiveSession(
            str(row.uid), translate_browser(row.browser), row.address, row.since, row.seen_at, row.session_id == current_key
        )
        for row in rows
        if _is_valid(row.session, player)
    ]
    return sorted(sessions, key=lambda session: not session.this)


def _is_valid(session: Session, player: Player) -> bool:
    data = session.get_decoded()
    auth_hash = str(data.get(HASH_SESSION_KEY, ""))
    return data.get(SESSION_KEY) == str(player.pk) and constant_time_compare(auth_hash, player.get_session_auth_hash())


class SessionTrackingMiddleware:
    """Middleware that records active sessions: a dictionary lookup per request, a write every five minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and session.session_key and SESSION_KEY in session and _is_due(session.session_key):
            try:
                person = find_viewer(request)
                if person is not None and not person.is_guest:
                    _record_session(request, person)
            except DatabaseFailure:
                logger.exception("recording a session failed")
        return response


def on_sign_in(*, request: HttpRequest | None, user: Any, **_: Any) -> None:
    """Record a session at Django's sign-in signal; requests without an address are skipped."""
    if request is None or not isinstance(user, Player) or user.is_guest or "REMOTE_ADDR" not in request.META:
        return
    if request.session.session_key is None:
        request.session.save()
    _record_session(request, user)


def _record_session(request: HttpRequest, person: Player) -> None:
    """Record that a session is a player's and active, unless it has ended meanwhile."""
    key, at = str(request.session.session_key), now()
    _saved_at[key] = time.monotonic()
    key_digest = digest_key(key)
    values = {
        "browser": describe_user_agent(request.META.get("HTTP_USER_AGENT", "")), "seen_at": at,
        "address": shorten_address(request.META.get("REMOTE_ADDR", "")),
    }  # fmt: skip
    rows = UserSession.objects.filter(session=key_digest, player=person)
    if not rows.update(**values) and Session.objects.filter(pk=key_digest).exists():
        with suppress(IntegrityError), transaction.atomic():
            UserSession.objects.update_or_create(session_id=key_digest, defaults={"player": person, "since": at, **values})


def _is_due(key: str) -> bool:
    """Return whether five minutes have passed since this process first saw or last saved the session."""
    current_s = time.monotonic()
    if key not in _saved_at:
        _saved_at[key] = current_s
    return current_s - _saved_at.get(key, current_s) >= UPDATE_INTERVAL_S


def end_session(*, player_id: int, uid: UUID) -> None:
    """End one session of this player. Its next request is a visitor's."""
    deleted, _unused = Session.objects.filter(user_session__uid=uid, user_session__player=player_id).delete()
    if not deleted:
        raise ActionError("not-found", _("Browser not found."))


def end_others(*, player_id: int, keep: str | None) -> int:
    """End all sessions but this one; return their number."""
    others = UserSession.objects.filter(player=player_id).exclude(session=digest_key(keep) if keep else "")
    keys = list(others.values_list("session", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)


def purge_sessions(*, at: datetime) -> int:
    """Delete a batch of expired sessions; return the number of rows."""
    expired = list(Session.objects.filter(expire_date__lt=at).values_list("pk", flat=True)[:MAX_PURGED])
    deleted, _ = Session.objects.filter(pk__in=expired).delete()
    return deleted
