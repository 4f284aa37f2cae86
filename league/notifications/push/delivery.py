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

from engines.words import say
from league.notifications.kinds import Channel
from league.notifications.models import Notice, NoticeTerms, PushDevice
from league.notifications.push.encryption import MOST as MOST_BYTES
from league.notifications.push.encryption import authorization, encrypt, unpacked
from league.outgoing_http.safe_http import Answer, Post, post, post_to_url
from league.outgoing_http.url_validation import target
from league.people.language import speaking_to
from league.people.queries import lock_account
from matches.refusals import Refused

MOST_DEVICES = 10
AT_ONCE = 8
MOST = 20
KEPT_S = 6 * 3600
"""How long a push service keeps a message for an offline browser, in seconds."""
GONE = (404, 410)
MOST_FAILURES = 10


@transaction.atomic
def add_device(*, player_id: int, endpoint: str, key: str, secret: str, at: datetime) -> UUID:
    """Subscribe a player's browser; a previous player's subscription of it ends.

    The endpoint is untrusted input, so it must be a public address.
    """
    lock_account(player_id)
    target(endpoint, local=settings.WEBHOOKS_LOCAL, field="endpoint")
    _check(key, secret)
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    PushDevice.objects.filter(digest=digest).exclude(player=player_id).delete()
    known = PushDevice.objects.filter(player=player_id).exclude(digest=digest)
    if known.count() >= MOST_DEVICES:
        raise Refused(
            "too-many-devices",
            say(
                "You've reached the limit of {most} browsers for push notifications. Remove one first.",
                most=MOST_DEVICES,
            ),
        )
    row, _ = PushDevice.objects.update_or_create(
        digest=digest,
        defaults={
            "player_id": player_id, "endpoint": endpoint, "key": key, "secret": secret, "made_at": at, "failures": 0,
        },
    )  # fmt: skip
    made: UUID = row.uid
    return made


@transaction.atomic
def remove_device(*, player_id: int, uid: UUID) -> None:
    """Unsubscribe one of the player's browsers. Raises Refused("not-found")."""
    gone, _ = PushDevice.objects.filter(player=player_id, uid=uid).delete()
    if not gone:
        raise Refused("not-found", say("Browser not found."))


def _check(key: str, secret: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(key))
        if len(unpacked(key)) != 65:
            raise ValueError
    except ValueError:
        raise Refused("malformed", say("`key` must be the browser's public key in base64url."), "key") from None
    try:
        if len(unpacked(secret)) != 16:
            raise ValueError
    except ValueError:
        raise Refused("malformed", say("`secret` must be 16 bytes in base64url."), "secret") from None


def push_due(clock: Callable[[], datetime], *, send: Post = post) -> int:
    """Push due notifications to every browser of their players; return the number of attempts."""
    at = clock()
    rows = Notice.objects.filter(push_at__lte=at).order_by("push_at").select_related("player")[:MOST]
    due = [push for row in list(rows) for push in _claim(row)]
    with ThreadPoolExecutor(AT_ONCE, "push") as threads:
        answers = list(threads.map(lambda push: _post(at, send, *push), due))
    for (device, _), answer in zip(due, answers, strict=True):
        _settle(device, answer)
    return len(due)


def _claim(row: Notice) -> list[tuple[PushDevice, bytes]]:
    """Claim a notification; return the browsers to push to, each with its message."""
    if not Notice.objects.filter(pk=row.pk, push_at=row.push_at).update(push_at=None):
        return []  # Another process has claimed it.
    if row.read_at is not None or not NoticeTerms.of(row.player_id).wants(row.kind, Channel.PUSH):
        return []
    with speaking_to(row.player):
        text = row.text
    told = {"id": str(row.uid), "text": text[:500], "url": row.path}
    message = json.dumps(told).encode()[:MOST_BYTES]
    return [(one, message) for one in PushDevice.objects.filter(player=row.player_id, player__is_active=True)]


def _post(at: datetime, send: Post, device: PushDevice, message: bytes) -> Answer:
    headers = {
        "Authorization": authorization(device.endpoint, at),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_S),
        "Urgency": "normal",
    }
    body = encrypt(message, unpacked(device.key), unpacked(device.secret))
    return post_to_url(device.endpoint, body, headers, send=send)


def _settle(device: PushDevice, answer: Answer) -> None:
    """Record whether a browser was reached; delete one that has unsubscribed or keeps failing."""
    rows = PushDevice.objects.filter(pk=device.pk)
    if answer.good:
        rows.exclude(failures=0).update(failures=0)
    elif answer.code in GONE or device.failures + 1 >= MOST_FAILURES:
        rows.delete()
    else:
        rows.update(failures=F("failures") + 1)
