"""Signatures of match records, their keys (active, then retired or revoked), and the names in records."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import transaction

from engines import hash_chain, record
from engines.common import render_outcome
from engines.contract import Outcome
from matches.errors import ActionError
from matches.models import Match, RecordKey
from matches.queries.position import load_outcome
from matches.server_time import to_ms

MAX_REASON_LENGTH = 200
BATCH_SIZE = 500
logger = logging.getLogger(__name__)


def find_private_key(public_key: str) -> Ed25519PrivateKey | None:
    """Return the private key of this public key, None if its secret is not in the setting."""
    return load_private_keys(settings.RECORD_KEY).get(public_key)


@cache
def load_private_keys(secrets: str) -> Mapping[str, Ed25519PrivateKey]:
    """Return the private keys of the comma-separated secrets by public key (hex), in their order.

    The keys are independent: a leaked secret reveals only one of them.
    """
    keys = [Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)) for secret in secrets.split(",")]
    return {key.public_key().public_bytes_raw().hex(): key for key in keys}


def get_active_key(*, at: datetime) -> RecordKey:
    """Return the key that signs now; the first one is created on first use."""
    return RecordKey.objects.filter(ended_at=None).first() or _create_first_key(at)


@transaction.atomic
def rotate_key(*, at: datetime, reason: str = "") -> RecordKey:
    """Retire the active key and replace it with the newest secret of RECORD_KEY; return the new key.

    Earlier signatures stay valid, and the old key stays published. Raises ActionError: bad-reason, no-new-secret.
    """
    _check_reason(reason)
    keys = list(RecordKey.objects.select_for_update().order_by("number"))
    return _replace_active_key(keys, at=at, reason=reason) if keys else _create_first_key(at)


@transaction.atomic
def revoke_key(*, key_id: str, since: datetime, at: datetime, reason: str = "") -> RecordKey:
    """Revoke a key whose secret may have leaked at `since`: its later signatures are not accepted.

    An active key is replaced first. Records of this site that ended since then are signed again by the active key. The
    revocation of a revoked key can be moved to an earlier time. Raises ActionError: bad-reason, no-such-key,
    no-new-secret, bad-time.
    """
    _check_reason(reason)
    keys = list(RecordKey.objects.select_for_update().order_by("number"))
    key = next((row for row in keys if row.key_id == key_id), None)
    if key is None:
        raise ActionError("no-such-key", f"Key not found: {key_id[:40]!r}. List all keys with `record_keys list`.", "key")
    if since > at:
        raise ActionError("bad-time", "The time must not be in the future.", "since")
    if key.ended_at is None:
        _replace_active_key(keys, at=at, reason=reason)
        key.refresh_from_db()
    key.ended_at = max(min(since, key.ended_at or since), key.began_at)
    key.revoked_at = key.revoked_at or at
    key.reason = reason or key.reason
    key.save(update_fields=["ended_at", "revoked_at", "reason"])
    _renew_signatures(key, at)
    return key


def _replace_active_key(keys: Sequence[RecordKey], *, at: datetime, reason: str) -> RecordKey:
    known = {key.public_key for key in keys}
    unused = [public_key for public_key in load_private_keys(settings.RECORD_KEY) if public_key not in known]
    if not unused:
        text = "RECORD_KEY has no new secret. Create one with `record_keys secret`, append it after a comma and restart."
        raise ActionError("no-new-secret", text)
    RecordKey.objects.filter(ended_at=None).update(ended_at=max(at, keys[-1].began_at), reason=reason)
    return RecordKey.objects.create(number=keys[-1].number + 1, public_key=unused[-1], began_at=at)


def _create_first_key(at: datetime) -> RecordKey:
    first = next(iter(load_private_keys(settings.RECORD_KEY)))
    return RecordKey.objects.get_or_create(number=0, defaults={"public_key": first, "began_at": at})[0]


def _check_reason(reason: str) -> None:
    if len(reason) > MAX_REASON_LENGTH or not reason.isprintable():
        raise ActionError("bad-reason", f"The reason must be one line of at most {MAX_REASON_LENGTH} characters.", "reason")


def _renew_signatures(revoked: RecordKey, at: datetime) -> None:
    """Sign again the records that this site signed with a key after its end."""
    key = find_private_key(get_active_key(at=at).public_key)
    if key is None:
        raise ActionError("no-new-secret", "RECORD_KEY doesn't contain the secret of the active key, which would sign instead.")
    matches = Match.objects.filter(signed_by=revoked.public_key, closed_at__gte=revoked.ended_at).order_by("pk")
    while batch := list(matches[:BATCH_SIZE]):
        for match in batch:
            match.signed_by, match.signature = _sign(match, load_outcome(match), key)
        Match.objects.bulk_update(batch, ["signed_by", "signature"])


def sign_record(match: Match, outcome: Outcome | None, *, at: datetime) -> None:
    """Sign the end of the locked match with the active key. The caller saves the match.

    Signed at once, so that later changes of the log in the database cannot get a signature.
    """
    match.signed_at = at if match.has_site else None
    match.signed_by, match.signature = create_signature(match, outcome, at=at) or ("", "")


def create_signature(match: Match, outcome: Outcome | None, *, at: datetime) -> tuple[str, str] | None:
    """Return public key and signature for a match with this end; None, with an error logged, if no key is available."""
    key = find_private_key(get_active_key(at=at).public_key)
    if key is None:
        logger.error("RECORD_KEY doesn't contain the secret of the active key: records stay unsigned until it is restored")
        return None
    return _sign(match, outcome, key)


def _sign(match: Match, outcome: Outcome | None, key: Ed25519PrivateKey) -> tuple[str, str]:
    signed_at = None if match.signed_at is None else to_ms(match.signed_at)
    return hash_chain.sign(key, match.last_hash, render_outcome(outcome), match.seed, signed_at)


def remove_names(*, player_id: int) -> None:
    """Remove the player's name from the headers of all records; its seal stays, so hashes and signatures hold."""
    matches = Match.objects.filter(seats__player=player_id, about__players__isnull=False).only("about").order_by()
    rows = matches.iterator(BATCH_SIZE)
    while batch := list(islice(rows, BATCH_SIZE)):
        for match in batch:
            about: dict[str, Any] = match.about or {}
            players = [record.remove_name(row) if row["id"] == str(player_id) else row for row in about["players"]]
            match.about = {**about, "players": players}
        Match.objects.bulk_update(batch, ["about"])
