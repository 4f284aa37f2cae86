from matches.models.entry import Entry
from matches.models.heartbeat import Heartbeat
from matches.models.match import Match, Status
from matches.models.record_key import RecordKey
from matches.models.seat import Seat
from matches.models.submission import Submission

__all__ = ["Entry", "Heartbeat", "Match", "RecordKey", "Seat", "Status", "Submission"]
