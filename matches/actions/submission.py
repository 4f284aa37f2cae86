"""The inbox: a seat's submission is stored with its time of arrival and acknowledged at once; adjudication follows."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from engines.i18n import translate as _
from matches.actions.creation import validate_nonce
from matches.errors import ActionError, raise_refusal
from matches.hot_path.statements import store_submission
from matches.lifecycle import ACCEPTED_IN, MatchAction, find_refusal
from matches.models import Submission
from matches.pubsub import enqueue
from matches.queries.seats import get_match, get_seat

MAX_LENGTH = 2000
MAX_WAITING = 20


def submit(
    *, match_id: int, player_id: int, turn: int, text: str, key: str, received_at: datetime, nonce: str = "",
    judge: bool = True,
) -> Submission:  # fmt: skip
    """Store a submission of the player's seat and return it. Repeating a key returns the first submission.

    `nonce` is the player's seed for later draws. The match's lock is held until the submission is stored, so no flag
    can be adjudicated between its arrival and its commit without seeing it. (A foreign key would not do: Django's are
    checked only at commit.) With `judge=False` the caller adjudicates it; otherwise a worker is asked to.
    """
    check_fields(turn, text, key, nonce)
    submission = Submission(match_id=match_id, turn=turn, text=text, key=key, nonce=nonce, received_at=received_at)
    if not store_submission(submission, player_id, ACCEPTED_IN[MatchAction.SUBMIT], MAX_WAITING):
        return _find_or_refuse(submission, player_id)
    if judge:
        enqueue("matches.tasks.judge", match_id=match_id)
    return submission


@transaction.atomic
def _find_or_refuse(submission: Submission, player_id: int) -> Submission:
    """Return the earlier submission with this key, or raise ActionError with the reason why it could not be stored."""
    match = get_match(submission.match_id, "FOR NO KEY UPDATE")
    submission.seat = get_seat(match, player_id)
    candidates = Submission.objects.filter(Q(judged_at=None) | Q(key=submission.key), match=match, seat=submission.seat)
    for earlier in candidates:
        if earlier.key == submission.key:
            if (earlier.turn, earlier.text) != (submission.turn, submission.text):
                raise ActionError("key-reused", _("This key was already used for another submission. Use a new key."), "key")
            return earlier
    raise_refusal(find_refusal(MatchAction.SUBMIT, match.status))
    if len(candidates) >= MAX_WAITING:
        raise ActionError("too-many", _("Too many moves are pending. Wait a moment and try again."))
    submission.save(force_insert=True)
    enqueue("matches.tasks.judge", match_id=match.pk)
    return submission


def check_fields(turn: object, text: object, key: object, nonce: object = "") -> None:
    """Raise ActionError if a field of a submission is malformed."""
    validate_nonce(nonce)
    if not isinstance(turn, int) or isinstance(turn, bool) or not 0 <= turn < 2**31:
        raise ActionError("bad-turn", _("`turn` must be a whole number: the turn this is for."), "turn")
    if not isinstance(text, str) or not text.strip() or "\0" in text:
        raise ActionError("bad-text", _("The action must be text."), "text")
    if len(text) > MAX_LENGTH:
        raise ActionError("too-long", _("An action can have at most {most} characters.", most=f"{MAX_LENGTH:,}"), "text")
    if not isinstance(key, str) or not 1 <= len(key) <= 64 or not key.isprintable():
        raise ActionError("bad-key", _("The submission key must be 1 to 64 printable characters."), "key")
