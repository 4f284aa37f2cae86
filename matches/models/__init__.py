from matches.models.entry import Entry
from matches.models.heartbeat import Heartbeat
from matches.models.match import Match, Status
from matches.models.message import Message, Mute, Report, Room
from matches.models.past import Past
from matches.models.seat import Seat
from matches.models.submission import Submission

__all__ = [
    "Entry",
    "Heartbeat",
    "Match",
    "Message",
    "Mute",
    "Past",
    "Report",
    "Room",
    "Seat",
    "Status",
    "Submission",
]
