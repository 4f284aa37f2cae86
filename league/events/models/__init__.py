"""Database models of events: events, entrants, stages, rounds, pairings, overrides and no-shows."""

from league.events.models.event import (
    BEFORE_START,
    OVER,
    Entrant,
    EntrantStatus,
    Event,
    EventLogEntry,
    EventStatus,
    Registration,
    ReportPolicy,
    Seeding,
)
from league.events.models.round import NoShow, Pairing, PairingKind, ResultOverride, Round, SeriesMatch, Side
from league.events.models.stage import Stage, StageEntrant, StageLogEntry, StepKind
from league.events.silence_policy import SilencePolicy

__all__ = [
    "BEFORE_START",
    "OVER",
    "Entrant",
    "EntrantStatus",
    "Event",
    "EventLogEntry",
    "EventStatus",
    "NoShow",
    "Pairing",
    "PairingKind",
    "Registration",
    "ReportPolicy",
    "ResultOverride",
    "Round",
    "Seeding",
    "SeriesMatch",
    "Side",
    "SilencePolicy",
    "Stage",
    "StageEntrant",
    "StageLogEntry",
    "StepKind",
]  # fmt: skip
