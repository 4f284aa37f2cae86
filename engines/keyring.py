"""The public keys that a check of a record trusts, and until when."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from engines import hash_chain
from engines.words import say

_UTC = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)", re.ASCII)


class BadKeys(ValueError):
    """A file of keys that is none; the message says why."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """`ends` holds, by public key (hex), from when its signatures are not accepted (ms), None where they always are."""

    ends: Mapping[str, int | None] = field(default_factory=dict)

    def __contains__(self, public_key: object) -> bool:
        return isinstance(public_key, str) and public_key.lower() in self.ends

    def __bool__(self) -> bool:
        return bool(self.ends)

    def refusal(self, public_key: str, signed_at: int | None) -> str:
        """Return why a signature of the key is not accepted, empty where it is. `signed_at` is None where unknown."""
        end = self.ends.get(public_key.lower())
        if end is None or (signed_at is not None and signed_at < end):
            return ""
        return say("the key {name} was revoked before this was signed", name=hash_chain.key_id(public_key))


def pinned(keys: Keyring | Collection[str] | str | None) -> Keyring:
    """Return the keyring of one public key in hex, or of several."""
    if isinstance(keys, Keyring):
        return keys
    named = [keys] if isinstance(keys, str) else keys or ()
    return Keyring({key.lower(): None for key in named})


def read_keyring(text: str | bytes) -> Keyring:
    """Return the keys of a file as a site publishes them at `/api/v1/record-keys/`. Raises BadKeys."""
    try:
        given = json.loads(text)
        return Keyring(dict(map(_key, given["keys"])))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadKeys(say("this is no list of keys as sites publish it at /api/v1/record-keys/")) from None


def _key(given: Mapping[str, Any]) -> tuple[str, int | None]:
    public_key = str(given["public_key"]).lower()
    if len(bytes.fromhex(public_key)) != 32:
        raise ValueError(public_key)
    if given["state"] != "revoked":
        return public_key, None
    return public_key, utc_ms(given["ended_at"])


def utc_ms(text: str) -> int:
    """Return a moment as sites write it (ISO 8601, UTC) in ms since 1970. Raises ValueError."""
    found = _UTC.fullmatch(text)
    if found is None:
        raise ValueError(text)
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    # Days of the Gregorian calendar, counted in years that begin in March. Engines import no module that has a clock.
    years, months = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = years * 365 + years // 4 - years // 100 + years // 400 + (153 * months + 2) // 5 + day - 719_469
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + int((found[7] or "").ljust(3, "0")[:3])
