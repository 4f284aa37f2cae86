"""What everybody may know of a match's chance: the fingerprint of its seed, and the seats' own numbers."""

from __future__ import annotations

from dataclasses import dataclass

from engines.words import say
from matches.models import Match, Status
from matches.queries.seating import read_seating
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Chance:
    """`nonces` by seat, "" for one that gave none; None until the match has started, so that nobody gives the last one
    knowing all others. `given` says who has given one.
    """

    commitment: str
    nonces: list[str] | None
    given: list[bool]


def chance_of(match_id: int) -> Chance:
    match = Match.objects.filter(pk=match_id).only("commitment", "status", "started_at").first()
    if match is None:
        raise Refused("not-found", say("There is no such match."))
    seats = read_seating(match_id)
    told = match.started_at is not None and match.status != Status.OPEN
    return Chance(
        match.commitment, [seat.nonce for seat in seats] if told else None, [bool(seat.nonce) for seat in seats]
    )
