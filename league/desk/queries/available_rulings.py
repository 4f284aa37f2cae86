"""Rulings available for a match, and matches of an event that can be paused or resumed."""

from engines import referee_notation
from engines.i18n import translate_stored
from league.events.models import EventLogEntry, EventStatus, SeriesMatch
from matches.models import Entry, Match, Status

_STOPPED_RULINGS = ("resume", "add-time", "result", "disqualify", "annul")
_RULINGS_BY_STATUS: dict[str, tuple[str, ...]] = {
    Status.PLAYING: ("pause", "add-time", "result", "disqualify", "annul"),
    Status.PAUSED: _STOPPED_RULINGS,
    Status.REVIEW: _STOPPED_RULINGS,
}
MAX_MATCHES = 500
_UNFINISHED = (Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW)


def list_rulings(match_id: int) -> tuple[str, ...]:
    """Return the available rulings in display order. Actions validate again, as the match may have changed."""
    match = Match.objects.filter(pk=match_id).only("status", "last_entry", "ruling", "about").first()
    if match is None:
        return ()
    if match.status == Status.VOID:
        can_replace = SeriesMatch.objects.filter(
            match=match, pairing__counted_at=None, pairing__round__event__status=EventStatus.RUNNING
        ).exists()
        is_replaced = bool((match.about or {}).get("event")) and not SeriesMatch.objects.filter(match=match).exists()
        is_annulled = (match.ruling or {}).get("held") == referee_notation.ANNUL and not is_replaced
        return (*(("play-again",) if can_replace else ()), *(("reinstate",) if is_annulled else ()))
    rulings = _RULINGS_BY_STATUS.get(match.status, ())
    if not rulings:
        return ()
    last = Entry.objects.filter(match=match, n=match.last_entry, by=None).values_list("do", flat=True).first()
    return (*rulings, "reinstate") if last is not None and last.startswith("disqualify ") else rulings


def list_running(event_id: int) -> dict[int, str]:
    """Return titles of the event's unfinished matches by id, including those that can't be paused."""
    rows = Match.objects.filter(series_match__pairing__round__event=event_id, status__in=_UNFINISHED).order_by("pk")
    return {pk: translate_stored(title) for pk, title in rows.values_list("pk", "title")[:MAX_MATCHES]}


def list_held(event_id: int) -> dict[int, str]:
    """Return titles of matches still paused with the event and without a newer ruling, by id."""
    notes = EventLogEntry.objects.filter(event=event_id, act="match.paused", after__part_of__isnull=False)
    paused = {(after["match"], after["entry"]) for after in notes.values_list("after", flat=True) if after}
    rows = Match.objects.filter(series_match__pairing__round__event=event_id, status=Status.PAUSED).order_by("pk")
    return {
        pk: translate_stored(title)
        for pk, title, ruling in rows.values_list("pk", "title", "ruling")
        if ruling and ruling.get("held") == referee_notation.STOP and (pk, ruling["n"]) in paused
    }
