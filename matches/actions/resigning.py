"""Resignation: allowed at any time of a match (ruling C-5), through the same inbox as every move."""

import uuid
from datetime import datetime

from matches.actions.submitting import submit
from matches.models import Match, Seat, Submission


def resign(*, match_id: int, player_id: int, received_at: datetime) -> Submission:
    """Submit the player's resignation, whoever's turn it is; return the submission."""
    turns = Match.objects.filter(pk=match_id).values_list("turns", flat=True).first() or [0]
    seat = Seat.objects.filter(match_id=match_id, player_id=player_id).values_list("number", flat=True).first()
    return submit(
        match_id=match_id, player_id=player_id, turn=turns[seat or 0], text="resign", key=f"resign-{uuid.uuid4()}",
        received_at=received_at,
    )  # fmt: skip
