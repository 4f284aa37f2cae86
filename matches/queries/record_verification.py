"""Verification of records in plain words: of this site's matches and of uploaded files; and the published keys."""

import logging
from threading import BoundedSemaphore, Lock
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language

from engines.hash_chain import Keyring
from engines.i18n import translate as _
from matches.catalogues import ENGLISH
from matches.errors import ActionError
from matches.limited_process import ProcessStopped
from matches.models import Match, RecordKey
from matches.models.record_key import KeyState
from matches.queries.replay import build_record, is_over_for
from matches.record_check import CheckRequest, CheckResult, check_in_subprocess
from matches.server_time import to_ms

logger = logging.getLogger(__name__)
MAX_BYTES = 2_000_000
MAX_ENTRIES = 8_000
"""No match of any game comes near this; longer records can be verified on the command line."""
_slots = BoundedSemaphore(2)
"""One record is verified and one waits, so that other requests keep threads of the web process."""
_running = Lock()
LOCK_TIMEOUT_S = 5.0


class Verification(NamedTuple):
    """The result of a verification. `match_id` is this site's match that the record is of, else None."""

    report: CheckResult
    match_id: int | None
    same: str = ""
    """For an uploaded file: the result of the comparison with this site's own record."""


def verify_match(match_id: int, player_id: int | None = None, *, at_once: bool = False) -> Verification:
    """Verify the record of a finished match for this reader. Raises ActionError: not-found, not-over, not-played, busy.

    With a delay, its players may do so before others, and `at_once` lets its referee.
    """
    return Verification(_check_in_turn(build_record(match_id, player_id, at_once=at_once)), match_id)


def verify_file(text: bytes, player_id: int | None = None) -> Verification:
    """Verify an uploaded record; whatever it contains, the result is findings. Raises ActionError: empty, too-long, busy.

    It is compared with this site's own log only if the match is over for the player `player_id`.
    """
    if not text.strip():
        raise ActionError("empty", _("Choose a file or paste a record."), "record")
    if len(text) > MAX_BYTES:
        raise build_too_long_error()
    report = _check_in_turn(text.replace(b"\r\n", b"\n").lstrip())
    return Verification(report, *_compare(report, player_id))


def list_keys() -> list[RecordKey]:
    """Return all keys that sign, or have signed, records of this site, newest first."""
    return list(RecordKey.objects.order_by("-number"))


def load_keyring() -> Keyring:
    """Return the keys with the times from which their signatures are not accepted."""
    return Keyring({
        key.public_key: to_ms(key.ended_at) if key.state == KeyState.REVOKED and key.ended_at else None
        for key in list_keys()
    })  # fmt: skip


def build_too_long_error() -> ActionError:
    """Return the refusal of a record longer than MAX_BYTES."""
    limit_mb = MAX_BYTES // 1_000_000
    return ActionError("too-long", _("Records can be at most {most} MB.", most=limit_mb), "record")


def _check_in_turn(text: str | bytes) -> CheckResult:
    """Verify one record at a time in a process of its own. Raises ActionError: busy, too-costly, not-checked."""
    busy = ActionError("busy", _("Other records are being verified. Try again in a moment."))
    if not _slots.acquire(blocking=False):
        raise busy
    try:
        if not _running.acquire(timeout=LOCK_TIMEOUT_S):
            raise busy
        try:
            return _check(text)
        finally:
            _running.release()
    finally:
        _slots.release()


def _check(text: str | bytes) -> CheckResult:
    paths = [str(path) for path in settings.LOCALE_PATHS]
    try:
        return check_in_subprocess(CheckRequest(text, load_keyring(), MAX_ENTRIES, get_language() or ENGLISH, paths))
    except ProcessStopped:
        message = _("This record takes too long to verify here. Verify it on the command line.")
        raise ActionError("too-costly", message, "record") from None
    except Exception:
        # No upload may cause an error page; an unforeseen failure is logged for us to fix.
        logger.exception("verifying a record failed")
        raise ActionError(
            "not-checked", _("This record is damaged in an unexpected way and can't be verified."), "record"
        ) from None


def _compare(report: CheckResult, player_id: int | None) -> tuple[int | None, str]:
    """Return the match that the record claims to be of, and whether this site's log ends with the same hash."""
    name, commitment = str(report.header.get("match", "")), report.header.get("commitment", "")
    is_number = name.isascii() and name.isdigit() and len(name) < 19
    if report.last_hash is None or not is_number or not commitment:
        return None, ""
    match = Match.objects.filter(pk=int(name), commitment=commitment).first()
    if match is None:
        return None, _("This match isn't on this site. The record may come from another site or be handmade.")
    if not is_over_for(match, player_id):
        return match.pk, _("The match isn't over. Until then, the site doesn't compare records with its own log.")
    same_text = _("This site's log of the match ends with the same hash. It is the same match, action for action.")
    other_text = _("This site's log of the match ends with a different hash. This is not the record that the site keeps.")
    return match.pk, same_text if match.last_hash == report.last_hash else other_text
