"""The check of a record in plain words: of a match of this site, or of a file that somebody sends."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore

from engines.findings import Finding, Report, examine
from engines.keyring import Keyring
from engines.record import Record
from engines.words import say
from matches.models import Match
from matches.queries.record_keys import keyring
from matches.queries.replay import over_for, record_of
from matches.refusals import Refused

logger = logging.getLogger(__name__)
MOST_BYTES = 2_000_000
MOST_ENTRIES = 8_000
"""No match of any game comes near; a longer record is checked at the command line."""
_at_once = BoundedSemaphore(2)
WAIT_S = 5.0


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found. `match_id` is the match of this site that the record is of, None for any other record."""

    report: Report
    game: str
    match_id: int | None
    same: str
    """What a comparison with this site's own record gave, for a file that was sent; else empty."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.report.findings


def verify_match(match_id: int, reader: int | None = None, *, at_once: bool = False) -> Verified:
    """Check the record of a finished match, for the player who asks. Codes: not-found, not-over, not-played, busy.

    With a delay its players may do so before the others, and `at_once` somebody who referees it.
    """
    text = record_of(match_id, reader, at_once=at_once)
    report = _in_turn(lambda: examine(text, _keys(), MOST_ENTRIES))
    return Verified(report, _game(report.record), match_id, "")


def verify_file(text: bytes, reader: int | None = None) -> Verified:
    """Check a record that somebody sent; whatever is in it, the answer is findings. Codes: empty, too-long, busy.

    It is held against this site's own log only for a `reader` for whom that match is over.
    """
    if not text.strip():
        raise Refused("empty", say("Choose a file, or paste the lines of a record."), "record")
    if len(text) > MOST_BYTES:
        raise Refused(
            "too-long", say("A record is checked here up to {most} MB.", most=MOST_BYTES // 1_000_000), "record"
        )
    text = text.replace(b"\r\n", b"\n").lstrip()
    report = _in_turn(lambda: examine(text, _keys(), MOST_ENTRIES))
    match_id, same = _compared(report.record, reader)
    return Verified(report, _game(report.record), match_id, same)


def _in_turn(check: Callable[[], Report]) -> Report:
    """A check takes a processor for a second or two: only so many run at once, so that matches are not held up."""
    if not _at_once.acquire(timeout=WAIT_S):
        raise Refused("busy", say("Other records are being checked just now. Please try again in a moment."))
    try:
        return check()
    except Exception:
        # Whatever a stranger sends may not end in an error page; that we did not foresee it is ours to mend.
        logger.exception("a record could not be checked")
        raise Refused("not-checked", say("This record is broken in a way that we did not foresee."), "record") from None
    finally:
        _at_once.release()


def _keys() -> Keyring:
    return keyring()


def _game(record: Record | None) -> str:
    return "" if record is None else record.engine.name


def _compared(record: Record | None, reader: int | None) -> tuple[int | None, str]:
    """The match of this site that a record says it is of, and whether this site's log ends with the same hash."""
    if record is None or not record.entries:
        return None, ""
    name, commitment = record.header.get("match", ""), record.header.get("commitment", "")
    if not (name.isascii() and name.isdigit() and len(name) < 19) or not commitment:
        return None, ""
    match = Match.objects.filter(pk=int(name), commitment=commitment).first()
    if match is None:
        return None, say("This site has no such match; it may be of another site, or made by hand.")
    if not over_for(match, reader):
        return match.pk, say("The match is not over; until then this site compares nothing with its own log.")
    if match.last_hash == record.entries[-1].get("hash"):
        return (
            match.pk,
            say("This site's own log of the match ends with the same hash: it is the same match, action for action."),
        )
    return (
        match.pk,
        say("This site's own log of the match ends with another hash: this is not the record that the site keeps."),
    )
