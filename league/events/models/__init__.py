"""Tables of events: what is organised, who takes part, who meets whom, and what was ruled."""

from league.events.models.entrant import Entrant, EntrantStatus
from league.events.models.event import BEFORE_START, OVER, Event, EventStatus, Registration, Seeding
from league.events.models.no_show import NoShow
from league.events.models.note import EventNote
from league.events.models.overturn import Overturn
from league.events.models.round import Pairing, PairingKind, Round, SeriesMatch, Side
from league.events.models.stage import Stage, StagePlace
from league.events.models.step import Step, StepKind

__all__ = [
    "BEFORE_START",
    "OVER",
    "Entrant",
    "EntrantStatus",
    "Event",
    "EventNote",
    "EventStatus",
    "NoShow",
    "Overturn",
    "Pairing",
    "PairingKind",
    "Registration",
    "Round",
    "Seeding",
    "SeriesMatch",
    "Side",
    "Stage",
    "StagePlace",
    "Step",
    "StepKind",
]
