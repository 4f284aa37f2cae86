"""Database models of events: events, entrants, stages, rounds, pairings, overrides and no-shows."""

from league.events.models.event import (
    BEFORE_START,
    OVER,
    Entrant,
    EntrantStatus,
    Event,
    EventNote,
    EventStatus,
    Registration,
    Seeding,
)
from league.events.models.round import NoShow, Overturn, Pairing, PairingKind, Round, SeriesMatch, Side
from league.events.models.stage import Stage, StagePlace, Step, StepKind

__all__ = [
    "BEFORE_START", "OVER", "Entrant", "EntrantStatus", "Event", "EventNote", "EventStatus", "NoShow", "Overturn",
    "Pairing", "PairingKind", "Registration", "Round", "Seeding", "SeriesMatch", "Side", "Stage", "StagePlace", "Step",
    "StepKind",
]  # fmt: skip
