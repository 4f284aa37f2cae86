"""Entering many players at once: all of a file, or nobody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Lower

from engines.words import say, say_many
from league.events.actions.event_lifecycle import announce, managed
from league.events.actions.event_log import note
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, Registration, Seeding
from league.people.models import Player
from league.registration.entrants_file import BadRows, Problem, Row
from league.registration.queries.no_shows import ban_text, bans_in
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A row of the file and whom it enters. `invited`: the event is by invitation, so it is asked first."""

    row: Row
    player_id: int
    name: str
    invited: bool


@transaction.atomic
def look_at_entrants(*, event_id: int, by: int, rows: Sequence[Row], at: datetime) -> list[Newcomer]:
    """Whom the rows would enter now. BadRows names every line that cannot be; nothing is written."""
    return _checked(managed(event_id, by), rows, at)


@transaction.atomic
def import_entrants(*, event_id: int, by: int, rows: Sequence[Row], at: datetime) -> int:
    """Enter everybody that the rows name and return how many; BadRows names every line that cannot be, if any.

    With a seed in any row, the event is seeded by hand.
    """
    event = managed(event_id, by)
    newcomers = _checked(event, rows, at)
    Entrant.objects.bulk_create(
        Entrant(
            event=event, player_id=one.player_id, seed=one.row.seed, club=one.row.club, joined_at=at,
            status=EntrantStatus.INVITED if one.invited else EntrantStatus.ENTERED,
        )
        for one in newcomers
    )  # fmt: skip
    if any(row.seed for row in rows):
        event.seeding = Seeding.MANUAL
        event.save(update_fields=["seeding"])
    note(event, by, "entrants.imported", after={"players": [one.name for one in newcomers]}, at=at)
    announce(event_id)
    return len(newcomers)


def _checked(event: Event, rows: Sequence[Row], at: datetime) -> list[Newcomer]:
    if event.status not in BEFORE_START:
        raise Refused("not-open", say("This event has started."))
    names = [row.username.lower() for row in rows]
    players = {
        one.username.lower(): one
        for one in Player.objects.annotate(low=Lower("username")).filter(low__in=names, is_active=True)
    }
    problems = [*_unknown(event, rows, players), *_taken(event, rows, players), *_banned(event, rows, players, at)]
    newcomers = [
        Newcomer(row, found.pk, found.username, event.registration == Registration.INVITE and not found.bot)
        for row in rows
        if (found := players.get(row.username.lower()))
    ]
    problems += _without_place(event, [one.row for one in newcomers if not one.invited])
    if problems:
        raise BadRows(problems)
    return newcomers


def _unknown(event: Event, rows: Sequence[Row], players: Mapping[str, Player]) -> Iterator[Problem]:
    for row in rows:
        found = players.get(row.username.lower())
        if found is None:
            yield Problem(row.line, say("There is no player {name}.", name=row.username[:40]))
        elif found.is_guest:
            yield Problem(row.line, say("{name} is a guest; guests cannot join events.", name=row.username))
        elif found.is_bot_account and not event.bot_accounts:
            yield Problem(row.line, say("{name}: this event doesn't allow bot accounts.", name=row.username))


def _taken(event: Event, rows: Sequence[Row], players: Mapping[str, Player]) -> Iterator[Problem]:
    entered = set(event.entrants.values_list("player", flat=True))
    seeds = set(event.entrants.exclude(seed=None).values_list("seed", flat=True))
    for row in rows:
        found = players.get(row.username.lower())
        if found and found.pk in entered:
            yield Problem(row.line, say("{name} is in the event already.", name=row.username))
        if row.seed in seeds:
            yield Problem(row.line, say("Seed {seed} has been given to somebody else.", seed=row.seed))


def _banned(event: Event, rows: Sequence[Row], players: Mapping[str, Player], at: datetime) -> Iterator[Problem]:
    bans = bans_in(event, [one.pk for one in players.values()], at)
    for row in rows:
        found = players.get(row.username.lower())
        if found and found.pk in bans:
            yield Problem(row.line, ban_text(event, bans[found.pk], row.username))


def _without_place(event: Event, rows: Sequence[Row]) -> Iterator[Problem]:
    free = max(0, event.max_entrants - event.entrants.filter(status=EntrantStatus.ENTERED).count())
    for row in rows[free:]:
        text = say_many(
            "There is no place for {name}: {n} place is free in this event.",
            "There is no place for {name}: {n} places are free in this event.",
            free,
            name=row.username,
        )
        yield Problem(row.line, text)
