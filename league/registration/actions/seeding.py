"""The order of the entrants before the start."""

import random
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from league.events.actions.event_lifecycle import lock_managed, log_action
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, Seeding
from league.ratings.queries.players import get_rating_values
from league.teams.queries.ratings import rate_teams
from matches.errors import ActionError

_random = random.SystemRandom()


@transaction.atomic
def set_seed_order(*, event_id: int, by: int, entrant_ids: Sequence[int], at: datetime) -> None:
    """Seed the entrants in this order, which must contain each exactly once."""
    event = _lock_unstarted_event(event_id, by)
    rows = {row.pk: row for row in event.entrants.filter(status=EntrantStatus.ENTERED).select_related("player")}
    if sorted(rows) != sorted(entrant_ids):
        raise ActionError(
            "not-the-entrants", _("List every entrant exactly once. Players may have joined or left in the meantime."), "order"
        )
    order = [rows[entrant_id] for entrant_id in entrant_ids]
    before = sorted((row for row in order if row.seed), key=lambda row: row.seed or 0)
    log_action(event, by, "seeding.ordered", {"order": _names(before)}, {"order": _names(order)}, at=at)
    _save_order(event, order)


@transaction.atomic
def draw_seed_order(*, event_id: int, by: int, at: datetime) -> None:
    """Draw a random order now and keep it like a manual one."""
    event = _lock_unstarted_event(event_id, by)
    rows = list(event.entrants.filter(status=EntrantStatus.ENTERED).select_related("player"))
    _random.shuffle(rows)
    log_action(event, by, "seeding.drawn", None, {"order": _names(rows)}, at=at)
    _save_order(event, rows)


@transaction.atomic
def set_seeding_method(*, event_id: int, by: int, how: str, at: datetime) -> None:
    """Set the seeding method used when the event starts."""
    event = _lock_unstarted_event(event_id, by)
    if how not in Seeding.values:
        raise ActionError("unknown-choice", _("Choose one of {known}.", known=", ".join(Seeding.values)), "how")
    log_action(event, by, "seeding.chosen", {"seeding": event.seeding}, {"seeding": how}, at=at)
    event.update(seeding=how)


def assign_seeds(event: Event, entered: Sequence[Entrant]) -> list[Entrant]:
    """Assign seeds and ratings to the locked event's entrants: by rating, randomly or as ordered by hand.

    Ratings that were imported stay.
    `entered` are all entrants in order of joining, which breaks ties; entrants added after manual ordering are last.
    """
    rows = list(entered)
    seeded = any(row.seed for row in rows)
    ratings = get_rating_values([row.player_id for row in rows], event.seeding_pool)
    teams = rate_teams(event)
    for row in rows:
        row.rating = teams.get(row.pk, ratings[row.player_id]) if row.rating is None else row.rating
    match event.seeding:
        case Seeding.RANDOM:
            _random.shuffle(rows)
        case Seeding.MANUAL:
            rows.sort(key=lambda row: row.seed or len(rows) + 1)
        case _:
            rows.sort(key=lambda row: -(row.rating or 0))
    if seeded:
        event.entrants.update(seed=None)
    _save_seeds(rows)
    return rows


def _lock_unstarted_event(event_id: int, by: int) -> Event:
    event = lock_managed(event_id, by)
    if event.status not in BEFORE_START:
        raise ActionError("already-started", _("The event has started. Seeds can no longer be changed."))
    return event


def _save_order(event: Event, order: Sequence[Entrant]) -> None:
    event.entrants.update(seed=None)
    _save_seeds(order)
    event.update(seeding=Seeding.MANUAL)


def _names(rows: Sequence[Entrant]) -> list[Json]:
    return [row.player.log_name for row in rows]


def _save_seeds(rows: Sequence[Entrant]) -> None:
    """Upsert the existing rows, which is much cheaper in Django than `bulk_update`."""
    for number, row in enumerate(rows, start=1):
        row.seed = number
    Entrant.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=["seed", "rating"])
