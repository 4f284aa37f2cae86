"""The inbox: what a seat sends is stored with its time of arrival and answered at once; judging comes after."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from matches.announce import wake
from matches.models import Match, Status, Submission
from matches.queries.seating import seat_of, seating
from matches.refusals import Refused

LONGEST = 2000
MOST_WAITING = 20


@transaction.atomic
def submit(*, match_id: int, player_id: int, turn: int, text: str, key: str, received_at: datetime) -> int:
    """Store a submission of the player's seat; return its id. The same key again returns the first one's id.

    The match's lock is held until it is stored, so a flag cannot be judged between this submission's arrival and its
    commit without seeing it. (A foreign key would not do: Django's are checked only at commit.)
    """
    _check(turn, text, key)
    match = Match.objects.select_for_update(no_key=True).only("status").filter(pk=match_id).first()
    if match is None:
        raise Refused("not-found", "There is no such match.")
    seat = seat_of(seating(match), player_id)
    if seat is None:
        raise Refused("not-your-seat", "You have no seat at this match.")
    rows = Submission.objects.filter(match=match, seat=seat).filter(Q(judged_at=None) | Q(key=key))
    known = list(rows.values_list("pk", "key", "turn", "text"))
    for pk, *sent in known:
        if sent[0] == key:
            return _the_same(pk, sent, [key, turn, text])
    _check_open(match.status, len(known))
    made = Submission.objects.create(match=match, seat=seat, turn=turn, text=text, key=key, received_at=received_at)
    wake("matches.tasks.judge", match_id=match_id)
    return made.pk


def _the_same(pk: int, first: list[object], again: list[object]) -> int:
    if first != again:
        raise Refused("key-reused", "This key belongs to another submission of yours.", "key")
    return pk


def _check(turn: object, text: object, key: object) -> None:
    if not isinstance(turn, int) or isinstance(turn, bool) or not 0 <= turn < 2**31:
        raise Refused("bad-turn", "Say which of your turns this is for, as a whole number.", "turn")
    if not isinstance(text, str) or not text.strip() or "\0" in text:
        raise Refused("bad-text", "Write your action as text.", "text")
    if len(text) > LONGEST:
        raise Refused("too-long", f"An action has at most {LONGEST:,} characters.", "text")
    if not isinstance(key, str) or not 1 <= len(key) <= 64 or not key.isprintable():
        raise Refused("bad-key", "Give the submission a key of 1 to 64 printable characters.", "key")


def _check_open(status: str, waiting: int) -> None:
    if status == Status.OPEN:
        raise Refused("not-started", "The match has not started yet.")
    if status == Status.REVIEW:
        raise Refused("in-review", "The match is held for a referee; its clocks stand still.")
    if status != Status.PLAYING:
        raise Refused("match-over", "The match is over.")
    if waiting >= MOST_WAITING:
        raise Refused("too-many", "Too many of your submissions wait for the referee; give it a moment.")
