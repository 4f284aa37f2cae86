"""Vacation: a player's clock stands still for some days, where a turn has days and the match allows it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines import clock_notation
from engines.words import marked, say, told
from matches.actions.judging import adjudicate
from matches.actions.sitting import Sitting
from matches.clock import Clock
from matches.hot_path.statements import match_row
from matches.models import Match, Status
from matches.moment import whole_ms
from matches.queries.position import clock_of
from matches.queries.seating import seat_of, seating
from matches.refusals import Refused

_HELD = {
    Status.OPEN: ("not-started", marked("The match has not started yet.")),
    Status.REVIEW: ("in-review", marked("The match is held for a referee; its clocks stand still.")),
}


@transaction.atomic
def take_vacation(*, match_id: int, player_id: int, days: object, at: datetime) -> None:
    """Stop the clock of the player's seat for so many days, from now or behind the vacation that it is on.

    What had arrived by then is judged first, and a flag that fell stays fallen. Codes: not-found, not-your-seat,
    not-started, in-review, match-over, no-vacation, bad-days.
    """
    adjudicate(match_id=match_id, at=at)  # its lock stays ours to the end of the transaction
    match = match_row(match_id, "FOR UPDATE")
    if match is None:
        raise Refused("not-found", say("There is no such match."))
    seat = seat_of(seating(match), player_id)
    if seat is None:
        raise Refused("not-your-seat", say("You have no seat at this match."))
    if match.status != Status.PLAYING:
        code, text = _HELD.get(Status(match.status), ("match-over", marked("The match is over.")))
        raise Refused(code, told(text))
    began, wanted = whole_ms(at), _checked(match, seat, days, clock_of(match), at)
    sitting = Sitting.of(match)
    sitting.clock = sitting.clock.leave(seat, wanted, began)
    sitting.enter(None, clock_notation.vacation(seat, wanted).text, at=began, resume_at=began)
    sitting.write(at, same_turn=True)


def _checked(match: Match, seat: int, days: object, clock: Clock, at: datetime) -> int:
    if not clock.control.vacation_days or clock.limit_ms is not None:
        raise Refused(
            "no-vacation", say("There is no vacation here: only matches with days for each turn may have it.")
        )
    if clock.fallen(at):
        raise Refused("match-over", say("Time has run out in this match."))
    left = clock.vacation_left(seat)
    if not left:
        raise Refused("no-vacation", say("You have taken all the vacation that this match allows."))
    if not isinstance(days, int) or isinstance(days, bool) or not 1 <= days <= left:
        raise Refused("bad-days", say("Take whole days: at least 1, and you have {left} left.", left=left), "days")
    return days
