"""Match endings that the rules of the game do not cause: abort, resignation, claim, or an organiser's decision."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from math import ceil

from django.db import transaction
from django.db.models import Max

from engines.contract import Outcome
from engines.referee_notation import ENTERED
from engines.words import say, say_many
from matches.actions.closing import close
from matches.actions.creation import locked_open
from matches.actions.locked_match import active_seats, lock_for_player
from matches.actions.presence import GONE, claimable_at, since_up
from matches.actions.sitting import Sitting
from matches.actions.start import announce_open_match, void_open_match
from matches.actions.submitting import submit
from matches.announce import changed
from matches.lifecycle import Message
from matches.models import Match, Presence, Status, Submission
from matches.queries.offers import why_not_abort
from matches.queries.seating import get_match, get_seat, seat_of, seating
from matches.refusals import Refused, raise_refusal

WIN, DRAW = "win", "draw"


@transaction.atomic
def abort(*, match_id: int, player_id: int, at: datetime) -> None:
    """Void a match before its second move, if its terms allow that. It does not count."""
    sitting, seat = lock_for_player(Message.ABORT, match_id=match_id, player_id=player_id, at=at)
    raise_refusal(why_not_abort(sitting.match))
    sitting.enter(None, f"abort {seat}", at=at)
    sitting.call_off(at)
    sitting.write(at)
    changed("home")


@transaction.atomic
def call_off(*, match_id: int, at: datetime) -> None:
    """Void a match that has not started. Raises Refused once it is being played."""
    match = locked_open(match_id, Message.CALL_OFF)
    void_open_match(match, at)


@transaction.atomic
def resign(*, match_id: int, player_id: int, received_at: datetime) -> Submission:
    """Submit the player's resignation, on any turn, and return the submission. It ends an agreed pause."""
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    if match.status == Status.PAUSED and match.paused_until is not None:
        sitting, _ = lock_for_player(Message.RESIGN, match_id=match_id, player_id=player_id, at=received_at)
        if sitting.match.status == Status.PAUSED:
            sitting.go_on(received_at)
            sitting.write(received_at)
    return submit(
        match_id=match_id, player_id=player_id, turn=match.turns[seat] if match.turns else 0, text="resign",
        key=f"resign-{uuid.uuid4()}", received_at=received_at,
    )  # fmt: skip


@transaction.atomic
def give_up(*, match_id: int, player_id: int, at: datetime) -> None:
    """Lose the match for this player: by resignation if it is being played, by absence if it has not begun.

    A match that is over, under review or paused by a referee stays as it is.
    """
    match = get_match(match_id, "FOR UPDATE")
    seats = seating(match)
    if seat_of(seats, player_id) is None:
        return
    if match.status == Status.OPEN:
        ranks = tuple(2 if seat.player_id == player_id else 1 for seat in seats)
        close(match, Outcome(ranks, "no-show"), at=at)
        match.save()
        announce_open_match(match)
    elif match.status == Status.PLAYING or match.paused_until is not None:
        resign(match_id=match_id, player_id=player_id, received_at=at)


@transaction.atomic
def claim(*, match_id: int, player_id: int, seat: int, what: str, at: datetime) -> None:
    """End the match because the player at `seat` is disconnected: won, or drawn if the game has draws.

    With more than two players that seat leaves the match, as by resignation.
    """
    if what not in (WIN, DRAW):
        raise Refused("bad-claim", say("Claim either a win or a draw."), "what")
    sitting, own = lock_for_player(Message.CLAIM, match_id=match_id, player_id=player_id, at=at)
    if seat not in active_seats(sitting) - {own}:
        raise Refused("bad-seat", say("Choose the seat of another player in this match."), "seat")
    _check_gone(sitting, seat, at)
    if what == DRAW and (not sitting.engine.draws or len(sitting.seats) != 2):
        raise Refused("no-draws", say("{game} has no draws.", game=sitting.engine.name), "what")
    sitting.enter(None, f"gone {seat}" if what == WIN else f"gone-draw {seat}", at=at)
    sitting.write(at)


def _check_gone(sitting: Sitting, seat: int, at: datetime) -> None:
    """Raise Refused unless the seat may be claimed. Locks its presence row, so reconnecting comes before or after."""
    row = Presence.objects.select_for_update().filter(match=sitting.match, seat=seat).first()
    when = claimable_at(row, sitting.match) if row else None
    if row is None or when is None or row.seen_at > at - GONE:
        raise Refused("not-gone", say("This player still appears to be connected."), "seat")
    up = since_up(at)
    if up is None or up > (row.gone_at or up):
        raise Refused("not-gone", say("We had connection problems. Give the player time to reconnect."), "seat")
    sent = Submission.objects.filter(match=sitting.match, seat=seat).aggregate(last=Max("received_at"))["last"]
    if sent is not None and row.gone_at is not None and sent > row.gone_at:
        raise Refused("not-gone", say("This player has just moved."), "seat")
    if at < when:
        seconds = ceil((when - at).total_seconds())
        text = say_many(
            "Wait {n} more second for the player to reconnect.",
            "Wait {n} more seconds for the player to reconnect.",
            seconds,
        )
        raise Refused("too-early", text, "seat")


@transaction.atomic
def enter_outside_result(*, match_id: int, ranks: Sequence[int], at: datetime) -> bool:
    """Close an open match with ranks by seat that staff entered; return False if it is not open.

    A spectator delay does not hold the result back, because nothing was played.
    """
    match = Match.objects.select_for_update().filter(pk=match_id, status=Status.OPEN).first()
    if match is None:
        return False
    close(match, Outcome(tuple(ranks), ENTERED), at=at)
    match.held_until = None
    match.save()
    announce_open_match(match)
    return True
