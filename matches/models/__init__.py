from matches.models.entry import Entry
from matches.models.heartbeat import Heartbeat
from matches.models.match import RUNNING, Match, Status
from matches.models.presence import Presence, Uptime
from matches.models.record_key import RecordKey
from matches.models.seat import Seat
from matches.models.submission import Submission

__all__ = [
    "RUNNING", "Entry", "Heartbeat", "Match", "Presence", "RecordKey", "Seat", "Status", "Submission", "Uptime",
]  # fmt: skip
