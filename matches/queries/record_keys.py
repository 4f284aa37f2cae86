"""The public keys with which this installation signs, or has signed, match records."""

from dataclasses import dataclass
from datetime import datetime

from matches.models import RecordKey
from matches.statements import rows


@dataclass(frozen=True, slots=True)
class Published:
    """`ended_at` is None for the key in force, `reason` says why another was replaced."""

    key_id: str
    public_key: str
    began_at: datetime
    ended_at: datetime | None
    reason: str


def published() -> list[Published]:
    """All keys, the newest first."""
    keys = rows(RecordKey, "ORDER BY number DESC", [])
    return [Published(key.key_id, key.public_key, key.began_at, key.ended_at, key.reason) for key in keys]
