"""The event types of webhooks, their signatures and retries. No queries."""

import base64
import hashlib
import hmac
from datetime import timedelta

from engines.i18n import mark, translate as _
from league.notifications.kinds import Kind

TEST = "test"
LEAGUE_EVENT_TYPES = {
    "match.closed": mark("An event match has ended and its result is public"),
    "result.corrected": mark("A result was changed by a ruling, or a ruling was reverted"),
    "result.reported": mark("A player reported a result"),
    "result.disputed": mark("A reported result is disputed"),
    "round.published": mark("A round is published"),
    "check-in.opened": mark("Check-in for an event opens"),
    "event.finished": mark("An event has ended"),
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
