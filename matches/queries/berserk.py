"""Going berserk: giving half of the own time away before the first move, for what the event gives for a win so.

Whether a seat may do so, and who had, with how many moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engines.words import say
from matches.clock import Clock
from matches.lifecycle import Message, refusal
from matches.models import Entry, Match, Status


def why_not(match: Match, clock: Clock | None, seat: int, at: datetime) -> tuple[str, str] | None:
    """Why the seat may not go berserk at this moment, as code and sentence; None if it may.

    `clock` is that of the match, None before it has begun.
    """
    held = refusal(Message.BERSERK, match.status)
    if held is not None and match.status in (Status.CLOSED, Status.VOID):
        return held
    if not match.berserk or (clock is not None and clock.limit_ms is not None):
        return "no-berserk", say(
            "Nobody can go berserk here: only matches of a running arena that allows it offer this."
        )
    if held is not None or clock is None:
        return held
    if seat in clock.halved:
        return "already-berserk", say("You have gone berserk in this match already.")
    if match.turns[seat]:
        return "already-moved", say("You can go berserk only before your first move.")
    if clock.fallen(at) or _nothing_left(clock.halve(seat), seat, at):
        return "no-time-left", say("Too much of your time has run off: half of it is no longer there to be given away.")
    return None


def _nothing_left(clock: Clock, seat: int, at: datetime) -> bool:
    left = clock.left(seat, at)
    return left.turn + left.reserve <= 0


@dataclass(frozen=True, slots=True)
class Berserk:
    """By seat: whether it had gone berserk, and how many moves it made (none for resigning, less those taken back)."""

    seats: tuple[bool, ...]
    moves: tuple[int, ...]


def berserk_of(match_id: int) -> Berserk | None:
    """None where nobody had."""
    kept = Match.objects.values_list("clock", "turns").get(pk=match_id)
    halved = (kept[0] or {}).get("halved")
    if not halved:
        return None
    seats = range(len(kept[1]))
    moves = dict.fromkeys(seats, 0)
    for by, do in Entry.objects.filter(match=match_id).values_list("by", "do"):
        if by is not None:
            moves[by] += {"undo": -1, "resign": 0}.get(do, 1)
    return Berserk(tuple(seat in halved for seat in seats), tuple(moves.values()))
