"""Which of the Gamers that were sent to a match played in it."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import Entry, Seat


def fielded_in(matches: Collection[int]) -> dict[tuple[int, int], set[str]]:
    """Return the handles, in small letters, of the squads named in these matches, by match and player."""
    seats = {
        (match, number): player
        for match, number, player in Seat.objects.filter(match__in=matches).values_list("match", "number", "player")
    }
    found: dict[tuple[int, int], set[str]] = {}
    squads = Entry.objects.filter(match__in=matches, by__isnull=False, do__startswith="squad ")
    for match, seat, text in squads.order_by("match", "n").values_list("match", "by", "do"):
        player = None if seat is None else seats.get((match, seat))
        if player is not None:
            members = (member.partition(":")[2] for member in text.split()[1:])
            found[match, player] = {handle.lower() for handle in members if handle}
    return found
