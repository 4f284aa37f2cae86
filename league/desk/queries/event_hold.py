"""The matches of an event that could be put on hold together, and those that are."""

from __future__ import annotations

from engines import referee_notation
from engines.words import retell
from league.events.models import EventNote
from matches.models import Match, Status

MOST = 500
_LIVE = (Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW)


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
