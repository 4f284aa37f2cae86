"""Verification of records in plain words: of this site's matches and of uploaded files; and the published keys."""

import logging
from threading import BoundedSemaphore, Lock
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language

from engines.hash_chain import Keyring
from engines.words import say
from matches.models import Match, RecordKey
from matches.models.record_key import KeyState
from matches.moment import in_ms
from matches.queries.replay import over_for, record_of
from matches.record_check import Checked, CheckStopped, Order, check_apart
from matches.refusals import Refused
from matches.wording import ENGLISH

logger = logging.getLogger(__name__)
MOST_BYTES = 2_000_000
MOST_ENTRIES = 8_000
"""No match of any game comes near this; longer records can be verified on the command line."""
_places = BoundedSemaphore(2)
"""One record is verified and one waits, so that other requests keep threads of the web process."""
_turn = Lock()
WAIT_S = 5.0


class Verified(NamedTuple):
    """The result of a verification. `match_id` is this site's match that the record is of, else None."""

    report: Checked
    match_id: int | None
    same: str = ""
    """For an uploaded file: the result of the comparison with this site's own record."""


def verify_match(match_id: int, reader: int | None = None, *, at_once: bool = False) -> Verified:
    """Verify the record of a finished match for this reader. Codes: not-found, not-over, not-played, busy.

    With a delay, its players may do so before others, and `at_once` lets its referee.
    """
    return Verified(_check_in_turn(record_of(match_id, reader, at_once=at_once)), match_id)


def verify_file(text: bytes, reader: int | None = None) -> Verified:
    """Verify an uploaded record; whatever it contains, the result is findings. Codes: empty, too-long, busy.

    It is compared with this site's own log only if the match is over for the `reader`.
    """
    if not text.strip():
        raise Refused("empty", say("Choose a file or paste a record."), "record")
    if len(text) > MOST_BYTES:
        raise too_long()
    report = _check_in_turn(text.replace(b"\r\n", b"\n").lstrip())
    return Verified(report, *_compared(report, reader))


def published() -> list[RecordKey]:
    """Return all keys that sign, or have signed, records of this site, newest first."""
    return list(RecordKey.objects.order_by("-number"))


def keyring() -> Keyring:
    """Return the keys with the times from which their signatures are not accepted."""
    return Keyring({
        key.public_key: in_ms(key.ended_at) if key.state == KeyState.REVOKED and key.ended_at else None
        for key in published()
    })  # fmt: skip


def too_long() -> Refused:
    """Return the refusal of a record longer than MOST_BYTES."""
    most = MOST_BYTES // 1_000_000
    return Refused("too-long", say("Records can be at most {most} MB.", most=most), "record")


def _check_in_turn(text: str | bytes) -> Checked:
    """Verify one record at a time in a process of its own. Codes: busy, too-costly, not-checked."""
    busy = Refused("busy", say("Other records are being verified. Try again in a moment."))
    if not _places.acquire(blocking=False):
        raise busy
    try:
        if not _turn.acquire(timeout=WAIT_S):
            raise busy
        try:
            return _check(text)
        finally:
            _turn.release()
    finally:
        _places.release()


def _check(text: str | bytes) -> Checked:
    paths = [str(path) for path in settings.LOCALE_PATHS]
    try:
        return check_apart(Order(text, keyring(), MOST_ENTRIES, get_language() or ENGLISH, paths))
    except CheckStopped:
        told = say("This record takes too long to verify here. Verify it on the command line.")
        raise Refused("too-costly", told, "record") from None
    except Exception:
        # No upload may cause an error page; an unforeseen failure is logged for us to fix.
        logger.exception("a record could not be checked")
        raise Refused(
            "not-checked", say("This record is damaged in an unexpected way and can't be verified."), "record"
        ) from None


def _compared(report: Checked, reader: int | None) -> tuple[int | None, str]:
    """Return the match that the record claims to be of, and whether this site's log ends with the same hash."""
    name, commitment = str(report.header.get("match", "")), report.header.get("commitment", "")
    is_number = name.isascii() and name.isdigit() and len(name) < 19
    if report.last_hash is None or not is_number or not commitment:
        return None, ""
    match = Match.objects.filter(pk=int(name), commitment=commitment).first()
    if match is None:
        return None, say("This match isn't on this site. The record may come from another site or be handmade.")
    if not over_for(match, reader):
        return match.pk, say("The match isn't over. Until then, the site doesn't compare records with its own log.")
    same = say("This site's log of the match ends with the same hash. It is the same match, action for action.")
    other = say("This site's log of the match ends with a different hash. This is not the record that the site keeps.")
    return match.pk, same if match.last_hash == report.last_hash else other
