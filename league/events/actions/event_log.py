"""Writing down what organisers do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engines.contract import Json
from engines.words import say
from league.audit.actions import record
from league.events.models import Event, EventNote, Pairing
from league.events.rulings import result_code
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


def describe_pairing(pairing: Pairing) -> dict[str, Json]:
    """Return round and players of a pairing, as a log entry stores them."""
    names = pairing.sides.filter(entrant__isnull=False).order_by("number").values_list("entrant__player__username")
    return {"round": pairing.round.number, "players": " – ".join(name for (name,) in names)}


def describe_result(pairing: Pairing) -> dict[str, Json]:
    """Return the result of a pairing, as a log entry stores it; empty without one."""
    halves = list(pairing.sides.order_by("number").values_list("halves", flat=True))
    code = result_code(halves, forfeit=pairing.forfeit) if pairing.counted_at else ""
    return {"result": f"{code} ({pairing.score})" if pairing.score and code else code}
