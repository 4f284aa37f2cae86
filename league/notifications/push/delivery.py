"""Browsers subscribed to web push, and delivery of notifications to them, once each."""

import hashlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.db.models import F

from engines.i18n import translate as _
from league.notifications.inbox import count_unread
from league.notifications.kinds import Channel, Kind
from league.notifications.models import Notification, NotificationPreferences, PushDevice
from league.notifications.push.encryption import MAX_MESSAGE_BYTES as MOST_BYTES, build_authorization, decode_base64, encrypt
from league.outgoing_http.safe_http import Post, PostResult, post, post_to_url
from league.outgoing_http.url_validation import parse_url
from league.people.language import use_player_language
from league.people.queries import lock_account
from matches.errors import ActionError

MAX_DEVICES = 10
MAX_THREADS = 8
BATCH_SIZE = 20
TTL_S = 6 * 3600
"""How long a push service keeps a message for an offline browser, in seconds."""
GONE_STATUSES = (404, 410)
MAX_FAILURES = 10


@transaction.atomic
def add_device(*, player_id: int, endpoint: str, key: str, secret: str, at: datetime) -> UUID:
    """Subscribe a player's browser; a previous player's subscription of it ends.

    The endpoint is untrusted input, so it must be a public address.
    """
    lock_account(player_id)
    parse_url(endpoint, local=settings.WEBHOOKS_LOCAL, field="endpoint")
    _check_keys(key, secret)
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    PushDevice.objects.filter(digest=digest).exclude(player=player_id).delete()
    others = PushDevice.objects.filter(player=player_id).exclude(digest=digest)
    if others.count() >= MAX_DEVICES:
        raise ActionError(
            "too-many-devices",
            _("You've reached the limit of {most} browsers for push notifications. Remove one first.", most=MAX_DEVICES),
        )
    row, _unused = PushDevice.objects.update_or_create(
        digest=digest,
        defaults={
            "player_id": player_id, "endpoint": endpoint, "key": key, "secret": secret, "made_at": at, "failures": 0,
        },
    )  # fmt: skip
    uid: UUID = row.uid
    return uid


@transaction.atomic
def remove_device(*, player_id: int, uid: UUID) -> None:
    """Unsubscribe one of the player's browsers. Raises ActionError("not-found")."""
    deleted, _unused = PushDevice.objects.filter(player=player_id, uid=uid).delete()
    if not deleted:
        raise ActionError("not-found", _("Browser not found."))


def _check_keys(key: str, secret: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(key))
        if len(decode_base64(key)) != 65:
            raise ValueError
    except ValueError:
        raise ActionError("malformed", _("`key` must be the browser's public key in base64url."), "key") from None
    try:
        if len(decode_base64(secret)) != 16:
            raise ValueError
    except ValueError:
        raise ActionError("malformed", _("`secret` must be 16 bytes in base64url."), "secret") from None


def send_due_pushes(clock: Callable[[], datetime], *, send: Post = post) -> int:
    """Push due notifications to every browser of their players; return the number of attempts."""
    at = clock()
    rows = Notification.objects.filter(push_at__lte=at).order_by("push_at").select_related("player")[:BATCH_SIZE]
    due = [push for row in list(rows) for push in _claim(row)]
    with ThreadPoolExecutor(MAX_THREADS, "push") as threads:
        results = list(threads.map(lambda push: _post(at, send, *push), due))
    for (device, _unused), result in zip(due, results, strict=True):
        _record_result(device, result)
    return len(due)


def _claim(row: Notification) -> list[tuple[PushDevice, bytes]]:
    """Claim a notification; return the browsers to push to, each with its message."""
    if not Notification.objects.filter(pk=row.pk, push_at=row.push_at).update(push_at=None):
        return []  # Another process has claimed it.
    if row.read_at is not None or not NotificationPreferences.of(row.player_id).wants(row.kind, Channel.PUSH):
        return []
    with use_player_language(row.player):
        text = row.text
    data = {"id": str(row.uid), "text": text[:500], "url": row.path, "unread": count_unread(row.player_id)}
    if row.kind == Kind.YOUR_TURN:
        data["tag"] = f"turn {row.path}"  # Browsers show one notification per match, and ring again.
    message = json.dumps(data).encode()[:MOST_BYTES]
    return [(device, message) for device in PushDevice.objects.filter(player=row.player_id, player__is_active=True)]


def _post(at: datetime, send: Post, device: PushDevice, message: bytes) -> PostResult:
    headers = {
        "Authorization": build_authorization(device.endpoint, at),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_S),
        "Urgency": "high",
    }
    body = encrypt(message, decode_base64(device.key), decode_base64(device.secret))
    return post_to_url(device.endpoint, body, headers, send=send)


def _record_result(device: PushDevice, result: PostResult) -> None:
    """Record whether a browser was reached; delete one that has unsubscribed or keeps failing."""
    rows = PushDevice.objects.filter(pk=device.pk)
    if result.good:
        rows.exclude(failures=0).update(failures=0)
    elif result.code in GONE_STATUSES or device.failures + 1 >= MAX_FAILURES:
        rows.delete()
    else:
        rows.update(failures=F("failures") + 1)
