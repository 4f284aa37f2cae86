"""Who had gone berserk in a match, and with how many moves."""

from __future__ import annotations

from dataclasses import dataclass

from matches.models import Entry, Match


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
    for by, do in Entry.objects.filter(match=match_id, by__isnull=False).values_list("by", "do"):
        moves[by] += {"undo": -1, "resign": 0}.get(do, 1)
    return Berserk(tuple(seat in halved for seat in seats), tuple(moves.values()))
