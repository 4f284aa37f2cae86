"""The event types of webhooks, their signatures and retries. No queries."""

import base64
import hashlib
import hmac
import json
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

from engines.i18n import mark, translate as _
from league.notifications.kinds import Kind

TEST = "test"
LEAGUE_EVENT_TYPES = {
    "match.closed": mark("An event match has ended and its result is public"),
    "result.corrected": mark("A result was changed by a ruling, or a ruling was reverted"),
    "ruling.made": mark("A referee ruled on an event match"),
    "result.reported": mark("A player reported a result"),
    "result.disputed": mark("A reported result is disputed"),
    "round.published": mark("A round is published"),
    "match.due": mark("Matches of an event can be played now"),
    "time.agreed": mark("The time of an event match is agreed, set or changed"),
    "standings.updated": mark("All results of a round are in"),
    "check-in.opened": mark("Check-in for an event opens"),
    "event.finished": mark("An event has ended"),
    "team-match.opened": mark("The line-ups of a team match are closed and its boards are open"),
    "team-match.finished": mark("A team match has a score, or its score was corrected"),
    "pick.made": mark("A Gamer was picked in a draft"),
}
PLAYER_EVENT_TYPES = {
    "match.closed": mark("Your match has ended and its result is public"),
    **{f"notification.{kind.value}": str(kind.label) for kind in Kind if kind != Kind.WEBHOOK},
}
FIRST_RETRY_DELAY = timedelta(seconds=30)
MAX_TRIES = 7
"""Most attempts; the last is about eleven hours after the first."""
MAX_FAILURES = 20
"""The number of consecutive failures that disables a webhook."""
SIGNATURE_VERSION = "v1"
TOO_MANY_REQUESTS = 429
"""The HTTP status with which a receiver asks for a pause."""
MIN_PAUSE, MAX_PAUSE = timedelta(seconds=1), timedelta(hours=1)


def list_event_types(*, league: bool) -> dict[str, str]:
    """Return the event types, with labels, that a league's or a person's webhook can subscribe to."""
    return {kind: _(label) for kind, label in (LEAGUE_EVENT_TYPES if league else PLAYER_EVENT_TYPES).items()}


def compute_retry_delay(tries: int) -> timedelta | None:
    """Return the delay after failed attempts: 30 s, then four times as long each time; None to give up.

    >>> [compute_retry_delay(n).total_seconds() for n in (1, 2, 3)]
    [30.0, 120.0, 480.0]
    """
    return None if tries >= MAX_TRIES else FIRST_RETRY_DELAY * 4 ** (tries - 1)


def sign(key: bytes, uid: str, timestamp: int, body: bytes) -> str:
    """Return one signature (Standard Webhooks): HMAC-SHA256 over id, timestamp and body.

    >>> sign(b"key", "id", 1, b"{}")
    'v1,5PVmP2AfJGwnp9flV+flrzfukNWA9zyUdqvI+IQalVs='
    """
    mac = hmac.new(key, f"{uid}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"{SIGNATURE_VERSION},{base64.b64encode(mac.digest()).decode()}"


def parse_pause(retry_after: str, body: str, at: datetime) -> timedelta:
    """Return the pause that a response with status 429 asks for, within limits.

    It is in the header Retry-After (RFC 9110, 10.2.3), or in the body as `retry_after` (Discord, in seconds) or
    `retry_after_ms` (Matrix).

    >>> parse_pause("12", "", datetime(2026, 3, 1)), parse_pause("", '{"retry_after_ms": 2500}', datetime(2026, 3, 1))
    (datetime.timedelta(seconds=12), datetime.timedelta(seconds=2, microseconds=500000))
    """
    pause = FIRST_RETRY_DELAY
    with suppress(ValueError, TypeError, KeyError, OverflowError):
        pause = timedelta(seconds=float(retry_after)) if retry_after[:1].isdigit() else _parse_pause_text(retry_after, body, at)
    return min(max(pause, MIN_PAUSE), MAX_PAUSE)


def _parse_pause_text(retry_after: str, body: str, at: datetime) -> timedelta:
    if retry_after:
        return parsedate_to_datetime(retry_after) - at
    data = json.loads(body)
    milliseconds = data["retry_after_ms"] if "retry_after_ms" in data else data["retry_after"] * 1000
    return timedelta(milliseconds=milliseconds)
