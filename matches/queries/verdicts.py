"""What became of a submission."""

from __future__ import annotations

from django.db import close_old_connections

from engines.api import Json
from matches.models import Submission

Verdict = dict[str, Json]
LONGEST_WAIT_S = 5.0
"""How long an answer may be held back for its verdict."""


def verdict_of(sent: Submission) -> Verdict:
    """`state` is waiting, accepted or refused; a refusal has its code and sentence."""
    state = "waiting" if sent.judged_at is None else "accepted" if sent.entry is not None else "refused"
    return {"id": sent.pk, "state": state, "entry": sent.entry, "code": sent.code, "text": sent.refusal}


def verdict(submission_id: int) -> Verdict:
    """The verdict as it stands now; for threads that belong to no request."""
    close_old_connections()
    return verdict_of(Submission.objects.get(pk=submission_id))
