"""A seat's own share of the match's chance, given after the server has committed to its seed."""

from datetime import datetime

from django.db import transaction

from engines.words import say
from matches.actions.opening import checked_nonce, locked_open
from matches.lifecycle import Message
from matches.refusals import Refused


@transaction.atomic
def give_nonce(*, match_id: int, player_id: int, nonce: str, at: datetime) -> None:
    """Keep the nonce of the player's seat, which goes into every draw; once only, and before the match has started.

    The same one again changes nothing. Codes: not-found, not-open, bad-nonce, not-your-seat, nonce-given.
    """
    match = locked_open(match_id, Message.READY)
    if not checked_nonce(nonce):
        raise Refused("bad-nonce", say("A nonce has 1 to 64 printable characters."), "nonce")
    seat = match.seats.filter(player_id=player_id, bot="").first()
    if seat is None:
        raise Refused("not-your-seat", say("You have no seat at this match."))
    if seat.nonce == nonce:
        return
    if seat.nonce:
        raise Refused("nonce-given", say("You have given a number already; it cannot be changed."), "nonce")
    seat.nonce = nonce
    seat.save(update_fields=["nonce"])
