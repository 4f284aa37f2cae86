"""The life of a key that signs records: active, then retired, or revoked from some moment on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines import record
from matches.models import Match, RecordKey
from matches.moment import in_ms
from matches.queries.position import outcome_of
from matches.refusals import Refused
from matches.signing import private_key, private_keys

LONGEST_REASON = 200
AT_ONCE = 500


def active_key(*, at: datetime) -> RecordKey:
    """Return the key that signs now; the first one is made when it is first needed."""
    return RecordKey.objects.filter(ended_at=None).first() or _make_first(at)


@transaction.atomic
def rotate(*, at: datetime, reason: str = "") -> RecordKey:
    """Retire the active key and put the newest secret of RECORD_KEY in its place; return the new key.

    What the old key signed stays signed, and it stays published. Codes: bad-reason, no-new-secret.
    """
    _check_reason(reason)
    keys = _locked_keys()
    return _replace(keys, at=at, reason=reason) if keys else _make_first(at)


@transaction.atomic
def revoke(*, key_id: str, since: datetime, at: datetime, reason: str = "") -> RecordKey:
    """Revoke a key whose secret may have been read at `since`: what it signed from then on is not accepted.

    The active key is replaced first. Records of this site that ended since then are signed anew by the active key.
    A key that is revoked already can be revoked from an earlier moment on. Codes: bad-reason, no-such-key,
    no-new-secret, bad-time.
    """
    _check_reason(reason)
    keys = _locked_keys()
    key = next((one for one in keys if one.key_id == key_id), None)
    if key is None:
        raise Refused("no-such-key", f"There is no key {key_id[:40]!r}. `record_keys list` shows them all.", "key")
    if since > at:
        raise Refused("bad-time", "A key cannot be revoked from a moment that is still to come.", "since")
    if key.ended_at is None:
        _replace(keys, at=at, reason=reason)
        key.refresh_from_db()
    ends = [moment for moment in (since, key.ended_at) if moment is not None]
    key.ended_at, key.revoked_at = max(min(ends), key.began_at), key.revoked_at or at
    key.reason = reason or key.reason
    key.save(update_fields=["ended_at", "revoked_at", "reason"])
    _sign_anew(key, at)
    return key


def _locked_keys() -> list[RecordKey]:
    return list(RecordKey.objects.select_for_update().order_by("number"))


def _replace(keys: Sequence[RecordKey], *, at: datetime, reason: str) -> RecordKey:
    known = {key.public_key for key in keys}
    fresh = [public_key for public_key in private_keys() if public_key not in known]
    if not fresh:
        text = "RECORD_KEY has no new secret. Add one behind a comma (`record_keys secret` makes one) and restart."
        raise Refused("no-new-secret", text)
    RecordKey.objects.filter(ended_at=None).update(ended_at=max(at, keys[-1].began_at), reason=reason)
    return RecordKey.objects.create(number=keys[-1].number + 1, public_key=fresh[-1], began_at=at)


def _make_first(at: datetime) -> RecordKey:
    first = next(iter(private_keys()))
    return RecordKey.objects.get_or_create(number=0, defaults={"public_key": first, "began_at": at})[0]


def _check_reason(reason: str) -> None:
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        raise Refused("bad-reason", f"A reason is one line of at most {LONGEST_REASON} characters.", "reason")


def _sign_anew(revoked: RecordKey, at: datetime) -> None:
    """Sign the records again that this site signed with a key after its end."""
    active = active_key(at=at)
    key = private_key(active.public_key)
    if key is None:
        raise Refused("no-new-secret", "RECORD_KEY lacks the secret of the active key, which is to sign instead.")
    matches = Match.objects.filter(signed_by=revoked.public_key, closed_at__gte=revoked.ended_at).order_by("pk")
    while found := list(matches[:AT_ONCE]):
        for match in found:
            signed_at = None if match.signed_at is None else in_ms(match.signed_at)
            match.signed_by, match.signature = record.signature(
                match.last_hash, outcome_of(match), bytes.fromhex(match.seed), key, signed_at
            )
        Match.objects.bulk_update(found, ["signed_by", "signature"])
