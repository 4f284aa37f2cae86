"""Writing down what organisers do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engines.api import Json
from engines.words import say
from league.events.models import Event, EventNote
from league.leagues.actions.audit import record
from matches.refusals import Refused

Values = Mapping[str, Json] | None
MOST_WHY = 300


def note(
    event: Event, by: int, act: str, before: Values = None, after: Values = None, why: str = "", *, at: datetime
) -> None:
    """Add a line to the event's log, and to its league's. Call it in the transaction of the act.

    `before` and `after` need hold only what changed.
    """
    why = " ".join(why.split())
    if len(why) > MOST_WHY:
        raise Refused("too-long", say("A reason has at most {most} characters.", most=MOST_WHY), "why")
    EventNote.objects.create(
        event=event, by_id=by, act=act, why=why, at=at,
        before=None if before is None else dict(before), after=None if after is None else dict(after),
    )  # fmt: skip
    if event.league_id is not None:
        told = {**(after or {}), "name": event.name}
        record(
            by=by, act=act, subject=("event", event.pk), league_id=event.league_id, before=before, after=told, why=why,
            at=at,
        )  # fmt: skip
