"""The public keys with which this installation signs, or has signed, match records."""

from dataclasses import dataclass
from datetime import datetime

from engines.hash_chain import Keyring
from matches.models import RecordKey
from matches.models.record_key import KeyState
from matches.moment import in_ms


@dataclass(frozen=True, slots=True)
class Published:
    """`state` is active, retired or revoked; `ended_at` is None for the active key, `reason` says why it ended."""

    key_id: str
    public_key: str
    began_at: datetime
    ended_at: datetime | None
    reason: str
    state: str
    revoked_at: datetime | None


def published() -> list[Published]:
    """All keys, the newest first."""
    return [
        Published(
            key.key_id, key.public_key, key.began_at, key.ended_at, key.reason, key.state.value, key.revoked_at
        )
        for key in RecordKey.objects.order_by("-number")
    ]  # fmt: skip


def keyring() -> Keyring:
    """Return the keys with the moments from which their signatures are not accepted."""
    return Keyring({
        key.public_key: in_ms(key.ended_at) if key.state == KeyState.REVOKED and key.ended_at else None
        for key in published()
    })  # fmt: skip
