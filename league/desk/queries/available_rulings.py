"""Which rulings a match can be given now."""

from __future__ import annotations

from engines import referee_notation
from league.events.models import EventStatus, SeriesMatch
from matches.models import Entry, Match, Status

_STOPPED = ("resume", "add-time", "result", "disqualify", "annul")
_BY_STATUS: dict[str, tuple[str, ...]] = {
    Status.PLAYING: ("pause", "add-time", "result", "disqualify", "annul"),
    Status.PAUSED: _STOPPED,
    Status.REVIEW: _STOPPED,
}


def possible(match_id: int) -> tuple[str, ...]:
    """The deeds, in the order in which a page offers them. An action may still refuse: something may have happened."""
    match = Match.objects.filter(pk=match_id).only("status", "last_entry", "ruling").first()
    if match is None:
        return ()
    if match.status == Status.VOID:
        again = SeriesMatch.objects.filter(
            match=match, pairing__counted_at=None, pairing__round__event__status=EventStatus.RUNNING
        ).exists()
        annulled = (match.ruling or {}).get("held") == referee_notation.ANNUL
        return (*(("play-again",) if again else ()), *(("reinstate",) if annulled else ()))
    offered = _BY_STATUS.get(match.status, ())
    return (*offered, "reinstate") if offered and _just_put_out(match) else offered


def _just_put_out(match: Match) -> bool:
    last = Entry.objects.filter(match=match, n=match.last_entry, by=None).values_list("do", flat=True).first()
    return last is not None and last.startswith("disqualify ")
