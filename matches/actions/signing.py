"""Signing the record of a match when it ends."""

from __future__ import annotations

import logging
from datetime import datetime

from engines import record
from engines.contract import Outcome
from matches.actions.record_keys import active_key
from matches.models import Match
from matches.moment import in_ms
from matches.signing import private_key

logger = logging.getLogger(__name__)


def sign(match: Match, outcome: Outcome | None, *, at: datetime) -> None:
    """Sign the end of the locked match, which the caller saves, with the key that is in force.

    Made at once and kept, so that whoever changes the log in the database afterwards has no signature for it.
    """
    match.signed_at = at if match.has_site else None
    signed = signature_of(match, outcome, at=at)
    match.signed_by, match.signature = signed or ("", "")


def signature_of(match: Match, outcome: Outcome | None, *, at: datetime) -> tuple[str, str] | None:
    """Public key and signature for a match that ends so; None, and an error in the log, where there is no right key."""
    key = private_key(active_key(at=at).public_key)
    if key is None:
        logger.error("RECORD_KEY lacks the secret of the active key: records stay unsigned until it is there again")
        return None
    signed_at = None if match.signed_at is None else in_ms(match.signed_at)
    return record.signature(match.last_hash, outcome, bytes.fromhex(match.seed), key, signed_at)
