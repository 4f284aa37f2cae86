"""The verdict on a submission, and how long a request waits for it."""

from collections.abc import Mapping
from hashlib import blake2b

from django.conf import settings

from engines import receipts
from engines.contract import Json
from engines.i18n import translate as _, translate_stored
from matches.actions.record_signing import find_private_key, get_active_key
from matches.errors import ActionError
from matches.models import Submission
from matches.server_time import now, to_ms

Verdict = dict[str, Json]
WAITS_FOR = "Waits-For"
"""Internal response header with the submission's id, by which the waiting request finds its verdict."""
MAX_WAIT_S = 5.0
"""How long a response may be delayed to include the verdict."""


def parse_wait_s(params: Mapping[str, str], most: float = MAX_WAIT_S) -> float:
    """Return for how many seconds a request with these parameters waits, at most `most`. Raises ActionError("bad-wait")."""
    try:
        wait = float(params.get("wait", 0))
    except ValueError:
        wait = -1.0
    if 0 <= wait <= most:
        return wait
    text = _("`wait` must be a number of seconds from 0 to {most}.", most=f"{most:g}")
    raise ActionError("bad-wait", text, "wait")


def compute_public_id(submission: Submission) -> int:
    """Return a submission's id for its sender, derived from the sender's own key.

    The row's id would reveal how many others have been submitted meanwhile, including the opponent's refused ones.
    """
    text = f"{submission.match_id} {submission.seat} {submission.key}".encode()
    return int.from_bytes(blake2b(text, digest_size=6).digest())


def build_verdict(submission: Submission) -> Verdict:
    """Return the verdict: `state` is waiting, accepted or refused; a refusal has its code and translated sentence."""
    state = "waiting" if submission.judged_at is None else "accepted" if submission.entry is not None else "refused"
    return {
        "submission_id": compute_public_id(submission), "state": state, "entry": submission.entry, "code": submission.code,
        "text": translate_stored(submission.refusal or ""), "receipt": build_receipt(submission),
    }  # fmt: skip


def build_receipt(submission: Submission) -> dict[str, Json] | None:
    """Return the signed receipt of an accepted submission; None for others, and if the active key is unavailable."""
    if submission.entry is None or not submission.hash or submission.judged_at is None:
        return None
    key = find_private_key(get_active_key(at=now()).public_key)
    if key is None:
        return None
    return receipts.sign_receipt(
        key, site=settings.SITE_URL, match_id=submission.match_id, seat=submission.seat, n=submission.entry,
        entry_hash=submission.hash, at=to_ms(submission.judged_at),
    )  # fmt: skip


def read_verdict(submission_id: int) -> Verdict:
    """Return the current verdict."""
    return build_verdict(Submission.objects.get(pk=submission_id))
