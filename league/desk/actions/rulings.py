"""Rulings of a referee on a match or a whole event, and their logs."""

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
from league.desk.queries.access import checked, checked_event
from league.desk.queries.available_rulings import held, running
from league.events.actions.event_lifecycle import announce, locked
from league.events.models import EventNote, EventStatus, SeriesMatch
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.ratings.models import RatedMatch
from matches.actions import ruling
from matches.actions.ruling import checked_reason
from matches.announce import changed
from matches.models import Match, Seat, Status
from matches.refusals import Refused


def play_again(*, match_id: int, why: str, at: datetime) -> int:
    """Open a replacement for an annulled event match; return its id. The event must be locked.

    The new match has the same players and sides; the annulled one is detached from the event.
    """
    checked_reason(why)
    match = Match.objects.select_for_update().get(pk=match_id)
    rows = SeriesMatch.objects.select_related("pairing__round__event")
    row = rows.filter(match=match_id, counted_at=None, pairing__counted_at=None).first()
    if row is None:
        raise Refused("not-possible", say("You can only replay an event match whose pairing has no result yet."))
    if match.status != Status.VOID:
        raise Refused("not-annulled", say("Annul the match first."))
    pairing, event = row.pairing, row.pairing.round.event
    if event.status != EventStatus.RUNNING:
        raise Refused("not-running", say("The event isn't running."))
    entrants = entrants_by_side([pairing])[pairing.pk]
    RatedMatch.objects.filter(match=match_id, counted_at=None).delete()
    row.delete()
    opened = open_due(event, [Due(pairing, entrants, row.number, row.first)], at)
    if not opened:
        raise Refused("not-possible", say("A franchise in this pairing doesn't have enough Gamers for another match."))
    changed("desk")
    return opened[0]


@dataclass(frozen=True, slots=True)
class Deed:
    """A ruling; `takes` are its fields besides the reason, `of_event` means that the event has to be locked."""

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
    *, match_id: int, by: int, deed: str, given: Mapping[str, Any], why: str, at: datetime, part_of: int | None = None
) -> int:
    """Give a ruling; return its entry number in the match's log (for `play-again`, the new match's id).

    `kind` is a key of RULINGS, `data` its fields. The audit log and the event's log are written, too. `part_of` is
    the event log entry of a ruling on all its matches.
    """
    known = DEEDS.get(deed)
    if known is None:
        raise Refused("unknown-ruling", say("The ruling must be one of {deeds}.", deeds=", ".join(DEEDS)), "ruling")
    for name in known.takes:
        if name not in given:
            raise Refused("missing-field", say("`{name}` is required.", name=name), name)
    found = checked(by, match_id)
    if known.of_event and found.event is not None:
        locked(found.event.pk)
        found = checked(by, match_id)
    status = Match.objects.select_for_update().values_list("status", flat=True).get(pk=match_id)
    before: dict[str, Json] = {"status": status}
    values = {name: given[name] for name in known.takes}
    made = known.act(match_id=match_id, why=why, at=at, **values)
    after: dict[str, Json] = {**values, "status": Match.objects.values_list("status", flat=True).get(pk=match_id)}
    after["match" if deed == "play-again" else "entry"] = made
    if part_of is not None:
        after["part_of"] = part_of
    tell_ruling(match_id if deed != "play-again" else made, deed, at)
    why, event, act = ruling.checked_reason(why), found.event, known.audit
    league_id = found.league_id
    record(by=by, act=act, subject=("match", match_id), league_id=league_id, before=before, after=after, why=why, at=at)
    if event is not None:
        after = {"match": match_id, **after}
        EventNote.objects.create(event=event, by_id=by, act=act, before=before, after=after, why=why, at=at)
        announce(event.pk)
    return made


def tell_ruling(match_id: int, deed: str, at: datetime) -> None:
    """Notify the players of the ruling at once; spectators see it with the match's delay."""
    match = Match.objects.only("title", "game", "engine_version").get(pk=match_id)
    about = {"match": match.title or registry.get(match.game, match.engine_version).name}
    here = reverse("match", args=[match_id])
    players = Seat.objects.filter(match=match_id, player__isnull=False, bot="").values_list("player", flat=True)
    key = f"match.{match_id}.{deed}.{at.timestamp():.3f}"
    told = [Told(one, key, about, here, case=deed, subject=match_id) for one in players if one]
    tell(told, kind=Kind.RULING, at=at)


@dataclass(frozen=True, slots=True)
class Left:
    """A match that the ruling was not possible for, and why."""

    match_id: int
    title: str
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """The outcome of a ruling on an event."""

    match_ids: tuple[int, ...]
    left: tuple[Left, ...]


EVENT_DEEDS = ("hold", "go-on")


def rule_on_event(*, event_id: int, by: int, do: str, why: str, at: datetime) -> Ruled:
    """Pause every running match of an event (`hold`), or resume the matches paused that way.

    Matches that begin later are not paused, and matches with newer rulings stay as they are. The request is logged
    before the first match is ruled on; each ruling is logged with it. Codes: not-found, not-allowed, plays-here,
    bad-reason, nothing-to-hold, nothing-held.
    """
    event, why = checked_event(by, event_id), checked_reason(why)
    if do == "hold":
        deed, act, found = "pause", "event.held", running(event.pk)
        nothing = Refused("nothing-to-hold", say("This event has no open or running matches."))
    else:
        deed, act, found = "resume", "event.let-go-on", held(event.pk)
        nothing = Refused("nothing-held", say("No matches were paused together with this event."))
    if not found:
        raise nothing
    with transaction.atomic():
        record(by=by, act=act, subject=("event", event.pk), at=at, league_id=event.league_id, why=why)
        asked = EventNote.objects.create(event=event, by_id=by, act=act, why=why, at=at).pk
        announce(event.pk)
    ruled, left = [], []
    for match_id, title in found.items():
        try:
            rule(match_id=match_id, by=by, deed=deed, given={}, why=why, at=at, part_of=asked)
        except Refused as refusal:
            left.append(Left(match_id, title, refusal.code, refusal.text))
        else:
            ruled.append(match_id)
    return Ruled(tuple(ruled), tuple(left))
