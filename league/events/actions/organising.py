"""Making an event, and calling it off."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from engines import registry
from engines.api import BadOption, Json
from league.events.models import Event, EventStatus, Pairing
from matches.actions.calling_off import call_off
from matches.announce import changed
from matches.clock import Control
from matches.models import Status
from matches.queries.boards import playable
from matches.refusals import Refused

MOST_ENTRANTS = 64
MOST_CYCLES = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """What an organiser decides about an event before it is announced."""

    name: str
    game: str
    control: Control
    options: Mapping[str, Json] = field(default_factory=dict)
    max_entrants: int = 16
    cycles: int = 1
    rated: bool = True
    auto_advance: bool = True
    round_gap_s: int = 60
    start_by_min: int = 10
    bot_pace_ms: int = 1500
    demo: bool = False


@transaction.atomic
def create_event(*, by: int, plan: Plan, at: datetime) -> int:
    """Open an event for registration and return its id."""
    event = Event.objects.create(
        organiser_id=by, name=_name(plan.name), game=plan.game, options=_options(plan), control=plan.control.dump(),
        max_entrants=_within(plan.max_entrants, 2, MOST_ENTRANTS, "max_entrants"),
        cycles=_within(plan.cycles, 1, MOST_CYCLES, "cycles"),
        rated=plan.rated, auto_advance=plan.auto_advance, round_gap_s=plan.round_gap_s,
        start_by_min=plan.start_by_min, bot_pace_ms=plan.bot_pace_ms, demo=plan.demo, created_at=at,
    )  # fmt: skip
    announce(event.pk)
    return int(event.pk)


@transaction.atomic
def cancel_event(*, event_id: int, by: int, at: datetime) -> None:
    """Call an event off. Matches that have not begun become void; those being played go on to their end."""
    event = managed(event_id, by)
    if event.status not in (EventStatus.REGISTRATION, EventStatus.RUNNING):
        raise Refused("event-over", "This event is over.")
    event.status, event.finished_at, event.next_round_at = EventStatus.CANCELLED, at, None
    event.save(update_fields=["status", "finished_at", "next_round_at"])
    waiting = Pairing.objects.filter(round__event=event, match__status=Status.OPEN)
    for match_id in waiting.values_list("match", flat=True):
        call_off(match_id=match_id, at=at)
    announce(event_id)


def locked(event_id: int) -> Event:
    """The event, locked; Refused where there is none."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise Refused("not-found", "There is no such event.")
    return event


def managed(event_id: int, by: int) -> Event:
    """The event, locked, for its organiser; Refused to anyone else."""
    event = locked(event_id)
    if event.organiser_id != by:
        raise Refused("not-allowed", "Only the organiser of an event may do this.")
    return event


def announce(event_id: int) -> None:
    """On commit, have the pages that show this event fetch it again."""
    changed(f"event.{event_id}")
    changed("home")


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not 3 <= len(name) <= 80:
        raise Refused("bad-name", "A name has 3 to 80 characters.", "name")
    return name


def _options(plan: Plan) -> dict[str, Json]:
    """The options as given, once the game has agreed to them: defaults stay the game's to fill in."""
    if plan.game not in playable():
        raise Refused("unknown-game", "There is no such game.", "game")
    engine = registry.get(plan.game)
    if 2 not in engine.seat_counts:
        raise Refused("not-for-two", f"{engine.name} is not a game for two.", "game")
    try:
        engine.options(plan.options)
    except BadOption as bad:
        raise Refused("bad-option", str(bad), "options") from bad
    return dict(plan.options)


def _within(value: int, least: int, most: int, name: str) -> int:
    if not least <= value <= most:
        raise Refused("out-of-range", f"Give a number from {least} to {most}.", name)
    return value
