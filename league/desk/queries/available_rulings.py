"""Which rulings a match can be given now, and which matches of an event."""

from engines import referee_notation
from engines.words import retell
from league.events.models import EventNote, EventStatus, SeriesMatch
from matches.models import Entry, Match, Status

_STOPPED = ("resume", "add-time", "result", "disqualify", "annul")
_BY_STATUS: dict[str, tuple[str, ...]] = {
    Status.PLAYING: ("pause", "add-time", "result", "disqualify", "annul"),
    Status.PAUSED: _STOPPED,
    Status.REVIEW: _STOPPED,
}
MOST = 500
_LIVE = (Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW)


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
    if not offered:
        return ()
    last = Entry.objects.filter(match=match, n=match.last_entry, by=None).values_list("do", flat=True).first()
    return (*offered, "reinstate") if last is not None and last.startswith("disqualify ") else offered


def running(event_id: int) -> dict[int, str]:
    """Its matches that are not over, by id with their titles; those that cannot be paused are among them."""
    rows = Match.objects.filter(series_match__pairing__round__event=event_id, status__in=_LIVE).order_by("pk")
    return {pk: retell(title) for pk, title in rows.values_list("pk", "title")[:MOST]}


def held(event_id: int) -> dict[int, str]:
    """Those that stand still since the event was held and of which nothing has been ruled since, in the same form."""
    told = EventNote.objects.filter(event=event_id, act="match.paused", after__part_of__isnull=False)
    paused = {(after["match"], after["entry"]) for after in told.values_list("after", flat=True) if after}
    rows = Match.objects.filter(series_match__pairing__round__event=event_id, status=Status.PAUSED).order_by("pk")
    return {
        pk: retell(title)
        for pk, title, ruling in rows.values_list("pk", "title", "ruling")
        if ruling and ruling.get("held") == referee_notation.STOP and (pk, ruling["n"]) in paused
    }
