"""A whole event as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from league.event_files.public import Public
from league.standings.queries.tables import Person

FORMAT = "league-zero-event/1"


def whole(event: Public) -> dict[str, Any]:
    """Everything that its page shows everybody: {format, event, formats, entrants, rounds, standings}."""
    return {
        "format": FORMAT,
        "event": asdict(event.card),
        "formats": list(event.formats),
        "entrants": [_person(one) for one in event.people.values()],
        "rounds": [asdict(block) for block in event.rounds],
        "standings": [asdict(table) for table in event.tables],
    }


def _person(one: Person) -> dict[str, Any]:
    return {
        "entrant_id": one.entrant_id, "username": one.username, "name": one.name, "seed": one.seed, "club": one.club,
        "status": one.status, "is_bot": one.is_bot,
    }  # fmt: skip
