"""The order of the entrants before the start."""

import random
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.events.actions.event_lifecycle import managed, note
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, Seeding
from league.ratings.queries.players import values
from matches.refusals import Refused

_lots = random.SystemRandom()


@transaction.atomic
def order_by_hand(*, event_id: int, by: int, entrant_ids: Sequence[int], at: datetime) -> None:
    """Seed the entrants in this order; all must be named, each once."""
    event = _unseeded(event_id, by)
    rows = {row.pk: row for row in event.entrants.filter(status=EntrantStatus.ENTERED).select_related("player")}
    if sorted(rows) != sorted(entrant_ids):
        raise Refused(
            "not-the-entrants", say("Name every entrant once. Somebody may have joined or left meanwhile."), "order"
        )
    order = [rows[one] for one in entrant_ids]
    was = sorted((row for row in order if row.seed), key=lambda row: row.seed or 0)
    note(event, by, "seeding.ordered", {"order": _names(was)}, {"order": _names(order)}, at=at)
    _keep(event, order)


@transaction.atomic
def draw_now(*, event_id: int, by: int, at: datetime) -> None:
    """Put the entrants in an order drawn by lot, which stays as if it had been made by hand."""
    event = _unseeded(event_id, by)
    rows = list(event.entrants.filter(status=EntrantStatus.ENTERED).select_related("player"))
    _lots.shuffle(rows)
    note(event, by, "seeding.drawn", None, {"order": _names(rows)}, at=at)
    _keep(event, rows)


@transaction.atomic
def choose_seeding(*, event_id: int, by: int, how: str, at: datetime) -> None:
    """Say how the entrants will be ordered when the event starts."""
    event = _unseeded(event_id, by)
    if how not in Seeding.values:
        raise Refused("unknown-choice", say("Choose one of {known}.", known=", ".join(Seeding.values)), "how")
    note(event, by, "seeding.chosen", {"seeding": event.seeding}, {"seeding": how}, at=at)
    event.update(seeding=how)


def seed(event: Event, entered: Sequence[Entrant]) -> list[Entrant]:
    """The entrants of the locked event with their seeds and ratings: by rating, by lot, or as ordered by hand.

    `entered` are all that it has, in the order of joining; those equal stay in it, and by hand, who came after the
    ordering is last.
    """
    rows = list(entered)
    seeded = any(row.seed for row in rows)
    ratings = values([row.player_id for row in rows], event.game)
    for row in rows:
        row.rating = ratings[row.player_id]
    match event.seeding:
        case Seeding.RANDOM:
            _lots.shuffle(rows)
        case Seeding.MANUAL:
            rows.sort(key=lambda row: row.seed or len(rows) + 1)
        case _:
            rows.sort(key=lambda row: -ratings[row.player_id])
    if seeded:
        event.entrants.update(seed=None)
    _number(rows)
    return rows


def _unseeded(event_id: int, by: int) -> Event:
    event = managed(event_id, by)
    if event.status not in BEFORE_START:
        raise Refused("already-started", say("The event has started; its seeds stand."))
    return event


def _keep(event: Event, order: Sequence[Entrant]) -> None:
    event.entrants.update(seed=None)
    _number(order)
    event.update(seeding=Seeding.MANUAL)


def _names(rows: Sequence[Entrant]) -> list[Json]:
    return [row.player.username for row in rows]


def _number(rows: Sequence[Entrant]) -> None:
    """Rows that are there already are inserted over themselves, which costs Django far less than `bulk_update`."""
    for number, row in enumerate(rows, start=1):
        row.seed = number
    Entrant.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=["seed", "rating"])
