"""The rulings of a referee: who may give them, and the books they stand in. What each does is `matches.actions.ruling`.

A match that has closed is not ruled on here: its pairing's result is overridden
(`league.results.actions.result_overrides`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from engines import registry
from engines.contract import Json
from engines.words import say
from league.audit.actions import record
from league.desk.actions.replacement_match import play_again
from league.desk.queries.access import Access, checked
from league.events.actions.event_lifecycle import announce, locked
from league.events.models import EventNote
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from matches.actions import ruling
from matches.models import Match, Seat
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Deed:
    """`takes` are the fields that it needs beside the reason; `of_event`: its event must stand still meanwhile."""

    audit: str
    act: Callable[..., int]
    takes: tuple[str, ...] = ()
    of_event: bool = False


DEEDS: Mapping[str, Deed] = {
    "pause": Deed("match.paused", ruling.pause),
    "resume": Deed("match.resumed", ruling.resume),
    "add-time": Deed("match.time-added", ruling.add_time, ("seats", "seconds")),
    "result": Deed("match.ruled", ruling.rule_result, ("ranks",)),
    "disqualify": Deed("match.disqualified", ruling.disqualify, ("seat",)),
    "annul": Deed("match.annulled", ruling.annul, of_event=True),
    "reinstate": Deed("match.reinstated", ruling.reinstate, of_event=True),
    "play-again": Deed("match.replaced", play_again, of_event=True),
}


@transaction.atomic
def rule(
    *,
    match_id: int,
    by: int,
    deed: str,
    given: Mapping[str, Any],
    why: str,
    at: datetime,
    part_of: int | None = None,
) -> int:
    """Give a ruling; return the number of its entry in the match's log (of `play-again` the id of the new match).

    `deed` is a key of DEEDS, `given` holds what it takes. Audit log and event's log are written with it. `part_of` is
    the line of the event's log that says that all its matches are ruled so.
    """
    known = DEEDS.get(deed)
    if known is None:
        raise Refused("unknown-ruling", say("A ruling is one of {deeds}.", deeds=", ".join(DEEDS)), "ruling")
    for name in known.takes:
        if name not in given:
            raise Refused("missing-field", say("`{name}` is needed.", name=name), name)
    found = checked(by, match_id)
    if known.of_event and found.event is not None:
        locked(found.event.pk)
        found = checked(by, match_id)
    before = Match.objects.select_for_update().values_list("status", flat=True).get(pk=match_id)
    values = {name: given[name] for name in known.takes}
    made = known.act(match_id=match_id, why=why, at=at, **values)
    after: dict[str, Json] = {**values, "status": Match.objects.values_list("status", flat=True).get(pk=match_id)}
    after["match" if deed == "play-again" else "entry"] = made
    if part_of is not None:
        after["part_of"] = part_of
    tell_ruling(match_id if deed != "play-again" else made, deed, at)
    _write(found, known.audit, match_id, by, {"status": before}, after, ruling.checked_reason(why), at)
    return made


def _write(
    found: Access,
    act: str,
    match_id: int,
    by: int,
    before: dict[str, Json],
    after: dict[str, Json],
    why: str,
    at: datetime,
) -> None:
    event = found.event
    record(
        by=by, act=act, subject=("match", match_id), at=at, league_id=event.league_id if event else None, before=before,
        after=after, why=why,
    )  # fmt: skip
    if event is not None:
        told = {"match": match_id, **after}
        EventNote.objects.create(event=event, by_id=by, act=act, before=before, after=told, why=why, at=at)
        announce(event.pk)


def tell_ruling(match_id: int, deed: str, at: datetime) -> None:
    """Those at the table hear of it at once; spectators as of everything, with the match's delay."""
    match = Match.objects.only("title", "game", "engine_version").get(pk=match_id)
    about = {"match": match.title or registry.get(match.game, match.engine_version).name}
    here = reverse("match", args=[match_id])
    players = Seat.objects.filter(match=match_id, player__isnull=False, bot="").values_list("player", flat=True)
    key = f"match.{match_id}.{deed}.{at.timestamp():.3f}"
    told = [Told(one, key, about, here, case=deed, subject=match_id) for one in players if one]
    tell(told, kind=Kind.RULING, at=at)
