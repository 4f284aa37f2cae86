"""The verdict on a submission, and how long a request waits for it."""

from collections.abc import Mapping
from hashlib import blake2b

from django.conf import settings

from engines import receipts
from engines.contract import Json
from engines.words import retell, say
from matches.actions.record_signing import active_key, private_key
from matches.models import Submission
from matches.moment import in_ms, now
from matches.refusals import Refused

Verdict = dict[str, Json]
WAITS_FOR = "Waits-For"
"""Internal response header with the submission's id, by which the waiting request finds its verdict."""
LONGEST_WAIT_S = 5.0
"""How long a response may be delayed to include the verdict."""


def wait_s(params: Mapping[str, str]) -> float:
    """Return for how many seconds a request with these parameters waits for its verdict. Raises Refused("bad-wait")."""
    try:
        wait = float(params.get("wait", 0))
    except ValueError:
        wait = -1.0
    if 0 <= wait <= LONGEST_WAIT_S:
        return wait
    text = say("`wait` must be a number of seconds from 0 to {most}.", most=f"{LONGEST_WAIT_S:g}")
    raise Refused("bad-wait", text, "wait")


def public_id(sent: Submission) -> int:
    """Return a submission's id for its sender, derived from the sender's own key.

    The row's id would reveal how many others have been submitted meanwhile, including the opponent's refused ones.
    """
    named = f"{sent.match_id} {sent.seat} {sent.key}".encode()
    return int.from_bytes(blake2b(named, digest_size=6).digest())


def verdict_of(sent: Submission) -> Verdict:
    """Return the verdict: `state` is waiting, accepted or refused; a refusal has its code and translated sentence."""
    state = "waiting" if sent.judged_at is None else "accepted" if sent.entry is not None else "refused"
    return {
        "submission_id": public_id(sent), "state": state, "entry": sent.entry, "code": sent.code,
        "text": retell(sent.refusal or ""), "receipt": receipt_of(sent),
    }  # fmt: skip


def receipt_of(sent: Submission) -> dict[str, Json] | None:
    """Return the signed receipt of an accepted submission; None for others, and if the active key is unavailable."""
    if sent.entry is None or not sent.hash or sent.judged_at is None:
        return None
    key = private_key(active_key(at=now()).public_key)
    if key is None:
        return None
    return receipts.make(
        key, site=settings.SITE_URL, match_id=sent.match_id, seat=sent.seat, n=sent.entry, entry_hash=sent.hash,
        at=in_ms(sent.judged_at),
    )  # fmt: skip


def verdict(submission_id: int) -> Verdict:
    """Return the current verdict."""
    return verdict_of(Submission.objects.get(pk=submission_id))
