"""Tamper evidence of records: canonical JSON, hash chain, sealed entries, Ed25519 signature and keyring.

docs/record-format.md specifies the same, so that anyone can write a second verifier.
"""

import hashlib
import json
import re
from calendar import timegm
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engines.i18n import TranslatedError, translate as _

FORMAT = "league-zero/1"
"""Format of records without a site: from programs, or from sites before SITE_FORMAT."""
SITE_FORMAT = "league-zero/2"
"""Format of records whose header names site, players and event, and that contain the time of signing."""
FORMATS = (FORMAT, SITE_FORMAT)
NAME_KEYS = ("name", "salt")
"""Keys of a player in the header that no hash covers: the name is hashed as a seal, so it can be removed later."""


canonical_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode
"""Encode a JSON value canonically: sorted keys, no spaces, plain ASCII."""


def digest(value: Any) -> str:
    """Return the SHA-256 of a value's canonical JSON in hex."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def hash_header(header: Mapping[str, Any]) -> str:
    """Return the `prev` of the first entry. It covers the seals of players' names, not the names."""
    players = header.get("players")
    if players is None:
        return digest(header)
    return digest({**header, "players": [_omit(player, NAME_KEYS) for player in players]})


def hash_entry(prev: str, entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry after the hash `prev`.

    It does not cover the `do` of a sealed entry, so it can be checked before the action is revealed.
    """
    excluded = ("hash", "do") if "sealed" in entry else ("hash",)
    return digest({**_omit(entry, excluded), "prev": prev})


def _omit(item: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key not in keys}


def seal(salt: str, text: str) -> str:
    """Return the seal that replaces a secret action until the end: SHA-256 of salt and action, in hex."""
    return hashlib.sha256((salt + text).encode("utf-8", "surrogatepass")).hexdigest()


def compute_key_id(public_key: str) -> str:
    """Return the short name of a public key (in hex): 16 hex digits of the SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:16]


def sign(key: Ed25519PrivateKey, last: str, outcome: Any, seed: str, signed_at: int | None = None) -> tuple[str, str]:
    """Return public key and signature, in hex, of a record's end; `signed_at` (ms) only if it names its site."""
    return sign_value(key, build_signed_value(last, outcome, seed, signed_at))


def sign_value(key: Ed25519PrivateKey, value: Mapping[str, Any]) -> tuple[str, str]:
    """Return the public key and its signature of the canonical JSON of a value, in hex."""
    return key.public_key().public_bytes_raw().hex(), key.sign(canonical_json(value).encode()).hex()


def is_signed_by(public_key: str, signature: str, value: Mapping[str, Any]) -> bool:
    """Return whether this is the key's signature of the canonical JSON of the value."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), canonical_json(value).encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def build_signed_value(last_hash: str, outcome: Any, seed: str, signed_at: int | None) -> dict[str, Any]:
    """Return the value that the signature of a record covers."""
    end = {"format": FORMAT, "hash": last_hash, "outcome": outcome, "seed": seed}
    return end if signed_at is None else end | {"format": SITE_FORMAT, "signed_at": signed_at}


_UTC = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)", re.ASCII)


class BadKeys(TranslatedError, ValueError):
    """An invalid file of keys; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """Public keys; `ends` maps each to the ms from which its signatures are not accepted, None if there is no end."""

    ends: Mapping[str, int | None] = field(default_factory=dict)

    def __contains__(self, public_key: object) -> bool:
        return isinstance(public_key, str) and public_key.lower() in self.ends

    def __bool__(self) -> bool:
        return bool(self.ends)

    def refusal(self, public_key: str, signed_at: int | None) -> str:
        """Return why a signature of the key is not accepted; "" if it is. `signed_at` is None if unknown."""
        end = self.ends.get(public_key.lower())
        if end is None or (signed_at is not None and signed_at < end):
            return ""
        return _("The key {name} was revoked before this was signed.", name=compute_key_id(public_key))


def to_keyring(keys: Keyring | Collection[str] | str | None) -> Keyring:
    """Return the keyring of one public key in hex, or of several."""
    if isinstance(keys, Keyring):
        return keys
    public_keys = [keys] if isinstance(keys, str) else keys or ()
    return Keyring({key.lower(): None for key in public_keys})


def read_keyring(text: str | bytes) -> Keyring:
    """Return the keys of a file as published by a site at `/api/v1/record-keys/`. Raises BadKeys."""
    try:
        return Keyring(dict(map(_parse_key, json.loads(text)["keys"])))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadKeys("This is not a list of keys as published at /api/v1/record-keys/.") from None


def _parse_key(data: Mapping[str, Any]) -> tuple[str, int | None]:
    public_key = str(data["public_key"]).lower()
    if len(bytes.fromhex(public_key)) != 32:
        raise ValueError(public_key)
    if data["state"] != "revoked":
        return public_key, None
    return public_key, parse_utc_ms(data["ended_at"])


def parse_utc_ms(text: str) -> int:
    """Return an ISO 8601 time (UTC) in ms since 1970. Raises ValueError."""
    match = _UTC.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return timegm(tuple(map(int, match.groups()[:6]))) * 1000 + int((match[7] or "").ljust(3, "0")[:3])
