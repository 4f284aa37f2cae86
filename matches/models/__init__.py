"""The tables of matches."""

from matches.models.conditional_moves import ConditionalMoves
from matches.models.entry import Entry, SpectatorSnapshot
from matches.models.match import RUNNING, Match, Preparation, Seat, Status
from matches.models.message import Message, Mute, Report, Room
from matches.models.presence import Heartbeat, Outage, Presence, Uptime
from matches.models.record_key import RecordKey
from matches.models.submission import IdempotentRequest, Submission

__all__ = [
    "RUNNING",
    "ConditionalMoves",
    "Entry",
    "Heartbeat",
    "IdempotentRequest",
    "Match",
    "Message",
    "Mute",
    "Outage",
    "Preparation",
    "Presence",
    "RecordKey",
    "Report",
    "Room",
    "Seat",
    "SpectatorSnapshot",
    "Status",
    "Submission",
    "Uptime",
]  # fmt: skip
