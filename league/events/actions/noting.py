"""Writing down what organisers do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engines.api import Json
from league.events.models import Event, EventNote
from matches.refusals import Refused

Values = Mapping[str, Json] | None
MOST_WHY = 300


def note(
    event: Event, by: int, act: str, before: Values = None, after: Values = None, why: str = "", *, at: datetime
) -> None:
    """Add a line to the event's log. Call it in the transaction of the act, so that neither is there alone.

    `before` and `after` need hold only what changed.
    """
    why = " ".join(why.split())
    if len(why) > MOST_WHY:
        raise Refused("too-long", f"A reason has at most {MOST_WHY} characters.", "why")
    EventNote.objects.create(
        event=event, by_id=by, act=act, why=why, at=at,
        before=None if before is None else dict(before), after=None if after is None else dict(after),
    )  # fmt: skip


def changes(before: Mapping[str, Json], after: Mapping[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """Of two sets of values, those that differ.

    >>> changes({"name": "A", "about": ""}, {"name": "B", "about": ""})
    ({'name': 'A'}, {'name': 'B'})
    """
    names = [name for name in after if before.get(name) != after[name]]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}
