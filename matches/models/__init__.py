from matches.models.entry import Entry
from matches.models.heartbeat import Heartbeat
from matches.models.idempotency import IdempotentRequest
from matches.models.match import RUNNING, Match, Preparation, Status
from matches.models.message import Message, Mute, Report, Room
from matches.models.outage import Outage
from matches.models.past import Past
from matches.models.presence import Presence, Uptime
from matches.models.record_key import RecordKey
from matches.models.seat import Seat
from matches.models.submission import Submission

__all__ = [
    "RUNNING", "Entry", "Heartbeat", "IdempotentRequest", "Match", "Message", "Mute", "Outage", "Past", "Preparation",
    "Presence", "RecordKey", "Report", "Room", "Seat", "Status", "Submission", "Uptime",
]  # fmt: skip
