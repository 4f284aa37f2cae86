"""Of the matches that somebody played, what they may have."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from engines.words import retell
from league.people.models import Player
from league.ratings.results import outcome
from matches.models import Match, Seat, Status
from matches.queries.replay import record_of
from matches.refusals import Refused

Row = dict[str, Any]
MOST_RECORDS = 200


def matches_of(person: Player, at: datetime) -> Iterator[Row]:
    """As its player knows each: of one that is not over, no result. Newest first."""
    rows = Seat.objects.filter(player=person.pk).select_related("match").order_by("-match_id")
    for seat in rows.defer("match__state", "match__clock", "match__seed", "match__behind").iterator(chunk_size=500):
        match = seat.match
        over = match.status == Status.CLOSED
        yield {
            "match": match.pk, "game": match.game, "title": retell(match.title), "status": match.status,
            "seat": seat.number,
            "created_at": match.created_at, "started_at": match.started_at, "closed_at": match.closed_at,
            "result": outcome(match.ranks or [], seat.number) if over else None, "reason": match.reason if over else "",
            "page": settings.SITE_URL + reverse("match", args=[match.pk]),
            "record": settings.SITE_URL + reverse("api-record", args=[match.pk]) if over else None,
        }  # fmt: skip


def records(person: Player) -> Iterator[tuple[str, str]]:
    """Name and text of the records of the last matches that are over for this player."""
    ended = Match.objects.filter(status=Status.CLOSED, started_at__isnull=False, seats__player=person.pk)
    for match_id in ended.order_by("-pk").values_list("pk", flat=True)[:MOST_RECORDS]:
        try:
            yield f"match-{match_id}.jsonl", record_of(match_id, person.pk)
        except Refused:  # annulled, or under way again, in this moment
            continue
