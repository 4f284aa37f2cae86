"""Browsers that somebody has asked to be told through."""

from __future__ import annotations

import hashlib
from datetime import datetime
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction

from engines.words import say
from league.notifications.models import PushDevice
from league.notifications.push.encryption import unpacked
from league.outgoing_http.url_validation import target
from league.people.queries import lock_account
from matches.refusals import Refused

MOST = 10


@transaction.atomic
def add_device(*, player_id: int, endpoint: str, key: str, secret: str, at: datetime) -> UUID:
    """Tell this player through a browser that has subscribed; whoever had the browser before is told there no more.

    The endpoint leads to a push service; as any address that a stranger gives, it must be public.
    """
    lock_account(player_id)
    try:
        target(endpoint, local=settings.WEBHOOKS_LOCAL)
    except Refused as refusal:
        raise Refused(refusal.code, refusal.text, "endpoint") from None
    _check(key, secret)
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    PushDevice.objects.filter(digest=digest).exclude(player=player_id).delete()
    known = PushDevice.objects.filter(player=player_id).exclude(digest=digest)
    if known.count() >= MOST:
        raise Refused(
            "too-many-devices", say("You are told on {most} browsers already. Take one away first.", most=MOST)
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
    gone, _ = PushDevice.objects.filter(player=player_id, uid=uid).delete()
    if not gone:
        raise Refused("not-found", say("There is no such browser."))


def _check(key: str, secret: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(key))
        if len(unpacked(key)) != 65:
            raise ValueError
    except ValueError:
        raise Refused("malformed", say("`key` is the browser's public key, in base64 for addresses."), "key") from None
    try:
        if len(unpacked(secret)) != 16:
            raise ValueError
    except ValueError:
        raise Refused("malformed", say("`secret` is 16 bytes, in base64 for addresses."), "secret") from None
