"""Claiming a match whose other player has gone."""

from datetime import datetime
from math import ceil

from django.db import transaction
from django.db.models import Max

from engines import offer_notation
from engines.words import say, say_many
from matches.actions.being_there import GONE, claimable_at, since_up
from matches.actions.sitting import Sitting
from matches.actions.table import come, still_in
from matches.lifecycle import Message
from matches.models import Presence, Submission
from matches.refusals import Refused

WIN, DRAW = "win", "draw"


@transaction.atomic
def claim(*, match_id: int, player_id: int, seat: int, what: str, at: datetime) -> None:
    """End the match because the player at `seat` has gone: won, or drawn where the game has draws.

    At a larger table that seat leaves the match, as if it had resigned.
    """
    if what not in (WIN, DRAW):
        raise Refused("bad-claim", say("Claim a win or a draw."), "what")
    sitting, own = come(Message.CLAIM, match_id=match_id, player_id=player_id, at=at)
    if seat not in still_in(sitting) - {own}:
        raise Refused("bad-seat", say("Name the seat of somebody else who plays this match."), "seat")
    _check_gone(sitting, seat, at)
    if what == DRAW and (not offer_notation.may_draw(sitting.engine) or len(sitting.seats) != 2):
        raise Refused("no-draws", say("{game} has no draws.", game=sitting.engine.name), "what")
    sitting.enter(None, f"gone {seat}" if what == WIN else f"gone-draw {seat}", at=at, resume_at=at)
    sitting.write(at)


def _check_gone(sitting: Sitting, seat: int, at: datetime) -> None:
    """The row's lock holds back a stream that sees the player meanwhile: one of the two comes first."""
    row = Presence.objects.select_for_update().filter(match=sitting.match, seat=seat).first()
    when = claimable_at(row, sitting.match) if row else None
    if row is None or when is None or row.seen_at > at - GONE:
        raise Refused("not-gone", say("This player has not gone, as far as we can see."), "seat")
    up = since_up(at)
    if up is None or up > (row.gone_at or up):
        raise Refused("not-gone", say("The connection was ours to lose: give the player time to come back."), "seat")
    sent = Submission.objects.filter(match=sitting.match, seat=seat).aggregate(last=Max("received_at"))["last"]
    if sent is not None and row.gone_at is not None and sent > row.gone_at:
        raise Refused("not-gone", say("This player has just moved."), "seat")
    if at < when:
        left = ceil((when - at).total_seconds())
        raise Refused(
            "too-early",
            say_many(
                "Give the player {n} second more to come back.", "Give the player {n} seconds more to come back.", left
            ),
            "seat",
        )
