"""Resignation: allowed at any time of a match (ruling C-5), through the same inbox as every move."""

import uuid
from datetime import datetime

from django.db import transaction

from matches.actions.submitting import submit
from matches.actions.table import come
from matches.lifecycle import Message
from matches.models import Match, Seat, Status, Submission


@transaction.atomic
def resign(*, match_id: int, player_id: int, received_at: datetime) -> Submission:
    """Submit the player's resignation, whoever's turn it is; return the submission. It ends an agreed pause."""
    match = Match.objects.filter(pk=match_id).values_list("turns", "status", "paused_until").first()
    turns, status, until = match or ([], "", None)
    seat = Seat.objects.filter(match_id=match_id, player_id=player_id).values_list("number", flat=True).first()
    if status == Status.PAUSED and until is not None and seat is not None:
        _end_pause(match_id, player_id, received_at)
    return submit(
        match_id=match_id, player_id=player_id, turn=turns[seat] if turns and seat is not None else 0, text="resign",
        key=f"resign-{uuid.uuid4()}", received_at=received_at,
    )  # fmt: skip


def _end_pause(match_id: int, player_id: int, at: datetime) -> None:
    sitting, _ = come(Message.RESIGN, match_id=match_id, player_id=player_id, at=at)
    if sitting.match.status == Status.PAUSED:
        sitting.go_on(at)
        sitting.write(at)
