"""Ratings, FIDE IDs, federations and titles of an event's entrants from a rating list of FIDE."""

from collections import defaultdict
from datetime import datetime
from typing import BinaryIO, TypedDict

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import lock_managed, log_action
from league.events.models import BEFORE_START, Entrant
from league.formats.rating_list import KINDS, BadList, ListedPlayer, find_listed_players, normalize_name
from matches.errors import ActionError


class Filled(TypedDict):
    """The names of the entrants who were found, and of those who weren't or whose name several players have."""

    found: list[str]
    missing: list[str]


@transaction.atomic
def fill_from_rating_list(*, event_id: int, by: int, file: BinaryIO, kind: str, at: datetime) -> Filled:
    """Fill in the entrants of an event that hasn't started, by FIDE ID or else by name; `kind` is one of KINDS.

    A rating of 0 leaves the entrant's as it is. Raises ActionError, without changes, for a file that isn't a list.
    """
    event = lock_managed(event_id, by)
    if event.status not in BEFORE_START:
        raise ActionError("already-started", _("This event has already started."))
    if kind not in KINDS:
        raise ActionError("unknown-choice", _("Choose one of {known}.", known=", ".join(KINDS)), "kind")
    entrants = list(event.entrants.select_related("player").order_by("pk"))
    numbers = {number for entrant in entrants if (number := _get_number(entrant))}
    names = {normalize_name(str(entrant.player)) for entrant in entrants if not _get_number(entrant)}
    try:
        rows = find_listed_players(file, numbers, names)
    except BadList as error:
        raise ActionError("not-a-list", str(error), "file") from error
    by_number = {row.number: row for row in rows}
    by_name: dict[str, list[ListedPlayer]] = defaultdict(list)
    for row in rows:
        by_name[normalize_name(row.name)].append(row)
    found: list[Entrant] = []
    for entrant in entrants:
        number, named = _get_number(entrant), by_name[normalize_name(str(entrant.player))]
        match = by_number.get(number) if number else named[0] if len(named) == 1 else None
        if match is not None:
            _fill(entrant, match, kind)
            found.append(entrant)
    Entrant.objects.bulk_update(found, ["rating", "person"], batch_size=200)
    missing = [str(entrant.player) for entrant in entrants if entrant not in found]
    filled = [str(entrant.player) for entrant in found]
    log_action(event, by, "ratings.imported", after={"players": filled}, at=at)
    return {"found": filled, "missing": missing}


def _get_number(entrant: Entrant) -> str:
    return str((entrant.person or {}).get("number", ""))


def _fill(entrant: Entrant, row: ListedPlayer, kind: str) -> None:
    entrant.rating = float(getattr(row, kind)) or entrant.rating
    person = {"number": row.number, "federation": row.federation[:3], "title": row.title[:3], "sex": _SEXES.get(row.sex, "")}
    entrant.person = {**(entrant.person or {}), **{name: value for name, value in person.items() if value}}


_SEXES = {"M": "m", "F": "w"}
