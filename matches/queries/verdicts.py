"""What became of a submission."""

from __future__ import annotations

from hashlib import blake2b

from django.db import close_old_connections

from engines.api import Json
from matches.models import Submission
from matches.retelling import retold

Verdict = dict[str, Json]
WAITS_FOR = "Waits-For"
"""The header in which a page tells the door that waits which row to look at. It never leaves the process."""
LONGEST_WAIT_S = 5.0
"""How long an answer may be held back for its verdict."""


def public_id(sent: Submission) -> int:
    """A submission's number for its sender. It follows from the sender's own key: the row's number would tell how many
    others have been sent meanwhile, the opponent's refused ones among them."""
    named = f"{sent.match_id} {sent.seat} {sent.key}".encode()
    return int.from_bytes(blake2b(named, digest_size=6).digest())


def verdict_of(sent: Submission) -> Verdict:
    """`state` is waiting, accepted or refused; a refusal has its code and sentence, in the reader's language."""
    state = "waiting" if sent.judged_at is None else "accepted" if sent.entry is not None else "refused"
    return {"id": public_id(sent), "state": state, "entry": sent.entry, "code": sent.code, "text": retold(sent.refusal)}


def verdict(submission_id: int) -> Verdict:
    """The verdict as it stands now; for threads that belong to no request."""
    close_old_connections()
    return verdict_of(Submission.objects.get(pk=submission_id))
