"""Signing the record of a match when it ends, and putting a new key in the place of the one that signs."""

import logging
from datetime import datetime

from django.db import transaction

from engines import record
from engines.api import Outcome
from matches.models import Match, RecordKey
from matches.moment import in_ms
from matches.refusals import Refused
from matches.signing import private_key, public_key
from matches.statements import rows

logger = logging.getLogger(__name__)
LONGEST_REASON = 200


def sign(match: Match, outcome: Outcome | None, *, at: datetime) -> None:
    """Sign the end of the locked match, which the caller saves, with the key that is in force.

    Made at once and kept, so that whoever changes the log in the database afterwards has no signature for it.
    """
    match.signed_at = at if match.has_site else None
    signed = signature_of(match, outcome, at=at)
    match.signed_by, match.signature = signed or ("", "")


def signature_of(match: Match, outcome: Outcome | None, *, at: datetime) -> tuple[str, str] | None:
    """Public key and signature for a match that ends so; None, and an error in the log, where there is no right key."""
    key = next(iter(rows(RecordKey, "WHERE ended_at IS NULL", [])), None) or _first(at)
    if key.public_key != public_key(key.number):
        logger.error("RECORD_KEY has changed: records stay unsigned until `manage.py record_keys rotate` has been run")
        return None
    signed_at = None if match.signed_at is None else in_ms(match.signed_at)
    return record.signature(match.last_hash, outcome, bytes.fromhex(match.seed), private_key(key.number), signed_at)


@transaction.atomic
def rotate(*, at: datetime, reason: str = "") -> RecordKey:
    """Put a new key in the place of the one in force; what that one signed stays signed, and it stays published."""
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        raise Refused("bad-reason", f"A reason is one line of at most {LONGEST_REASON} characters.", "reason")
    keys = list(RecordKey.objects.select_for_update().order_by("number"))
    if not keys:
        return _first(at)
    RecordKey.objects.filter(ended_at=None).update(ended_at=max(at, keys[-1].began_at), reason=reason)
    number = keys[-1].number + 1
    return RecordKey.objects.create(number=number, public_key=public_key(number), began_at=at)


def _first(at: datetime) -> RecordKey:
    return RecordKey.objects.get_or_create(number=0, defaults={"public_key": public_key(0), "began_at": at})[0]
