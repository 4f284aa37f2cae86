"""What became of a submission, and how long a request waits for it."""

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
"""The header in which a page tells the door that waits which row to look at. It never leaves the process."""
LONGEST_WAIT_S = 5.0
"""How long an answer may be held back for its verdict."""


def wait_s(params: Mapping[str, str]) -> float:
    """Return how many seconds a request with these parameters waits for its verdict. Raises Refused("bad-wait")."""
    try:
        wait = float(params.get("wait", 0))
    except ValueError:
        wait = -1.0
    if 0 <= wait <= LONGEST_WAIT_S:
        return wait
    text = say("`wait` is a number of seconds from 0 to {most}.", most=f"{LONGEST_WAIT_S:g}")
    raise Refused("bad-wait", text, "wait")


def public_id(sent: Submission) -> int:
    """A submission's number for its sender. It follows from the sender's own key: the row's number would tell how many
    others have been sent meanwhile, the opponent's refused ones among them."""
    named = f"{sent.match_id} {sent.seat} {sent.key}".encode()
    return int.from_bytes(blake2b(named, digest_size=6).digest())


def verdict_of(sent: Submission) -> Verdict:
    """`state` is waiting, accepted or refused; a refusal has its code and sentence, in the reader's language."""
    state = "waiting" if sent.judged_at is None else "accepted" if sent.entry is not None else "refused"
    return {
        "submission_id": public_id(sent), "state": state, "entry": sent.entry, "code": sent.code,
        "text": retell(sent.refusal or ""), "receipt": receipt_of(sent),
    }  # fmt: skip


def receipt_of(sent: Submission) -> dict[str, Json] | None:
    """Return the signed receipt of an accepted submission; None for others, and where the active key is not at hand."""
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
    """The verdict as it stands now."""
    return verdict_of(Submission.objects.get(pk=submission_id))
